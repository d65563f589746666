"""Conditions that single out the first iteration of a loop, by proof."""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import SSAValue

_EQUAL, _NOT_EQUAL = 0, 1
_LARGEST_POWER_OF_TWO = 1 << 16


def singles_out_first(condition: SSAValue, loop: scf.ForOp) -> bool | None:
    """True where `condition` holds in the first iteration of `loop` and in no other, False where it fails in the
    first and in no other, None where neither is proven.

    Proven are `==` and `!=` of this loop's induction variable, or of its product with a constant other than zero, with
    what that is in the first iteration; in either order. Source: seed, "canonical split-K".
    """
    test = condition.owner
    if not isinstance(test, arith.CmpiOp) or test.predicate.value.data not in (_EQUAL, _NOT_EQUAL):
        return None
    pairs = ((test.lhs, test.rhs), (test.rhs, test.lhs))
    if any(_first_value_is(value, first, loop) for value, first in pairs):
        return test.predicate.value.data == _EQUAL
    return None


def _first_value_is(value: SSAValue, first: SSAValue, loop: scf.ForOp) -> bool:
    """Whether `value` equals `first` in the first iteration and differs from it in all others."""
    if value is loop.body.block.args[0] and first is loop.lb:
        return True
    factor, start, expected = _factor(value, loop), _constant(loop.lb), _constant(first)
    if factor is None or start is None or expected != factor * start:
        return False
    # Modulo 2^64 the product comes back after 2^64 / (its power of two) iterations: never, for a small one.
    return 0 < factor & -factor <= _LARGEST_POWER_OF_TWO


def _factor(value: SSAValue, loop: scf.ForOp) -> int | None:
    """The constant by which a value is the induction variable of `loop`, or None where it isn't that."""
    index = loop.body.block.args[0]
    if value is index:
        return 1
    product = value.owner
    if not isinstance(product, arith.MuliOp) or index not in product.operands:
        return None
    return _constant(product.rhs if product.lhs is index else product.lhs)


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return op.value.value.data
    return None
