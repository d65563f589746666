"""Elementwise functions of a tile and one scalar."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def

from xdsl_tiles.dialects.pto.case_rules import BySpaces, On
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.rules import RowMajor, Rule, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.types import NUMBER, SCALAR, SHAPED
from xdsl_tiles.dialects.pto.vector_rules import (
    ARITHMETIC,
    OneTile,
    by_rows,
    elementwise,
    in_vec,
    one_element,
    remainder_scratch,
)

_OPERANDS = ("src", "dst")


def _with_scalar(tile: str, a5: str, *, rows: bool = True) -> tuple[Rule, ...]:
    """The rules of `tile` and `dst` beside a scalar of any type; without `rows`, a5 lets their valid rows differ."""
    names = (tile, "dst")
    same_valid = SameValid(names)
    return (
        *in_vec(*names),
        *one_element(*names, a3=ARITHMETIC, a5=a5),
        same_valid if rows else Valids(names, "_C _C"),
        *(() if rows else (On(Arch.A3, (same_valid,)),)),
    )


class ScalarOperation(VectorOperation, ABC):
    """
    A function of each element and a scalar.

    ```mlir
    pto.tmuls ins(%x, %s : !pto.tile_buf<vec, 16x32xf32>, f32) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    src = operand_def(SHAPED)
    scalar = operand_def(NUMBER)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar")

    def __init__(self, src: Value, scalar: Value, dst: Value):
        super().__init__(operands=[src, scalar, dst])


@irdl_op_definition
class TAddSOp(ScalarOperation):
    """The element plus the scalar."""

    name = "pto.tadds"

    RULES: ClassVar = _with_scalar("src", a5=ARITHMETIC + " int8 bf16", rows=False)


@irdl_op_definition
class TSubSOp(ScalarOperation):
    """The element minus the scalar."""

    name = "pto.tsubs"

    RULES: ClassVar = _with_scalar("src", a5=ARITHMETIC + " int8 bf16", rows=False)


@irdl_op_definition
class TMulSOp(ScalarOperation):
    """The element times the scalar."""

    name = "pto.tmuls"

    RULES: ClassVar = _with_scalar("src", a5=ARITHMETIC + " int8 bf16", rows=False)


@irdl_op_definition
class TMaxSOp(ScalarOperation):
    """The larger."""

    name = "pto.tmaxs"

    RULES: ClassVar = _with_scalar("src", a5=ARITHMETIC + " int8")


@irdl_op_definition
class TMinSOp(ScalarOperation):
    """The smaller."""

    name = "pto.tmins"

    RULES: ClassVar = _with_scalar("src", a5=ARITHMETIC + " int8 bf16", rows=False)


@irdl_op_definition
class TFModSOp(ScalarOperation):
    """The remainder with the sign of the element, as C's fmod."""

    name = "pto.tfmods"

    RULES: ClassVar = (*elementwise(*_OPERANDS, a3=ARITHMETIC), OneElement(("src", "scalar")))


@irdl_op_definition
class TAxpyOp(ScalarOperation):
    """The scalar times the element, added to that of `dst`."""

    name = "pto.taxpy"

    RULES: ClassVar = (
        *by_rows(*_OPERANDS),
        SameValid(_OPERANDS),
        Shapes(_OPERANDS, "RC RC"),
        OneElement(("src", "scalar")),
        Elements(_OPERANDS, ("f16/f16,f32", "f32/f32"), ("f16/f16,f32", "bf16/bf16", "f32/f32")),
    )

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

    RULES: ClassVar = (OneTile(("src", "scalar")), *_with_scalar("tile", a5=ARITHMETIC + " int8"))
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar")

    def __init__(self, dividend: Value, divisor: Value, dst: Value):
        super().__init__(operands=[dividend, divisor, dst])

    @property
    def dividend(self) -> SSAValue:
        """What is divided, the tile or the scalar."""
        return self.src

    @property
    def tile(self) -> SSAValue:
        """The one that is a tile."""
        return self.scalar if SCALAR.verifies(self.src.type) else self.src

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
    scalar = operand_def(NUMBER)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *elementwise(*_OPERANDS, a3="int32 f32", a5=ARITHMETIC),
        OneElement(("src", "scalar")),
        *remainder_scratch(),
    )
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
    scalar = operand_def(NUMBER)
    src1 = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "scalar", "src1")

    def __init__(self, src0: Value, scalar: Value, src1: Value, dst: Value):
        super().__init__(operands=[src0, scalar, src1, dst])


@irdl_op_definition
class TAddSCOp(ScalarTernaryOperation):
    """`src0 + scalar + src1`."""

    name = "pto.taddsc"

    RULES: ClassVar = (Shapes(("src0", "src1", "dst"), "RC RC RC"),)


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

    scalar = operand_def(NUMBER)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        BySpaces(
            ("dst",),
            {(AddressSpace.VEC,): (On(Arch.A3, (RowMajor(("dst",)),)),), (AddressSpace.MAT,): ()},
        ),
        *one_element("dst", "scalar", a3=ARITHMETIC, a5=ARITHMETIC + " int8"),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("scalar")

    def __init__(self, scalar: Value, dst: Value):
        super().__init__(operands=[scalar, dst])
