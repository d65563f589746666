"""Tiles filled with padding, sequences, triangles and random words; tiles put together and transposed."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType, i32
from xdsl.irdl import irdl_op_definition, operand_def, prop_def

from xdsl_tiles.dialects.pto.case_rules import On, OnlyOn
from xdsl_tiles.dialects.pto.element_rules import OneWidth
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.extent_rules import ColumnsFrom, NotLarger, SideBySide, WholeBlocks
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import flag, number
from xdsl_tiles.dialects.pto.rules import RowMajor
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.tile_rules import IsTile
from xdsl_tiles.dialects.pto.types import SHAPED, SIGNLESS
from xdsl_tiles.dialects.pto.vector_rules import STORED, NumberIn, Padded, by_rows, elements_in, in_vec, one_element

_PADDED = (
    OneWidth(("src", "dst")),
    elements_in("src", "dst", a3=STORED + " fp8"),
    Padded("dst"),
)


class FillPadOperation(VectorOperation, ABC):
    """
    The valid region of `src`, and the pad value of the type of `dst` around it.

    ```mlir
    pto.tfillpad ins(%x : !pto.tile_buf<vec, 16x32xf32, valid=8x16>) outs(%z : !pto.tile_buf<vec, 16x32xf32, pad=1>)
    ```
    """

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])


@irdl_op_definition
class TFillPadOp(FillPadOperation):
    """Into a tile of the same shape."""

    name = "pto.tfillpad"

    RULES: ClassVar = (*_PADDED, Shapes(("src", "dst"), "RC RC"))


@irdl_op_definition
class TFillPadInplaceOp(FillPadOperation):
    """Into the tile itself: `src` and `dst` share their storage."""

    name = "pto.tfillpad_inplace"

    RULES: ClassVar = (*_PADDED, Shapes(("src", "dst"), "RC RC"))


@irdl_op_definition
class TFillPadExpandOp(FillPadOperation):
    """Into a larger tile."""

    name = "pto.tfillpad_expand"

    RULES: ClassVar = (*_PADDED, NotLarger("src", "dst"))


@irdl_op_definition
class TConcatOp(VectorOperation):
    """
    The columns of two tiles side by side.

    ```mlir
    pto.tconcat ins(%x, %y : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x64xf32>)
    ```
    """

    name = "pto.tconcat"

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *in_vec("src0", "src1", "dst"),
        *one_element("src0", "src1", "dst", a3="i8 i16 i32 f16 bf16 f32"),
        Valids(("src0", "src1", "dst"), "R_ R_ R_"),
        SideBySide("src0", "src1", "dst"),
        On(Arch.A5, (RowMajor(("src0", "src1", "dst")),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1")

    def __init__(self, src0: Value, src1: Value, dst: Value):
        super().__init__(operands=[src0, src1, dst])


@irdl_op_definition
class TTransOp(VectorOperation):
    """
    The transposed tile; `tmp` is scratch.

    ```mlir
    pto.ttrans ins(%x, %w : !pto.tile_buf<vec, 32x32xf32>, !pto.tile_buf<vec, 32x32xf32>)
      outs(%z : !pto.tile_buf<vec, 32x32xf32>)
    ```
    """

    name = "pto.ttrans"

    src = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        IsTile(("src", "tmp", "dst")),
        *one_element("src", "tmp", "dst", a3=STORED),
        On(Arch.A3, (RowMajor(("src",)),)),
        On(Arch.A5, (WholeBlocks(("src", "dst")),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, tmp: Value, dst: Value):
        super().__init__(operands=[src, tmp, dst])


@irdl_op_definition
class TCiOp(VectorOperation):
    """
    A row of consecutive numbers that begins with a scalar, upwards or `descending`.

    ```mlir
    pto.tci ins(%s : i32) outs(%z : !pto.tile_buf<vec, 1x32xi32>)
    ```
    """

    name = "pto.tci"

    start = operand_def(IntegerType)
    dst = operand_def(SHAPED)
    descending = prop_def(BoolAttr, default_value=flag(False))

    RULES: ClassVar = (
        IsTile(("dst",)),
        *one_element("dst", "start", a3="int16 int32"),
        ColumnsFrom(("dst",), 2),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("start", inline_attributes=True)

    def __init__(self, start: Value, dst: Value, *, descending: bool = False):
        super().__init__(operands=[start, dst], properties={"descending": flag(descending)})


@irdl_op_definition
class TTriOp(VectorOperation):
    """
    Ones in a triangle, zeros elsewhere: lower, `c <= r + diagonal`, or upper, `c >= r + diagonal`.

    ```mlir
    pto.ttri ins(%d {upperOrLower = 1 : i32} : i32) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.ttri"

    diagonal = operand_def(IntegerType)
    dst = operand_def(SHAPED)
    upper_or_lower = prop_def(IntegerAttr.constr(i32), default_value=IntegerAttr(0, i32), prop_name="upperOrLower")

    RULES: ClassVar = (
        *by_rows("dst"),
        elements_in("dst", a3="i16 ui16 i32 ui32 f16 f32", a5="i8 ui8 i16 ui16 i32 ui32 f16 bf16 f32"),
        NumberIn("upper_or_lower", (0, 1)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("diagonal", inline_attributes=True)

    def __init__(self, diagonal: Value, dst: Value, *, upper: bool = False):
        super().__init__(operands=[diagonal, dst], properties={"upperOrLower": number(int(upper))})

    @property
    def is_upper(self) -> bool:
        """Whether the ones are above the diagonal."""
        return bool(self.upper_or_lower.value.data)


@irdl_op_definition
class TRandomOp(VectorOperation):
    """
    Random words of the counter-based generator Philox4x32.

    ```mlir
    builtin.module attributes {pto.target_arch = "a5"} {
      func.func @example(%k: i32, %z: !pto.tile_buf<vec, 16x32xi32>) {
        pto.trandom ins(%k, %k, %k, %k, %k, %k : i32, i32, i32, i32, i32, i32) outs(%z : !pto.tile_buf<vec, 16x32xi32>)
        func.return
      }
    }
    ```
    """

    name = "pto.trandom"

    key0 = operand_def(SIGNLESS)
    key1 = operand_def(SIGNLESS)
    counter0 = operand_def(SIGNLESS)
    counter1 = operand_def(SIGNLESS)
    counter2 = operand_def(SIGNLESS)
    counter3 = operand_def(SIGNLESS)
    dst = operand_def(SHAPED)
    rounds = prop_def(IntegerAttr.constr(i32), default_value=IntegerAttr(10, i32))

    RULES: ClassVar = (
        OnlyOn(Arch.A5),
        *by_rows("dst"),
        elements_in("dst", a3="i32 ui32"),
        NumberIn("rounds", (7, 10)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs(
        "key0", "key1", "counter0", "counter1", "counter2", "counter3", inline_attributes=True
    )

    def __init__(
        self, keys: tuple[Value, Value], counters: tuple[Value, Value, Value, Value], dst: Value, rounds: int = 10
    ):
        super().__init__(operands=[*keys, *counters, dst], properties={"rounds": number(rounds)})
