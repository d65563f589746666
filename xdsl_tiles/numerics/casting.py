"""Conversion of arrays between element types, exact in every round mode; a conversion never wraps."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.numerics.dtypes import F16, F32, F64, DType
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.numerics.rounding import Float64Array, round_to_format, round_to_integral

Array: TypeAlias = NDArray[Any]


def cast_array(values: Array, source: DType, target: DType, mode: RoundMode = RoundMode.RINT) -> Array:
    """Convert an array of `source` elements to `target` elements.

    | conversion | beyond the target's range | NaN |
    |---|---|---|
    | float to float | as `round_to_format` says: infinity, NaN (f8E4M3FN) or the largest value | stays |
    | float to integer | saturates, infinities too | 0 |
    | integer to float | as float to float | |
    | integer to integer | saturates | |

    Raises `ValueError` for i64 to f64 in a mode other than nearest-even, the one conversion whose source has more bits
    than we compute with.
    """
    if source == target:
        return values
    if target.format is None:
        return _saturate(values, target) if source.format is None else _to_integer(values, target, mode)
    with np.errstate(over="ignore", invalid="ignore"):
        if _is_exact(source, target) or (mode.nearest_even and _numpy_rounds_once(source, target)):
            return values.astype(target.numpy)
        return round_to_format(_float64(values, source, target), target.format, mode).astype(target.numpy)


def _is_exact(source: DType, target: DType) -> bool:
    """Whether every source element is a target element."""
    assert target.format is not None
    if source.format is None:
        return source.bits <= target.format.precision and target.bits >= 16
    return (
        source.format.precision <= target.format.precision
        and source.format.largest <= target.format.largest
        and source.format.smallest >= target.format.smallest
        and target.bits >= 16
    )


def _numpy_rounds_once(source: DType, target: DType) -> bool:
    """Whether `astype` rounds once, to nearest even; ml_dtypes converts everything through f32."""
    if target in (F32, F64):
        return True
    if target.bits == 4:
        return False
    return source.bits <= 32 if source.is_float else source.bits <= 16 or (target == F16 and source == F64)


def _float64(values: Array, source: DType, target: DType) -> Float64Array:
    """The values as float64; i64 elements of more than 53 bits are rounded to odd: rounding again is right."""
    if source.is_float or source.bits < 64:
        return values.astype(np.float64)
    if target == F64:
        raise ValueError("a conversion of i64 to f64 rounds to nearest even only")
    wide = values.astype(np.int64)
    sticky = (wide >> 11) | ((wide & 0x7FF) != 0)
    return np.where(np.abs(wide >> 1) < 1 << 52, wide.astype(np.float64), sticky.astype(np.float64) * 2048.0)


def _to_integer(values: Array, target: DType, mode: RoundMode) -> Array:
    rounded = round_to_integral(values.astype(np.float64), mode)
    whole = np.nan_to_num(np.clip(rounded, float(target.lowest), float(target.highest)), nan=0.0)
    # 2^63 itself is what i64's highest value becomes as a float64
    inside = np.where(whole >= 2.0**63, 0.0, whole).astype(np.int64)
    return np.where(whole >= 2.0**63, target.highest, inside).astype(target.numpy)


def _saturate(values: Array, target: DType) -> Array:
    return np.clip(values.astype(np.int64), target.lowest, target.highest).astype(target.numpy)
