"""math ops on scalars: computed in doubles and rounded to the format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects import math
from xdsl.ir import Operation

from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.upstream.arrays import TRANSCENDENTAL, array_function
from xdsl_tiles.interpreters.values import Array, as_shaped, element_dtype
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.scalar import fused_multiply_add, round_float, wrap_signed

MATH = OpTable()


@MATH.kernel(*TRANSCENDENTAL)
def bind_transcendental(op: Operation, scope: Scope) -> Kernel:
    """A float function of scalars or tensors."""
    if as_shaped(op.results[0].type) is not None:
        return _on_arrays(op)
    function, format = TRANSCENDENTAL[type(op)], element_dtype(op.results[0]).format
    assert format is not None

    def run(*operands: float) -> float:
        return round_float(float(function(*map(np.float64, operands))), format)

    return run


def _on_arrays(op: Operation) -> Kernel:
    function = array_function(op)
    assert function is not None
    return function


@MATH.expression(math.AbsFOp)
def absolute(op: math.AbsFOp, value: str) -> str:
    """The magnitude."""
    return f"abs({value})"


@MATH.kernel(math.CopySignOp)
def bind_copysign(op: math.CopySignOp, scope: Scope) -> Kernel:
    """The magnitude of one number with the sign of another."""
    if as_shaped(op.result.type) is not None:
        return _on_arrays(op)

    def run(value: float, sign: float) -> float:
        return float(np.copysign(value, sign))

    return run


@MATH.kernel(math.RoundOp)
def bind_round(op: math.RoundOp, scope: Scope) -> Kernel:
    """The nearest integer, half away from zero."""
    function = _on_arrays(op)
    if as_shaped(op.result.type) is not None:
        return function

    def run(value: float) -> float:
        return function(np.array(value, dtype=np.float64)).item()

    return run


@MATH.kernel(math.FmaOp)
def bind_fma(op: math.FmaOp, scope: Scope) -> Kernel:
    """A product and a sum, rounded once."""
    if as_shaped(op.result.type) is not None:
        return _on_arrays(op)
    format = element_dtype(op.result).format
    assert format is not None

    def run(a: float, b: float, c: float) -> float:
        return fused_multiply_add(a, b, c, format)

    return run


def _absolute(dtype: DType) -> Callable[[int], int]:
    return lambda value: wrap_signed(abs(value), dtype.bits)


def _leading_zeros(dtype: DType) -> Callable[[int], int]:
    return lambda value: wrap_signed(dtype.bits - (value & (1 << dtype.bits) - 1).bit_length(), dtype.bits)


def _trailing_zeros(dtype: DType) -> Callable[[int], int]:
    def count(value: int) -> int:
        return wrap_signed((value & -value).bit_length() - 1 if value else dtype.bits, dtype.bits)

    return count


def _population(dtype: DType) -> Callable[[int], int]:
    return lambda value: wrap_signed((value & (1 << dtype.bits) - 1).bit_count(), dtype.bits)


def _power(dtype: DType) -> Callable[[int, int], int]:
    def power(base: int, exponent: int) -> int:
        if exponent >= 0:
            return wrap_signed(pow(base, exponent, 1 << dtype.bits), dtype.bits)
        if base == 0:
            raise ZeroDivisionError
        return (1 if exponent % 2 == 0 else base) if base in (1, -1) else 0

    return power


_INTEGER: dict[type[Operation], Callable[[DType], Callable[..., int]]] = {
    math.AbsIOp: _absolute,
    math.CountLeadingZerosOp: _leading_zeros,
    math.CountTrailingZerosOp: _trailing_zeros,
    math.CtPopOp: _population,
    math.IPowIOp: _power,
}


@MATH.kernel(*_INTEGER)
def bind_integer(op: Operation, scope: Scope) -> Kernel:
    """An integer function of scalars, or of tensors element by element."""
    dtype = element_dtype(op.results[0])
    function = _INTEGER[type(op)](dtype)
    if as_shaped(op.results[0].type) is None:
        return function
    each: Callable[..., Any] = np.vectorize(function, otypes=[np.int64])

    def run(*operands: Array) -> Array:
        return each(*(operand.astype(np.int64) for operand in operands)).astype(dtype.numpy)

    return run
