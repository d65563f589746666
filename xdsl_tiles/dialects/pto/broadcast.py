"""Rows and columns combined with every row or column of a tile."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, operand_def, opt_operand_def

from xdsl_tiles.dialects.pto.operation import CountedSegments, Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.types import SHAPED


class ExpandOperation(VectorOperation, ABC):
    """
    A row or a column repeated to fill a tile.

    ```mlir
    pto.trowexpand ins(%x : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])


@irdl_op_definition
class TRowExpandOp(ExpandOperation):
    """A column repeated: `dst[r, c] = src[r, 0]`."""

    name = "pto.trowexpand"


@irdl_op_definition
class TColExpandOp(ExpandOperation):
    """A row repeated: `dst[r, c] = src[0, c]`."""

    name = "pto.tcolexpand"


class BroadcastOperation(VectorOperation, ABC):
    """
    A function of the elements of a tile and of a row or column, `src1`, that stands for each of its rows or columns.

    ```mlir
    pto.tcolexpandmul ins(%x, %y : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 1x32xf32>)
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
class TRowExpandAddOp(BroadcastOperation):
    """The sum with a column."""

    name = "pto.trowexpandadd"


@irdl_op_definition
class TColExpandAddOp(BroadcastOperation):
    """The sum with a row."""

    name = "pto.tcolexpandadd"


@irdl_op_definition
class TColExpandSubOp(BroadcastOperation):
    """The element minus that of a row."""

    name = "pto.tcolexpandsub"


@irdl_op_definition
class TColExpandMulOp(BroadcastOperation):
    """The product with a row."""

    name = "pto.tcolexpandmul"


@irdl_op_definition
class TColExpandDivOp(BroadcastOperation):
    """The element over that of a row."""

    name = "pto.tcolexpanddiv"


@irdl_op_definition
class TColExpandMaxOp(BroadcastOperation):
    """The larger with a row."""

    name = "pto.tcolexpandmax"


@irdl_op_definition
class TColExpandMinOp(BroadcastOperation):
    """The smaller with a row."""

    name = "pto.tcolexpandmin"


@irdl_op_definition
class TColExpandExpDifOp(BroadcastOperation):
    """The exponential of the element minus that of a row."""

    name = "pto.tcolexpandexpdif"


class ScratchBroadcastOperation(VectorOperation, CountedSegments, ABC):
    """
    A function of the elements of a tile and of a column `src1`; `tmp` is scratch.

    ```mlir
    pto.trowexpandmul ins(%x, %y : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)
    dst = operand_def(SHAPED)

    irdl_options = (AttrSizedOperandSegments(),)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1", "tmp?")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src0: Value, src1: Value, dst: Value, tmp: Value | None = None):
        super().__init__(operands=[src0, src1, tmp, dst])


@irdl_op_definition
class TRowExpandSubOp(ScratchBroadcastOperation):
    """The element minus that of a column."""

    name = "pto.trowexpandsub"


@irdl_op_definition
class TRowExpandMulOp(ScratchBroadcastOperation):
    """The product with a column."""

    name = "pto.trowexpandmul"


@irdl_op_definition
class TRowExpandDivOp(ScratchBroadcastOperation):
    """The element over that of a column."""

    name = "pto.trowexpanddiv"


@irdl_op_definition
class TRowExpandMaxOp(ScratchBroadcastOperation):
    """The larger with a column."""

    name = "pto.trowexpandmax"


@irdl_op_definition
class TRowExpandMinOp(ScratchBroadcastOperation):
    """The smaller with a column."""

    name = "pto.trowexpandmin"


@irdl_op_definition
class TRowExpandExpDifOp(ScratchBroadcastOperation):
    """The exponential of the element minus that of a column."""

    name = "pto.trowexpandexpdif"
