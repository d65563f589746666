"""Ops of the matrix unit: products and their accumulation.

Operands are Left and Right tiles once tiled for L0; before that they are Mat tiles, or Vec and Acc tiles
still to be moved. Floats accumulate in f32, integers in i32. Source: tile_l0 section 6.
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
from xdsl_tiles.dialects.tile.attributes import NZ, ZN, ZZ, Layout, MemorySpace
from xdsl_tiles.dialects.tile.effects import OwnsResultBuffer
from xdsl_tiles.dialects.tile.extents import provably_different, provably_less
from xdsl_tiles.dialects.tile.inference import verify_same_type
from xdsl_tiles.dialects.tile.transfer import SliceOp
from xdsl_tiles.dialects.tile.types import TileType, integer_width, tile_type

_CUBE_FLOATS = (Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type, Float4E2M1FNType)
_CUBE_INTEGER_WIDTHS = (4, 8)
_OPERAND_LAYOUTS: dict[MemorySpace | None, tuple[Layout, ...]] = {
    MemorySpace.MAT: (NZ, ZN),
    MemorySpace.LEFT: (NZ, ZZ),
    MemorySpace.RIGHT: (ZN,),
}
_UNPLACED_OPERANDS = (MemorySpace.MAT, MemorySpace.VEC, MemorySpace.ACC, None)
_ACCUMULATOR_SPACES = (MemorySpace.ACC, MemorySpace.VEC, None)
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
    if (lhs.get_num_dims(), rhs.get_num_dims()) != (2, 2):
        raise VerifyException(f"multiplies 2-D tiles, got {lhs} and {rhs}")
    return _pages_product_type(lhs, rhs)


def batch_product_type(lhs: TileType, rhs: TileType) -> TileType:
    """The accumulator tile of the products of corresponding pages, the leading extents that of both operands."""
    if lhs.get_num_dims() < 3 or rhs.get_num_dims() != lhs.get_num_dims():
        raise VerifyException(f"multiplies tiles of one rank above 2, got {lhs} and {rhs}; two 2-D ones by tile.matmul")
    pages = lhs.get_shape()[:-2]
    if rhs.get_shape()[:-2] != pages or lhs.valid[:-2] != pages or rhs.valid[:-2] != pages:
        raise VerifyException(f"multiplies as many pages, all of them valid, got {lhs} and {rhs}")
    return _pages_product_type(lhs, rhs)


def _pages_product_type(lhs: TileType, rhs: TileType) -> TileType:
    element_type = accumulator_type(lhs.element_type)
    if element_type is None:
        raise VerifyException(
            f"the cube cannot multiply {lhs.element_type}: it takes f32, f16, bf16, f8 and i8; add a tile.cast"
        )
    rows, columns = lhs.get_shape()[-2], rhs.get_shape()[-1]
    pages, valid_rows, valid_columns = lhs.get_shape()[:-2], lhs.valid[-2], rhs.valid[-1]
    return TileType(
        (*pages, rows, columns),
        element_type,
        MemorySpace.ACC,
        valid=(*pages, valid_rows, valid_columns),
        compact=valid_rows != rows,
    )


def _verify_product(lhs: TileType, rhs: TileType, declared: TileType, what: str) -> TileType:
    """Check that two tiles can be multiplied into a tile of the declared element type; returns the product's type."""
    product = product_type(lhs, rhs)
    _verify_factors(lhs, rhs, product, declared, what)
    return product


def _verify_factors(lhs: TileType, rhs: TileType, product: TileType, declared: TileType, what: str) -> None:
    if lhs.element_type != rhs.element_type:
        raise VerifyException(f"multiplies tiles of one element type, got {lhs} and {rhs}; add a tile.cast")
    if lhs.get_shape()[-1] != rhs.get_shape()[-2]:
        raise VerifyException(f"inner dimensions differ: {lhs} times {rhs}")
    if provably_less(rhs.valid[-2], lhs.valid[-1]):
        raise VerifyException(
            f"the {rhs.valid[-2]} valid rows of {rhs} do not cover the {lhs.valid[-1]} valid columns of {lhs}"
        )
    _verify_operand(lhs, "left", MemorySpace.LEFT)
    _verify_operand(rhs, "right", MemorySpace.RIGHT)
    if declared.element_type != product.element_type:
        raise VerifyException(
            f"{lhs.element_type} times {rhs.element_type} accumulates in {product.element_type}, not in "
            f"{declared.element_type}: the {what} {declared} should be {product}, and a tile.cast convert it"
        )


