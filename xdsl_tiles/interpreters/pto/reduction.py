"""Reductions along rows and columns, their results spread over tiles again, and tiles that are valid in part."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_tiles.dialects.pto import broadcast, reduction
from xdsl_tiles.dialects.pto.partial import TPartAddOp, TPartMaxOp, TPartMinOp, TPartMulOp
from xdsl_tiles.interpreters import elementwise
from xdsl_tiles.interpreters.elementwise import ArrayFunction
from xdsl_tiles.interpreters.pto.handle import TileHandle, tile_buf
from xdsl_tiles.interpreters.pto.vector import divide
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Array, Extents
from xdsl_tiles.interpreters.values import RunError, dtype_of, format_extents
from xdsl_tiles.numerics.reductions import (
    accumulate_columns,
    accumulate_rows,
    largest,
    repeated_columns,
    smallest,
    sum_columns_pairwise,
)

REDUCTION = OpTable()

_ROWS, _COLUMNS = 1, 0
"""The axis that is reduced, by what the results are for."""


def _first_index(function: Callable[..., Any], axis: int) -> ArrayFunction:
    def apply(values: Array) -> Array:
        return np.expand_dims(function(values, axis=axis), axis)

    return apply


_REDUCTIONS: dict[type[Operation], tuple[ArrayFunction, int]] = {
    reduction.TRowSumOp: (partial(accumulate_rows, function=np.add), _ROWS),
    reduction.TRowProdOp: (partial(accumulate_rows, function=np.multiply), _ROWS),
    reduction.TRowMaxOp: (partial(largest, axis=_ROWS), _ROWS),
    reduction.TRowMinOp: (partial(smallest, axis=_ROWS), _ROWS),
    reduction.TRowArgMaxOp: (_first_index(np.argmax, _ROWS), _ROWS),
    reduction.TRowArgMinOp: (_first_index(np.argmin, _ROWS), _ROWS),
    reduction.TColProdOp: (partial(accumulate_columns, function=np.multiply), _COLUMNS),
    reduction.TColMaxOp: (partial(largest, axis=_COLUMNS), _COLUMNS),
    reduction.TColMinOp: (partial(smallest, axis=_COLUMNS), _COLUMNS),
    reduction.TColArgMaxOp: (_first_index(np.argmax, _COLUMNS), _COLUMNS),
    reduction.TColArgMinOp: (_first_index(np.argmin, _COLUMNS), _COLUMNS),
}


@REDUCTION.kernel(*_REDUCTIONS, arguments=lambda op: [op.operands[0], op.operands[-1]])
def bind_reduction(op: Operation, scope: Scope) -> Kernel:
    """One element per row or column; of equal elements the first one's index."""
    function, axis = _REDUCTIONS[type(op)]
    return _reducing(op, function, axis)


@REDUCTION.kernel(reduction.TColSumOp, arguments=lambda op: [op.src, op.dst])
def bind_column_sum(op: reduction.TColSumOp, scope: Scope) -> Kernel:
    """The sum of each column, top to bottom or pairwise."""
    pairwise = op.is_binary is not None and bool(op.is_binary.value.data)
    return _reducing(op, sum_columns_pairwise if pairwise else partial(accumulate_columns, function=np.add), _COLUMNS)


def _reducing(op: Operation, function: ArrayFunction, axis: int) -> Kernel:
    dtype = dtype_of(tile_buf(op.operands[-1].type).element_type).numpy

    def run(source: TileHandle, target: TileHandle) -> None:
        values = source.read()
        if values.size == 0:
            raise RunError(f"reduces an empty tile: valid {format_extents(values.shape)}")
        _check_extent(source.valid, target.valid, 1 - axis)
        target.write(np.ascontiguousarray(function(values)).astype(dtype))

    return run


def _check_extent(valid: Extents, other: Extents, dim: int) -> None:
    if valid[dim] != other[dim]:
        what = "columns" if dim else "rows"
        raise RunError(f"valid {what} differ: {valid[dim]} and {other[dim]}")


