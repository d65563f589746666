"""Handles of tiles: what a value of type `!pto.tile_buf` is while a program runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute

from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr
from xdsl_tiles.dialects.pto.enums import BLayout, SLayout
from xdsl_tiles.dialects.pto.tile_buf import Config, TileBufType
from xdsl_tiles.interpreters.pto.memory import Content, Memory, Place
from xdsl_tiles.interpreters.tile.payload import Array, Extents, Tile, Window, whole
from xdsl_tiles.interpreters.values import RunError, dtype_of, format_extents
from xdsl_tiles.numerics.fractal import TileLayout

_ORIGIN = (0, 0)


class TileHandle:
    """A tile: a place in a memory, or a window of one, and how many of its rows and columns are valid now.

    `is_window` tells whether it is a part of a larger tile.

    Reading and writing concern the valid rectangle; what an op leaves out keeps what it held. A handle without memory
    is one that nothing was popped into.
    """

    __slots__ = ("_content", "is_window", "memory", "origin", "place", "shape", "valid")

    def __init__(self, memory: Memory | None, place: Place, shape: Extents, valid: Extents, origin: Extents = _ORIGIN):
        self.memory = memory
        self.place = place
        self.shape = shape
        self.valid = valid
        self.origin = origin
        self.is_window = shape != (place.layout.rows, place.layout.columns)
        self._content: Content | None = None

    def _at_place(self, overwritten: bool = False) -> Content:
        content = self._content
        if self.memory is None:
            raise RunError("uses a tile without storage: nothing was popped into it, or its slot was given back")
        if content is None or not content.is_live:
            content = self._content = self.memory.content(self.place, overwritten)
        return content

    @property
    def offset(self) -> int:
        """The byte in its memory where the first element lies."""
        return self.place.offset + self.place.layout.offset(*self.origin) * self.place.dtype.itemsize

    def value(self) -> Tile:
        """The valid rectangle as a value that does not change, computed when it is read."""
        return self.region(self.valid)

    def region(self, extents: Extents) -> Tile:
        """A rectangle at the origin of the tile, whatever of it is valid."""
        content, shape = self._at_place(), self.shape
        if not self.is_window:
            return content.read(extents)
        if extents[0] > shape[0] or extents[1] > shape[1]:
            raise RunError(f"reads {format_extents(extents)} elements of a {format_extents(shape)} tile")
        return content.read_window(self.origin, extents)

    def window(self, origin: Extents, extents: Extents) -> Window:
        """A rectangle of the tile that starts at `origin`, whatever of it is valid."""
        row, column = self.origin
        return self._at_place().read_window((row + origin[0], column + origin[1]), extents)

    def read(self) -> Array:
        """The valid elements, not to be changed; a `RunError` where one of them was never written."""
        return self.value().read()

    def put(self, value: Tile) -> None:
        """Make a value that of the rectangle of its valid extents."""
        extents, shape = value.valid, self.shape
        if extents[0] > shape[0] or extents[1] > shape[1]:
            raise RunError(f"{format_extents(extents)} elements do not fit into a {format_extents(shape)} tile")
        if self.is_window:
            self._at_place().write_window(self.origin, value.read())
        else:
            self._at_place(value.valid == self.shape).write(value)

    def write(self, elements: Array) -> None:
        """Make fresh elements those of a rectangle at the origin."""
        self.put(whole(elements, self.shape))

    def write_at(self, origin: Extents, elements: Array) -> None:
        """Write elements to a rectangle inside of the tile that starts at `origin`; the rest stays."""
        row, column = self.origin
        self._at_place().write_window((row + origin[0], column + origin[1]), elements)

    def become(self, other: TileHandle) -> None:
        """Take the storage of another handle of the same type."""
        self.memory, self.place, self.origin, self.is_window = other.memory, other.place, other.origin, other.is_window
        self._content = None


def tile_buf(type_: Attribute) -> TileBufType:
    """The type of a tile, also of one that became a memref; a `RunError` for anything else."""
    if isinstance(type_, TileBufType):
        return type_
    if isinstance(type_, MemRefType):
        memref = cast("MemRefType[Attribute]", type_)
        if memref.get_num_dims() == 2 and isinstance(memref.memory_space, AddressSpaceAttr):
            return TileBufType(memref.memory_space.data, memref.get_shape(), memref.element_type)
    raise RunError(f"cannot run on a tile of type {type_}")


def layout_of(type_: TileBufType, config: Config | None = None) -> TileLayout:
    """The physical order of a tile's elements."""
    rows, columns = type_.get_shape()
    config = type_.config if config is None else config
    return TileLayout(
        rows,
        columns,
        dtype_of(type_.element_type).numpy.itemsize,
        config.blayout is BLayout.ROW_MAJOR,
        config.fractal if config.is_boxed else 0,
        config.slayout is not SLayout.COL_MAJOR,
    )


def place_of(type_: TileBufType, offset: int = 0) -> Place:
    """Where a tile of a type lies that starts at a byte offset."""
    return Place(offset, layout_of(type_), dtype_of(type_.element_type).numpy)


def run_time_valid(type_: TileBufType, given: Sequence[int | None] = (None, None)) -> Extents:
    """The valid extents of a new handle: those of the type, or what the run gives where the type leaves it open."""
    valid: list[int] = []
    for extent, value, bound in zip(type_.valid, given, type_.get_shape()):
        if extent == DYNAMIC_INDEX and value is not None:
            if not 0 <= value <= bound:
                raise RunError(f"valid extent {value} out of [0, {bound}]")
            extent = value
        # a tile whose valid extents nothing gives waits for pto.set_validshape; until then it is valid all over
        valid.append(bound if extent == DYNAMIC_INDEX else extent)
    return valid[0], valid[1]


def fresh_tile(type_: TileBufType, given: Sequence[int | None] = (None, None)) -> TileHandle:
    """A tile in memory of its own of which nothing is written."""
    place = place_of(type_)
    return TileHandle(Memory(), place, type_.get_shape(), run_time_valid(type_, given))


def tile_of_array(elements: Array, type_: TileBufType) -> TileHandle:
    """A tile in memory of its own whose valid elements are those of an array."""
    handle = fresh_tile(type_, elements.shape)
    if handle.valid != elements.shape:
        raise RunError(
            f"an array of shape {format_extents(elements.shape)} does not fill the valid {format_extents(handle.valid)}"
        )
    handle.write(elements)
    return handle


def check_same_valid(*tiles: TileHandle) -> Extents:
    """The valid extents that tiles have in common; a `RunError` where they differ."""
    valid = tiles[0].valid
    for tile in tiles:
        if tile.valid != valid:
            raise RunError(
                f"valid shapes of the operands differ: {format_extents(valid)} and {format_extents(tile.valid)}"
            )
    return valid


def bytes_of(elements: Array) -> Array:
    """The bytes of a matrix of elements, row by row."""
    return np.ascontiguousarray(elements).view(np.uint8).reshape(elements.shape[0], -1)
