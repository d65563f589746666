"""Conversions between element types."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
)

from xdsl_tiles.dialects.pto.attributes import QuantTypeAttr, RoundModeAttr, SaturationModeAttr
from xdsl_tiles.dialects.pto.case_rules import ByWord, On, OnlyOn, With, Without
from xdsl_tiles.dialects.pto.element_rules import Elements
from xdsl_tiles.dialects.pto.enums import Arch, QuantType, RoundMode, SaturationMode
from xdsl_tiles.dialects.pto.operation import CountedSegments, Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import optional
from xdsl_tiles.dialects.pto.rules import RowMajor, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes
from xdsl_tiles.dialects.pto.tile_rules import IsTile
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import by_rows, elements_in


@irdl_op_definition
class TCvtOp(VectorOperation):
    """
    Convert every element to the element type of `dst`, rounding as `rmode` says; `tmp` is scratch.

    The round mode is always written.

    ```mlir
    pto.tcvt ins(%x {rmode = #pto<round_mode RINT>} : !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf16>)
    ```
    """

    name = "pto.tcvt"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)
    rmode = prop_def(RoundModeAttr)
    sat_mode = opt_prop_def(SaturationModeAttr)

    RULES: ClassVar = (IsTile(("src", "dst")), Shapes(("src", "dst"), "RC RC"), SameValid(("src", "dst")))
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "tmp?", inline_attributes=True)
    UPDATES: ClassVar = ("tmp",)

    def __init__(
        self,
        src: Value,
        dst: Value,
        rounding: RoundMode = RoundMode.CAST_RINT,
        saturation: SaturationMode | None = None,
        tmp: Value | None = None,
    ):
        super().__init__(
            operands=[src, dst, tmp],
            properties={"rmode": RoundModeAttr(rounding), "sat_mode": optional(SaturationModeAttr, saturation)},
        )

    def __post_init__(self) -> None:
        self.properties.setdefault("rmode", RoundModeAttr(RoundMode.CAST_RINT))
        super().__post_init__()


@irdl_op_definition
class TPackOp(VectorOperation):
    """
    Keep the low bytes of every element.

    ```mlir
    builtin.module attributes {pto.target_arch = "a5"} {
      func.func @example(%x: !pto.tile_buf<vec, 16x32xi32>, %z: !pto.tile_buf<vec, 16x32xi16>) {
        pto.tpack ins(%x : !pto.tile_buf<vec, 16x32xi32>) outs(%z : !pto.tile_buf<vec, 16x32xi16>)
        func.return
      }
    }
    ```
    """

    name = "pto.tpack"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        OnlyOn(Arch.A5),
        *by_rows("src", "dst"),
        SameValid(("src", "dst")),
        Elements(("src", "dst"), ("int32,f32/int8,int16,f16,bf16,fp8", "int16,f16,bf16/int8,fp8")),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])


@irdl_op_definition
class TQuantOp(VectorOperation, CountedSegments):
    """
    Quantise floats to bytes by a factor per row: `round(src * fp)` signed, or `round(src * fp + offset)` unsigned.

    ```mlir
    pto.tquant ins(%x, %f : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
      outs(%z : !pto.tile_buf<vec, 16x32xi8>) {quant_type = #pto<quant_type INT8_SYM>}
    ```
    """

    name = "pto.tquant"

    src = operand_def(SHAPED)
    fp = operand_def(SHAPED)
    offset = opt_operand_def(SHAPED)
    dst = operand_def(SHAPED)
    quant_type = prop_def(QuantTypeAttr)

    irdl_options = (AttrSizedOperandSegments(),)

    RULES: ClassVar = (
        IsTile(("src", "fp", "offset", "dst")),
        elements_in("src", a3="f32"),
        ByWord(
            "quant_type",
            {
                QuantType.INT8_SYM: (
                    elements_in("dst", a3="i8 si8"),
                    Without(("offset",), "quant_type INT8_SYM is symmetric"),
                ),
                QuantType.INT8_ASYM: (
                    elements_in("dst", a3="ui8"),
                    With(("offset",), "quant_type INT8_ASYM is not symmetric"),
                    elements_in("offset", a3="f32"),
                ),
            },
        ),
        On(Arch.A3, (RowMajor(("src", "dst")),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "fp", "offset?")

    def __init__(self, src: Value, fp: Value, dst: Value, offset: Value | None = None):
        """Unsigned where there is an offset."""
        kind = QuantType.INT8_SYM if offset is None else QuantType.INT8_ASYM
        super().__init__(operands=[src, fp, offset, dst], properties={"quant_type": QuantTypeAttr(kind)})


@irdl_op_definition
class TDequantOp(VectorOperation):
    """
    Floats back from quantised elements, per row: `(src - offset) * scale`.

    ```mlir
    pto.tdequant ins(%x, %s, %o : !pto.tile_buf<vec, 16x32xi8>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>,
        !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tdequant"

    src = operand_def(SHAPED)
    scale = operand_def(SHAPED)
    offset = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        IsTile(("src", "scale", "offset", "dst")),
        Elements(("src", "scale", "offset", "dst"), ("i8,si8,i16,si16/f32/f32/f32",)),
        On(Arch.A3, (RowMajor(("src", "dst")),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "scale", "offset")

    def __init__(self, src: Value, scale: Value, offset: Value, dst: Value):
        super().__init__(operands=[src, scale, offset, dst])
