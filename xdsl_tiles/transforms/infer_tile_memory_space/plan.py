"""A memory space for every tile that has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp
from xdsl_tiles.transforms.infer_tile_memory_space.demands import readable, written

_VIEWS = (SliceOp, SetValidShapeOp, TransposeViewOp, ReshapeOp)
_STRENGTH = {MemorySpace.VEC: 1, MemorySpace.MAT: 2, MemorySpace.ACC: 3}


def is_open(value: SSAValue) -> bool:
    """Whether a value is a tile whose space is not yet known."""
    return isinstance(value.type, TileType) and value.type.space is None


class SpacePlan:
    """Where the open tiles of a function go.

    Tiles in the same memory whatever happens (a view and its source, a loop's results and iteration arguments) form a
    group. A group that an op writes is where that op writes it; any other goes where its readers want it, where the
    cube wins over the vector unit and an accumulator over both. What goes into a loop or comes out of a branch follows
    the group it becomes part of, if it can.
    """

    def __init__(self, function: FuncOp):
        self._parents: dict[SSAValue, SSAValue] = {}
        self._given: dict[SSAValue, MemorySpace] = {}
        self._wanted: dict[SSAValue, MemorySpace] = {}
        self._suppliers: dict[SSAValue, list[SSAValue]] = {}
        ops = [op for op in function.walk() if any(map(is_open, _tiles(op)))]
        for op in ops:
            for a, b in _same_memory(op):
                self._join(a, b)
        for op in ops:
            self._note(op)
        self._spread()

    def space(self, value: SSAValue) -> MemorySpace | None:
        """The space of a tile: its own, else the planned one; None for what is no tile."""
        if not isinstance(value.type, TileType):
            return None
        return value.type.space or self._planned(self._root(value), set())

    def _planned(self, root: SSAValue, asked: set[SSAValue]) -> MemorySpace:
        space = self._given.get(root) or self._wanted.get(root)
        if space is None:
            asked.add(root)
            space = MemorySpace.VEC
            for supplier in self._suppliers.get(root, ()):
                if not is_open(supplier) or self._root(supplier) not in asked:
                    space = self._from(supplier, asked)
                    break
            self._wanted[root] = space
        return space

    def _from(self, supplier: SSAValue, asked: set[SSAValue]) -> MemorySpace:
        """The space of a group that nobody asks for: that of what is put into it."""
        assert isinstance(supplier.type, TileType)
        space = supplier.type.space or self._planned(self._root(supplier), asked)
        return space if space in _STRENGTH else MemorySpace.MAT

    def _note(self, op: Operation) -> None:
        for result in filter(is_open, op.results):
            if space := written(op):
                self._given[self._root(result)] = space
        for index, operand in enumerate(op.operands):
            if is_open(operand) and (spaces := readable(op, index)):
                self._want(operand, spaces[0])
        for receiver, supplier in _handed_on(op):
            if is_open(receiver):
                self._suppliers.setdefault(self._root(receiver), []).append(supplier)

    def _want(self, value: SSAValue, space: MemorySpace) -> bool:
        """Note where a tile is wanted; True if that is news."""
        root, asked = self._root(value), space if space in _STRENGTH else MemorySpace.MAT
        wanted = self._wanted.get(root)
        if root in self._given or (wanted is not None and _STRENGTH[wanted] >= _STRENGTH[asked]):
            return False
        self._wanted[root] = asked
        return True

    def _spread(self) -> None:
        """Let the suppliers of a group be wanted where the group is."""
        queue = [*self._given, *self._wanted]
        while queue:
            root = queue.pop()
            space = self._given.get(root) or self._wanted[root]
            queue += [self._root(s) for s in self._suppliers.get(root, ()) if is_open(s) and self._want(s, space)]

    def _root(self, value: SSAValue) -> SSAValue:
        while (parent := self._parents.get(value)) is not None:
            if (above := self._parents.get(parent)) is not None:
                self._parents[value] = above
            value = parent
        return value

    def _join(self, a: SSAValue, b: SSAValue) -> None:
        if is_open(a) and is_open(b) and (root := self._root(a)) is not (other := self._root(b)):
            self._parents[other] = root


def _tiles(op: Operation) -> Iterator[SSAValue]:
    yield from op.operands
    yield from op.results


def _same_memory(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Pairs of tiles that an op lets share their memory."""
    if isinstance(op, _VIEWS):
        yield op.source, op.result
    elif isinstance(op, AssembleOp):
        yield op.target, op.result
    elif isinstance(op, MatmulAccOp):
        yield op.acc, op.result
    elif isinstance(op, scf.ForOp):
        yield from zip(op.body.block.args[1:], op.results)
    elif isinstance(op, scf.WhileOp):
        yield from zip(op.after_region.block.args, op.results)


def _handed_on(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Pairs of a tile and one that it may get its elements from."""
    match op:
        case AssembleOp():
            yield op.result, op.source
        case scf.ForOp():
            yield from zip(op.results, op.iter_args)
            yield from _yielded(op.results, op.body.block.last_op)
        case scf.WhileOp():
            before = op.before_region.block
            yield from zip(before.args, op.operands)
            yield from _yielded(before.args, op.after_region.block.last_op)
            yield from zip(op.results, before.last_op.operands[1:] if before.last_op else ())
        case scf.IfOp() | scf.IndexSwitchOp():
            for region in op.regions:
                if region.blocks:
                    yield from _yielded(op.results, region.block.last_op)
        case _:
            pass


def _yielded(receivers: Sequence[SSAValue], terminator: Operation | None) -> Iterator[tuple[SSAValue, SSAValue]]:
    yield from zip(receivers, terminator.operands if terminator is not None else ())
