"""Masks of one bit per element, eight to a byte, the first in the lowest bit (isa section 5)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Flags: TypeAlias = NDArray[np.bool_]


def pack_rows(flags: Flags, width: int) -> NDArray[np.uint8]:
    """Rows of flags as rows of `width` bytes, each starting at its own byte; `ValueError` where they do not fit."""
    packed = np.packbits(flags, axis=1, bitorder="little")
    if packed.shape[1] > width:
        raise ValueError(f"{flags.shape[1]} mask bits do not fit into rows of {width} bytes")
    return np.pad(packed, ((0, 0), (0, width - packed.shape[1])))


def unpack_rows(packed: NDArray[np.uint8], columns: int) -> Flags:
    """The inverse of `pack_rows`."""
    if packed.shape[1] * 8 < columns:
        raise ValueError(f"rows of {packed.shape[1]} bytes hold no {columns} mask bits")
    return np.unpackbits(packed, axis=1, count=columns, bitorder="little").astype(np.bool_)


def pack_stream(flags: Flags, rows: int, width: int) -> NDArray[np.uint8]:
    """All flags row by row as one stream of bits over `rows` rows of `width` bytes."""
    packed = np.packbits(flags.reshape(-1), bitorder="little")
    if packed.size > rows * width:
        raise ValueError(f"{flags.size} mask bits do not fit into {rows * width} bytes")
    return np.pad(packed, (0, rows * width - packed.size)).reshape(rows, width)


def unpack_stream(packed: NDArray[np.uint8], rows: int, columns: int) -> Flags:
    """The inverse of `pack_stream`."""
    if packed.size * 8 < rows * columns:
        raise ValueError(f"{packed.size} bytes hold no {rows * columns} mask bits")
    bits = np.unpackbits(packed.reshape(-1), count=rows * columns, bitorder="little")
    return bits.astype(np.bool_).reshape(rows, columns)
