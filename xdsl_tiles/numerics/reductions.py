"""Reductions along rows and columns, in the order in which the vector unit is defined to add (isa section 5)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def _accumulated(values: Array, axis: int, function: np.ufunc, dtype: np.dtype[Any]) -> Array:
    """One element after the other; integers wrap."""
    running: Array = function.accumulate(values.astype(dtype), axis=axis, dtype=dtype)
    return running.take([-1], axis=axis)


def _is_narrow_float(values: Array) -> bool:
    return values.dtype.kind not in "biu" and values.dtype.itemsize < 4


def accumulate_rows(values: Array, function: np.ufunc) -> Array:
    """Each row's sum or product, left to right; of floats narrower than f32 in f32, rounded once at the end."""
    dtype = np.dtype(np.float32) if _is_narrow_float(values) else values.dtype
    return _accumulated(values, 1, function, dtype).astype(values.dtype)


def accumulate_columns(values: Array, function: np.ufunc) -> Array:
    """Each column's sum or product, top to bottom, rounded to the element type at every step."""
    total = values[:1].copy()
    for row in range(1, values.shape[0]):
        total = function(total, values[row : row + 1])
    return total


def sum_columns_pairwise(values: Array) -> Array:
    """Each column's sum as a tree: neighbours are added, an odd row at the end goes up as it is."""
    while values.shape[0] > 1:
        paired = values.shape[0] // 2 * 2
        sums = values[0:paired:2] + values[1:paired:2]
        values = np.concatenate([sums, values[paired:]])
    return values


def largest(values: Array, axis: int) -> Array:
    """The maximum along an axis; NaN wins."""
    return np.max(values, axis=axis, keepdims=True)


def smallest(values: Array, axis: int) -> Array:
    """The minimum along an axis; NaN wins."""
    return np.min(values, axis=axis, keepdims=True)


def repeated_columns(values: Array, columns: int) -> Array:
    """An operand of few columns repeated over `columns` of them: column c is that of c modulo its own number."""
    return values if values.shape[1] == 1 else values[:, np.arange(columns) % values.shape[1]]
