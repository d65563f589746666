"""Scalar rounding and wrapping."""

import operator
from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import BF16, F16, F32, F64, DType
from xdsl_tiles.numerics.dtypes import F8E4M3FN as E4M3
from xdsl_tiles.numerics.scalar import fused_multiply_add, round_float, wrap_signed

FLOATS = [F32, BF16, F16, E4M3]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@given(value=st.floats())
def test_round_float_agrees_with_arrays(value: float, dtype: DType):
    assert dtype.format is not None
    array = cast_array(np.array([value]), F64, dtype).astype(np.float64)
    np.testing.assert_array_equal(np.array([round_float(value, dtype.format)]), array)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
@given(a=st.floats(width=32, allow_nan=False), b=st.floats(width=32, allow_nan=False).filter(bool))
def test_f32_arithmetic_is_numpys(a: float, b: float, operation):
    assert F32.format is not None
    with np.errstate(all="ignore"):
        expected = float(operation(np.float32(a), np.float32(b)))
    actual = round_float(operation(a, b), F32.format)
    assert actual == expected or (isnan(actual) and isnan(expected))


@given(*[st.floats(-1e6, 1e6, width=32)] * 3)
def test_fused_multiply_add_rounds_once(a: float, b: float, c: float):
    assert F32.format is not None
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    actual = Fraction(fused_multiply_add(a, b, c, F32.format))
    spread = [Fraction(float(np.nextafter(np.float32(actual), np.float32(d)))) for d in (-np.inf, np.inf)]
    assert all(abs(actual - exact) <= abs(other - exact) for other in spread)


@given(value=st.integers(), bits=st.integers(1, 70))
def test_wrap_signed(value: int, bits: int):
    wrapped = wrap_signed(value, bits)
    assert (wrapped - value) % (1 << bits) == 0
    assert -(1 << bits) <= 2 * wrapped < 1 << bits
