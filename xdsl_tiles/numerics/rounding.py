"""Round modes: from reals to integers and to the values of a float format, on float64 arrays."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.numerics.dtypes import FloatFormat
from xdsl_tiles.numerics.round_mode import RoundMode

Float64Array: TypeAlias = NDArray[np.float64]


def round_to_integral(values: Float64Array, mode: RoundMode) -> Float64Array:
    """Round each value to an integer; infinities, NaN and the sign of zero stay."""
    match mode:
        case RoundMode.NONE | RoundMode.RINT:
            return np.rint(values)
        case RoundMode.FLOOR:
            return np.floor(values)
        case RoundMode.CEIL:
            return np.ceil(values)
        case RoundMode.TRUNC:
            return np.trunc(values)
        case RoundMode.ROUND | RoundMode.ODD:
            whole = np.trunc(values)
            with np.errstate(invalid="ignore"):
                if mode is RoundMode.ROUND:
                    away = np.abs(values - whole) >= 0.5
                else:
                    away = (values != whole) & (np.fmod(whole, 2) == 0)
            return np.where(away, whole + np.copysign(1.0, values), whole)


def round_to_format(values: Float64Array, format: FloatFormat, mode: RoundMode) -> Float64Array:
    """Round each value to one that the format holds, still as float64.

    Beyond the largest finite value a mode that rounds away from zero there gives infinity, NaN in a format without
    infinity, and any other the largest finite value. NaN becomes 0 in a format without NaN, which also saturates.
    """
    _, exponent = np.frexp(values)
    spacing = np.maximum(exponent - 1, format.min_exponent) - format.precision + 1
    finite = np.isfinite(values)
    rounded = np.ldexp(round_to_integral(np.ldexp(np.where(finite, values, 0.0), -spacing), mode), spacing)
    rounded = np.where(finite, rounded, values)
    too_large = np.abs(rounded) > format.largest
    if too_large.any():
        away = ~finite | _leaves_range(values, mode)
        limit = np.copysign(np.where(away, format.overflow, format.largest), values)
        rounded = np.where(too_large, limit, rounded)
    return rounded if format.has_nan else np.nan_to_num(rounded, nan=0.0)


def _leaves_range(values: Float64Array, mode: RoundMode) -> NDArray[np.bool_]:
    """Where a value that rounds beyond the largest finite one may not stop there."""
    match mode:
        case RoundMode.NONE | RoundMode.RINT | RoundMode.ROUND:
            return np.ones(values.shape, dtype=np.bool_)
        case RoundMode.FLOOR:
            return values < 0
        case RoundMode.CEIL:
            return values > 0
        case RoundMode.TRUNC | RoundMode.ODD:
            return np.zeros(values.shape, dtype=np.bool_)
