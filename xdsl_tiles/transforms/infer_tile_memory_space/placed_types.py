"""The type that a tile has once it is in a memory space: deduced again, but for what was stated of it."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.attributes import ND, Layout, MemorySpace
from xdsl_tiles.dialects.tile.comparison import CmpOp, CmpScalarOp, SelOp
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.dialects.tile.placement import verify_layout
from xdsl_tiles.dialects.tile.reduction import Expansion
from xdsl_tiles.dialects.tile.transfer import AssembleOp, SliceOp
from xdsl_tiles.dialects.tile.types import LayoutAttr, TileType, tile_type
from xdsl_tiles.dialects.tile.vector import BinaryOperation, CastOp, ScalarOperation, UnaryOperation
from xdsl_tiles.dialects.tile.views import SetValidShapeOp, TransposeViewOp

_COMPACT = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC)
_LIKE_FIRST = (UnaryOperation, BinaryOperation, ScalarOperation, Expansion, MatmulAccOp)
_LIKE_SOURCE = (SliceOp, SetValidShapeOp)


def placed_type(op: Operation, result: SSAValue, space: MemorySpace) -> TileType:
    """The type of an op's open result in a space; valid extents and `compact` stay as they were stated."""
    stated = tile_type(result)
    match op:
        case scf.ForOp() | scf.WhileOp() | scf.IfOp() | scf.IndexSwitchOp():
            return _received(op, op.results.index(result))
        case SelOp():
            return tile_type(op.lhs)
        case CastOp():
            layout = tile_type(op.source).effective_layout
            return _in(stated, space, None if layout.is_boxed else layout)
        case CmpOp() | CmpScalarOp():
            return _in(stated, space, tile_type(op.lhs).effective_layout)
        case AssembleOp():
            return _in(stated, space, tile_type(op.target).effective_layout)
        case TransposeViewOp():
            return _in(stated, space, tile_type(op.source).effective_layout.transposed)
        case LoadOp():
            return _loaded(stated, space)
        case _ if isinstance(op, _LIKE_FIRST):
            return tile_type(op.operands[0])
        case _ if isinstance(op, _LIKE_SOURCE):
            return _in(stated, space, tile_type(op.source).effective_layout)
        case _:
            return _in(stated, space, _stated_layout(stated, space))


def _received(op: Operation, index: int) -> TileType:
    """The type that what is yielded to a result has by now."""
    region = op.regions[0]
    terminator = region.block.last_op
    assert terminator is not None
    first = 1 if isinstance(terminator, scf.ConditionOp) else 0
    return tile_type(terminator.operands[first + index])


def _loaded(stated: TileType, space: MemorySpace) -> TileType:
    shape = stated.get_shape()
    is_row_in_mat = space is MemorySpace.MAT and len(shape) == 2 and shape[0] == 1
    return _in(stated, space, ND if is_row_in_mat else _stated_layout(stated, space))


def _stated_layout(stated: TileType, space: MemorySpace) -> Layout | None:
    """The layout that a tile states, where its memory can hold it; None for the one that the memory implies."""
    if not isinstance(stated.layout, LayoutAttr):
        return None
    layout = stated.layout.layout
    try:
        verify_layout(_in(stated, space, layout))
    except VerifyException:
        return None
    return layout


def _in(stated: TileType, space: MemorySpace, layout: Layout | None) -> TileType:
    return TileType(
        stated.get_shape(),
        stated.element_type,
        space,
        valid=stated.valid,
        layout=layout,
        compact=stated.is_compact and space in _COMPACT,
    )
