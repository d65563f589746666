"""Products of tiles in left and right, into accumulators; with one valid row they are matrix-vector products."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.irdl import irdl_op_definition, operand_def, opt_result_def

from xdsl_tiles.dialects.pto.enums import Pipe
from xdsl_tiles.dialects.pto.operation import TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.product_rules import BIAS, accumulator, elements, product, row_product
from xdsl_tiles.dialects.pto.types import SHAPED


class ProductOperation(TileOperation, ABC):
    """
    A product `lhs x rhs`.

    ```mlir
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x32xf16, slayout=row_major>,
        !pto.tile_buf<right, 32x16xf16, slayout=col_major>)
      outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    ```
    """

    lhs = operand_def(SHAPED)
    rhs = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("lhs", "rhs", result="result")
    PIPE: ClassVar = Pipe.M

    def __init__(self, lhs: Value, rhs: Value, dst: Value):
        super().__init__(operands=[lhs, rhs, dst], result_types=[None])


@irdl_op_definition
class TMatmulOp(ProductOperation):
    """The product of two tiles."""

    name = "pto.tmatmul"

    RULES: ClassVar = (*product(), elements())


@irdl_op_definition
class TGemvOp(ProductOperation):
    """The product of one row and a tile."""

    name = "pto.tgemv"

    RULES: ClassVar = (*row_product(), elements())


class AccumulatingProductOperation(TileOperation, ABC):
    """
    A product added to an accumulator, normally the destination itself: `acc_in + lhs x rhs`.

    ```mlir
    pto.tmatmul.acc ins(%c, %a, %b : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>,
        !pto.tile_buf<left, 16x32xf16, slayout=row_major>, !pto.tile_buf<right, 32x16xf16, slayout=col_major>)
      outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    ```
    """

    acc_in = operand_def(SHAPED)
    lhs = operand_def(SHAPED)
    rhs = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("acc_in", "lhs", "rhs", result="result")
    PIPE: ClassVar = Pipe.M

    def __init__(self, acc_in: Value, lhs: Value, rhs: Value, dst: Value):
        super().__init__(operands=[acc_in, lhs, rhs, dst], result_types=[None])


@irdl_op_definition
class TMatmulAccOp(AccumulatingProductOperation):
    """The product of two tiles, added."""

    name = "pto.tmatmul.acc"

    RULES: ClassVar = (*accumulator("acc_in"), *product())


@irdl_op_definition
class TGemvAccOp(AccumulatingProductOperation):
    """The product of one row and a tile, added."""

    name = "pto.tgemv.acc"

    RULES: ClassVar = (*accumulator("acc_in"), *row_product())


class BiasedProductOperation(TileOperation, ABC):
    """
    A product and a row that is added to each of its rows: `a x b + bias`.

    ```mlir
    pto.tmatmul.bias ins(%a, %b, %z : !pto.tile_buf<left, 16x32xf16, slayout=row_major>,
        !pto.tile_buf<right, 32x16xf16, slayout=col_major>, !pto.tile_buf<bias, 1x16xf32>)
      outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    ```
    """

    a = operand_def(SHAPED)
    b = operand_def(SHAPED)
    bias = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("a", "b", "bias", result="result")
    PIPE: ClassVar = Pipe.M

    def __init__(self, a: Value, b: Value, bias: Value, dst: Value):
        super().__init__(operands=[a, b, bias, dst], result_types=[None])


@irdl_op_definition
class TMatmulBiasOp(BiasedProductOperation):
    """The product of two tiles, and a bias."""

    name = "pto.tmatmul.bias"

    RULES: ClassVar = (*product("a", "b"), *BIAS, elements("a", "b"))


@irdl_op_definition
class TGemvBiasOp(BiasedProductOperation):
    """The product of one row and a tile, and a bias."""

    name = "pto.tgemv.bias"

    RULES: ClassVar = (*row_product("a", "b"), *BIAS, elements("a", "b"))