@REDUCTION.kernel(broadcast.TRowExpandOp, broadcast.TColExpandOp)
def bind_expand(op: broadcast.ExpandOperation, scope: Scope) -> Kernel:
    """The first column or row, everywhere in the destination's valid rectangle."""
    by_row = isinstance(op, broadcast.TRowExpandOp)

    def run(source: TileHandle, target: TileHandle) -> None:
        rows, columns = target.valid
        _check_extent(source.valid, target.valid, 0 if by_row else 1)
        vector = source.region((rows, 1) if by_row else (1, columns)).read()
        target.write(np.broadcast_to(vector, target.valid).copy())

    return run


def _exponential_difference(lhs: Array, rhs: Array) -> Array:
    return elementwise.transcendental(np.exp)(np.subtract(lhs, rhs))


_EXPANDING: dict[type[Operation], ArrayFunction] = {
    broadcast.TRowExpandAddOp: np.add,
    broadcast.TRowExpandSubOp: np.subtract,
    broadcast.TRowExpandMulOp: np.multiply,
    broadcast.TRowExpandDivOp: divide,
    broadcast.TRowExpandMaxOp: np.maximum,
    broadcast.TRowExpandMinOp: np.minimum,
    broadcast.TRowExpandExpDifOp: _exponential_difference,
}


@REDUCTION.kernel(*_EXPANDING, arguments=lambda op: [op.operands[0], op.operands[1], op.operands[-1]])
def bind_row_expansion(op: Operation, scope: Scope) -> Kernel:
    """A function of a tile and of a column, or of a 32-byte block per row that repeats along it."""
    function = _EXPANDING[type(op)]

    def run(lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        columns = target.valid[1]
        operands: list[Array] = []
        for handle in (lhs, rhs):
            _check_extent(handle.valid, target.valid, 0)
            operands.append(repeated_columns(handle.read(), columns))
        target.write(function(*np.broadcast_arrays(*operands)))

    return run


_COLUMN_EXPANDING: dict[type[Operation], ArrayFunction] = {
    broadcast.TColExpandAddOp: np.add,
    broadcast.TColExpandSubOp: np.subtract,
    broadcast.TColExpandMulOp: np.multiply,
    broadcast.TColExpandDivOp: divide,
    broadcast.TColExpandMaxOp: np.maximum,
    broadcast.TColExpandMinOp: np.minimum,
    broadcast.TColExpandExpDifOp: _exponential_difference,
}


@REDUCTION.kernel(*_COLUMN_EXPANDING)
def bind_column_expansion(op: Operation, scope: Scope) -> Kernel:
    """A function of a tile and of a row that repeats."""
    function = _COLUMN_EXPANDING[type(op)]

    def run(lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        for dim in (0, 1):
            _check_extent(lhs.valid, target.valid, dim)
        _check_extent(rhs.valid, target.valid, 1)
        row = rhs.region((1, target.valid[1])).read()
        target.write(function(lhs.read(), np.broadcast_to(row, target.valid)))

    return run


_PARTIAL: dict[type[Operation], ArrayFunction] = {
    TPartAddOp: np.add,
    TPartMulOp: np.multiply,
    TPartMaxOp: np.maximum,
    TPartMinOp: np.minimum,
}


@REDUCTION.kernel(*_PARTIAL)
def bind_partial(op: Operation, scope: Scope) -> Kernel:
    """A function where both tiles are valid, the one that is where only one is."""
    function = _PARTIAL[type(op)]

    def run(lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        if target.valid not in (lhs.valid, rhs.valid):
            raise RunError(f"neither source is valid in all of {format_extents(target.valid)}")
        large, small = (lhs, rhs) if lhs.valid == target.valid else (rhs, lhs)
        elements = large.read().copy()
        rows, columns = small.valid
        common = slice(rows), slice(columns)
        elements[common] = function(lhs.region(small.valid).read(), rhs.region(small.valid).read())
        target.write(elements)

    return run
