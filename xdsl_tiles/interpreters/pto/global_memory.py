"""Global memory: buffers behind pointers, strided views of them, and windows as the matrices that tiles hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from numpy.lib.stride_tricks import as_strided

from xdsl_tiles.dialects.pto.enums import ViewLayout
from xdsl_tiles.interpreters.tile.payload import Array, Extents
from xdsl_tiles.interpreters.values import RunError, format_extents

_RANK = 5
"""Dimensions of a view as the machine sees it; leading ones that a program leaves out are 1."""

_ORDERS = {
    ViewLayout.ND: ((0, 1, 2, 3, 4), 4),
    ViewLayout.DN: ((3, 0, 1, 2, 4), 1),
    ViewLayout.NZ: ((2, 3, 0, 1, 4), 2),
}
"""The dimensions of a view in the order of a tile's elements, and how many of them are its rows (isa section 1)."""


@dataclass
class GlobalBuffer:
    """The elements behind a pointer argument, flat; `is_written` where the program may write them."""

    elements: Array
    is_written: bool = True
    _seen: dict[tuple[int, Extents, Extents], Array] = field(default_factory=dict[tuple[int, Extents, Extents], Array])

    def strided(self, offset: int, shape: Extents, strides: Extents) -> Array:
        """The elements at these strides, in place; the same array for the same place."""
        key = offset, shape, strides
        if key not in self._seen:
            check_bounds(self, offset, shape, strides)
            itemsize = self.elements.itemsize
            steps = [stride * itemsize for stride in strides]
            self._seen[key] = as_strided(self.elements[offset:], shape, steps)
        return self._seen[key]


class Pointer(NamedTuple):
    """An element of a buffer."""

    buffer: GlobalBuffer
    offset: int = 0

    def at(self, index: int) -> int:
        """The position in the buffer of an element further on; a `RunError` outside of it."""
        position, size = self.offset + index, self.buffer.elements.size
        if not 0 <= position < size:
            raise RunError(f"element {position} out of [0, {size - 1}] of global memory")
        return position


class GlobalView(NamedTuple):
    """A strided view, or the window of one that starts at `origin` and has `shape` elements."""

    pointer: Pointer
    extents: Extents
    strides: Extents
    origin: Extents
    shape: Extents
    layout: ViewLayout | None = None

    def window(self, offsets: Sequence[int], sizes: Sequence[int]) -> GlobalView:
        """A rectangle of the view; a `RunError` where it leaves it."""
        for offset, size, bound in zip(offsets, sizes, self.shape):
            if size < 0 or not 0 <= offset <= bound - size:
                raise RunError(f"offset {offset} out of [0, {bound - size}]: {size} elements of {bound}")
        origin = tuple(start + offset for start, offset in zip(self.origin, offsets))
        return self._replace(origin=origin, shape=tuple(sizes))

    @property
    def buffer(self) -> GlobalBuffer:
        """The memory that is looked at."""
        return self.pointer.buffer

    @property
    def offset(self) -> int:
        """The position of the first element."""
        return self.pointer.offset + sum(start * stride for start, stride in zip(self.origin, self.strides))

    def elements(self) -> Array:
        """The elements in place, one axis per dimension."""
        return self.buffer.strided(self.offset, self.shape, self.strides)

    def as_window(self, extents: Extents) -> tuple[Array, Extents] | None:
        """A matrix that all windows of the view share and where in it this one starts, where it is that simple."""
        if self.layout in (ViewLayout.DN, ViewLayout.NZ) or len(self.shape) < 2 or self.shape[-2:] != extents:
            return None
        if prod(self.shape[:-2]) != 1:
            return None
        leading = zip(self.origin[:-2], self.strides[:-2])
        offset = self.pointer.offset + sum(start * stride for start, stride in leading)
        base = self.buffer.strided(offset, self.extents[-2:], self.strides[-2:])
        return base, (self.origin[-2], self.origin[-1])

    def axes(self, extents: Extents, by_columns: bool = False) -> Array:
        """The elements in place, in the order in which a tile of these extents has them.

        The order is that of the view's layout. Where it has none, it is the first of ND, NZ, DN that gives the tile's
        rows and columns, DN first where the tile's elements lie by columns.
        """
        if len(self.shape) > _RANK:
            raise RunError(f"a view of rank {len(self.shape)} is more than the {_RANK} dimensions of the machine")
        elements = self.elements()
        elements = elements.reshape((1,) * (_RANK - elements.ndim) + elements.shape)
        guesses = (ViewLayout.DN, ViewLayout.ND, ViewLayout.NZ) if by_columns else (*_ORDERS,)
        for layout in guesses if self.layout is None else (self.layout,):
            order, rows = _ORDERS[layout]
            seen = elements.transpose(order)
            if (prod(seen.shape[:rows]), prod(seen.shape[rows:])) == extents:
                return seen
        raise RunError(
            f"a window of {format_extents(self.shape)} is not the valid rectangle {format_extents(extents)} of the tile"
        )


def check_bounds(buffer: GlobalBuffer, offset: int, shape: Extents, strides: Extents) -> None:
    """Check that a strided view lies inside of its buffer."""
    if any(extent < 0 for extent in shape):
        raise RunError(f"a view of extents {format_extents(shape)}")
    if not prod(shape):
        return
    reach = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    first, last = offset + sum(min(0, step) for step in reach), offset + sum(max(0, step) for step in reach)
    if first < 0 or last >= buffer.elements.size:
        raise RunError(
            f"a view of {format_extents(shape)} elements with strides {', '.join(map(str, strides))} reaches from "
            f"element {first} to {last} of a buffer of {buffer.elements.size}"
        )
