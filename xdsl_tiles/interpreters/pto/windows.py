"""Windows of tiles, and global memory by index."""

from __future__ import annotations

import numpy as np

from xdsl_tiles.dialects.pto.indexed import MGatherOp, MScatterOp
from xdsl_tiles.dialects.pto.windows import TExtractFpOp, TExtractOp, TInsertFpOp, TInsertOp
from xdsl_tiles.interpreters.pto.fixpipe import column_words, drain_converter
from xdsl_tiles.interpreters.pto.global_memory import GlobalView
from xdsl_tiles.interpreters.pto.handle import TileHandle, tile_buf
from xdsl_tiles.interpreters.pto.transfer import global_view
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.memory import check_window
from xdsl_tiles.interpreters.tile.payload import Array
from xdsl_tiles.interpreters.values import RunError, dtype_of
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.indexing import resolve_indices, scatter

WINDOWS = OpTable()


def _dtypes(op: TExtractOp | TExtractFpOp | TInsertOp | TInsertFpOp) -> tuple[DType, DType]:
    return dtype_of(tile_buf(op.src.type).element_type), dtype_of(tile_buf(op.dst.type).element_type)


def _window_arguments(op: TExtractOp | TExtractFpOp | TInsertOp | TInsertFpOp) -> list[Argument]:
    scales = op.fp if isinstance(op, TExtractFpOp | TInsertFpOp) else None
    return [op.src, op.index_row, op.index_col, op.dst, scales]


@WINDOWS.kernel(TExtractOp, TExtractFpOp, arguments=_window_arguments)
def bind_extract(op: TExtractOp | TExtractFpOp, scope: Scope) -> Kernel:
    """Read the destination's valid rectangle from an offset of the source."""
    source_dtype, target_dtype = _dtypes(op)
    convert = drain_converter(source_dtype, target_dtype)

    def run(source: TileHandle, row: int, column: int, target: TileHandle, scales: TileHandle | None) -> None:
        check_window((row, column), target.valid, source.shape)
        value = source.window((row, column), target.valid)
        if scales is None and source_dtype == target_dtype:
            if value.written is not None:
                value.read()
            target.put(value)
            return
        words = None if scales is None else column_words(scales, column, target.valid[1])
        target.write(convert(value.read(), words))

    return run


@WINDOWS.kernel(TInsertOp, TInsertFpOp, arguments=_window_arguments)
def bind_insert(op: TInsertOp | TInsertFpOp, scope: Scope) -> Kernel:
    """Write the source's valid rectangle at an offset of the destination, of which the rest stays."""
    convert = drain_converter(*_dtypes(op))

    def run(source: TileHandle, row: int, column: int, target: TileHandle, scales: TileHandle | None) -> None:
        check_window((row, column), source.valid, target.shape)
        words = None if scales is None else column_words(scales, 0, source.valid[1])
        target.write_at((row, column), convert(source.read(), words))

    return run


def _resolved(indices: Array, capacity: int, out_of_bounds: str) -> tuple[Array, Array]:
    try:
        return resolve_indices(indices, capacity, out_of_bounds)
    except ValueError as error:
        raise RunError(str(error)) from error


def _takes_rows(indices: TileHandle, data: TileHandle) -> bool:
    return indices.valid[1] == 1 and data.valid[1] != 1


@WINDOWS.kernel(MGatherOp)
def bind_gather(op: MGatherOp, scope: Scope) -> Kernel:
    """Elements of global memory by index, or its rows where the indices are one column."""
    arithmetic, out_of_bounds = scope.environment.arithmetic, op.gather_oob.data

    def run(source: GlobalView | Array, indices: TileHandle, target: TileHandle) -> None:
        arithmetic.drain()
        table = global_view(source).elements()
        by_row = _takes_rows(indices, target)
        entries = table.reshape(-1, table.shape[-1])[:, : target.valid[1]] if by_row else table.reshape(-1)
        chosen = indices.read()[:, 0] if by_row else indices.read()
        resolved, counted = _resolved(chosen, len(entries), out_of_bounds)
        taken = entries[resolved]
        kept = counted[:, None] if by_row else counted
        target.write(np.where(kept, taken, np.zeros_like(taken)))

    return run


@WINDOWS.kernel(MScatterOp)
def bind_scatter(op: MScatterOp, scope: Scope) -> Kernel:
    """Elements to global memory by index, or rows where the indices are one column."""
    arithmetic = scope.environment.arithmetic
    out_of_bounds, update = op.scatter_oob.data, op.scatter_atomic_op.data

    def run(source: TileHandle, indices: TileHandle, target: GlobalView | Array) -> None:
        arithmetic.drain()
        table = global_view(target).elements()
        by_row = _takes_rows(indices, source)
        entries = table.reshape(-1, table.shape[-1]).copy() if by_row else table.reshape(-1).copy()
        values = source.read() if by_row else source.read().reshape(-1)
        resolved, counted = _resolved(indices.read().reshape(-1), len(entries), out_of_bounds)
        written = entries[:, : source.valid[1]] if by_row else entries
        scatter(written, resolved[counted], values[counted], update)
        table[...] = entries.reshape(table.shape)

    return run
