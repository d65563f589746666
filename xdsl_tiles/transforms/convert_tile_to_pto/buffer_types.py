"""Tile types as the types of buffers: whole boxes in the layouts of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i8

from xdsl_tiles.analysis.footprint import align_up, box_extents
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch, BLayout, CompactMode, SLayout
from xdsl_tiles.dialects.pto.tile_buf import DN, LEFT_BLAYOUT, Config, TileBufType
from xdsl_tiles.dialects.tile.attributes import Layout, Major, MemorySpace
from xdsl_tiles.dialects.tile.types import TileType

SPACES = {
    MemorySpace.MAT: AddressSpace.MAT,
    MemorySpace.LEFT: AddressSpace.LEFT,
    MemorySpace.RIGHT: AddressSpace.RIGHT,
    MemorySpace.ACC: AddressSpace.ACC,
    MemorySpace.BIAS: AddressSpace.BIAS,
    MemorySpace.VEC: AddressSpace.VEC,
    MemorySpace.LEFT_SCALE: AddressSpace.SCALING,
    MemorySpace.RIGHT_SCALE: AddressSpace.SCALING,
}

_BLAYOUTS = {Major.ROW: BLayout.ROW_MAJOR, Major.COL: BLayout.COL_MAJOR}
_SLAYOUTS = {Major.NONE: SLayout.NONE_BOX, Major.ROW: SLayout.ROW_MAJOR, Major.COL: SLayout.COL_MAJOR}
_LINE_BITS = 32 * 8
_BIAS_COLUMNS = 16
_MASK_BITS = 8


def buffer_type(tile: TileType, arch: Arch, valid: Sequence[int] | None = None) -> TileBufType:
    """The buffer that holds a 2-D tile in a known memory, of which `valid` (default: the tile's) counts.

    Extents grow to whole boxes, and without boxes to lines of 32 bytes; the valid region stays. A tile of truth values
    is one of bytes that hold eight of a row each. Source: tile_l0 section 1 (box granularity), isa section 1.
    """
    assert tile.space is not None
    if tile.element_type == i1:
        return _mask_type(tile)
    config = _config(tile, arch)
    bits = tile.element_bits
    boxes = box_extents(tile.effective_layout, bits)
    if boxes is None:
        line = _BIAS_COLUMNS if tile.space is MemorySpace.BIAS else max(1, _LINE_BITS // bits)
        boxes = (line, 1) if config.blayout is BLayout.COL_MAJOR else (1, line)
    shape = tuple(map(align_up, tile.get_shape(), boxes))
    return TileBufType(
        SPACES[tile.space], shape, tile.element_type, valid=tile.valid if valid is None else valid, config=config
    )


def _config(tile: TileType, arch: Arch) -> Config:
    compact = CompactMode.NORMAL if tile.is_compact else CompactMode.NULL
    if tile.space is MemorySpace.VEC and tile.get_shape()[1] == 1:
        return DN
    layout: Layout = tile.effective_layout
    blayout = LEFT_BLAYOUT[arch] if tile.space is MemorySpace.LEFT else _BLAYOUTS[layout.blayout]
    return Config(blayout, _SLAYOUTS[layout.slayout], layout.fractal, compact=compact)


def _mask_type(tile: TileType) -> TileBufType:
    rows, columns = tile.get_shape()
    taken = -(-columns // _MASK_BITS)
    return TileBufType(AddressSpace.VEC, (rows, align_up(taken, _LINE_BITS // 8)), i8, valid=(tile.valid[0], taken))


def flat_row(column: TileBufType) -> TileBufType:
    """The same bytes as a column of the unified buffer, read as one row."""
    shape, valid = column.get_shape(), column.valid
    return TileBufType(column.space, (1, shape[0]), column.element_type, valid=(1, valid[0]))
