"""Gathers and scatters by element index, and counts by byte (isa section 5)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

_PATTERNS = {
    "P0101": (2, (0,)),
    "P1010": (2, (1,)),
    "P0001": (4, (0,)),
    "P0010": (4, (1,)),
    "P0100": (4, (2,)),
    "P1000": (4, (3,)),
    "P1111": (1, (0,)),
}
"""The period of a mask pattern and the positions in it that stay."""

_UPDATES: dict[str, np.ufunc] = {"add": np.add, "max": np.maximum, "min": np.minimum}


def kept_columns(pattern: str, columns: int) -> NDArray[np.intp]:
    """The columns that a mask pattern keeps."""
    period, kept = _PATTERNS[pattern]
    return np.flatnonzero(np.isin(np.arange(columns) % period, kept))


def resolve_indices(indices: Array, capacity: int, out_of_bounds: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Indices into a table of `capacity` entries, and which of them count.

    `clamp` takes the nearest end, by unsigned value; `wrap` goes modulo the capacity; `zero` and `skip` count only what
    is inside. `undefined` is a `ValueError` for any index that is not.
    """
    wide = indices.astype(np.int64)
    inside = (wide >= 0) & (wide < capacity)
    match out_of_bounds:
        case "clamp":
            return np.where(inside, wide, capacity - 1), np.ones(wide.shape, dtype=np.bool_)
        case "wrap":
            return wide % capacity, np.ones(wide.shape, dtype=np.bool_)
        case "zero" | "skip":
            return np.where(inside, wide, 0), inside
        case _:
            if not inside.all():
                raise ValueError(f"index {wide[~inside].flat[0]} out of [0, {capacity - 1}]")
            return wide, inside


def scatter(table: Array, indices: Array, values: Array, update: str = "none") -> None:
    """Write values to entries of a flat table, or of its rows where values have columns; the last writer wins.

    `update` combines each value with what is there: `add`, `max` or `min`.
    """
    if update != "none":
        _UPDATES[update].at(table, indices, values)
        return
    targets, last = np.unique(indices[::-1], return_index=True)
    table[targets] = values[::-1][last]


def cumulative_histogram(values: Array, selected: Array | None = None) -> NDArray[np.uint32]:
    """Per row, how many 16-bit values have a high byte of at most 0 … 255.

    With `selected`, one byte per row, the low bytes are counted of those values whose high byte is that.
    """
    rows = values.shape[0]
    counts = np.zeros((rows, 256), dtype=np.uint32)
    for row in range(rows):
        high = values[row] >> 8
        digits = high if selected is None else (values[row] & 0xFF)[high == selected[row]]
        counts[row] = np.bincount(digits, minlength=256)
    return np.cumsum(counts, axis=1, dtype=np.uint32)
