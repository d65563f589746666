"""Memories of a core: bytes that stay logical arrays until somebody looks at them as something else.

A tile is a place in a memory: an offset, a layout, an element type. What was written to a place is kept as the
immutable value it is. Only when an overlapping place is looked at are its bytes written out, in the physical order of
its layout, so that tiles at the same addresses scramble each other as they do on the device. Bytes that nothing was
written to are poison: reading them is a `RunError`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.interpreters.tile.payload import Array, Extents, Tile, Window, whole
from xdsl_tiles.interpreters.values import RunError, format_extents
from xdsl_tiles.numerics.fractal import TileLayout

_DEEPEST_LAYERS = 4
"""Values of different extents that a content keeps before it joins them."""


class Place(NamedTuple):
    """Where a tile lies: the byte offset in its memory, the order of its elements and their type."""

    offset: int
    layout: TileLayout
    dtype: np.dtype[Any]

    @property
    def end(self) -> int:
        """The offset after the last byte."""
        return self.offset + self.layout.size

    def meets(self, other: Place) -> bool:
        """Whether both have bytes in common."""
        return self.offset < other.end and other.offset < self.end


class Memory:
    """The bytes of one memory of a core, or of a tile that has no address yet; as many as were ever looked at."""

    def __init__(self):
        self._contents: dict[Place, Content] = {}
        self._bytes = np.zeros(0, dtype=np.uint8)
        self._known = np.zeros(0, dtype=np.bool_)

    def content(self, place: Place, overwritten: bool = False) -> Content:
        """What is at a place; whatever overlaps it elsewise is written out as bytes first.

        `overwritten` promises that all of the place is written next, so that what lies inside of it need not be.
        """
        if (found := self._contents.get(place)) is not None:
            return found
        for other in [other for other in self._contents if other.meets(place)]:
            content = self._contents.pop(other)
            content.is_live = False
            if not (overwritten and place.offset <= other.offset and other.end <= place.end):
                self._write_out(other, content.joined())
        content = self._contents[place] = Content(self, place)
        return content

    def load(self, place: Place) -> tuple[Array, NDArray[np.bool_]]:
        """The elements that the bytes of a place stand for, and which of them were ever written."""
        shape = place.layout.rows, place.layout.columns
        if not self._known[place.offset : place.end].any():
            return np.zeros(shape, dtype=place.dtype), np.zeros(shape, dtype=np.bool_)
        self._reach(place.end)
        raw = self._bytes[place.offset : place.end].copy().view(place.dtype)
        known: Array = np.asarray(self._known[place.offset : place.end].reshape(-1, place.dtype.itemsize).all(axis=1))
        return _ordered(place.layout, raw), _ordered(place.layout, known)

    def _write_out(self, place: Place, value: Window) -> None:
        self._reach(place.end)
        elements = _physical(place.layout, value.elements()).view(np.uint8)
        written = np.repeat(_physical(place.layout, value.mask()), place.dtype.itemsize)
        self._bytes[place.offset : place.end][written] = elements[written]
        self._known[place.offset : place.end] |= written

    def _reach(self, end: int) -> None:
        if (missing := end - self._bytes.size) > 0:
            self._bytes, self._known = np.pad(self._bytes, (0, missing)), np.pad(self._known, (0, missing))


def _physical(layout: TileLayout, elements: Array) -> Array:
    try:
        return np.ascontiguousarray(layout.flat(elements))
    except ValueError as error:
        raise RunError(f"cannot lay out a tile in memory: {error}") from error


def _ordered(layout: TileLayout, flat: Array) -> Array:
    try:
        return np.ascontiguousarray(layout.logical(flat))
    except ValueError as error:
        raise RunError(f"cannot read a tile from memory: {error}") from error


class Content:
    """What one place of a memory holds: values of rectangles at its origin, the newest first, over its bytes."""

    __slots__ = ("_is_own", "_layers", "_memory", "_place", "is_live")

    def __init__(self, memory: Memory, place: Place):
        self.is_live = True
        self._memory = memory
        self._place = place
        self._layers: list[Tile] = []
        self._is_own = False

    def read(self, extents: Extents) -> Tile:
        """The rectangle of these extents at the origin."""
        newest = self._covering(extents)
        return newest if newest.valid == extents else _inside(newest.dense(), (0, 0), extents)

    def read_window(self, origin: Extents, extents: Extents) -> Window:
        """A rectangle that starts at `origin`."""
        corner = origin[0] + extents[0], origin[1] + extents[1]
        return _inside(self._covering(corner).dense(), origin, extents)

    def _covering(self, corner: Extents) -> Tile:
        """The newest value, of which a reader may keep views; it reaches to a corner."""
        if not self._layers or not _covers(self._layers[0].valid, corner):
            whole_value = self.joined()
            if not _covers(whole_value.valid, corner):
                raise RunError(f"reads {format_extents(corner)} elements of a {format_extents(whole_value.valid)} tile")
        self._is_own = False
        return self._layers[0]

    def write(self, value: Tile) -> None:
        """Put a value over the rectangle of its valid extents at the origin."""
        layers = self._layers
        if layers:
            layers = [layer for layer in layers if not _covers(value.valid, layer.valid)]
        self._layers = [value, *layers]
        self._is_own = False
        if len(self._layers) > _DEEPEST_LAYERS:
            self.joined()

    def write_window(self, origin: Extents, elements: Array) -> None:
        """Put elements over a rectangle that starts at `origin`."""
        joined = self.joined()
        if not self._is_own:
            joined = whole(joined.elements().copy(), joined.shape, joined.mask().copy())
            self._layers[:], self._is_own = [joined], True
        window = tuple(slice(start, start + extent) for start, extent in zip(origin, elements.shape))
        joined.base[window] = elements
        if joined.written is not None:
            joined.written[window] = True

    def joined(self) -> Window:
        """All of the place as one value, which becomes its only layer."""
        layout = self._place.layout
        shape = layout.rows, layout.columns
        if len(self._layers) == 1 and self._layers[0].valid == shape:
            newest = self._layers[0].dense()
            self._layers[0] = newest
            return newest
        elements, written = self._memory.load(self._place)
        for layer in reversed(self._layers):
            value = layer.dense()
            rectangle = tuple(map(slice, value.valid))
            elements[rectangle], written[rectangle] = value.elements(), value.mask()
        joined = whole(elements, shape, None if written.all() else written)
        self._layers[:], self._is_own = [joined], True
        return joined


def _covers(extents: Extents, others: Extents) -> bool:
    return extents[0] >= others[0] and extents[1] >= others[1]


def _inside(value: Window, origin: Extents, extents: Extents) -> Window:
    """A rectangle that lies inside of what is valid of a value."""
    start = value.origin[0] + origin[0], value.origin[1] + origin[1]
    return Window(value.base, start, extents, extents, value.transposed, value.written)
