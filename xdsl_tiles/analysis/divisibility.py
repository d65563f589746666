"""What an index is provably a multiple of."""

from __future__ import annotations

from math import gcd

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import BlockArgument, SSAValue

_DEEPEST = 16
"""Ops looked through at most: offsets are short sums of products."""


def known_divisor(index: SSAValue | int, depth: int = _DEEPEST) -> int:
    """The largest number of which `index` is known to be a multiple: 0 for zero, 1 where nothing is known."""
    if isinstance(index, int):
        return abs(index)
    if isinstance(index, BlockArgument):
        loop = index.block.parent_op()
        if depth == 0 or not isinstance(loop, scf.ForOp) or index.index > 0:
            return 1
        return gcd(known_divisor(loop.lb, depth - 1), known_divisor(loop.step, depth - 1))
    op = index.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return abs(op.value.value.data)
    if depth == 0 or not isinstance(op, arith.AddiOp | arith.SubiOp | arith.MuliOp):
        return 1
    lhs, rhs = (known_divisor(operand, depth - 1) for operand in op.operands)
    return lhs * rhs if isinstance(op, arith.MuliOp) else gcd(lhs, rhs)
