"""Elementwise functions of arrays in the element types: integers wrap, floats round half to even after each one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from xdsl_tiles.interpreters.values import Array, RunError
from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.numerics.dtypes import I1, DType

ArrayFunction: TypeAlias = Callable[..., Array]


def add(dtype: DType) -> ArrayFunction:
    """The sum."""
    return np.logical_xor if dtype == I1 else np.add


def subtract(dtype: DType) -> ArrayFunction:
    """The difference."""
    return np.logical_xor if dtype == I1 else np.subtract


def multiply(dtype: DType) -> ArrayFunction:
    """The product."""
    return np.logical_and if dtype == I1 else np.multiply


def divide(dtype: DType) -> ArrayFunction:
    """The quotient; integers round towards zero."""
    return np.true_divide if dtype.is_float else truncated_quotient


def truncated_quotient(a: Array, b: Array) -> Array:
    """The integer quotient rounded towards zero."""
    quotient = floor_quotient(a, b)
    inexact = quotient * b != a
    return np.where(inexact & ((a < 0) != (b < 0)), quotient + np.ones_like(quotient), quotient)


def truncated_remainder(a: Array, b: Array) -> Array:
    """The remainder of `truncated_quotient`."""
    return np.subtract(a, np.multiply(truncated_quotient(a, b), b))


def floor_quotient(a: Array, b: Array) -> Array:
    """The integer quotient rounded down."""
    if np.any(b == 0):
        raise RunError("division by zero")
    return np.floor_divide(a, b)


def ceil_quotient(a: Array, b: Array) -> Array:
    """The integer quotient rounded up."""
    quotient = floor_quotient(a, b)
    return np.where(quotient * b != a, quotient + np.ones_like(quotient), quotient)


def transcendental(function: Callable[..., Any]) -> ArrayFunction:
    """A function that is computed in f32 for types narrower than that, and rounded to them."""

    def apply(*values: Any) -> Array:
        dtype = values[0].dtype
        if dtype.itemsize >= 4:
            return np.asarray(function(*values)).astype(dtype)
        return np.asarray(function(*(value.astype(np.float32) for value in values))).astype(dtype)

    return apply


def each(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """A function of Python numbers, applied to every element."""
    return np.vectorize(function, otypes=[np.float64])


def reciprocal_square_root(values: Array) -> Array:
    """One over the square root."""
    return np.divide(np.ones_like(values), np.sqrt(values))


def relu(values: Array) -> Array:
    """The larger of each element and zero."""
    return np.maximum(values, np.zeros_like(values))


erf = each(math.erf)

COMPARISONS: dict[Comparison, ArrayFunction] = {
    Comparison.EQ: np.equal,
    Comparison.NE: np.not_equal,
    Comparison.LT: np.less,
    Comparison.LE: np.less_equal,
    Comparison.GT: np.greater,
    Comparison.GE: np.greater_equal,
}
"""What each comparison is in NumPy."""
