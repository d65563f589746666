"""Rows and columns of a tile reduced to one element each."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def

from xdsl_tiles.dialects.pto.broadcast_rules import column_result
from xdsl_tiles.dialects.pto.case_rules import On, Together
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.extent_rules import NotEmpty
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import flag
from xdsl_tiles.dialects.pto.rules import Rule
from xdsl_tiles.dialects.pto.shape_rules import Valids
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import ARITHMETIC, one_element, plain, scratch_like


def _reduced_rows() -> tuple[Rule, ...]:
    """The rules of one element of the same type for each row."""
    return (*_ROWS, *one_element("src", "dst", a3=ARITHMETIC))


def _reduced_columns(a5: str, *, empty: bool = False) -> tuple[Rule, ...]:
    """The rules of one element of the same type for each column; on a5 there is something to reduce, unless `empty`."""
    return (
        *plain("src", "dst"),
        *one_element("src", "dst", a3=ARITHMETIC, a5=a5),
        Valids(("src", "dst"), "_C _C"),
        *(() if empty else (On(Arch.A5, (NotEmpty(("src",)),)),)),
    )


_ROWS = (*plain("src"), NotEmpty(("src",)), *column_result())

_ROW_INDICES = (
    *_ROWS,
    Elements(("src", "dst"), (ARITHMETIC.replace(" ", ",") + "/i32,ui32",)),
    *scratch_like("tmp", "src"),
)

_COLUMN_INDICES = (
    *plain("src", "dst"),
    NotEmpty(("src",)),
    Valids(("src", "dst"), "_C 1C"),
    Elements(("src", "dst"), ("f16,f32/i32,ui32",)),
    *scratch_like("tmp", "src"),
)


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

    RULES: ClassVar = _reduced_rows()


@irdl_op_definition
class TRowMaxOp(ScratchReductionOperation):
    """The largest element of each row."""

    name = "pto.trowmax"

    RULES: ClassVar = _reduced_rows()


@irdl_op_definition
class TRowMinOp(ScratchReductionOperation):
    """The smallest element of each row."""

    name = "pto.trowmin"

    RULES: ClassVar = (*_reduced_rows(), *scratch_like("tmp", "src"))


@irdl_op_definition
class TRowProdOp(ScratchReductionOperation):
    """The product of each row."""

    name = "pto.trowprod"

    RULES: ClassVar = (*_reduced_rows(), *scratch_like("tmp", "src"))


@irdl_op_definition
class TRowArgMaxOp(ScratchReductionOperation):
    """The column of the largest element of each row, the first of equal ones."""

    name = "pto.trowargmax"

    RULES: ClassVar = _ROW_INDICES


@irdl_op_definition
class TRowArgMinOp(ScratchReductionOperation):
    """The column of the smallest element of each row, the first of equal ones."""

    name = "pto.trowargmin"

    RULES: ClassVar = _ROW_INDICES


@irdl_op_definition
class TColArgMaxOp(ScratchReductionOperation):
    """The row of the largest element of each column."""

    name = "pto.tcolargmax"

    RULES: ClassVar = _COLUMN_INDICES


@irdl_op_definition
class TColArgMinOp(ScratchReductionOperation):
    """The row of the smallest element of each column."""

    name = "pto.tcolargmin"

    RULES: ClassVar = _COLUMN_INDICES


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

    RULES: ClassVar = _reduced_columns(a5=ARITHMETIC + " int8 bf16")


@irdl_op_definition
class TColMinOp(ColumnReductionOperation):
    """The smallest element of each column."""

    name = "pto.tcolmin"

    RULES: ClassVar = _reduced_columns(a5=ARITHMETIC + " int8 bf16")


@irdl_op_definition
class TColProdOp(ColumnReductionOperation):
    """The product of each column."""

    name = "pto.tcolprod"

    RULES: ClassVar = _reduced_columns(a5=ARITHMETIC + " bf16", empty=True)


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

    RULES: ClassVar = (
        *_reduced_columns(a5=ARITHMETIC + " int8 bf16"),
        Together(("tmp", "is_binary")),
        *plain("tmp"),
        OneElement(("src", "tmp")),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "tmp?", inline_attributes=True)
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, dst: Value, tmp: Value | None = None, is_binary: bool = True):
        """`is_binary` counts only where there is a scratch tile."""
        properties = {} if tmp is None else {"isBinary": flag(is_binary)}
        super().__init__(operands=[src, tmp, dst], properties=properties)
