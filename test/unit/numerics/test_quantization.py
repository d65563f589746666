"""Quantisation words, taken apart and applied one element at a time."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics.dtypes import BF16, F16, F32, I8, I16, I32, UI8
from xdsl_tiles.numerics.quantization import (
    dequantize,
    exponent_scale,
    quantize,
    requantize,
    scalar_quant,
    vector_quant,
)


def float_bits(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


def word(scale: float, offset: int = 0, signed: bool = False, shift: int = 1) -> int:
    return float_bits(scale) | (shift - 1) << 32 | offset << 37 | signed << 46


def byte(value: float, offset: int, signed: bool) -> int:
    low, high = (-128, 127) if signed else (0, 255)
    return int(min(max(round(float(np.float32(np.float32(value) + np.float32(offset)))), low), high))


scales = st.sampled_from([1.0, 0.5, -0.25, 0.1, 3.7, 1e-3])
elements = st.lists(st.integers(-(1 << 22), 1 << 22).map(lambda n: n / 8), min_size=3, max_size=7)


@given(elements, scales, st.integers(0, 511), st.booleans(), st.booleans())
def test_scalar_words_to_bytes(values: list[float], scale: float, offset: int, signed: bool, relu: bool):
    words = scalar_quant(word(scale, offset, signed))
    array = np.array([values], dtype=np.float32)
    expected = [byte(float(np.float32(v) * np.float32(scale)), offset, signed) for v in values]
    expected = [max(e, 0) for e in expected] if relu else expected
    target = I8 if signed else UI8
    assert requantize(array, F32, target, words, relu).tolist() == [expected]


@given(st.lists(st.tuples(st.integers(-9999, 9999), scales, st.integers(0, 255)), min_size=1, max_size=9))
def test_vector_words_belong_to_columns_and_have_short_scales(columns: list[tuple[int, float, int]]):
    words = np.array([[word(scale, offset, True) for _, scale, offset in columns]], dtype=np.uint64)
    values = np.array([[value for value, _, _ in columns]] * 2, dtype=np.int32)
    short = [struct.unpack("<f", struct.pack("<I", float_bits(scale) & 0xFFFFE000))[0] for _, scale, _ in columns]
    expected = [
        byte(float(np.float32(value) * np.float32(scale)), offset, True)
        for (value, _, offset), scale in zip(columns, short)
    ]
    assert requantize(values, I32, I8, vector_quant(words)).tolist() == [expected, expected]


@given(st.lists(st.integers(-(1 << 31), (1 << 31) - 1), min_size=1, max_size=5), st.integers(1, 16))
def test_to_i16_by_shifting(values: list[int], shift: int):
    expected = [((v >> shift) + (1 << 15)) % (1 << 16) - (1 << 15) for v in values]
    array = np.array([values], dtype=np.int32)
    assert requantize(array, I32, I16, scalar_quant(word(1.0, shift=shift))).tolist() == [expected]


def test_to_floats_clamps_what_is_finite():
    values = np.array([[1e6, -1e6, np.inf, 3.0]], dtype=np.float32)
    assert requantize(values, F32, F16, scalar_quant(word(2.0))).tolist() == [[65504.0, -65504.0, np.inf, 6.0]]
    assert requantize(values, F32, F16, scalar_quant(word(2.0)), relu=True).tolist() == [[65504.0, 0.0, np.inf, 6.0]]
    assert requantize(np.array([[40000]], np.int32), I32, F16, scalar_quant(word(2.0))).tolist() == [[65504.0]]
    assert requantize(np.array([[1.01953125]], np.float32), F32, BF16, scalar_quant(word(1.0))).tolist() == [[1.015625]]


@given(st.lists(st.integers(-2000, 2000).map(lambda n: n / 16), min_size=1, max_size=9), scales)
def test_quantize_and_back(values: list[float], scale: float):
    array, factor = np.array([values], np.float32), np.float32(scale)
    symmetric = [[int(min(max(round(float(np.float32(v) * factor)), -128), 127)) for v in values]]
    shifted = [[int(min(max(round(float(np.float32(v) * factor + np.float32(8.5))), 0), 255)) for v in values]]
    assert quantize(array, factor, None, I8).tolist() == symmetric
    assert quantize(array, factor, np.float32(8.5), UI8).tolist() == shifted
    back = dequantize(np.array(symmetric, np.int8), factor, np.float32(3))
    assert back.tolist() == [[float((np.float32(q) - np.float32(3)) * factor) for q in symmetric[0]]]


@pytest.mark.parametrize("exponent, scale", [(127, 1.0), (128, 2.0), (0, 2.0**-127), (254, 2.0**127)])
def test_exponent_scales(exponent: int, scale: float):
    assert exponent_scale(np.array([exponent], np.uint8)).tolist() == [scale]
    assert np.isnan(exponent_scale(np.array([255], np.uint8))).all()
