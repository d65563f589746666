"""Casts against ml_dtypes and against exact rational arithmetic, in all seven modes."""

from fractions import Fraction
from math import floor, inf, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import BF16, DTYPES, F4E2M1FN, F16, F32, F64, I4, I8, I16, I32, I64, DType, dtype_named
from xdsl_tiles.numerics.dtypes import F8E4M3FN as E4M3
from xdsl_tiles.numerics.dtypes import F8E5M2 as E5M2
from xdsl_tiles.numerics.round_mode import RoundMode

NARROW = [BF16, F16, E4M3, E5M2, F4E2M1FN]
MODES = list(RoundMode)

singles = st.floats(width=32, allow_nan=False, allow_infinity=False)
# Magnitudes around the formats' ranges, subnormals and the points half-way between neighbours.
near = st.builds(lambda whole, exponent: whole * 2.0**exponent, st.integers(-(2**14), 2**14), st.integers(-30, 6))


def cast_one(value: float, source: DType, target: DType, mode: RoundMode = RoundMode.RINT) -> float | int:
    return cast_array(np.array([value], dtype=source.numpy), source, target, mode)[0].item()


def neighbours(value: Fraction, target: DType) -> tuple[Fraction, Fraction]:
    """The values of an unbounded-range version of the target around `value`, by search on the exact number."""
    assert target.format is not None
    exponent = target.format.min_exponent
    while Fraction(2) ** (exponent + 1) <= abs(value):
        exponent += 1
    step = Fraction(2) ** (exponent - target.format.precision + 1)
    below = floor(value / step)
    return below * step, (below if below * step == value else below + 1) * step


def is_odd(value: Fraction, other: Fraction) -> bool:
    """Whether, of two neighbours, this one is an odd multiple of their distance."""
    return (value / abs(value - other)) % 2 == 1


def choose(value: Fraction, below: Fraction, above: Fraction, mode: RoundMode) -> Fraction:
    """The one of two neighbours that a mode picks, straight from the modes' definitions."""
    if below == above:
        return below
    if mode is RoundMode.FLOOR:
        return below
    if mode is RoundMode.CEIL:
        return above
    if mode is RoundMode.TRUNC:
        return below if value > 0 else above
    odd, even = (below, above) if is_odd(below, above) else (above, below)
    if mode is RoundMode.ODD:
        return odd
    if value - below == above - value:
        return even if mode is not RoundMode.ROUND else (above if value > 0 else below)
    return below if value - below < above - value else above


def reference(value: float, target: DType, mode: RoundMode) -> float:
    assert target.format is not None
    exact = Fraction(value)
    chosen = choose(exact, *neighbours(exact, target), mode)
    if abs(chosen) <= Fraction(target.format.largest):
        return float(chosen)
    stays = {RoundMode.TRUNC: True, RoundMode.ODD: True, RoundMode.FLOOR: value > 0, RoundMode.CEIL: value < 0}
    largest = target.format.largest if stays.get(mode, False) else target.format.overflow
    return largest if value > 0 else -largest


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("target", NARROW, ids=str)
@given(value=singles | near)
def test_narrowing_agrees_with_exact_arithmetic(value: float, target: DType, mode: RoundMode):
    value = float(np.float32(value))
    expected = reference(value, target, mode)
    actual = cast_one(value, F32, target, mode)
    assert actual == expected or (isnan(actual) and isnan(expected))


@pytest.mark.parametrize("mode", MODES)
@given(value=st.floats(-1e6, 1e6) | near)
def test_float_to_integer_agrees_with_exact_arithmetic(value: float, mode: RoundMode):
    exact = Fraction(value)
    below = Fraction(floor(exact))
    whole = choose(exact, below, below if below == exact else below + 1, mode)
    for target in (I4, I8, I16, I32, I64):
        assert cast_one(value, F64, target, mode) == min(max(whole, target.lowest), target.highest)


@pytest.mark.parametrize("mode", MODES)
@given(value=st.integers(-(2**63), 2**63 - 1) | st.integers(-(2**26), 2**26))
def test_integer_to_float_agrees_with_exact_arithmetic(value: int, mode: RoundMode):
    for target in (F32, BF16, F16):
        chosen = choose(Fraction(value), *neighbours(Fraction(value), target), mode)
        actual = cast_array(np.array([value], dtype=np.int64), I64, target, mode)[0].item()
        assert target.format is not None
        if abs(chosen) <= target.format.largest:
            assert actual == chosen
        else:
            assert abs(actual) in (target.format.largest, inf)


