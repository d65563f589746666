"""Where the elements of a tile lie in memory: row by row, column by column, or in fractal boxes (isa section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

_BOX_EDGE = 16
"""Rows of a box whose elements are stored by rows, columns of one that is stored by columns."""


@dataclass(frozen=True)
class TileLayout:
    """The physical order of `rows` x `columns` elements of `itemsize` bytes.

    `by_rows` is the order of the boxes, or of the elements where `box_bytes` is 0 and there are none; `box_by_rows` the
    order inside of a box. A box stored by rows has 16 rows, one stored by columns 16 columns; the other edge follows
    from its bytes. The names in use are ND (by rows) and DN (by columns) without boxes, and with them Zz, Zn, Nz, Nn:
    capital Z for boxes by rows, small z for elements by rows.
    """

    rows: int
    columns: int
    itemsize: int
    by_rows: bool = True
    box_bytes: int = 0
    box_by_rows: bool = True

    @property
    def elements(self) -> int:
        """Number of elements."""
        return self.rows * self.columns

    @property
    def size(self) -> int:
        """Bytes that the tile occupies."""
        return self.elements * self.itemsize

    @cached_property
    def box(self) -> tuple[int, int]:
        """Rows and columns of a box; `ValueError` where the tile is not made of whole ones."""
        edge = self.box_bytes // (_BOX_EDGE * self.itemsize)
        rows, columns = (_BOX_EDGE, edge) if self.box_by_rows else (edge, _BOX_EDGE)
        if edge == 0 or self.rows % rows or self.columns % columns:
            raise ValueError(
                f"{self.rows}x{self.columns} elements of {self.itemsize} bytes are no whole boxes of {rows}x{columns}"
            )
        return rows, columns

    @cached_property
    def _axes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The logical axes that the tile splits into, and their order in memory, slowest first."""
        if not self.box_bytes:
            return (self.rows, self.columns), (0, 1) if self.by_rows else (1, 0)
        rows, columns = self.box
        outer = (0, 2) if self.by_rows else (2, 0)
        inner = (1, 3) if self.box_by_rows else (3, 1)
        return (self.rows // rows, rows, self.columns // columns, columns), (*outer, *inner)

    def flat(self, elements: Array) -> Array:
        """The elements of a `rows` x `columns` array in the order of memory."""
        extents, order = self._axes
        return elements.reshape(extents).transpose(order).reshape(-1)

    def logical(self, flat: Array) -> Array:
        """The inverse of `flat`."""
        extents, order = self._axes
        stored = flat.reshape([extents[axis] for axis in order])
        return stored.transpose(np.argsort(order)).reshape(self.rows, self.columns)

    def offset(self, row: int, column: int) -> int:
        """The position in memory of one element, in elements."""
        if not self.box_bytes:
            return row * self.columns + column if self.by_rows else column * self.rows + row
        rows, columns = self.box
        box_row, in_row = divmod(row, rows)
        box_column, in_column = divmod(column, columns)
        area = rows * columns
        boxes = box_row * self.columns * rows + box_column * area
        if not self.by_rows:
            boxes = box_column * self.rows * columns + box_row * area
        return boxes + (in_row * columns + in_column if self.box_by_rows else in_column * rows + in_row)
