"""The vector unit: comparing and choosing elements."""

from __future__ import annotations

import numpy as np

from xdsl_tiles.dialects.tile import comparison
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters.elementwise import COMPARISONS
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.memory import tile_dtype
from xdsl_tiles.interpreters.tile.payload import Tile, Window, whole
from xdsl_tiles.interpreters.tile.vector import check_same_valid

COMPARISON = OpTable()


@COMPARISON.kernel(comparison.CmpOp)
def bind_cmp(op: comparison.CmpOp, scope: Scope) -> Kernel:
    """A comparison of two tiles."""
    function, shape = COMPARISONS[op.predicate.data], tile_type(op.lhs).get_shape()

    def run(lhs: Tile, rhs: Tile) -> Window:
        check_same_valid(lhs, rhs)
        return whole(function(lhs.read(), rhs.read()), shape)

    return run


@COMPARISON.kernel(comparison.CmpScalarOp)
def bind_cmp_scalar(op: comparison.CmpScalarOp, scope: Scope) -> Kernel:
    """A comparison of a tile with a number."""
    type_ = tile_type(op.lhs)
    function, shape, dtype = COMPARISONS[op.predicate.data], type_.get_shape(), tile_dtype(type_).numpy

    def run(lhs: Tile, scalar: float) -> Window:
        return whole(function(lhs.read(), np.array(scalar, dtype=dtype)), shape)

    return run


@COMPARISON.kernel(comparison.SelOp)
def bind_sel(op: comparison.SelOp, scope: Scope) -> Kernel:
    """A choice between two tiles, element by element."""
    shape = tile_type(op.lhs).get_shape()

    def run(mask: Tile, lhs: Tile, rhs: Tile) -> Window:
        check_same_valid(mask, lhs, rhs)
        return whole(np.where(mask.read(), lhs.read(), rhs.read()), shape)

    return run
