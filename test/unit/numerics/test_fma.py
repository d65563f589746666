"""Fused multiply-add on arrays against exact rational arithmetic."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics.dtypes import F32
from xdsl_tiles.numerics.fma import fused_multiply_add as on_arrays
from xdsl_tiles.numerics.scalar import fused_multiply_add as on_scalars

singles = st.floats(-(2.0**40), 2.0**40, width=32)


@given(a=singles, b=singles, c=singles, near=st.integers(-2, 2))
def test_arrays_agree_with_scalars(a: float, b: float, c: float, near: int):
    """Also where the sum nearly cancels, or lies next to the middle between two neighbours."""
    assert F32.format is not None
    product = np.float32(a * b)
    for addend in (c, -float(product), float(np.float32(product * 2.0**24)) + near):
        addend = float(np.float32(addend))
        expected = on_scalars(a, b, addend, F32.format)
        arrays = (np.array([value], np.float32) for value in (a, b, addend))
        assert float(on_arrays(*arrays)[0]) == expected


def test_a_tie_in_f64_is_broken_by_the_exact_sum():
    a = np.float32(1 + 2.0**-12)
    b, c = np.float32(2.0**-13 * (1 + 2.0**-12)), np.float32(2.0**24)
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    result = Fraction(float(on_arrays(np.array([a]), np.array([b]), np.array([c]))[0]))
    neighbours = [Fraction(float(np.nextafter(c, np.float32(d)))) for d in (-np.inf, np.inf)]
    assert all(abs(result - exact) <= abs(other - exact) for other in neighbours)
