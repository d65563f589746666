"""The 2-D type that a tile of another rank becomes: as all of its pages, or as one of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NoReturn

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import ND, Layout, MemorySpace, implicit_layout
from xdsl_tiles.dialects.tile.memory import merge_rows
from xdsl_tiles.dialects.tile.types import TileType


def is_nd(value: SSAValue) -> bool:
    """Whether a value is a tile of another rank than 2."""
    return isinstance(value.type, TileType) and value.type.get_num_dims() != 2


def merged_type(tile: TileType) -> TileType | None:
    """The tile whose rows are those of all pages, or None where the valid ones among them are not the first ones."""
    valid = _merged_valid(tile.get_shape(), tile.valid)
    if valid is None:
        return None
    shape = merge_rows(tile.get_shape())
    return TileType(
        shape, tile.element_type, tile.space, valid=valid, layout=_layout(tile, shape), compact=tile.is_compact
    )


def page_type(tile: TileType) -> TileType:
    """The tile of one page: of the last two dimensions."""
    rows, columns = tile.get_shape()[-2:]
    shape = rows, columns
    return TileType(
        shape,
        tile.element_type,
        tile.space,
        valid=tile.valid[-2:],
        layout=_layout(tile, shape),
        compact=tile.is_compact,
    )


def refuse_gaps(op: Operation, tile: TileType) -> NoReturn:
    """Refuse a tile whose pages are partly valid where only all of them at once will do."""
    fail(
        op,
        f"has {tile}, whose valid rows don't follow each other; only loads, products and elementwise ops that end in a "
        "tile.store are cut into pages",
    )


def merged_axis(shape: Sequence[int], extents: Sequence[int]) -> int | None:
    """The axis along which a window at the origin grows, so that its rows are the first ones of all; None for a window
    with gaps. Before the axis the window has extents of one, behind it full ones; the last axis is not one of rows.
    """
    rows = range(len(shape) - 1)
    full_from = next((axis + 1 for axis in reversed(rows) if extents[axis] != shape[axis]), 0)
    axis = max(full_from - 1, 0)
    return axis if all(extent == 1 for extent in extents[:axis]) else None


def _merged_valid(shape: tuple[int, ...], valid: tuple[int, ...]) -> tuple[int, int] | None:
    if len(shape) == 1:
        return 1, valid[0]
    axis = merged_axis(shape, valid)
    if axis is None:
        return (0, valid[-1]) if 0 in valid else None
    rows = valid[axis] if valid[axis] in (0, DYNAMIC_INDEX) else valid[axis] * prod(shape[axis + 1 : -1])
    return rows, valid[-1]


def _layout(tile: TileType, shape: tuple[int, int]) -> Layout | None:
    """The layout to declare for a tile of the shape; a row in Mat is flat, as loads put it there."""
    if tile.effective_layout != implicit_layout(tile.space, tile.get_shape()):
        return tile.effective_layout
    return ND if tile.space is MemorySpace.MAT and shape[0] == 1 else None
