"""What must not be swapped: ops that share values, buffers overwritten in place, the pipe between cores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import scf
from xdsl.ir import Operation, Region, SSAValue
from xdsl.traits import MemoryEffectKind, get_effects

from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.kernel import FreeOp, PopOp, PushOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp

_VIEWS = (SliceOp, SetValidShapeOp, TransposeViewOp, ReshapeOp)
_PIPE = "pipe"
_WORLD = "world"
"""What ops with effects that nobody can tell read and write, and everything else reads."""

Place = SSAValue | str
"""Something that ops read and write: a buffer, by a value in it, the pipe, or the rest of the world."""


class BufferRoots:
    """Which values of a function may be in one buffer: what is overwritten in place, seen, or carried on."""

    def __init__(self, function: Operation):
        self._above: dict[SSAValue, SSAValue] = {}
        for op in function.walk():
            for value, other in _in_one_buffer(op):
                self._above[self.of(value)] = self.of(other)

    def of(self, value: SSAValue) -> SSAValue:
        """The value that stands for all that may be in the buffer of `value`."""
        root = value
        while (above := self._above.get(root, root)) is not root:
            root = above
        while (above := self._above.get(value, root)) is not root:
            self._above[value] = root
            value = above
        return root


def _in_one_buffer(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Pairs of values that an op may put into one buffer."""
    if isinstance(op, scf.ForOp):
        for lists in (op.results, op.body.block.args[1:], _terminator(op.body).operands):
            yield from zip(lists, op.iter_args)
    elif isinstance(op, scf.IfOp | scf.IndexSwitchOp):
        for region in op.regions:
            if region.blocks:
                yield from zip(_terminator(region).operands, op.results)
    elif isinstance(op, scf.WhileOp):
        before, after = op.regions
        yield from zip(op.arguments, before.block.args)
        yield from zip(_terminator(before).operands[1:], after.block.args)
        yield from zip(_terminator(before).operands[1:], op.results)
        yield from zip(_terminator(after).operands, op.arguments)
    elif (target := _overwritten(op)) is not None:
        yield op.results[0], target
    elif isinstance(op, _VIEWS):
        yield op.result, op.source


def _terminator(region: Region) -> Operation:
    terminator = region.block.last_op
    assert terminator is not None
    return terminator


def _overwritten(op: Operation) -> SSAValue | None:
    """The operand whose buffer an op writes in place."""
    match op:
        case StoreOp():
            return op.destination
        case AssembleOp():
            return op.target
        case MatmulAccOp():
            return op.acc
        case _:
            return None


def followers(ops: Sequence[Operation], roots: BufferRoots) -> list[set[int]]:
    """For each op the positions of the later ones that must stay behind it."""
    after: list[set[int]] = [set() for _ in ops]
    makers: dict[SSAValue, int] = {result: index for index, op in enumerate(ops) for result in op.results}
    writers: dict[Place, int] = {}
    readers: dict[Place, list[int]] = {}
    for index, op in enumerate(ops):
        for value in _used(op):
            if (maker := makers.get(value)) is not None and maker != index:
                after[maker].add(index)
        written, read = _accesses(op, roots)
        for place in read | written:
            if (writer := writers.get(place)) is not None:
                after[writer].add(index)
        for place in written:
            for reader in readers.pop(place, ()):
                after[reader].add(index)
            writers[place] = index
        for place in read - written:
            readers.setdefault(place, []).append(index)
    return after


def _used(op: Operation) -> Iterator[SSAValue]:
    for inner in op.walk():
        yield from inner.operands


def _accesses(op: Operation, roots: BufferRoots) -> tuple[set[Place], set[Place]]:
    """The places that an op, with all inside of it, writes and reads.

    What makes a tile writes its buffer, which matters where a loop carries it on: the buffer of the next trip's tile
    still holds that of the trip before.
    """
    written: set[Place] = set()
    read: set[Place] = {_WORLD}
    for inner in op.walk():
        read.update(roots.of(value) for value in inner.operands)
        if not isinstance(inner, _VIEWS):
            written.update(roots.of(value) for value in inner.results if isinstance(value.type, TileType))
        if (target := _overwritten(inner)) is not None:
            written.add(roots.of(target))
        if isinstance(inner, FreeOp):
            written.add(roots.of(inner.source))
        if isinstance(inner, PushOp | PopOp | FreeOp):
            written.add(_PIPE)
        elif _has_unknown_effects(inner):
            written.add(_WORLD)
    return written, read


def _has_unknown_effects(op: Operation) -> bool:
    if op.regions or isinstance(op, scf.YieldOp):
        return False
    effects = get_effects(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)
