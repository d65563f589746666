"""Elementwise functions of one tile."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import Float32Type
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def

from xdsl_tiles.dialects.pto.case_rules import On
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.extent_rules import Bytes, NotEmpty
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.rules import RowMajor, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.tile_rules import IsTile
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import (
    ARITHMETIC,
    FLOATS,
    Distinct,
    by_rows,
    elements_in,
    elementwise,
    in_vec,
    one_element,
)

_OPERANDS = ("src", "dst")


class UnaryOperation(VectorOperation, ABC):
    """
    A function of each element.

    ```mlir
    pto.texp ins(%x : !pto.tile_buf<vec, 16x32xf32>) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])


@irdl_op_definition
class TAbsOp(UnaryOperation):
    """The absolute value."""

    name = "pto.tabs"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=FLOATS)


@irdl_op_definition
class TExpOp(UnaryOperation):
    """The exponential."""

    name = "pto.texp"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=FLOATS)


@irdl_op_definition
class TLogOp(UnaryOperation):
    """The natural logarithm."""

    name = "pto.tlog"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=FLOATS)


@irdl_op_definition
class TSqrtOp(UnaryOperation):
    """The square root."""

    name = "pto.tsqrt"

    RULES: ClassVar = elementwise(*_OPERANDS, a3=FLOATS)


@irdl_op_definition
class TRecipOp(UnaryOperation):
    """The reciprocal."""

    name = "pto.trecip"

    RULES: ClassVar = (*elementwise(*_OPERANDS, a3=FLOATS), On(Arch.A3, (Distinct(_OPERANDS),)))


@irdl_op_definition
class TNegOp(UnaryOperation):
    """The negation."""

    name = "pto.tneg"

    RULES: ClassVar = (
        *in_vec(*_OPERANDS),
        *one_element(*_OPERANDS, a3=ARITHMETIC, a5=ARITHMETIC + " int8 bf16"),
        On(Arch.A3, (SameValid(_OPERANDS),)),
        Valids(_OPERANDS, "_C _C"),
    )


@irdl_op_definition
class TReluOp(UnaryOperation):
    """The larger of the element and zero."""

    name = "pto.trelu"

    RULES: ClassVar = elementwise(*_OPERANDS, a3="int32 f16 f32")


@irdl_op_definition
class TNotOp(UnaryOperation):
    """The complement of every bit."""

    name = "pto.tnot"

    RULES: ClassVar = elementwise(*_OPERANDS, a3="int16", a5="int8 int16 int32")


@irdl_op_definition
class TRsqrtOp(VectorOperation):
    """
    The reciprocal square root; a scratch tile `tmp` asks for a more exact sequence.

    ```mlir
    pto.trsqrt ins(%x : !pto.tile_buf<vec, 16x32xf32>) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.trsqrt"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)

    RULES: ClassVar = (*elementwise(*_OPERANDS, a3=FLOATS), *by_rows("tmp"), Bytes(("tmp",), 32))
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "tmp?")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, dst: Value, tmp: Value | None = None):
        super().__init__(operands=[src, dst, tmp])


@irdl_op_definition
class TLReluOp(VectorOperation):
    """
    The element where it is positive, else it times `slope`.

    ```mlir
    pto.tlrelu ins(%x, %s : !pto.tile_buf<vec, 16x32xf32>, f32) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tlrelu"

    src = operand_def(SHAPED)
    slope = operand_def(Float32Type)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *in_vec(*_OPERANDS),
        *one_element(*_OPERANDS, a3=FLOATS),
        SameValid(_OPERANDS),
        On(Arch.A3, (NotEmpty(("src",)),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "slope")

    def __init__(self, src: Value, slope: Value, dst: Value):
        super().__init__(operands=[src, slope, dst])


@irdl_op_definition
class TPReluOp(VectorOperation):
    """
    The element where it is positive, else it times that of `src1`.

    ```mlir
    pto.tprelu ins(%x, %y, %w : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>,
        !pto.tile_buf<vec, 16x32xui8>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tprelu"

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *elementwise("src0", "src1", "dst", a3=FLOATS),
        IsTile(("tmp",)),
        Shapes(("src0", "src1", "tmp", "dst"), "RC RC RC RC"),
        On(
            Arch.A3,
            (elements_in("tmp", a3="ui8"), RowMajor(("tmp",)), Distinct(("src0", "src1", "tmp", "dst"))),
        ),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src0: Value, src1: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src0, src1, tmp, dst])
