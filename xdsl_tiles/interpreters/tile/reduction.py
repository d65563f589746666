"""The vector unit along rows and columns of the valid rectangle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_tiles.dialects.tile import reduction
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.memory import tile_dtype
from xdsl_tiles.interpreters.tile.payload import Array, Tile, Window, whole
from xdsl_tiles.interpreters.tile.vector import binary_function
from xdsl_tiles.interpreters.values import RunError, format_extents

REDUCTION = OpTable()


def _sum(values: Array, axis: int) -> Array:
    """The sum: narrow floats are added in f32 and rounded once, integers wrap."""
    is_narrow = values.dtype.kind not in "biu" and values.dtype.itemsize < 4
    wide: Any = np.float32 if is_narrow else values.dtype
    return values.sum(axis=axis, keepdims=True, dtype=wide).astype(values.dtype)


def _largest(values: Array, axis: int) -> Array:
    return np.max(values, axis=axis, keepdims=True)


def _smallest(values: Array, axis: int) -> Array:
    return np.min(values, axis=axis, keepdims=True)


_REDUCTIONS: dict[type[reduction.Reduction], Callable[[Array, int], Array]] = {
    reduction.RowSumOp: _sum,
    reduction.RowMaxOp: _largest,
    reduction.RowMinOp: _smallest,
    reduction.ColSumOp: _sum,
    reduction.ColMaxOp: _largest,
    reduction.ColMinOp: _smallest,
}


@REDUCTION.kernel(*_REDUCTIONS)
def bind_reduction(op: reduction.Reduction, scope: Scope) -> Kernel:
    """A vector of what an axis is reduced to."""
    function, axis, shape = _REDUCTIONS[type(op)], op.AXIS, tile_type(op.result).get_shape()

    def run(source: Tile) -> Window:
        if source.valid[axis] == 0:
            raise RunError(f"reduces an empty axis: valid {format_extents(source.valid)}")
        return whole(function(source.read(), axis), shape)

    return run


@REDUCTION.kernel(
    reduction.RowExpandAddOp,
    reduction.RowExpandSubOp,
    reduction.RowExpandMulOp,
    reduction.RowExpandDivOp,
    reduction.ColExpandAddOp,
    reduction.ColExpandSubOp,
    reduction.ColExpandMulOp,
    reduction.ColExpandDivOp,
)
def bind_expansion(op: reduction.Expansion, scope: Scope) -> Kernel:
    """A function of a tile and a vector repeated along the other axis."""
    type_ = tile_type(op.lhs)
    function, axis, shape = binary_function(op.name.rpartition("_")[2], tile_dtype(type_)), op.AXIS, type_.get_shape()

    def run(lhs: Tile, vector: Tile) -> Window:
        expected = tuple(1 if dim == axis else extent for dim, extent in enumerate(lhs.valid))
        if vector.valid != expected:
            raise RunError(f"vector valid {format_extents(vector.valid)} should be {format_extents(expected)}")
        return whole(function(lhs.read(), vector.read()), shape)

    return run
