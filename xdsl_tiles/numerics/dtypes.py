"""Element types by their MLIR name: width, kind, number format and NumPy storage.

NumPy and ml_dtypes are imported when a storage type is first asked for, so that dialects may use the rest freely.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class Kind(StrEnum):
    """What the bits of an element mean."""

    FLOAT = "float"
    INTEGER = "integer"
    UNSIGNED = "unsigned"


@dataclass(frozen=True)
class FloatFormat:
    """A binary floating point format.

    `precision` counts significant bits with the hidden one, `min_exponent` is that of the smallest normal number
    (1.0 has exponent 0), `largest` is the largest finite value. A format without infinity turns overflow into NaN,
    one without NaN either saturates.
    """

    precision: int
    min_exponent: int
    largest: float
    has_infinity: bool = True
    has_nan: bool = True

    @property
    def smallest(self) -> float:
        """The smallest positive (subnormal) value."""
        return 2.0 ** (self.min_exponent - self.precision + 1)

    @property
    def overflow(self) -> float:
        """What a magnitude beyond the largest finite value becomes when it rounds away from zero."""
        if self.has_infinity:
            return float("inf")
        return float("nan") if self.has_nan else self.largest


@dataclass(frozen=True)
class DType:
    """An element type: its MLIR name, width in bits, kind and, for floats, its format.

    Integers are two's complement unless their kind is unsigned; `i1` is a truth value and `index` has 64 bits.
    """

    name: str
    bits: int
    kind: Kind
    storage: str
    format: FloatFormat | None = None

    @cached_property
    def numpy(self) -> np.dtype[Any]:
        """The NumPy dtype whose arrays hold such elements (4-bit types take a byte each)."""
        import ml_dtypes
        import numpy as np

        return np.dtype(getattr(ml_dtypes, self.storage, None) or self.storage)

    @property
    def is_float(self) -> bool:
        """Whether elements are floating point numbers."""
        return self.kind is Kind.FLOAT

    @property
    def lowest(self) -> int:
        """The smallest value of an integer type."""
        return -(1 << self.bits - 1) if self.bits > 1 and self.kind is Kind.INTEGER else 0

    @property
    def highest(self) -> int:
        """The largest value of an integer type."""
        if self.kind is Kind.UNSIGNED:
            return (1 << self.bits) - 1
        return (1 << self.bits - 1) - 1 if self.bits > 1 else 1

    def __str__(self) -> str:
        return self.name


def _float(name: str, bits: int, storage: str, format: FloatFormat) -> DType:
    return DType(name, bits, Kind.FLOAT, storage, format)


def _integer(name: str, bits: int, storage: str) -> DType:
    return DType(name, bits, Kind.INTEGER, storage)


F64 = _float("f64", 64, "float64", FloatFormat(53, -1022, (2 - 2.0**-52) * 2.0**1023))
F32 = _float("f32", 32, "float32", FloatFormat(24, -126, (2 - 2.0**-23) * 2.0**127))
F16 = _float("f16", 16, "float16", FloatFormat(11, -14, 65504.0))
BF16 = _float("bf16", 16, "bfloat16", FloatFormat(8, -126, (2 - 2.0**-7) * 2.0**127))
F8E4M3FN = _float("f8E4M3FN", 8, "float8_e4m3fn", FloatFormat(4, -6, 448.0, has_infinity=False))
F8E5M2 = _float("f8E5M2", 8, "float8_e5m2", FloatFormat(3, -14, 57344.0))
F4E2M1FN = _float("f4E2M1FN", 4, "float4_e2m1fn", FloatFormat(2, 0, 6.0, has_infinity=False, has_nan=False))
I1 = _integer("i1", 1, "bool")
I4 = _integer("i4", 4, "int4")
I8 = _integer("i8", 8, "int8")
I16 = _integer("i16", 16, "int16")
I32 = _integer("i32", 32, "int32")
I64 = _integer("i64", 64, "int64")
INDEX = _integer("index", 64, "int64")
UI8, UI16, UI32, UI64 = (DType(f"ui{bits}", bits, Kind.UNSIGNED, f"uint{bits}") for bits in (8, 16, 32, 64))

DTYPES = {
    dtype.name: dtype
    for dtype in (
        *(F64, F32, F16, BF16, F8E4M3FN, F8E5M2, F4E2M1FN),
        *(I1, I4, I8, I16, I32, I64, INDEX),
        *(UI8, UI16, UI32, UI64),
    )
}


def dtype_named(name: str) -> DType:
    """The element type of that MLIR name.

    Raises `KeyError` with the known names for any other.
    """
    if name not in DTYPES:
        raise KeyError(f"unknown element type '{name}', expected one of {', '.join(DTYPES)}")
    return DTYPES[name]