def _verify_operand(operand: TileType, side: str, space: MemorySpace) -> None:
    if operand.space not in (space, *_UNPLACED_OPERANDS):
        raise VerifyException(f"the {side} operand is in {space}, mat, vec or acc, got {operand}")
    layouts = _OPERAND_LAYOUTS.get(operand.space)
    if layouts is not None and operand.effective_layout not in layouts:
        raise VerifyException(
            f"the {side} operand {operand} has the layout {operand.effective_layout}, the cube reads "
            f"{' or '.join(map(str, layouts))}; load or move it into that"
        )


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
        product = _verify_product(tile_type(self.lhs), tile_type(self.rhs), self.result.type, "result")
        verify_same_type(self.result.type, product)


@irdl_op_definition
class BatchMatmulOp(FormattedOperation):
    """
    The products of corresponding pages of two tiles of one rank above 2, in a fresh accumulator.

    The matrix unit has no such op: `flatten-tile-nd-to-2d` makes it one `tile.matmul` a page. Source: tile_l0
    section 7 (ConvertTensorToTileOps, FlattenTileNdTo2D).

    ```mlir
    %c = tile.batch_matmul %a, %b
        : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
    ```
    """

    name = "tile.batch_matmul"

    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        lhs_type, rhs_type = (SSAValue.get(value, type=TileType).type for value in (lhs, rhs))
        super().__init__(operands=[lhs, rhs], result_types=[batch_product_type(lhs_type, rhs_type)])

    def verify_(self) -> None:
        lhs, rhs = tile_type(self.lhs), tile_type(self.rhs)
        product = batch_product_type(lhs, rhs)
        _verify_factors(lhs, rhs, product, self.result.type, "result")
        verify_same_type(self.result.type, product)


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
        product = _verify_product(tile_type(self.lhs), tile_type(self.rhs), acc, "accumulator")
        if acc.space not in _ACCUMULATOR_SPACES:
            raise VerifyException(f"accumulates in acc, got {acc}")
        if acc.get_shape() != product.get_shape():
            raise VerifyException(f"the shape of the accumulator {acc} differs from that of the product {product}")
        if any(map(provably_less, acc.valid, product.valid)):
            raise VerifyException(f"the valid shape of the accumulator {acc} does not cover that of {product}")
        window = self.acc.owner
        if isinstance(window, SliceOp) and acc.get_shape()[0] != tile_type(window.source).get_shape()[0]:
            raise VerifyException(
                f"accumulates into rows of the wider {tile_type(window.source)}, whose pitch the cube does not know; "
                "multiply into a tile of its own and tile.assemble it"
            )


@irdl_op_definition
class MatmulBiasOp(FormattedOperation):
    """
    The product of two tiles plus a bias row broadcast over its rows, in a fresh accumulator.

    The bias is `[1, N]` in the accumulator's element type, row-major, and covers the valid columns.

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
        bias = tile_type(self.bias)
        product = _verify_product(tile_type(self.lhs), tile_type(self.rhs), self.result.type, "result")
        if bias.get_shape() != (1, product.get_shape()[1]) or bias.element_type != product.element_type:
            raise VerifyException(
                f"the bias of {product} should be 1x{product.get_shape()[1]}x{product.element_type}, got {bias}"
            )
        if bias.space not in _BIAS_SPACES or bias.effective_layout.is_boxed:
            raise VerifyException(f"the bias is a row-major tile in bias or mat, got {bias}; load or move it")
        if provably_less(bias.valid[1], product.valid[1]) or provably_different(bias.valid[0], 1):
            raise VerifyException(f"the valid shape of the bias {bias} does not cover the columns of {product}")
        verify_same_type(self.result.type, product)
