"""What ops do to the storage of tiles: which results lie in the buffer of an operand."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import scf
from xdsl.ir import Operation, OpResult, SSAValue, Use

from xdsl_tiles.dialects.tile import vector
from xdsl_tiles.dialects.tile.comparison import SelOp
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.kernel import PopOp
from xdsl_tiles.dialects.tile.reduction import Expansion
from xdsl_tiles.dialects.tile.transfer import AssembleOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp

VIEWS = (SliceOp, TransposeViewOp, ReshapeOp)
"""Ops whose result is another handle of the storage of their first operand."""

_ELEMENTWISE = (vector.UnaryOperation, vector.BinaryOperation, vector.ScalarOperation, SelOp, scf.YieldOp, scf.ForOp)


def updated_operand(op: Operation) -> SSAValue | None:
    """The tile that an op overwrites to make its result, in the same buffer."""
    match op:
        case MatmulAccOp():
            return op.acc
        case AssembleOp():
            return op.target
        case SetValidShapeOp():
            return op.source
        case _:
            return None


def view_of(use: Use) -> SSAValue | None:
    """The handle that an op makes of the storage of an operand."""
    is_view = isinstance(use.operation, VIEWS) and use.index == 0
    return use.operation.results[0] if is_view else None


def reads_late(use: Use) -> bool:
    """Whether an op may read an operand after it wrote some of its result."""
    if isinstance(use.operation, _ELEMENTWISE) or updated_operand(use.operation) is use.operation.operands[use.index]:
        return False
    return not (isinstance(use.operation, Expansion) and use.index == 0)


def has_foreign_storage(value: SSAValue) -> bool:
    """Whether a tile lies where something else decides: in another tile, in a slot of a pipe, at an argument."""
    return not isinstance(value, OpResult) or isinstance(value.op, (*VIEWS, PopOp))


def tile_values(op: Operation) -> Iterator[SSAValue]:
    """The tiles that an op makes, those that its regions start with included."""
    for value in (*op.results, *(arg for region in op.regions for block in region.blocks for arg in block.args)):
        if isinstance(value.type, TileType):
            yield value
