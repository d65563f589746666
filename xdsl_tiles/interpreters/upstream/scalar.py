"""What the Python expressions of scalar ops call: wrapping, rounding, division, comparison."""

from __future__ import annotations

import math
from ctypes import c_float
from functools import partial
from typing import Any

from xdsl_tiles.interpreters.values import RunError
from xdsl_tiles.numerics.dtypes import DTYPES, DType
from xdsl_tiles.numerics.scalar import round_float, round_integer, wrap_signed


def counted(lower: int, upper: int, step: int) -> range:
    """The values of a loop's counter; a loop must step upwards."""
    if step <= 0:
        raise RunError(f"step must be positive, but is {step}")
    return range(lower, upper, step)


def truncated_quotient(a: int, b: int) -> int:
    """The quotient rounded towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def truncated_remainder(a: int, b: int) -> int:
    """The remainder of `truncated_quotient`, which has the sign of `a`."""
    return a - truncated_quotient(a, b) * b


def checked_shift(amount: int, bits: int) -> int:
    """A shift amount that is less than the width."""
    if not 0 <= amount < bits:
        raise RunError(f"shifts {bits} bits by {amount}, which is undefined")
    return amount


def divide(a: float, b: float) -> float:
    """IEEE division in doubles."""
    if b:
        return a / b
    if a == 0 or math.isnan(a) or math.isnan(b):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _ordered(a: float, b: float) -> tuple[float, float]:
    """Two numbers as (smaller, larger), with -0.0 below 0.0."""
    return (a, b) if (a, math.copysign(1.0, a)) <= (b, math.copysign(1.0, b)) else (b, a)


def maximum(a: float, b: float) -> float:
    """The larger number; NaN if either is NaN."""
    return math.nan if math.isnan(a) or math.isnan(b) else _ordered(a, b)[1]


def minimum(a: float, b: float) -> float:
    """The smaller number; NaN if either is NaN."""
    return math.nan if math.isnan(a) or math.isnan(b) else _ordered(a, b)[0]


def maximum_number(a: float, b: float) -> float:
    """The larger number; the other one if one is NaN."""
    return b if math.isnan(a) else a if math.isnan(b) else _ordered(a, b)[1]


def minimum_number(a: float, b: float) -> float:
    """The smaller number; the other one if one is NaN."""
    return b if math.isnan(a) else a if math.isnan(b) else _ordered(a, b)[0]


def unordered(a: float, b: float) -> bool:
    """Whether either number is NaN."""
    return math.isnan(a) or math.isnan(b)


def saturated_integer(value: float, lowest: int, highest: int) -> int:
    """A float truncated to an integer of a range; out of it the nearer end, NaN 0."""
    if math.isnan(value):
        return 0
    return lowest if value <= lowest else highest if value >= highest else math.trunc(value)


def bitcast(value: float, source: DType, target: DType) -> Any:
    """The scalar whose bits in `target` are those of `value` in `source`."""
    import numpy as np

    return np.array(value, dtype=source.numpy).view(target.numpy).item()


def _rounders() -> dict[str, Any]:
    functions: dict[str, Any] = {}
    for dtype in DTYPES.values():
        if dtype.format is not None:
            functions[f"to_{dtype.name}"] = partial(round_float, format=dtype.format)
            functions[f"integer_to_{dtype.name}"] = partial(round_integer, format=dtype.format)
    return functions


NAMESPACE: dict[str, Any] = {
    "counted": counted,
    "wrap": wrap_signed,
    "truncated_quotient": truncated_quotient,
    "truncated_remainder": truncated_remainder,
    "checked_shift": checked_shift,
    "divide": divide,
    "maximum": maximum,
    "minimum": minimum,
    "maximum_number": maximum_number,
    "minimum_number": minimum_number,
    "unordered": unordered,
    "saturated_integer": saturated_integer,
    "c_float": c_float,
    **_rounders(),
}
"""The names that expressions may use, besides their operands and Python's builtins."""
