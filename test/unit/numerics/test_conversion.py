"""Conversions by mode and saturation against Python integers and fractions."""

from math import ceil, floor, inf, isnan, trunc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics.conversion import convert, saturates_by_default
from xdsl_tiles.numerics.dtypes import (
    BF16,
    F16,
    F32,
    I8,
    I16,
    I32,
    I64,
    UI8,
    UI16,
    UI32,
    DType,
    dtype_named,
)
from xdsl_tiles.numerics.round_mode import RoundMode

INTEGERS = [I8, I16, I32, UI8, UI16, UI32]
ROUNDED = {
    RoundMode.RINT: round,
    RoundMode.NONE: round,
    RoundMode.FLOOR: floor,
    RoundMode.CEIL: ceil,
    RoundMode.TRUNC: trunc,
    RoundMode.ROUND: lambda x: floor(abs(x) + 0.5) * (1 if x >= 0 else -1),
    RoundMode.ODD: lambda x: floor(x) if x == floor(x) or floor(x) % 2 else floor(x) + 1,
}


def convert_one(value: float, source: DType, target: DType, mode: RoundMode, saturate: bool) -> float | int:
    return convert(np.array([value], dtype=source.numpy), source, target, mode, saturate)[0].item()


def low_bits(value: int, target: DType) -> int:
    return (value - target.lowest) % (1 << target.bits) + target.lowest


@pytest.mark.parametrize("mode", RoundMode)
@given(value=st.floats(-1e6, 1e6, width=32) | st.integers(-1200, 1200).map(lambda n: n / 4))
def test_float_to_integer(value: float, mode: RoundMode):
    whole = ROUNDED[mode](value)
    for target in INTEGERS:
        assert convert_one(value, F32, target, mode, True) == min(max(whole, target.lowest), target.highest)
        assert convert_one(value, F32, target, mode, False) == low_bits(whole, target)


@given(value=st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-70000, 70000))
def test_integer_to_integer(value: int):
    for target in INTEGERS:
        clamped = min(max(value, target.lowest), target.highest)
        assert convert_one(value, I64, target, RoundMode.RINT, True) == clamped
        assert convert_one(value, I64, target, RoundMode.RINT, False) == low_bits(value, target)


@given(value=st.integers(0, (1 << 32) - 1))
def test_unsigned_integers_are_not_negative(value: int):
    assert convert_one(value, UI32, F32, RoundMode.RINT, True) == np.float32(value)
    assert convert_one(value, UI32, I64, RoundMode.RINT, False) == value
    assert convert_one(value, UI32, I16, RoundMode.RINT, True) == min(value, 32767)


@pytest.mark.parametrize("source, target, largest", [(F32, F16, 65504.0), (F32, BF16, BF16.format.largest)])  # pyright: ignore
def test_saturation_of_narrower_floats(source: DType, target: DType, largest: float):
    for value, clamped, plain in [(inf, largest, inf), (-inf, -largest, -inf), (1.5, 1.5, 1.5)]:
        assert convert_one(value, source, target, RoundMode.RINT, True) == clamped
        assert convert_one(value, source, target, RoundMode.RINT, False) == plain
    assert isnan(convert_one(float("nan"), source, target, RoundMode.RINT, True))
    assert convert_one(1e38, F32, F16, RoundMode.RINT, True) == 65504.0


def test_saturation_of_integers_to_f16():
    assert convert_one(100_000, I32, F16, RoundMode.RINT, True) == 65504.0
    assert convert_one(-100_000, I32, F16, RoundMode.RINT, False) == -inf
    assert convert_one(2049, I32, F16, RoundMode.RINT, True) == 2048.0


def test_wider_floats_keep_infinity():
    assert convert_one(inf, F16, F32, RoundMode.RINT, True) == inf


@pytest.mark.parametrize("mode", RoundMode)
@given(value=st.floats(-1e4, 1e4, width=16))
def test_equal_types_round_to_integral_values(value: float, mode: RoundMode):
    assert convert_one(value, F32, F32, mode, True) == ROUNDED[mode](value)


def test_the_conversions_that_keep_low_bits():
    sources, targets = ("f32", "f16", "i64", "i32", "bf16"), ("i8", "ui8", "i16", "i32")
    pairs = [(source, target) for source in sources for target in targets]
    wraps = {pair for pair in pairs if not saturates_by_default(*map(dtype_named, pair))}
    assert wraps == {("f16", "ui8"), ("f16", "i8"), ("f32", "i16"), ("f16", "i16"), ("i64", "i32"), ("i32", "i16")}
    assert convert_one(300.0, F16, I8, RoundMode.RINT, False) == 44
