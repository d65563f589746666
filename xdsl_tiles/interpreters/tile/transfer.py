"""Moving tiles between on-chip memories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile import transfer
from xdsl_tiles.dialects.tile.extents import grow_valid
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.capacity import check_capacity
from xdsl_tiles.interpreters.tile.memory import check_valid, check_window, converter, tile_dtype
from xdsl_tiles.interpreters.tile.payload import Assembled, Extents, Tile, Window, whole
from xdsl_tiles.interpreters.values import RunError

TRANSFER = OpTable()


def _window_arguments(op: transfer.ExtractOp | transfer.SliceOp) -> list[Argument]:
    return [op.source, op.mixed_offsets]


@TRANSFER.kernel(transfer.ExtractOp, arguments=_window_arguments)
def bind_extract(op: transfer.ExtractOp, scope: Scope) -> Kernel:
    """A window, read as it is taken: what of it is valid must have been written."""
    window = _windows(op)
    check_capacity(op.result.type, scope.machine)

    def run(source: Tile, offsets: Extents) -> Window:
        taken = window(source, offsets)
        if taken.written is not None and not taken.is_written(taken.valid):
            raise RunError("reads elements that were never written")
        return taken

    return run


@TRANSFER.kernel(transfer.SliceOp, arguments=_window_arguments)
def bind_slice(op: transfer.SliceOp, scope: Scope) -> Kernel:
    """A window in the same memory."""
    return _windows(op)


def _windows(op: transfer.SliceOp | transfer.ExtractOp) -> Callable[[Tile, Extents], Window]:
    shape, bounds = op.result.type.get_shape(), tile_type(op.source).get_shape()
    declared = op.result.type.valid

    def run(source: Tile, offsets: Extents) -> Window:
        check_window(offsets, shape, bounds)
        taken = source.dense().window(offsets, shape)
        if taken.valid != declared:
            check_valid(taken.valid, declared)
        return taken

    def run_full(source: Tile, offsets: Extents) -> Window:
        """The common case, spelled out: a 2-D window of a tile that is valid all over."""
        row, column = offsets
        tile = source.dense()
        if tile.valid != bounds or not (0 <= row <= last_row and 0 <= column <= last_column):
            return run(source, offsets)
        start_row, start_column = tile.origin
        return Window(tile.base, (start_row + row, start_column + column), shape, shape, tile.transposed, tile.written)

    if len(shape) != 2 or declared != shape:
        return run
    last_row, last_column = bounds[0] - shape[0], bounds[1] - shape[1]
    return run_full


@TRANSFER.kernel(transfer.MoveOp)
def bind_move(op: transfer.MoveOp, scope: Scope) -> Kernel:
    """The same elements in another memory."""
    check_capacity(op.result.type, scope.machine)

    def run(source: Tile) -> Tile:
        if not source.is_written(source.valid):
            source.read()
        return source

    return run


def _assemble_arguments(op: transfer.AssembleOp) -> list[Argument]:
    return [op.source, op.target, op.mixed_offsets]


@TRANSFER.kernel(transfer.AssembleOp, arguments=_assemble_arguments)
def bind_assemble(op: transfer.AssembleOp, scope: Scope) -> Kernel:
    """A tile written into a window of another."""
    source_type, bounds = tile_type(op.source), op.result.type.get_shape()
    shape, declared = source_type.get_shape(), op.result.type.valid
    dtype, narrowed = tile_dtype(source_type), tile_dtype(op.result.type)
    convert: Any = None if dtype == narrowed else converter(dtype, narrowed)

    def run(source: Tile, target: Tile, offsets: Extents) -> Tile:
        check_window(offsets, shape, bounds)
        if not source.is_written(source.valid):
            source.read()
        valid = _grown(target.valid, bounds, offsets, source.valid)
        check_valid(valid, declared)
        patch = source if convert is None else whole(convert(source.read()), shape)
        return Assembled(target, patch, offsets, valid)

    return run


def _grown(valid: Extents, bounds: Extents, offsets: Extents, extents: Extents) -> Extents:
    try:
        return grow_valid(valid, bounds, offsets, extents)
    except VerifyException as error:
        raise RunError(str(error)) from error
