"""Seeing tiles differently: other valid rectangles, transposed, reshaped."""

from __future__ import annotations

from xdsl_tiles.dialects.tile import views
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.memory import check_window, tile_dtype
from xdsl_tiles.interpreters.tile.payload import Assembled, Extents, Tile, Undefined, Window, whole

VIEWS = OpTable()


def _valid_arguments(op: views.SetValidShapeOp) -> list[Argument]:
    return [op.source, op.mixed_sizes]


@VIEWS.kernel(views.SetValidShapeOp, arguments=_valid_arguments)
def bind_set_valid(op: views.SetValidShapeOp, scope: Scope) -> Kernel:
    """The same tile with another valid rectangle; what it gains was never written."""
    shape, dtype = op.result.type.get_shape(), tile_dtype(op.result.type).numpy

    def run(source: Tile, sizes: Extents) -> Tile:
        check_window((0, 0), sizes, shape)
        if isinstance(source, Undefined):
            return Undefined(shape, sizes, dtype)
        if all(size <= valid for size, valid in zip(sizes, source.valid)):
            narrowed = source.dense().window((0, 0), sizes)
            narrowed.shape = shape
            return narrowed
        return Assembled(Undefined(shape, sizes, dtype), _unpadded(source, sizes), (0, 0), sizes)

    return run


def _unpadded(source: Tile, sizes: Extents) -> Window:
    """The valid rectangle of a tile, as far as another reaches, without anything around it."""
    kept = tuple(map(min, source.valid, sizes))
    return source.dense().window((0, 0), kept)


@VIEWS.kernel(views.GetValidShapeOp)
def bind_get_valid(op: views.GetValidShapeOp, scope: Scope) -> Kernel:
    """Valid rows and columns."""

    def run(source: Tile) -> Extents:
        return source.valid

    return run


@VIEWS.kernel(views.TransposeViewOp)
def bind_transpose(op: views.TransposeViewOp, scope: Scope) -> Kernel:
    """The transpose, in the same memory."""

    def run(source: Tile) -> Window:
        return source.dense().transpose()

    return run


@VIEWS.kernel(views.ReshapeOp)
def bind_reshape(op: views.ReshapeOp, scope: Scope) -> Kernel:
    """The same elements under another shape."""
    shape = op.result.type.get_shape()

    def run(source: Tile) -> Window:
        return whole(source.read().reshape(shape))

    return run
