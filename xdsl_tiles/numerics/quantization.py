"""Requantisation on the way out of an accumulator, and of tiles by the vector unit (isa sections 2 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.conversion import convert
from xdsl_tiles.numerics.dtypes import F32, DType
from xdsl_tiles.numerics.round_mode import RoundMode

Array: TypeAlias = NDArray[Any]

_SCALE_BITS = 0xFFFF_FFFF
_NARROW_SCALE_BITS = 0xFFFF_E000
_SHIFT_AT, _SHIFT_BITS = 32, 0xF
_OFFSET_AT, _OFFSET_BITS = 37, 0x1FF
_SIGNED_AT = 46


@dataclass(frozen=True)
class QuantWords:
    """What 64-bit quantisation words say: arrays that broadcast over the elements of an accumulator.

    `scale` is f32, `offset` the number added after scaling, `signed` whether 8-bit results are, `shift` the bits that
    an i32 is shifted right by to become an i16.
    """

    scale: Array
    offset: Array
    signed: Array
    shift: Array


def scalar_quant(word: int) -> QuantWords:
    """The word that all elements share; its scale is a whole f32."""
    return _decode(np.array([word & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64), _SCALE_BITS)


def vector_quant(words: Array) -> QuantWords:
    """One word per column; its scale is the upper 19 bits of an f32."""
    return _decode(words.astype(np.uint64), _NARROW_SCALE_BITS)


def _decode(words: Array, scale_bits: int) -> QuantWords:
    scale = (words & np.uint64(scale_bits)).astype(np.uint32).view(np.float32)
    offset = (words >> np.uint64(_OFFSET_AT)) & np.uint64(_OFFSET_BITS)
    shift = ((words >> np.uint64(_SHIFT_AT)) & np.uint64(_SHIFT_BITS)) + np.uint64(1)
    signed = (words >> np.uint64(_SIGNED_AT)) & np.uint64(1)
    return QuantWords(scale, offset.astype(np.float32), signed.astype(np.bool_), shift.astype(np.int32))


def requantize(values: Array, source: DType, target: DType, words: QuantWords, relu: bool = False) -> Array:
    """Convert f32 or i32 accumulator elements by quantisation words, then apply relu.

    To 8 bits: scaled, offset added, rounded half to even, clamped to the signed or unsigned range that the word says;
    the bits are then those of the target type. From i32 to i16: shifted. To floats: scaled, finite values clamped to
    the target's range.
    """
    if target.bits == 16 and not target.is_float:
        shifted = values >> words.shift
        return (np.maximum(shifted, 0) if relu else shifted).astype(target.numpy)
    scaled = values.astype(np.float32) * words.scale
    if target.is_float:
        bounded = np.where(np.isfinite(scaled), np.clip(scaled, *_finite_range(target)), scaled)
        return cast_array((np.maximum(bounded, 0) if relu else bounded).astype(np.float32), F32, target)
    rounded = np.rint(scaled + words.offset)
    clipped = np.clip(rounded, np.where(words.signed, -128, 0), np.where(words.signed, 127, 255))
    whole = np.nan_to_num(clipped, nan=0.0).astype(np.int64)
    return (np.maximum(whole, 0) if relu else whole).astype(target.numpy)


def _finite_range(target: DType) -> tuple[np.float32, np.float32]:
    assert target.format is not None
    return np.float32(-target.format.largest), np.float32(target.format.largest)


def quantize(values: Array, scale: Array, offset: Array | None, target: DType) -> Array:
    """f32 elements times a scale, plus an offset, rounded half to even and clamped to an 8-bit type."""
    scaled = values * scale if offset is None else values * scale + offset
    return convert(scaled, F32, target, RoundMode.RINT, saturate=True)


def dequantize(values: Array, scale: Array, offset: Array) -> Array:
    """Integers back to f32: the offset subtracted, then scaled."""
    return (values.astype(np.float32) - offset) * scale


def exponent_scale(exponents: Array) -> Array:
    """The f32 powers of two that bytes of a microscaling format stand for: 2^(byte - 127), 255 is NaN."""
    power = np.ldexp(np.float32(1), np.minimum(exponents, 254).astype(np.int32) - 127)
    return np.where(exponents == 255, np.float32("nan"), power)
