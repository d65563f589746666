"""Functions of the bits of integer elements."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.types import SHAPED, SIGNLESS


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


@irdl_op_definition
class TOrOp(BitwiseOperation):
    """Bits that are set in either."""

    name = "pto.tor"


@irdl_op_definition
class TShlOp(BitwiseOperation):
    """`src0` shifted to the left by `src1`."""

    name = "pto.tshl"


@irdl_op_definition
class TShrOp(BitwiseOperation):
    """`src0` shifted to the right by `src1`; signed elements keep their sign."""

    name = "pto.tshr"


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


@irdl_op_definition
class TOrSOp(BitwiseScalarOperation):
    """Bits that are set in either."""

    name = "pto.tors"


@irdl_op_definition
class TShlSOp(BitwiseScalarOperation):
    """The element shifted to the left by the scalar."""

    name = "pto.tshls"


@irdl_op_definition
class TShrSOp(BitwiseScalarOperation):
    """The element shifted to the right by the scalar."""

    name = "pto.tshrs"


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

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, scalar: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src, scalar, tmp, dst])