def every_single() -> np.ndarray:
    """A spread over all of f32: every exponent and sign with many significands, and the special values."""
    high = np.arange(0, 1 << 16, dtype=np.uint32) << 16
    tails = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x1000, 0x0FFF, 0x1001], dtype=np.uint32)
    return (high[:, None] | tails).view(np.float32).ravel()


@pytest.mark.parametrize("target", [BF16, F16, E4M3, E5M2], ids=str)
@pytest.mark.parametrize("mode", [RoundMode.RINT, RoundMode.NONE])
def test_rint_is_what_ml_dtypes_does(target: DType, mode: RoundMode):
    values = every_single()
    with np.errstate(all="ignore"):
        expected = values.astype(target.numpy)
        doubles = cast_array(values.astype(np.float64), F64, target, mode)
    np.testing.assert_array_equal(cast_array(values, F32, target, mode).astype(np.float32), expected.astype(np.float32))
    np.testing.assert_array_equal(doubles.astype(np.float32), expected.astype(np.float32))


@pytest.mark.parametrize("target", NARROW, ids=str)
@pytest.mark.parametrize("mode", MODES)
def test_values_of_the_target_stay(target: DType, mode: RoundMode):
    bits = np.arange(1 << min(target.bits, 16), dtype=np.uint16)
    values = bits.astype(np.uint8 if target.bits <= 8 else np.uint16).view(target.numpy)
    wide = cast_array(values, target, F32, mode)
    back = cast_array(wide, F32, target, mode)
    np.testing.assert_array_equal(back.astype(np.float32), values.astype(np.float32))
    signs = ~np.isnan(wide)
    np.testing.assert_array_equal(np.signbit(back.astype(np.float32))[signs], np.signbit(wide)[signs])


@pytest.mark.parametrize("value, expected", [(1.01953125, 1.015625), (1.02734375, 1.03125)])
def test_fault_G1_bf16_ties_go_to_even(value: float, expected: float):
    assert cast_one(value, F32, BF16) == expected
    assert cast_one(1.01953125, F32, BF16, RoundMode.ROUND) == 1.0234375


@pytest.mark.parametrize("value, expected", [(1.0625, 1.0), (1.1875, 1.25), (1.07, 1.125)])
def test_fault_G2_e4m3_rounds_to_nearest_even(value: float, expected: float):
    assert cast_one(value, F32, E4M3) == expected


@pytest.mark.parametrize(
    "value, expected",
    # 1e-40 is a subnormal of bf16 too: kept, not flushed
    [(3.14, 3.140625), (inf, inf), (-inf, -inf), (3.4e38, inf), (1e-40, 2.0**-133)],
)
def test_fault_G4_bf16_edges(value: float, expected: float):
    assert cast_one(value, F32, BF16) == expected
    assert isnan(cast_one(float("nan"), F32, BF16))
    assert cast_one(3.14, F32, BF16, RoundMode.TRUNC) == 3.125


@pytest.mark.parametrize(
    "value, expected", [(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (127.5, 127), (-128.6, -128)]
)
def test_fault_G5_int8_rounds_and_clips(value: float, expected: int):
    assert cast_one(value, F32, I8) == expected


@pytest.mark.parametrize("target", [I4, I8, I16, I32, I64], ids=str)
def test_integers_saturate_and_nan_is_zero(target: DType):
    values = np.array([inf, -inf, float("nan"), 1e30, -1e30])
    expected = [target.highest, target.lowest, 0, target.highest, target.lowest]
    assert cast_array(values, F64, target).astype(np.int64).tolist() == expected
    assert cast_array(np.array([1 << 62, -(1 << 62)]), I64, I8).tolist() == [127, -128]


def test_formats_without_infinity_or_nan():
    assert isnan(cast_one(inf, F32, E4M3)) and isnan(cast_one(465.0, F32, E4M3))
    assert cast_one(464.0, F32, E4M3) == 448.0
    assert cast_one(1e9, F32, E4M3, RoundMode.TRUNC) == 448.0
    assert cast_one(-inf, F32, F4E2M1FN) == -6.0 and cast_one(float("nan"), F32, F4E2M1FN) == 0.0


def test_i64_to_f64_in_a_directed_mode_is_refused():
    with pytest.raises(ValueError, match="nearest even only"):
        cast_one(3, I64, F64, RoundMode.FLOOR)


def test_dtype_names():
    assert all(dtype_named(name).name == name for name in DTYPES)
    with pytest.raises(KeyError, match="unknown element type 'f7'"):
        dtype_named("f7")
