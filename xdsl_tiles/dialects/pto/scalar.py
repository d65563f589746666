"""Elementwise functions of a tile and one scalar."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.types import SCALAR, SHAPED


class ScalarOperation(VectorOperation, ABC):
    """
    A function of each element and a scalar.

    ```mlir
    pto.tmuls ins(%x, %s : !pto.tile_buf<vec, 16x32xf32>, f32) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src = operand_def(SHAPED)
    scalar = operand_def(SCALAR)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar")

    def __init__(self, src: Value, scalar: Value, dst: Value):
        super().__init__(operands=[src, scalar, dst])


@irdl_op_definition
class TAddSOp(ScalarOperation):
    """The element plus the scalar."""

    name = "pto.tadds"


@irdl_op_definition
class TSubSOp(ScalarOperation):
    """The element minus the scalar."""

    name = "pto.tsubs"


@irdl_op_definition
class TMulSOp(ScalarOperation):
    """The element times the scalar."""

    name = "pto.tmuls"


@irdl_op_definition
class TMaxSOp(ScalarOperation):
    """The larger."""

    name = "pto.tmaxs"


@irdl_op_definition
class TMinSOp(ScalarOperation):
    """The smaller."""

    name = "pto.tmins"


@irdl_op_definition
class TFModSOp(ScalarOperation):
    """The remainder with the sign of the element, as C's fmod."""

    name = "pto.tfmods"


@irdl_op_definition
class TAxpyOp(ScalarOperation):
    """The scalar times the element, added to that of `dst`."""

    name = "pto.taxpy"

    UPDATES: ClassVar = ("dst",)


@irdl_op_definition
class TDivSOp(VectorOperation):
    """
    The quotient of a tile and a scalar, in the order in which they are written.

    ```mlir
    pto.tdivs ins(%s, %x : f32, !pto.tile_buf<vec, 16x32xf32>) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tdivs"

    src = operand_def(SHAPED | SCALAR)
    scalar = operand_def(SHAPED | SCALAR)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar")

    def __init__(self, dividend: Value, divisor: Value, dst: Value):
        super().__init__(operands=[dividend, divisor, dst])

    @property
    def dividend(self) -> SSAValue:
        """What is divided, the tile or the scalar."""
        return self.src

    @property
    def divisor(self) -> SSAValue:
        """What it is divided by."""
        return self.scalar


@irdl_op_definition
class TRemSOp(VectorOperation):
    """
    The remainder with the sign of the scalar; `tmp` is scratch.

    ```mlir
    pto.trems ins(%x, %s, %w : !pto.tile_buf<vec, 16x32xf32>, f32, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.trems"

    src = operand_def(SHAPED)
    scalar = operand_def(SCALAR)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, scalar: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src, scalar, tmp, dst])


class ScalarTernaryOperation(VectorOperation, ABC):
    """
    A function of two elements and a scalar.

    ```mlir
    pto.taddsc ins(%x, %s, %y : !pto.tile_buf<vec, 16x32xf32>, f32, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src0 = operand_def(SHAPED)
    scalar = operand_def(SCALAR)
    src1 = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "scalar", "src1")

    def __init__(self, src0: Value, scalar: Value, src1: Value, dst: Value):
        super().__init__(operands=[src0, scalar, src1, dst])


@irdl_op_definition
class TAddSCOp(ScalarTernaryOperation):
    """`src0 + scalar + src1`."""

    name = "pto.taddsc"


@irdl_op_definition
class TSubSCOp(ScalarTernaryOperation):
    """`src0 - scalar + src1`."""

    name = "pto.tsubsc"


@irdl_op_definition
class TExpandSOp(VectorOperation):
    """
    The scalar in every element of the valid region.

    ```mlir
    pto.texpands ins(%s : f32) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.texpands"

    scalar = operand_def(SCALAR)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("scalar")

    def __init__(self, scalar: Value, dst: Value):
        super().__init__(operands=[scalar, dst])
