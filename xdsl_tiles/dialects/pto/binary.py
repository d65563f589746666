"""Elementwise functions of two or three tiles."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.shape_rules import Shapes
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import ARITHMETIC, FLOATS, elementwise, remainder_scratch

_OPERANDS = ("src0", "src1", "dst")


class BinaryOperation(VectorOperation, ABC):
    """
    A function of two elements.

    ```mlir
    pto.tadd ins(%x, %y : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1")

    def __init__(self, src0: Value, src1: Value, dst: Value):
        super().__init__(operands=[src0, src1, dst])


@irdl_op_definition
class TAddOp(BinaryOperation):
    """The sum."""

    name = "pto.tadd"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=ARITHMETIC, a5=ARITHMETIC + " int8 bf16")


@irdl_op_definition
class TSubOp(BinaryOperation):
    """The difference."""

    name = "pto.tsub"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=ARITHMETIC, a5=ARITHMETIC + " int8")


@irdl_op_definition
class TMulOp(BinaryOperation):
    """The product."""

    name = "pto.tmul"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=ARITHMETIC)


@irdl_op_definition
class TDivOp(BinaryOperation):
    """The quotient."""

    name = "pto.tdiv"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=FLOATS, a5=ARITHMETIC)


@irdl_op_definition
class TMaxOp(BinaryOperation):
    """The larger."""

    name = "pto.tmax"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=ARITHMETIC, a5=ARITHMETIC + " int8")


@irdl_op_definition
class TMinOp(BinaryOperation):
    """The smaller."""

    name = "pto.tmin"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=ARITHMETIC, a5=ARITHMETIC + " int8")


@irdl_op_definition
class TFModOp(BinaryOperation):
    """The remainder with the sign of `src0`, as C's fmod."""

    name = "pto.tfmod"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=ARITHMETIC)


class TernaryOperation(VectorOperation, ABC):
    """
    A function of three elements.

    ```mlir
    pto.taddc ins(%x, %y, %w : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>,
        !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    src2 = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1", "src2")

    def __init__(self, src0: Value, src1: Value, src2: Value, dst: Value):
        super().__init__(operands=[src0, src1, src2, dst])


@irdl_op_definition
class TAddCOp(TernaryOperation):
    """The sum of all three: `src0 + src1 + src2`."""

    name = "pto.taddc"

    RULES: ClassVar = (Shapes(("src0", "src1", "src2", "dst"), "RC RC RC RC"),)


@irdl_op_definition
class TSubCOp(TernaryOperation):
    """`src0 - src1 + src2`."""

    name = "pto.tsubc"


@irdl_op_definition
class TRemOp(VectorOperation):
    """
    The remainder with the sign of `src1`: `src0 - floor(src0 / src1) * src1`; `tmp` is scratch.

    ```mlir
    pto.trem ins(%x, %y, %w : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>,
        !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.trem"

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (*elementwise(*_OPERANDS, a3="int32 f32", a5=ARITHMETIC), *remainder_scratch())
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src0: Value, src1: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src0, src1, tmp, dst])
