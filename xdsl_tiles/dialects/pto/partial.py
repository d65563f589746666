"""Elementwise functions of two tiles of which only parts are valid."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.case_rules import On
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.extent_rules import PartlyValid
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.shape_rules import Shapes
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import ARITHMETIC, one_element

_OPERANDS = ("src0", "src1", "dst")

_PARTS = (
    *one_element(*_OPERANDS, a3=ARITHMETIC, a5=ARITHMETIC + " int8 bf16"),
    On(Arch.A3, (PartlyValid(("src0", "src1"), "dst"),)),
)


class PartialOperation(VectorOperation, ABC):
    """
    A function of two elements where both are valid; where one is, that one.

    ```mlir
    pto.tpartadd ins(%x, %y : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
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
class TPartAddOp(PartialOperation):
    """The sum."""

    name = "pto.tpartadd"

    RULES: ClassVar = _PARTS


@irdl_op_definition
class TPartMulOp(PartialOperation):
    """The product."""

    name = "pto.tpartmul"

    RULES: ClassVar = _PARTS


@irdl_op_definition
class TPartMaxOp(PartialOperation):
    """The larger."""

    name = "pto.tpartmax"

    RULES: ClassVar = (*_PARTS, Shapes(_OPERANDS, "RC RC RC"))


@irdl_op_definition
class TPartMinOp(PartialOperation):
    """The smaller."""

    name = "pto.tpartmin"

    RULES: ClassVar = (*_PARTS, Shapes(_OPERANDS, "RC RC RC"))
