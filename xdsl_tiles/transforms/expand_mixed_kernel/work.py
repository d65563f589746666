"""What of a function each core has to do: the program slices behind its stores, its results and the tiles it sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xdsl.dialects import scf
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_tiles.analysis.abi import chain_origin
from xdsl_tiles.dialects.tile.attributes import CoreKind
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.transforms.expand_mixed_kernel.sides import (
    CONTROL,
    OTHER,
    core_of,
    core_of_space,
    has_side_effects,
    is_crossing,
)


class Obstacle(NamedTuple):
    """An op for which a function can't be split, and why not: a clause about the op."""

    op: Operation
    reason: str


class CannotSplit(Exception):
    """The two cores' work can't be told apart."""

    def __init__(self, op: Operation, reason: str):
        self.obstacle = Obstacle(op, reason)
        super().__init__(reason)


class Work:
    """The values and ops that each core needs, found backwards from what it gives.

    A core that needs a moved tile pops it, so that the other one needs the tile to push it; both then need the loops
    and branches around the move. Raises `CannotSplit` where a core would need something that the other one computes.
    """

    def __init__(self, function: FuncOp):
        self.function = function
        self.ops: dict[CoreKind, set[Operation]] = {kind: set() for kind in CoreKind}
        self.values: dict[CoreKind, set[SSAValue]] = {kind: set() for kind in CoreKind}
        self.returned_by: list[CoreKind] = []
        self._queue: list[tuple[CoreKind, SSAValue]] = []
        for op in function.walk():
            if has_side_effects(op):
                raise CannotSplit(op, "has effects that one of the two cores alone may have")
        returned = function.get_return_op()
        assert returned is not None
        for value in returned.operands:
            kind = _giver(value, returned)
            self.returned_by.append(kind)
            self._need(kind, value)
        while self._queue:
            self._trace(*self._queue.pop())
        self._refuse_shared_buffers()

    def has_work(self, kind: CoreKind) -> bool:
        """Whether a core has anything to do with tiles."""
        return any(core_of(op) is not None for op in self.ops[kind])

    def kept(self, kind: CoreKind, op: Operation) -> list[int]:
        """The results of a loop or branch that a core needs."""
        return [index for index, result in enumerate(op.results) if result in self.values[kind]]

    def _need(self, kind: CoreKind, value: SSAValue) -> None:
        if value not in self.values[kind]:
            self.values[kind].add(value)
            self._queue.append((kind, value))

    def _trace(self, kind: CoreKind, value: SSAValue) -> None:
        if not isinstance(value, BlockArgument):
            assert isinstance(value.owner, Operation)
            self._trace_result(kind, value, value.owner)
            return
        loop = value.block.parent_op()
        if isinstance(loop, scf.ForOp):
            self._need_op(kind, loop)
            if value.index > 0:
                self._need(kind, loop.results[value.index - 1])

    def _trace_result(self, kind: CoreKind, value: SSAValue, op: Operation) -> None:
        if is_crossing(op):
            if core_of(op) is not kind:
                raise CannotSplit(op, f"gives a tile of the {core_of(op)} core that the {kind} core needs")
            self._need_op(kind, op)
            self._need_op(OTHER[kind], op)
            self._need(OTHER[kind], op.source)
            return
        self._need_op(kind, op)
        if isinstance(op, CONTROL):
            self._trace_carried(kind, op, op.results.index(value))

    def _trace_carried(self, kind: CoreKind, op: Operation, index: int) -> None:
        if isinstance(op, scf.ForOp):
            self._need(kind, op.iter_args[index])
            self._need(kind, op.body.block.args[index + 1])
        for block in _blocks(op):
            assert block.last_op is not None
            self._need(kind, block.last_op.operands[index])

    def _need_op(self, kind: CoreKind, op: Operation) -> None:
        """Let a core do an op, with all that it takes and the control flow around it."""
        while op is not self.function and op not in self.ops[kind]:
            self.ops[kind].add(op)
            if isinstance(op, CONTROL):
                controls = op.operands[:3] if isinstance(op, scf.ForOp) else op.operands
                for operand in controls:
                    self._need(kind, operand)
            elif not is_crossing(op):
                self._need_all(kind, op)
            around = op.parent_op()
            assert around is not None
            op = around

    def _need_all(self, kind: CoreKind, op: Operation) -> None:
        inside: set[SSAValue] = set()
        for inner in op.walk():
            core = core_of(inner)
            if core is not None and (core is not kind or inner is not op):
                raise CannotSplit(inner, f"runs on the {core} core, and the {kind} core needs what it gives")
            inside.update(inner.results)
            inside.update(argument for block in _blocks(inner) for argument in block.args)
            for operand in inner.operands:
                if operand not in inside:
                    self._need(kind, operand)

    def _refuse_shared_buffers(self) -> None:
        """Refuse tensors that one core writes and the other one touches: nothing orders the two."""
        writers: dict[SSAValue, CoreKind] = {}
        for kind, op in self._accesses():
            if isinstance(op, StoreOp):
                writers.setdefault(chain_origin(op.destination), kind)
        for kind, op in self._accesses():
            tensor = op.destination if isinstance(op, StoreOp) else op.source
            writer = writers.get(chain_origin(tensor), kind)
            if writer is not kind:
                verb = "stores into" if isinstance(op, StoreOp) else "loads from"
                raise CannotSplit(op, f"{verb} a tensor on the {kind} core that the {writer} core stores into")

    def _accesses(self) -> Iterator[tuple[CoreKind, LoadOp | StoreOp]]:
        for op in self.function.walk():
            if isinstance(op, LoadOp | StoreOp):
                for kind in CoreKind:
                    if op in self.ops[kind]:
                        yield kind, op


def _blocks(op: Operation) -> Iterator[Block]:
    for region in op.regions:
        yield from region.blocks


def _giver(value: SSAValue, returned: Operation) -> CoreKind:
    """The core that a function's result comes from: the one that stores into it, or has the tile; else the cube."""
    if isinstance(value.type, TileType):
        return core_of_space(value.type.space)
    writers: set[CoreKind] = set()
    seen: set[SSAValue] = set()
    queue = [value] if isinstance(value.type, TensorType) else []
    while queue:
        tensor = queue.pop()
        if tensor not in seen:
            seen.add(tensor)
            queue += _chained(tensor, writers)
    if len(writers) > 1:
        raise CannotSplit(returned, "returns a tensor that both cores store into")
    return writers.pop() if writers else CoreKind.CUBE


def _chained(tensor: SSAValue, writers: set[CoreKind]) -> list[SSAValue]:
    """The tensors that one may be after a write, or by way of a loop or branch; notes who writes."""
    if isinstance(tensor, BlockArgument):
        loop = tensor.block.parent_op()
        return [loop.results[tensor.index - 1]] if isinstance(loop, scf.ForOp) and tensor.index > 0 else []
    op = tensor.owner
    if isinstance(op, StoreOp):
        core = core_of(op)
        assert core is not None
        writers.add(core)
        return [op.destination]
    if not isinstance(op, CONTROL):
        return []
    index = op.results.index(tensor)
    yielded = [block.last_op.operands[index] for block in _blocks(op) if block.last_op is not None]
    return [*yielded, op.iter_args[index]] if isinstance(op, scf.ForOp) else yielded
