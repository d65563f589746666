"""Types by the plan, and moves where a reader needs its tile in another space."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_tiles.analysis.memory_graph import next_spaces, route
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.infer_tile_memory_space.demands import Spaces, readable
from xdsl_tiles.transforms.infer_tile_memory_space.placed_types import placed_type
from xdsl_tiles.transforms.infer_tile_memory_space.plan import SpacePlan, is_open


class Placer:
    """Rewrites a function block by block, in order, so that operands are placed before whoever reads them."""

    def __init__(self, plan: SpacePlan, machine: Machine):
        self.plan = plan
        self.machine = machine
        self._moved: dict[tuple[Block, SSAValue, MemorySpace], SSAValue] = {}

    def place(self, block: Block, receivers: Sequence[MemorySpace | None] = ()) -> None:
        """Place the tiles of a block whose terminator hands its tiles on to these spaces."""
        for op in tuple(block.ops):
            if op is block.last_op and receivers:
                self._hand_on(op, receivers)
            else:
                for index in range(len(op.operands)):
                    self._satisfy(op, index, readable(op, index))
            self._enter(op)
            for result in filter(is_open, tuple(op.results)):
                space = self.plan.space(result)
                assert space is not None
                Rewriter.replace_value_with_new_type(result, placed_type(op, result, space))

    def _enter(self, op: Operation) -> None:
        """Place what stands in the regions of an op."""
        match op:
            case scf.ForOp():
                self._receive(op, 3, op.body.block, 1)
                spaces = [_space(argument) for argument in op.body.block.args[1:]]
                self.place(op.body.block, spaces)
            case scf.WhileOp():
                self._receive(op, 0, op.before_region.block, 0)
                carried = [_space(argument) for argument in op.before_region.block.args]
                results = [self.plan.space(result) for result in op.results]
                self.place(op.before_region.block, [None, *results])
                condition = op.before_region.block.last_op
                assert condition is not None
                _adopt(op.after_region.block, 0, condition.operands[1:])
                self.place(op.after_region.block, carried)
            case _:
                spaces = [self.plan.space(result) for result in op.results]
                for region in op.regions:
                    for block in region.blocks:
                        self.place(block, spaces)

    def _receive(self, op: Operation, first: int, block: Block, first_argument: int) -> None:
        """Let the arguments of a loop's block have the types of the operands from `first` on, which suit them."""
        for index, argument in enumerate(block.args[first_argument:], first):
            if (space := self.plan.space(argument)) is not None:
                self._satisfy(op, index, (space,))
        _adopt(block, first_argument, op.operands[first:])

    def _hand_on(self, terminator: Operation, receivers: Sequence[MemorySpace | None]) -> None:
        for index, space in enumerate(receivers):
            if space is not None:
                self._satisfy(terminator, index, (space,))

    def _satisfy(self, op: Operation, index: int, spaces: Spaces | None) -> None:
        """Let an operand be in one of the spaces, by way of moves where it is not."""
        value = op.operands[index]
        if spaces is None or not isinstance(value.type, TileType) or value.type.space in spaces:
            return
        source, target = value.type.space, spaces[0]
        assert source is not None and op.parent is not None
        way = route(source, target, self.machine)
        if way is None:
            reach = ", ".join(next_spaces(source, self.machine)) or "nowhere"
            what = "accumulates in" if isinstance(op, MatmulAccOp) and index == 0 else "reads"
            fail(
                op,
                f"{what} {value.type}, which has to be in {target}: {self.machine.name} has no way "
                f"from {source} to {target} ({source} goes to {reach}); make the tile in {target}",
            )
        for space in way:
            value = self._move(value, space, op)
        op.operands[index] = value

    def _move(self, value: SSAValue, space: MemorySpace, reader: Operation) -> SSAValue:
        """The tile in another space, moved there before its first reader in the block."""
        assert reader.parent is not None
        key = (reader.parent, value, space)
        if key not in self._moved:
            move = MoveOp(value, space)
            move.location = reader.location
            if value.name_hint is not None:
                move.result.name_hint = f"{value.name_hint}_{space}"
            Rewriter.insert_op(move, InsertPoint.before(reader))
            self._moved[key] = move.result
        return self._moved[key]


def _space(value: SSAValue) -> MemorySpace | None:
    return value.type.space if isinstance(value.type, TileType) else None


def _adopt(block: Block, first: int, values: Sequence[SSAValue]) -> None:
    """Give the open arguments of a block, from `first` on, the types of the values they start as."""
    for argument, value in zip(tuple(block.args[first:]), values):
        if is_open(argument):
            Rewriter.replace_value_with_new_type(argument, value.type)
