"""Comparisons, whose results are bits, and choices between elements by such bits."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def

from xdsl_tiles.dialects.pto.attributes import CmpAttr
from xdsl_tiles.dialects.pto.case_rules import On
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import optional
from xdsl_tiles.dialects.pto.rules import InSpace, RowMajor, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.tile_rules import IsTile
from xdsl_tiles.dialects.pto.types import NUMBER, SHAPED
from xdsl_tiles.dialects.pto.vector_rules import ARITHMETIC, elements_in, in_vec, one_element
from xdsl_tiles.numerics.comparison import Comparison


@irdl_op_definition
class TCmpOp(VectorOperation):
    """
    One bit per pair of elements, eight to a byte, the lowest bit first: whether the comparison holds.

    ```mlir
    pto.tcmp ins(%x, %y {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xi8>)
    ```
    """

    name = "pto.tcmp"

    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    cmp_mode = opt_prop_def(CmpAttr, prop_name="cmpMode")

    RULES: ClassVar = (
        IsTile(("src0", "src1", "dst")),
        OneElement(("src0", "src1")),
        Elements(
            ("src0", "dst"),
            ("int32,f16,f32/int8",),
            ("int8,int16,int32,f16,bf16,f32/int8",),
        ),
        On(
            Arch.A3,
            (
                InSpace(("src0", "src1", "dst"), (AddressSpace.VEC,)),
                Valids(("src0", "src1", "dst"), "RC RC R_"),
            ),
        ),
        On(Arch.A5, (Shapes(("src0", "src1", "dst"), "RC RC RC"),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src0", "src1", inline_attributes=True)

    def __init__(self, src0: Value, src1: Value, dst: Value, comparison: Comparison | None = None):
        super().__init__(operands=[src0, src1, dst], properties={"cmpMode": optional(CmpAttr, comparison)})

    @property
    def comparison(self) -> Comparison:
        """What is asked; equality where the op does not say."""
        return self.cmp_mode.data if self.cmp_mode else Comparison.EQ


@irdl_op_definition
class TCmpSOp(VectorOperation):
    """
    One bit per element, as `pto.tcmp`: whether the comparison with the scalar holds.

    ```mlir
    pto.tcmps ins(%x, %s {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x32xf32>, f32)
      outs(%z : !pto.tile_buf<vec, 16x32xi8>)
    ```
    """

    name = "pto.tcmps"

    src = operand_def(SHAPED)
    scalar = operand_def(NUMBER)
    dst = operand_def(SHAPED)
    cmp_mode = prop_def(CmpAttr, default_value=CmpAttr(Comparison.EQ), prop_name="cmpMode")

    RULES: ClassVar = (
        *in_vec("src", "dst"),
        elements_in("src", a3=ARITHMETIC, a5=ARITHMETIC + " int8"),
        Valids(("src", "dst"), "R_ R_"),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scalar", inline_attributes=True)

    def __init__(self, src: Value, scalar: Value, dst: Value, comparison: Comparison = Comparison.EQ):
        super().__init__(operands=[src, scalar, dst], properties={"cmpMode": CmpAttr(comparison)})

    @property
    def comparison(self) -> Comparison:
        """What is asked."""
        return self.cmp_mode.data


@irdl_op_definition
class TSelOp(VectorOperation):
    """
    The element of `src0` where the bit of the mask is set, else that of `src1`; `tmp` is scratch.

    ```mlir
    pto.tsel ins(%m, %x, %y, %w : !pto.tile_buf<vec, 16x32xi8>, !pto.tile_buf<vec, 16x32xf32>,
        !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tsel"

    mask = operand_def(SHAPED)
    src0 = operand_def(SHAPED)
    src1 = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        IsTile(("src0", "src1", "dst")),
        *one_element("src0", "src1", "dst", a3=ARITHMETIC, a5=ARITHMETIC + " int8"),
        RowMajor(("src0", "src1", "dst")),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("mask", "src0", "src1", "tmp")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, mask: Value, src0: Value, src1: Value, tmp: Value, dst: Value):
        super().__init__(operands=[mask, src0, src1, tmp, dst])


@irdl_op_definition
class TSelSOp(VectorOperation):
    """
    The element where the bit of the mask is set, else the scalar; `tmp` is scratch.

    ```mlir
    pto.tsels ins(%m, %x, %w, %s : !pto.tile_buf<vec, 16x32xi8>, !pto.tile_buf<vec, 16x32xf32>,
        !pto.tile_buf<vec, 16x32xf32>, f32)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tsels"

    mask = operand_def(SHAPED)
    src = operand_def(SHAPED)
    tmp = operand_def(SHAPED)
    scalar = operand_def(NUMBER)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        IsTile(("mask", "src", "tmp", "dst")),
        *one_element("src", "dst", a3="i16 i32 f16 f32", a5="i8 i16 i32 f16 f32"),
        SameValid(("src", "dst")),
        RowMajor(("src", "dst")),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("mask", "src", "tmp", "scalar")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, mask: Value, src: Value, tmp: Value, scalar: Value, dst: Value):
        super().__init__(operands=[mask, src, tmp, scalar, dst])
