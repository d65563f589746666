"""Windows of tiles read and written, and what the fixpipe does with a scale per column."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.case_rules import BySpaces, On, OnlyOn
from xdsl_tiles.dialects.pto.effects import space_of
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch, Pipe
from xdsl_tiles.dialects.pto.operation import TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.rules import InSpace
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids, ValidWithin
from xdsl_tiles.dialects.pto.tile_buf import ND, NZ, ZN, ZZ
from xdsl_tiles.dialects.pto.tile_rules import Fractal, IsTile, IsWindow, LaidOut
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.window_rules import Inside

LEFT, RIGHT, SCALING = AddressSpace.LEFT, AddressSpace.RIGHT, AddressSpace.SCALING
MAT, VEC, ACC = AddressSpace.MAT, AddressSpace.VEC, AddressSpace.ACC

_PAIR = ("src", "dst")
_BOTH_ND = LaidOut(_PAIR, (ND,))
_BOTH_NZ = LaidOut(_PAIR, (NZ,))
_ANY_BOXES = LaidOut(("src",), (ND, ZZ, ZN, NZ))
_CROSSED_BOXES = LaidOut(("src",), (ZN, NZ))


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


_COPIED = (OneElement(_PAIR), Elements(("src",), ("int8,int32,f16,bf16,f32,fp8",)))
"""The rules of the elements of a window within or out of vec."""

_READING = {AddressSpace.MAT: Pipe.MTE1, AddressSpace.ACC: Pipe.FIX, AddressSpace.VEC: Pipe.MTE3}
"""The pipe that copies out of a memory."""


@irdl_op_definition
class TExtractOp(WindowOperation):
    """Read a window: `dst[r, c] = src[r + indexRow, c + indexCol]`."""

    name = "pto.textract"

    RULES: ClassVar = (
        IsTile(_PAIR),
        Inside("dst", "src"),
        OneElement(_PAIR),
        Elements(("dst",), ("int8,f16,bf16,f32",), ("int8,f16,bf16,f32,fp8",)),
        On(
            Arch.A3,
            (
                BySpaces(
                    _PAIR,
                    {
                        (MAT, LEFT): (_ANY_BOXES, LaidOut(("dst",), (ZZ,))),
                        (MAT, RIGHT): (_ANY_BOXES, LaidOut(("dst",), (ZN,))),
                    },
                ),
            ),
        ),
        On(
            Arch.A5,
            (
                BySpaces(
                    _PAIR,
                    {
                        (MAT, LEFT): (_ANY_BOXES, LaidOut(("dst",), (NZ,))),
                        (MAT, RIGHT): (_CROSSED_BOXES, LaidOut(("dst",), (ZN,))),
                        (MAT, SCALING): (_CROSSED_BOXES,),
                        (VEC, MAT): (),
                        (VEC, VEC): (_BOTH_ND,),
                    },
                ),
            ),
        ),
    )


@irdl_op_definition
class TInsertOp(WindowOperation):
    """Write a window: `dst[r + indexRow, c + indexCol] = src[r, c]`; the rest of `dst` stays."""

    name = "pto.tinsert"

    RULES: ClassVar = (
        IsTile(_PAIR),
        Inside("src", "dst", by_valid=True),
        On(
            Arch.A3,
            (
                BySpaces(
                    _PAIR,
                    {(ACC, MAT): (_BOTH_NZ, Fractal(("dst",), 512), Elements(_PAIR, ("f32/f16,bf16",)))},
                ),
            ),
        ),
        On(
            Arch.A5,
            (
                BySpaces(
                    _PAIR,
                    {
                        (ACC, MAT): (_BOTH_NZ, Elements(_PAIR, ("f32/f16,bf16,f32", "int32/int32"))),
                        (VEC, MAT): (LaidOut(("dst",), (NZ,)), LaidOut(("src",), (ND, NZ)), *_COPIED),
                        (VEC, VEC): (_BOTH_ND, *_COPIED),
                    },
                ),
            ),
        ),
    )


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
    RULES: ClassVar = (
        IsTile(("fp",)),
        InSpace(("fp",), (SCALING,)),
        BySpaces(_PAIR, {(ACC, MAT): (_BOTH_NZ,)}),
        On(Arch.A3, (Fractal(("dst",), 512),)),
        Elements(
            _PAIR,
            ("f32/int8", "int32/int8,int16,f16"),
            ("f32/int8,fp8,f16,bf16,f32", "int32/int8,f16,bf16"),
        ),
    )

    def __init__(self, src: Value, fp: Value, index_row: Value, index_col: Value, dst: Value):
        super().__init__(operands=[src, fp, index_row, index_col, dst])


@irdl_op_definition
class TExtractFpOp(ScaledWindowOperation):
    """Read a window of an accumulator."""

    name = "pto.textract_fp"

    RULES: ClassVar = (*ScaledWindowOperation.RULES, Inside("dst", "src"))


@irdl_op_definition
class TInsertFpOp(ScaledWindowOperation):
    """Write an accumulator into a window."""

    name = "pto.tinsert_fp"

    RULES: ClassVar = (*ScaledWindowOperation.RULES, Inside("src", "dst", by_valid=True))


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

    RULES: ClassVar = (
        IsTile(("src", "fp", "dst")),
        InSpace(("fp",), (SCALING,)),
        Elements(("src",), ("f32,i32,ui32",)),
        LaidOut(("src",), (NZ,)),
        On(Arch.A3, (BySpaces(_PAIR, {(ACC, MAT): (LaidOut(("dst",), (NZ,)), Fractal(("dst",), 512))}),)),
    )


@irdl_op_definition
class TStoreFpOp(ScaledCopyOperation):
    """Copy an accumulator to global memory."""

    name = "pto.tstore_fp"

    RULES: ClassVar = (
        IsTile(("src", "fp")),
        IsWindow(("dst",)),
        InSpace(("src",), (ACC,)),
        On(Arch.A3, (Elements(("src",), ("f32,i32,ui32",)), ValidWithin(("src",), "_N", 1, 4095))),
    )


@irdl_op_definition
class TGetScaleAddrOp(TileOperation):
    """
    Put a tile of scales at the address that belongs to a tile of data.

    ```mlir
    builtin.module attributes {pto.target_arch = "a5"} {
      func.func @example(%s: !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>,
          %d: !pto.tile_buf<scaling, 16x64xf8E4M3FN>) {
        pto.tget_scale_addr ins(%s : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>)
          outs(%d : !pto.tile_buf<scaling, 16x64xf8E4M3FN>)
        func.return
      }
    }
    ```
    """

    name = "pto.tget_scale_addr"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")
    PIPE: ClassVar = Pipe.S
    RULES: ClassVar = (
        OnlyOn(Arch.A5),
        IsTile(_PAIR),
        InSpace(("dst",), (SCALING,)),
        Shapes(_PAIR, "MN MN"),
        Valids(_PAIR, "MN MN"),
    )

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])
