"""Scalar arithmetic in the element types: Python numbers rounded or wrapped to a width."""

from __future__ import annotations

from fractions import Fraction
from math import copysign, frexp, inf, isfinite, isnan, ldexp, nextafter

from xdsl_tiles.numerics.dtypes import FloatFormat


def round_float(value: float, format: FloatFormat) -> float:
    """The value of the format nearest to `value`, ties to even, with `round_to_format`'s overflow rules.

    The sum, difference, product or quotient of two values of a format of up to 24 bits, computed in Python's doubles
    and rounded with this, is the correctly rounded one.
    """
    if isnan(value):
        return value if format.has_nan else 0.0
    if format.precision >= 53:
        return value
    if abs(value) >= 2 * format.largest:
        return copysign(format.overflow, value)
    spacing = max(frexp(value)[1] - 1, format.min_exponent) - format.precision + 1
    rounded = copysign(ldexp(round(ldexp(value, -spacing)), spacing), value)
    return rounded if abs(rounded) <= format.largest else copysign(format.overflow, value)


def round_integer(value: int, format: FloatFormat) -> float:
    """The value of the format nearest to an integer, ties to even."""
    if abs(value) <= 1 << 53 or format.precision >= 53:
        return round_float(float(value), format)
    return round_float(_to_odd(float(value), Fraction(value)), format)


def fused_multiply_add(a: float, b: float, c: float, format: FloatFormat) -> float:
    """`a * b + c` rounded once to the format."""
    if not (isfinite(a) and isfinite(b) and isfinite(c)):
        return round_float(a * b + c, format)
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c
    if abs(exact) > Fraction(2) ** 1023:
        return round_float(copysign(inf, exact), format)
    return round_float(_to_odd(float(exact), exact) if format.precision < 53 else float(exact), format)


def _to_odd(nearest: float, exact: Fraction) -> float:
    """The double that `exact` is, else the neighbour whose last bit is one, so that rounding it again is right."""
    significand, _ = frexp(nearest)
    if Fraction(nearest) == exact or int(ldexp(significand, 53)) % 2:
        return nearest
    return nextafter(nearest, inf if Fraction(nearest) < exact else -inf)


def wrap_signed(value: int, bits: int) -> int:
    """The two's complement integer of that width that is congruent to `value`."""
    half = 1 << bits - 1
    return (value & (half << 1) - 1 ^ half) - half if not -half <= value < half else value
