"""Functions that the vector core has no op for, by their parts."""

from __future__ import annotations

from collections.abc import Callable
from math import log

from xdsl.dialects.builtin import f32

from xdsl_tiles.dialects.tile import vector
from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.values import ADD, DIV, MUL, SUB, Block, Family, Value

_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_ERF_SCALE = 0.3275911
"""Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: erf within 1.5e-7."""


def in_f32(block: Block, function: Callable[[Block, Value], Value], value: Value) -> Value:
    """A function of a narrow float, computed in f32 and rounded once."""
    return block.cast(function(block, block.cast(value, f32)), value.element_type)


def tanh(block: Block, x: Value) -> Value:
    """`1 - 2 / (exp(2 x) + 1)`, which is right at both ends."""
    power = block.unary(vector.ExpOp, block.binary(MUL, x, block.number(2, f32)))
    share = block.binary(DIV, block.number(2, f32), block.binary(ADD, power, block.number(1, f32)))
    return block.binary(SUB, block.number(1, f32), share)


def erf(block: Block, x: Value) -> Value:
    """`1 - p(t) exp(-x^2)` of `t = 1 / (1 + s |x|)`, with the sign of x."""
    magnitude = block.unary(vector.AbsOp, x)
    scaled = block.binary(ADD, block.binary(MUL, magnitude, block.number(_ERF_SCALE, f32)), block.number(1, f32))
    t = block.binary(DIV, block.number(1, f32), scaled)
    polynomial = block.binary(MUL, t, block.number(_ERF[0], f32))
    for coefficient in _ERF[1:]:
        polynomial = block.binary(MUL, block.binary(ADD, polynomial, block.number(coefficient, f32)), t)
    bell = block.unary(vector.ExpOp, block.unary(vector.NegOp, block.binary(MUL, x, x)))
    positive = block.binary(SUB, block.number(1, f32), block.binary(MUL, polynomial, bell))
    is_negative = block.compare(Comparison.LT, x, block.number(0, f32))
    return block.select(is_negative, block.unary(vector.NegOp, positive), positive)


def exp2(block: Block, x: Value) -> Value:
    """`exp(x ln 2)`."""
    return block.unary(vector.ExpOp, block.binary(MUL, x, block.number(log(2), f32)))


def number_of(block: Block, family: Family, lhs: Value, rhs: Value) -> Value:
    """The larger or smaller of two values, or the one that is a number where the other is none."""
    lhs, rhs = block.alike(lhs, rhs)
    both = block.binary(family, lhs, rhs)
    with_lhs = block.select(block.compare(Comparison.EQ, rhs, rhs), both, lhs)
    return block.select(block.compare(Comparison.EQ, lhs, lhs), with_lhs, rhs)


def without_nan(block: Block, x: Value, *, smallest: bool) -> Value:
    """The elements with an infinity for each that is no number, which a maximum (or minimum) then ignores."""
    infinity = block.number(float("-inf") if smallest else float("inf"), x.element_type)
    return block.select(block.compare(Comparison.EQ, x, x), x, infinity)


POWERS: dict[float | None, Callable[[Block, Value], Value]] = {
    2: lambda block, x: block.binary(MUL, x, x),
    3: lambda block, x: block.binary(MUL, block.binary(MUL, x, x), x),
    0.5: lambda block, x: block.unary(vector.SqrtOp, x),
    -0.5: lambda block, x: block.unary(vector.RsqrtOp, x),
}
"""`x` to the powers that the vector core can take it to."""
