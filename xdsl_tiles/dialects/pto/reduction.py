"""Rows and columns of a tile reduced to one element each."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def

from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import flag
from xdsl_tiles.dialects.pto.types import SHAPED


class ScratchReductionOperation(VectorOperation, ABC):
    """
    One element per row or column; `tmp` is scratch.

    ```mlir
    pto.trowsum ins(%x, %w : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
    ```
    """

    src = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src, tmp, dst])


@irdl_op_definition
class TRowSumOp(ScratchReductionOperation):
    """The sum of each row."""

    name = "pto.trowsum"


@irdl_op_definition
class TRowMaxOp(ScratchReductionOperation):
    """The largest element of each row."""

    name = "pto.trowmax"


@irdl_op_definition
class TRowMinOp(ScratchReductionOperation):
    """The smallest element of each row."""

    name = "pto.trowmin"


@irdl_op_definition
class TRowProdOp(ScratchReductionOperation):
    """The product of each row."""

    name = "pto.trowprod"


@irdl_op_definition
class TRowArgMaxOp(ScratchReductionOperation):
    """The column of the largest element of each row, the first of equal ones."""

    name = "pto.trowargmax"


@irdl_op_definition
class TRowArgMinOp(ScratchReductionOperation):
    """The column of the smallest element of each row, the first of equal ones."""

    name = "pto.trowargmin"


@irdl_op_definition
class TColArgMaxOp(ScratchReductionOperation):
    """The row of the largest element of each column."""

    name = "pto.tcolargmax"


@irdl_op_definition
class TColArgMinOp(ScratchReductionOperation):
    """The row of the smallest element of each column."""

    name = "pto.tcolargmin"


class ColumnReductionOperation(VectorOperation, ABC):
    """
    One element per column.

    ```mlir
    pto.tcolmax ins(%x : !pto.tile_buf<vec, 16x32xf32>) outs(%z : !pto.tile_buf<vec, 1x32xf32>)
    ```
    """

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])


@irdl_op_definition
class TColMaxOp(ColumnReductionOperation):
    """The largest element of each column."""

    name = "pto.tcolmax"


@irdl_op_definition
class TColMinOp(ColumnReductionOperation):
    """The smallest element of each column."""

    name = "pto.tcolmin"


@irdl_op_definition
class TColProdOp(ColumnReductionOperation):
    """The product of each column."""

    name = "pto.tcolprod"


@irdl_op_definition
class TColSumOp(VectorOperation):
    """
    The sum of each column, added up in pairs where there is a scratch tile and `isBinary`.

    ```mlir
    pto.tcolsum ins(%x, %w {isBinary = true} : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 1x32xf32>)
    ```
    """

    name = "pto.tcolsum"

    src = operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)
    dst = operand_def(SHAPED)
    is_binary = opt_prop_def(BoolAttr, prop_name="isBinary")

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "tmp?", inline_attributes=True)
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, dst: Value, tmp: Value | None = None, is_binary: bool = True):
        """`is_binary` counts only where there is a scratch tile."""
        properties = {} if tmp is None else {"isBinary": flag(is_binary)}
        super().__init__(operands=[src, tmp, dst], properties=properties)
