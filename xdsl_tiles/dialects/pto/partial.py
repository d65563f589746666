"""Elementwise functions of two tiles of which only parts are valid."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.types import SHAPED


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


@irdl_op_definition
class TPartMulOp(PartialOperation):
    """The product."""

    name = "pto.tpartmul"


@irdl_op_definition
class TPartMaxOp(PartialOperation):
    """The larger."""

    name = "pto.tpartmax"


@irdl_op_definition
class TPartMinOp(PartialOperation):
    """The smaller."""

    name = "pto.tpartmin"
