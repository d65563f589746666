"""Rows and columns combined with every row or column of a tile."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, operand_def, opt_operand_def

from xdsl_tiles.dialects.pto.broadcast_rules import ColumnFor, TileAndColumn
from xdsl_tiles.dialects.pto.case_rules import On, Without
from xdsl_tiles.dialects.pto.element_rules import OneElement
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.extent_rules import NotEmpty
from xdsl_tiles.dialects.pto.operation import CountedSegments, Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.rules import RowMajor, Rule, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.tile_buf import DN, ND
from xdsl_tiles.dialects.pto.tile_rules import IsTile, LaidOut
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import ARITHMETIC, FLOATS, elements_in, in_vec, one_element, plain


def _with_row(listed: str) -> tuple[Rule, ...]:
    """The rules of a tile combined with a row, with elements of these types."""
    names = ("src0", "src1", "dst")
    return (
        elements_in(*names, a3=listed),
        Shapes(("src0", "dst"), "RC RC"),
        SameValid(("src0", "dst")),
        RowMajor(names),
        Valids(("src1", "dst"), "_C _C"),
    )


def _with_column(a3: str, a5: str | None = None) -> tuple[Rule, ...]:
    """The rules of a tile combined with a column, with elements of these types."""
    names = ("src0", "src1", "dst")
    return (IsTile(names), *one_element(*names, a3=a3, a5=a5), RowMajor(("dst",)))


_SCRATCH = IsTile(("tmp",))

_TILE_AND_COLUMN = (
    _SCRATCH,
    OneElement(("tmp", "dst")),
    NotEmpty(("dst",)),
    On(Arch.A5, (Without(("tmp",), "a5 needs no scratch for it"),)),
    TileAndColumn(("src0", "src1")),
)
"""What more holds where either operand may be the column."""


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

    RULES: ClassVar = (
        *in_vec("src"),
        LaidOut(("src",), (ND, DN)),
        *plain("dst"),
        *one_element("src", "dst", a3="i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32"),
        Valids(("src", "dst"), "R_ R_"),
        NotEmpty(("src", "dst")),
    )


@irdl_op_definition
class TColExpandOp(ExpandOperation):
    """A row repeated: `dst[r, c] = src[0, c]`."""

    name = "pto.tcolexpand"

    RULES: ClassVar = (
        *plain("src", "dst"),
        *one_element("src", "dst", a3="i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32"),
        Valids(("src", "dst"), "_C _C"),
    )


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

    RULES: ClassVar = (
        *_with_column(a3=ARITHMETIC, a5=ARITHMETIC + " int8"),
        RowMajor(("src0",)),
        SameValid(("src0", "dst")),
        ColumnFor("src1"),
    )


@irdl_op_definition
class TColExpandAddOp(BroadcastOperation):
    """The sum with a row."""

    name = "pto.tcolexpandadd"

    RULES: ClassVar = _with_row(ARITHMETIC)


@irdl_op_definition
class TColExpandSubOp(BroadcastOperation):
    """The element minus that of a row."""

    name = "pto.tcolexpandsub"

    RULES: ClassVar = _with_row(ARITHMETIC)


@irdl_op_definition
class TColExpandMulOp(BroadcastOperation):
    """The product with a row."""

    name = "pto.tcolexpandmul"

    RULES: ClassVar = _with_row(ARITHMETIC)


@irdl_op_definition
class TColExpandDivOp(BroadcastOperation):
    """The element over that of a row."""

    name = "pto.tcolexpanddiv"

    RULES: ClassVar = _with_row(FLOATS)


@irdl_op_definition
class TColExpandMaxOp(BroadcastOperation):
    """The larger with a row."""

    name = "pto.tcolexpandmax"

    RULES: ClassVar = _with_row(ARITHMETIC)


@irdl_op_definition
class TColExpandMinOp(BroadcastOperation):
    """The smaller with a row."""

    name = "pto.tcolexpandmin"

    RULES: ClassVar = _with_row(ARITHMETIC)


@irdl_op_definition
class TColExpandExpDifOp(BroadcastOperation):
    """The exponential of the element minus that of a row."""

    name = "pto.tcolexpandexpdif"

    RULES: ClassVar = _with_row(FLOATS)


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

    RULES: ClassVar = (*_with_column(a3=ARITHMETIC, a5=ARITHMETIC + " int8"), _SCRATCH)


@irdl_op_definition
class TRowExpandMulOp(ScratchBroadcastOperation):
    """The product with a column."""

    name = "pto.trowexpandmul"

    RULES: ClassVar = (*_with_column(a3=ARITHMETIC, a5=ARITHMETIC + " int8"), _SCRATCH)


@irdl_op_definition
class TRowExpandDivOp(ScratchBroadcastOperation):
    """The element over that of a column."""

    name = "pto.trowexpanddiv"

    RULES: ClassVar = (*_with_column(a3=FLOATS), _SCRATCH)


@irdl_op_definition
class TRowExpandMaxOp(ScratchBroadcastOperation):
    """The larger with a column."""

    name = "pto.trowexpandmax"

    RULES: ClassVar = (*_with_column(a3=ARITHMETIC, a5=ARITHMETIC + " int8"), *_TILE_AND_COLUMN)


@irdl_op_definition
class TRowExpandMinOp(ScratchBroadcastOperation):
    """The smaller with a column."""

    name = "pto.trowexpandmin"

    RULES: ClassVar = (*_with_column(a3=ARITHMETIC, a5=ARITHMETIC + " int8"), *_TILE_AND_COLUMN)


@irdl_op_definition
class TRowExpandExpDifOp(ScratchBroadcastOperation):
    """The exponential of the element minus that of a column."""

    name = "pto.trowexpandexpdif"

    RULES: ClassVar = (*_with_column(a3=FLOATS), *_TILE_AND_COLUMN)
