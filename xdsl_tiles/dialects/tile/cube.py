"""Ops of the matrix unit: products and their accumulation.

Operands are Left and Right tiles once tiled for L0; before that they are Mat tiles, or Vec tiles still to be moved.
Floats accumulate in f32, integers in i32. Source: tile_l0 section 6.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float4E2M1FNType,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    f32,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.effects import OwnsResultBuffer
from xdsl_tiles.dialects.tile.extents import format_shape, provably_different, provably_less
from xdsl_tiles.dialects.tile.inference import verify_same_type
from xdsl_tiles.dialects.tile.types import TileType, integer_width, tile_type

_CUBE_FLOATS = (Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type, Float4E2M1FNType)
_CUBE_INTEGER_WIDTHS = (4, 8)
_LHS_SPACES = (MemorySpace.LEFT, MemorySpace.MAT, MemorySpace.VEC, None)
_RHS_SPACES = (MemorySpace.RIGHT, MemorySpace.MAT, MemorySpace.VEC, None)
_BIAS_SPACES = (MemorySpace.BIAS, MemorySpace.MAT, None)


def accumulator_type(element_type: Attribute) -> Attribute | None:
    """The type in which the cube accumulates products of this element type, or None where it cannot multiply it."""
    if isinstance(element_type, _CUBE_FLOATS):
        return f32
    if integer_width(element_type) in _CUBE_INTEGER_WIDTHS:
        return i32
    return None


def product_type(lhs: TileType, rhs: TileType) -> TileType:
    """The accumulator tile of `lhs x rhs`: valid rows of lhs, valid columns of rhs, compact where rows are narrowed."""
    element_type = accumulator_type(lhs.element_type)
    if element_type is None:
        raise VerifyException(
            f"the cube cannot multiply {lhs.element_type}: it takes f32, f16, bf16, f8 and i8; add a tile.cast"
        )
    rows, columns = lhs.get_shape()[0], rhs.get_shape()[1]
    valid = (lhs.valid[0], rhs.valid[1])
    return TileType((rows, columns), element_type, MemorySpace.ACC, valid=valid, compact=valid[0] != rows)


def _verify_operands(lhs: TileType, rhs: TileType) -> None:
    if (lhs.get_num_dims(), rhs.get_num_dims()) != (2, 2):
        raise VerifyException(f"multiplies 2-D tiles, got {lhs} and {rhs}")
    if lhs.element_type != rhs.element_type:
        raise VerifyException(f"operand element types differ: {lhs.element_type} and {rhs.element_type}")
    if lhs.get_shape()[1] != rhs.get_shape()[0]:
        raise VerifyException(
            f"inner dimensions differ: {format_shape(lhs.get_shape())} times {format_shape(rhs.get_shape())}"
        )
    if provably_less(rhs.valid[0], lhs.valid[1]):
        raise VerifyException(f"rhs has {rhs.valid[0]} valid rows, lhs needs {lhs.valid[1]}")
    if lhs.space not in _LHS_SPACES:
        raise VerifyException(f"the left operand is in left, mat or vec, got {lhs.space}")
    if rhs.space not in _RHS_SPACES:
        raise VerifyException(f"the right operand is in right, mat or vec, got {rhs.space}")
    for side, operand in (("left", lhs), ("right", rhs)):
        if operand.space not in (MemorySpace.VEC, None) and not operand.effective_layout.is_boxed:
            raise VerifyException(f"the {side} operand has no fractals: {operand}; load or move it into a boxed layout")


@irdl_op_definition
class MatmulOp(FormattedOperation):
    """
    The product of two tiles, in a fresh accumulator.

    ```mlir
    %c = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
    ```
    """

    name = "tile.matmul"

    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        lhs_type, rhs_type = (SSAValue.get(value, type=TileType).type for value in (lhs, rhs))
        super().__init__(operands=[lhs, rhs], result_types=[product_type(lhs_type, rhs_type)])

    def verify_(self) -> None:
        _verify_operands(tile_type(self.lhs), tile_type(self.rhs))
        verify_same_type(self.result.type, product_type(tile_type(self.lhs), tile_type(self.rhs)))


@irdl_op_definition
class MatmulAccOp(FormattedOperation):
    """
    Add a product to an accumulator; the result is the accumulator, in the same buffer.

    With `init`, a true predicate overwrites the accumulator instead: the first step of a reduction needs no zeroed
    seed. Type, valid shape and compact mode are the accumulator's.

    ```mlir
    %1 = tile.matmul_acc %0, %a, %b init %first
        : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
    ```
    """

    name = "tile.matmul_acc"

    T: ClassVar = VarConstraint("T", base(TileType))
    acc = operand_def(T)
    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    init = opt_operand_def(i1)
    result = result_def(T)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = (
        "$acc `,` $lhs `,` $rhs (`init` $init^)? attr-dict `:` type($acc) `,` type($lhs) `,` type($rhs)"
    )

    def __init__(
        self,
        acc: SSAValue | Operation,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        init: SSAValue | Operation | None = None,
    ):
        super().__init__(operands=[acc, lhs, rhs, init], result_types=[SSAValue.get(acc).type])

    def verify_(self) -> None:
        acc = tile_type(self.acc)
        _verify_operands(tile_type(self.lhs), tile_type(self.rhs))
        product = product_type(tile_type(self.lhs), tile_type(self.rhs))
        if acc.space not in (MemorySpace.ACC, MemorySpace.VEC, None):
            raise VerifyException(f"accumulates into acc, got {acc}")
        if (acc.get_shape(), acc.element_type) != (product.get_shape(), product.element_type):
            raise VerifyException(
                f"accumulator {acc} should be {format_shape(product.get_shape())}x{product.element_type}"
            )
        if any(map(provably_less, acc.valid, product.valid)):
            valid, needed = format_shape(acc.valid), format_shape(product.valid)
            raise VerifyException(f"accumulator valid {valid} does not cover the product's {needed}")


@irdl_op_definition
class MatmulBiasOp(FormattedOperation):
    """
    The product of two tiles plus a bias row broadcast over its rows, in a fresh accumulator.

    The bias is `[1, N]` in the accumulator's element type and covers the valid columns.

    ```mlir
    %c = tile.matmul_bias %a, %b, %bias
        : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias>
        -> !tile.tile<16x32xf32, acc>
    ```
    """

    name = "tile.matmul_bias"

    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    bias = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = (
        "$lhs `,` $rhs `,` $bias attr-dict `:` type($lhs) `,` type($rhs) `,` type($bias) `->` type($result)"
    )

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation, bias: SSAValue | Operation):
        lhs_type, rhs_type = (SSAValue.get(value, type=TileType).type for value in (lhs, rhs))
        super().__init__(operands=[lhs, rhs, bias], result_types=[product_type(lhs_type, rhs_type)])

    def verify_(self) -> None:
        _verify_operands(tile_type(self.lhs), tile_type(self.rhs))
        product, bias = product_type(tile_type(self.lhs), tile_type(self.rhs)), tile_type(self.bias)
        if bias.get_shape() != (1, product.get_shape()[1]):
            raise VerifyException(f"bias shape {format_shape(bias.get_shape())} should be 1x{product.get_shape()[1]}")
        if bias.element_type != product.element_type:
            raise VerifyException(f"bias element type {bias.element_type} should be {product.element_type}")
        if bias.space not in _BIAS_SPACES:
            raise VerifyException(f"the bias is in bias or mat, got {bias.space}")
        if provably_less(bias.valid[1], product.valid[1]) or provably_different(bias.valid[0], 1):
            raise VerifyException(f"bias valid {format_shape(bias.valid)} does not cover {product.valid[1]} columns")
        verify_same_type(self.result.type, product)
