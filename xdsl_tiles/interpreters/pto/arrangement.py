"""Filling, joining, transposing, gathering and sorting of tiles (isa section 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_tiles.dialects.pto import fill, gather, sort
from xdsl_tiles.interpreters.pto.conversion import element_type
from xdsl_tiles.interpreters.pto.handle import TileHandle, tile_buf
from xdsl_tiles.interpreters.pto.transfer import bits_as, pad_element
from xdsl_tiles.interpreters.pto.views import in_dtype
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Array
from xdsl_tiles.interpreters.values import RunError, format_extents
from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.numerics.indexing import cumulative_histogram, kept_columns, resolve_indices, scatter
from xdsl_tiles.numerics.philox import philox4x32
from xdsl_tiles.numerics.sorting import merge_blocks, merge_lists, sort32

ARRANGEMENT = OpTable()

_BLOCK_BYTES = 32


@ARRANGEMENT.kernel(fill.TFillPadOp, fill.TFillPadInplaceOp, fill.TFillPadExpandOp)
def bind_fill_pad(op: fill.FillPadOperation, scope: Scope) -> Kernel:
    """The valid elements of the source, and the pad value in the rest of the whole destination."""
    dtype, pad = element_type(op.dst), tile_buf(op.dst.type).config.pad

    def run(source: TileHandle, target: TileHandle) -> None:
        elements = source.read()
        padded = np.full(target.shape, pad_element(dtype, pad)).astype(dtype.numpy)
        rows, columns = elements.shape
        padded[:rows, :columns] = bits_as(elements, dtype.numpy)
        target.write(padded)

    return run


@ARRANGEMENT.kernel(fill.TConcatOp)
def bind_concatenate(op: fill.TConcatOp, scope: Scope) -> Kernel:
    """The columns of one tile, then those of another."""

    def run(lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        if lhs.valid[0] != rhs.valid[0] or lhs.valid[1] + rhs.valid[1] > target.shape[1]:
            shapes = f"{format_extents(lhs.valid)} and {format_extents(rhs.valid)}"
            raise RunError(f"columns of {shapes} do not fit next to each other into {format_extents(target.shape)}")
        target.write(np.concatenate([lhs.read(), rhs.read()], axis=1))

    return run


@ARRANGEMENT.kernel(fill.TTransOp, arguments=lambda op: [op.src, op.dst])
def bind_transpose(op: fill.TTransOp, scope: Scope) -> Kernel:
    """Rows become columns."""

    def run(source: TileHandle, target: TileHandle) -> None:
        elements = np.ascontiguousarray(source.read().T)
        if elements.shape != target.valid:
            raise RunError(f"a transpose of {format_extents(source.valid)} is not {format_extents(target.valid)}")
        target.write(elements)

    return run


@ARRANGEMENT.kernel(fill.TCiOp)
def bind_count(op: fill.TCiOp, scope: Scope) -> Kernel:
    """Consecutive integers in the first row."""
    dtype, step = element_type(op.dst).numpy, -1 if op.descending.value.data else 1

    def run(start: int, target: TileHandle) -> None:
        row = start + step * np.arange(target.valid[1], dtype=np.int64)
        target.write(row.reshape(1, -1).astype(dtype))

    return run


@ARRANGEMENT.kernel(fill.TTriOp)
def bind_triangle(op: fill.TTriOp, scope: Scope) -> Kernel:
    """Ones up to the diagonal, or from it on where the upper triangle is asked for."""
    dtype, is_upper = element_type(op.dst).numpy, bool(op.upper_or_lower.value.data)

    def run(diagonal: int, target: TileHandle) -> None:
        rows, columns = np.ogrid[: target.valid[0], : target.valid[1]]
        ones = columns >= rows + diagonal if is_upper else columns <= rows + diagonal
        target.write(ones.astype(dtype))

    return run


@ARRANGEMENT.kernel(fill.TRandomOp)
def bind_random(op: fill.TRandomOp, scope: Scope) -> Kernel:
    """Random words, four for each counter, row by row."""
    dtype, rounds = element_type(op.dst).numpy, op.rounds.value.data

    def run(*operands: Any) -> None:
        *words, target = operands
        rows, columns = target.valid
        drawn = philox4x32(words[:2], words[2:], rows * columns, rounds)
        target.write(drawn.reshape(rows, columns).view(dtype))

    return run


def _taken(source: TileHandle, indices: Array, out_of_bounds: str = "zero") -> Array:
    """Elements by their linear index in the static shape of a tile; only what is taken must have been written."""
    window = source.region(source.shape).dense()
    resolved, counted = resolve_indices(indices, source.shape[0] * source.shape[1], out_of_bounds)
    if not window.mask().reshape(-1)[resolved[counted]].all():
        raise RunError("gathers elements that were never written")
    taken = window.elements().reshape(-1)[resolved]
    return np.where(counted, taken, np.zeros_like(taken))


def _gather_arguments(op: gather.TGatherOp) -> list[Argument]:
    return [op.src, op.dst, op.indices, op.k_value, op.cdst]


@ARRANGEMENT.kernel(gather.TGatherOp, arguments=_gather_arguments)
def bind_gather(op: gather.TGatherOp, scope: Scope) -> Kernel:
    """Elements by index, columns by a pattern, or the columns of elements that compare."""
    if op.mask_pattern is not None:
        return _gather_columns(op.mask_pattern.data)
    if op.indices is not None:
        return _gather_elements
    above = op.cmp_mode is not None and op.cmp_mode.data is Comparison.GT
    return _gather_matches(above, 0 if op.offset is None else op.offset.value.data)


def _gather_elements(source: TileHandle, target: TileHandle, indices: TileHandle, *_: None) -> None:
    target.write(_taken(source, indices.region(target.valid).read()))


def _gather_columns(pattern: str) -> Kernel:
    def run(source: TileHandle, target: TileHandle, *_: None) -> None:
        elements = source.read()
        kept = elements[:, kept_columns(pattern, elements.shape[1])]
        if kept.shape[1] > target.shape[1]:
            raise RunError(f"{kept.shape[1]} columns do not fit into {target.shape[1]}")
        target.write(kept)

    return run


def _gather_matches(above: bool, offset: int) -> Kernel:
    def run(source: TileHandle, target: TileHandle, _: None, number: float, counts: TileHandle) -> None:
        elements = source.read()
        bound = in_dtype(number, elements.dtype)
        matches = elements > bound if above else elements == bound
        dtype = target.place.dtype
        for row, flags in enumerate(matches):
            columns = np.flatnonzero(flags)[: target.shape[1]] + offset
            target.write_at((row, 0), columns.astype(dtype).reshape(1, -1))
        counts.write(matches.sum(axis=1, keepdims=True).astype(counts.place.dtype))

    return run


@ARRANGEMENT.kernel(gather.TGatherBOp)
def bind_gather_blocks(op: gather.TGatherBOp, scope: Scope) -> Kernel:
    """Blocks of 32 bytes, each from its byte offset."""
    dtype = element_type(op.dst).numpy
    width = _BLOCK_BYTES // dtype.itemsize

    def run(source: TileHandle, offsets: TileHandle, target: TileHandle) -> None:
        rows, columns = target.valid
        blocks = -(-columns // width)
        starts = offsets.read().reshape(-1)[: rows * blocks].astype(np.int64)
        if starts.size < rows * blocks:
            raise RunError(f"takes {rows * blocks} offsets, got {starts.size}")
        if (starts % dtype.itemsize).any():
            raise RunError("takes offsets of whole elements")
        indices = starts[:, None] // dtype.itemsize + np.arange(width)
        inside = indices.reshape(rows, blocks * width)[:, :columns]
        try:
            target.write(_taken(source, inside, "undefined"))
        except ValueError as error:
            raise RunError(str(error)) from error

    return run


@ARRANGEMENT.kernel(gather.TScatterOp)
def bind_scatter(op: gather.TScatterOp, scope: Scope) -> Kernel:
    """Zeros, and each element at its linear index in the static shape of the destination."""

    def run(source: TileHandle, indices: TileHandle, target: TileHandle) -> None:
        values = source.region(indices.valid).read()
        table = np.zeros(target.shape[0] * target.shape[1], dtype=values.dtype)
        try:
            resolved, _ = resolve_indices(indices.read().reshape(-1), table.size, "undefined")
        except ValueError as error:
            raise RunError(str(error)) from error
        scatter(table, resolved, values.reshape(-1))
        target.write(table.reshape(target.shape))

    return run


@ARRANGEMENT.kernel(gather.THistogramOp)
def bind_histogram(op: gather.THistogramOp, scope: Scope) -> Kernel:
    """Cumulative counts of the high bytes of each row, or of the low bytes of one high byte."""
    by_low = op.is_msb is not None and not op.is_msb.value.data

    def run(source: TileHandle, chosen: TileHandle, target: TileHandle) -> None:
        values = source.read()
        selected = chosen.region((values.shape[0], 1)).read()[:, 0] if by_low else None
        target.write(cumulative_histogram(values, selected))

    return run


@ARRANGEMENT.kernel(sort.TSort32Op, arguments=lambda op: [op.src, op.idx, op.dst])
def bind_sort(op: sort.TSort32Op, scope: Scope) -> Kernel:
    """Sorted pairs of score and index."""

    def run(source: TileHandle, indices: TileHandle, target: TileHandle) -> None:
        scores = source.read()
        pairs = sort32(scores, np.broadcast_to(indices.region(source.valid).read(), scores.shape))
        _put_pairs(target, pairs)

    return run


def _put_pairs(target: TileHandle, pairs: Array) -> None:
    if pairs.shape[1] > target.shape[1]:
        raise RunError(f"{pairs.shape[1]} elements of pairs do not fit into {target.shape[1]} columns")
    target.write(pairs)


def _merge_arguments(op: sort.TMrgSortOp) -> list[Argument]:
    return [tuple(op.srcs), op.block_len, op.dsts[0], op.excuted]


@ARRANGEMENT.kernel(sort.TMrgSortOp, arguments=_merge_arguments)
def bind_merge(op: sort.TMrgSortOp, scope: Scope) -> Kernel:
    """Each four sorted blocks of a row into one, or whole lists; `excuted` gets how much of each was taken."""
    exhausted = bool(op.exhausted.value.data)

    def run(sources: tuple[TileHandle, ...], block: int | None, target: TileHandle, taken: Array | None) -> None:
        rows = [source.region((1, source.valid[1])).read()[0] for source in sources]
        try:
            if block is not None:
                _put_pairs(target, merge_blocks(rows[0], block).reshape(1, -1))
                return
            merged, counts = merge_lists(rows, exhausted)
        except ValueError as error:
            raise RunError(str(error)) from error
        _put_pairs(target, merged.reshape(1, -1))
        if taken is not None:
            taken[: len(counts)] = counts

    return run
