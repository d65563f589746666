"""Conversion of tiles as the vector unit does it: by round mode, saturating or keeping the low bits (isa section 4)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import F64, I64, DType
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.numerics.rounding import round_to_integral

Array: TypeAlias = NDArray[Any]

_WRAPS = {("f16", "ui8"), ("f16", "i8"), ("f32", "i16"), ("f16", "i16"), ("i64", "i32"), ("i32", "i16")}
"""The conversions that keep the low bits unless they are told to saturate, on every machine."""


def saturates_by_default(source: DType, target: DType) -> bool:
    """Whether a conversion that does not say so saturates."""
    return (source.name, target.name) not in _WRAPS


def convert(values: Array, source: DType, target: DType, mode: RoundMode, saturate: bool) -> Array:
    """Convert an array of `source` elements to `target` elements.

    Between equal float types this rounds to integral values. Saturation clamps to the largest finite values of a
    narrower float type, infinities too, and to the range of an integer type. Without it floats overflow to infinity,
    and integers keep the low bits of the rounded value; of a float beyond 64 bits, those of the nearest 64-bit integer.
    NaN becomes 0 as an integer.
    """
    if source == target:
        return _round_in_place(values, source, mode) if source.is_float else values
    if target.format is None:
        if saturate:
            return cast_array(values, source, target, mode)
        return cast_array(values, source, I64, mode).astype(np.int64).astype(target.numpy)
    if saturate and (source.format is None or source.format.largest > target.format.largest):
        wide = values.astype(np.float64) if source.is_float else cast_array(values, source, F64)
        clipped = np.clip(wide, -target.format.largest, target.format.largest)
        if source.is_float:
            return cast_array(clipped, F64, target, mode)
        values = np.where(np.abs(wide) > target.format.largest, clipped, values).astype(source.numpy)
    return cast_array(values, source, target, mode)


def _round_in_place(values: Array, dtype: DType, mode: RoundMode) -> Array:
    return round_to_integral(values.astype(np.float64), mode).astype(dtype.numpy)
