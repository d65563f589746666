"""Windows of tiles read and written, and what the fixpipe does with a scale per column."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.effects import space_of
from xdsl_tiles.dialects.pto.enums import AddressSpace, Pipe
from xdsl_tiles.dialects.pto.operation import TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.types import SHAPED


class WindowOperation(TileOperation, ABC):
    """
    A window of a tile that begins at row `indexRow` and column `indexCol`.

    ```mlir
    pto.textract ins(%s, %i, %j : !pto.tile_buf<mat, 64x64xf16, blayout=col_major, slayout=row_major>, index, index)
      outs(%d : !pto.tile_buf<left, 32x32xf16, slayout=row_major>)
    ```
    """

    src = operand_def(SHAPED)
    index_row = operand_def(IndexType)
    index_col = operand_def(IndexType)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "index_row", "index_col")

    def __init__(self, src: Value, index_row: Value, index_col: Value, dst: Value):
        super().__init__(operands=[src, index_row, index_col, dst])

    @property
    def unit(self) -> Pipe | None:
        """The vector unit between tiles in vec, else the pipe that reads the source's memory."""
        source, target = space_of(self.src.type), space_of(self.dst.type)
        if source is None:
            return None
        return Pipe.V if source is target is AddressSpace.VEC else _READING.get(source)


_READING = {AddressSpace.MAT: Pipe.MTE1, AddressSpace.ACC: Pipe.FIX, AddressSpace.VEC: Pipe.MTE3}
"""The pipe that copies out of a memory."""


@irdl_op_definition
class TExtractOp(WindowOperation):
    """Read a window: `dst[r, c] = src[r + indexRow, c + indexCol]`."""

    name = "pto.textract"


@irdl_op_definition
class TInsertOp(WindowOperation):
    """Write a window: `dst[r + indexRow, c + indexCol] = src[r, c]`; the rest of `dst` stays."""

    name = "pto.tinsert"


class ScaledWindowOperation(TileOperation, ABC):
    """
    A window copied from an accumulator, converted by the scales in `fp`, one a column.

    ```mlir
    pto.textract_fp ins(%s, %f, %i, %j : !pto.tile_buf<acc, 64x64xi32, blayout=col_major, slayout=row_major,
        fractal=1024>, !pto.tile_buf<scaling, 1x64xui64>, index, index)
      outs(%d : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>)
    ```
    """

    src = operand_def(SHAPED)
    fp = operand_def(SHAPED)
    index_row = operand_def(IndexType)
    index_col = operand_def(IndexType)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "fp", "index_row", "index_col")
    PIPE: ClassVar = Pipe.FIX

    def __init__(self, src: Value, fp: Value, index_row: Value, index_col: Value, dst: Value):
        super().__init__(operands=[src, fp, index_row, index_col, dst])


@irdl_op_definition
class TExtractFpOp(ScaledWindowOperation):
    """Read a window of an accumulator."""

    name = "pto.textract_fp"


@irdl_op_definition
class TInsertFpOp(ScaledWindowOperation):
    """Write an accumulator into a window."""

    name = "pto.tinsert_fp"


class ScaledCopyOperation(TileOperation, ABC):
    """
    An accumulator copied and converted by the scales in `fp`, one a column.

    ```mlir
    pto.tmov.fp ins(%s, %f : !pto.tile_buf<acc, 32x32xi32, blayout=col_major, slayout=row_major, fractal=1024>,
        !pto.tile_buf<scaling, 1x32xui64>)
      outs(%d : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>)
    ```
    """

    src = operand_def(SHAPED)
    fp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "fp")
    PIPE: ClassVar = Pipe.FIX

    def __init__(self, src: Value, fp: Value, dst: Value):
        super().__init__(operands=[src, fp, dst])


@irdl_op_definition
class TMovFpOp(ScaledCopyOperation):
    """Copy an accumulator to mat."""

    name = "pto.tmov.fp"


@irdl_op_definition
class TStoreFpOp(ScaledCopyOperation):
    """Copy an accumulator to global memory."""

    name = "pto.tstore_fp"


@irdl_op_definition
class TGetScaleAddrOp(TileOperation):
    """
    Put a tile of scales at the address that belongs to a tile of data.

    ```mlir
    pto.tget_scale_addr ins(%s : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>)
      outs(%d : !pto.tile_buf<scaling, 16x64xf8E4M3FN>)
    ```
    """

    name = "pto.tget_scale_addr"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")
    PIPE: ClassVar = Pipe.S

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])
