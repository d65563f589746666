"""Products of microscaled tiles: every 32 elements along K share one scale. Source: pto section 5, `pto.tmatmul.mx`."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.irdl import irdl_op_definition, operand_def, opt_result_def

from xdsl_tiles.dialects.pto.case_rules import On
from xdsl_tiles.dialects.pto.enums import Arch, Pipe
from xdsl_tiles.dialects.pto.operation import TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.product_rules import (
    ARE_SCALES,
    FLOAT_BIAS,
    SAME_ACCUMULATOR,
    SCALED_ELEMENTS,
    SCALED_ROW,
    accumulator,
    product,
)
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.types import SHAPED


class ScaledProductOperation(TileOperation, ABC):
    """
    A product of scaled tiles: `(a * a_scale) x (b * b_scale)`.

    ```mlir
    pto.tmatmul.mx ins(%a, %sa, %b, %sb : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>,
        !pto.tile_buf<scaling, 16x64xf8E4M3FN>, !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>,
        !pto.tile_buf<scaling, 64x16xf8E4M3FN>)
      outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    ```
    """

    a = operand_def(SHAPED)
    a_scale = operand_def(SHAPED)
    b = operand_def(SHAPED)
    b_scale = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("a", "a_scale", "b", "b_scale", result="result")
    PIPE: ClassVar = Pipe.M

    def __init__(self, a: Value, a_scale: Value, b: Value, b_scale: Value, dst: Value):
        super().__init__(operands=[a, a_scale, b, b_scale, dst], result_types=[None])


@irdl_op_definition
class TMatmulMxOp(ScaledProductOperation):
    """The product of two tiles."""

    name = "pto.tmatmul.mx"

    RULES: ClassVar = (ARE_SCALES, SCALED_ELEMENTS)


@irdl_op_definition
class TGemvMxOp(ScaledProductOperation):
    """The product of one row and a tile."""

    name = "pto.tgemv.mx"

    RULES: ClassVar = SCALED_ROW


class AccumulatingScaledProductOperation(TileOperation, ABC):
    """A product of scaled tiles added to an accumulator: `c_in + (a * a_scale) x (b * b_scale)`."""

    c_in = operand_def(SHAPED)
    a = operand_def(SHAPED)
    a_scale = operand_def(SHAPED)
    b = operand_def(SHAPED)
    b_scale = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("c_in", "a", "a_scale", "b", "b_scale", result="result")
    PIPE: ClassVar = Pipe.M

    def __init__(self, c_in: Value, a: Value, a_scale: Value, b: Value, b_scale: Value, dst: Value):
        super().__init__(operands=[c_in, a, a_scale, b, b_scale, dst], result_types=[None])


@irdl_op_definition
class TMatmulMxAccOp(AccumulatingScaledProductOperation):
    """The product of two tiles, added."""

    name = "pto.tmatmul.mx.acc"

    RULES: ClassVar = (*accumulator("c_in"), ARE_SCALES, SCALED_ELEMENTS, On(Arch.A5, SAME_ACCUMULATOR))


@irdl_op_definition
class TGemvMxAccOp(AccumulatingScaledProductOperation):
    """The product of one row and a tile, added."""

    name = "pto.tgemv.mx.acc"

    RULES: ClassVar = (*SCALED_ROW, *accumulator("c_in"), *SAME_ACCUMULATOR)


class BiasedScaledProductOperation(TileOperation, ABC):
    """A product of scaled tiles and a row that is added to each of its rows."""

    a = operand_def(SHAPED)
    a_scale = operand_def(SHAPED)
    b = operand_def(SHAPED)
    b_scale = operand_def(SHAPED)
    bias = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("a", "a_scale", "b", "b_scale", "bias", result="result")
    PIPE: ClassVar = Pipe.M

    def __init__(self, a: Value, a_scale: Value, b: Value, b_scale: Value, bias: Value, dst: Value):
        super().__init__(operands=[a, a_scale, b, b_scale, bias, dst], result_types=[None])


@irdl_op_definition
class TMatmulMxBiasOp(BiasedScaledProductOperation):
    """The product of two tiles, and a bias."""

    name = "pto.tmatmul.mx.bias"

    RULES: ClassVar = (ARE_SCALES, *product("a", "b"), *FLOAT_BIAS, SCALED_ELEMENTS)


@irdl_op_definition
class TGemvMxBiasOp(BiasedScaledProductOperation):
    """The product of one row and a tile, and a bias."""

    name = "pto.tgemv.mx.bias"

    RULES: ClassVar = (
        *SCALED_ROW,
        *FLOAT_BIAS,
        Shapes(("bias", "dst"), "_N _N"),
        Valids(("bias", "dst"), "MN MN"),
    )
