"""Functions of the bits of integer elements."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.case_rules import On
from xdsl_tiles.dialects.pto.element_rules import OneElement
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.rules import RowMajor
from xdsl_tiles.dialects.pto.tile_rules import IsTile
from xdsl_tiles.dialects.pto.types import SHAPED, SIGNLESS
from xdsl_tiles.dialects.pto.vector_rules import Distinct, NotNegative, elementwise, one_element, scratch_like

_OPERANDS = ("src0", "src1", "dst")

_WITH_SCALAR = (
    Distinct(("src", "dst")),
    *elementwise("src", "dst", a3="int8 int16", a5="int8 int16 int32"),
)
"""The rules of ops that combine elements with a scalar, whose type is not tied to theirs."""


class BitwiseOperation(VectorOperation, ABC):
    """
    A function of the bits of two elements.

    ```mlir
    pto.tand ins(%x, %y : !pto.tile_buf<vec, 16x32xi16>, !pto.tile_buf<vec, 16x32xi16>)
      outs(%z : !pto.tile_buf<vec, 16x32xi16>)
    ```
    """

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1")

    def __init__(self, src0: Value, src1: Value, dst: Value):
        super().__init__(operands=[src0, src1, dst])


@irdl_op_definition
class TAndOp(BitwiseOperation):
    """Bits that are set in both."""

    name = "pto.tand"

    RULES: ClassVar = elementwise(*_OPERANDS, a3="int8 int16", a5="int8 int16 int32")


@irdl_op_definition
class TOrOp(BitwiseOperation):
    """Bits that are set in either."""

    name = "pto.tor"

    RULES: ClassVar = elementwise(*_OPERANDS, a3="int8 int16", a5="int8 int16 int32")


@irdl_op_definition
class TShlOp(BitwiseOperation):
    """`src0` shifted to the left by `src1`."""

    name = "pto.tshl"

    RULES: ClassVar = elementwise(*_OPERANDS, a3="int8 int16 int32")


@irdl_op_definition
class TShrOp(BitwiseOperation):
    """`src0` shifted to the right by `src1`; signed elements keep their sign."""

    name = "pto.tshr"

    RULES: ClassVar = elementwise(*_OPERANDS, a3="int8 int16 int32")


class BitwiseScalarOperation(VectorOperation, ABC):
    """
    A function of the bits of each element and a scalar.

    ```mlir
    pto.tands ins(%x, %s : !pto.tile_buf<vec, 16x32xi16>, i16) outs(%z : !pto.tile_buf<vec, 16x32xi16>)
    ```
    """

    src = operand_def(SHAPED)
    scalar = operand_def(SIGNLESS)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar")

    def __init__(self, src: Value, scalar: Value, dst: Value):
        super().__init__(operands=[src, scalar, dst])


@irdl_op_definition
class TAndSOp(BitwiseScalarOperation):
    """Bits that are set in both."""

    name = "pto.tands"

    RULES: ClassVar = _WITH_SCALAR


@irdl_op_definition
class TOrSOp(BitwiseScalarOperation):
    """Bits that are set in either."""

    name = "pto.tors"

    RULES: ClassVar = _WITH_SCALAR


@irdl_op_definition
class TShlSOp(BitwiseScalarOperation):
    """The element shifted to the left by the scalar."""

    name = "pto.tshls"

    RULES: ClassVar = (
        IsTile(("src", "dst")),
        *one_element("src", "dst", a3="int8 int16 int32 int64"),
        NotNegative("scalar"),
    )


@irdl_op_definition
class TShrSOp(BitwiseScalarOperation):
    """The element shifted to the right by the scalar."""

    name = "pto.tshrs"

    RULES: ClassVar = elementwise("src", "dst", a3="int16 int32", a5="int8 int16 int32")


@irdl_op_definition
class TXorOp(VectorOperation):
    """
    Bits that are set in one of two elements; `tmp` is scratch.

    ```mlir
    pto.txor ins(%x, %y, %w : !pto.tile_buf<vec, 16x32xi16>, !pto.tile_buf<vec, 16x32xi16>,
        !pto.tile_buf<vec, 16x32xi16>)
      outs(%z : !pto.tile_buf<vec, 16x32xi16>)
    ```
    """

    name = "pto.txor"

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *elementwise(*_OPERANDS, a3="int8 int16", a5="int8 int16 int32"),
        On(Arch.A3, scratch_like("tmp", "dst")),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src0: Value, src1: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src0, src1, tmp, dst])


@irdl_op_definition
class TXorSOp(VectorOperation):
    """
    Bits that are set in the element or the scalar, but not both; `tmp` is scratch.

    ```mlir
    pto.txors ins(%x, %s, %w : !pto.tile_buf<vec, 16x32xi16>, i16, !pto.tile_buf<vec, 16x32xi16>)
      outs(%z : !pto.tile_buf<vec, 16x32xi16>)
    ```
    """

    name = "pto.txors"

    src = operand_def(SHAPED)
    scalar = operand_def(SIGNLESS)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *_WITH_SCALAR,
        On(Arch.A3, (IsTile(("tmp",)), OneElement(("dst", "tmp")), RowMajor(("tmp",)))),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, scalar: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src, scalar, tmp, dst])
