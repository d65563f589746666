"""Sums of products over any dims of an iteration space, as one `einsum`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects import arith
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_tiles.interpreters.values import Array
from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import F32, F64, DType

_CASTS = (arith.ExtSIOp, arith.ExtFOp, arith.SIToFPOp)
_SUMS = (arith.AddfOp, arith.AddiOp)
_PRODUCTS = (arith.MulfOp, arith.MuliOp)


class Factors(NamedTuple):
    """Which two block arguments a body multiplies and adds to its output."""

    lhs: int
    rhs: int


def match_contraction(block: Block) -> Factors | None:
    """The factors of a body that yields `output + widened(lhs) * widened(rhs)`, or None."""
    terminator = block.last_op
    if terminator is None or len(terminator.operands) != 1:
        return None
    total, output = terminator.operands[0].owner, block.args[-1]
    if not isinstance(total, _SUMS) or output not in total.operands:
        return None
    product = (total.rhs if total.lhs is output else total.lhs).owner
    if not isinstance(product, _PRODUCTS):
        return None
    factors = [_widened_argument(operand, block) for operand in product.operands]
    if None in factors or output.index in factors:
        return None
    lhs, rhs = factors
    assert lhs is not None and rhs is not None
    return Factors(lhs, rhs)


def _widened_argument(value: SSAValue, block: Block) -> int | None:
    """The block argument that a value is, behind casts that keep it."""
    while isinstance(value.owner, Operation) and isinstance(value.owner, _CASTS):
        value = value.owner.operands[0]
    return value.index if isinstance(value, BlockArgument) and value.block is block else None


def has_einsum(maps: Sequence[AffineMap]) -> bool:
    """Whether maps of two factors and a result say a contraction: projections, the result's dims among the factors'."""
    return all(map(is_projection, maps)) and maps[2].used_dims() <= maps[0].used_dims() | maps[1].used_dims()


def is_projection(map: AffineMap) -> bool:
    """Whether every result of a map is another dim."""
    dims = [expr.position for expr in map.results if isinstance(expr, AffineDimExpr)]
    return len(dims) == len(map.results) and len(set(dims)) == len(dims)


def contract(maps: Sequence[AffineMap], lhs: Array, rhs: Array, start: Array, dtype: DType) -> Array:
    """`start` plus the sum of products of `lhs` and `rhs`, whose axes and the result's the three maps name.

    Floats are multiplied and added in f32 (f64 results in f64) and rounded once, integers wrap at the end.
    """
    subscripts = [_letters(map) for map in maps]
    wide: Any = np.float32 if dtype.is_float and dtype != F64 else np.float64
    if not dtype.is_float and max(lhs.dtype.itemsize, rhs.dtype.itemsize) > 2:
        wide = np.int64
    equation = f"{subscripts[0]},{subscripts[1]}->{subscripts[2]}"
    total = np.einsum(equation, lhs.astype(wide), rhs.astype(wide), optimize=True)
    if not dtype.is_float:
        return (start.astype(np.int64) + total.astype(np.int64)).astype(dtype.numpy)
    return cast_array(start.astype(wide) + total, F64 if dtype == F64 else F32, dtype)


def _letters(map: AffineMap) -> str:
    return "".join(chr(ord("a") + expr.position) for expr in map.results if isinstance(expr, AffineDimExpr))
