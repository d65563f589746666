"""Elements of tiles picked and placed by their index."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i32
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    OperandVariable,
    OptionalOperandVariable,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from xdsl_tiles.dialects.pto.attributes import CmpAttr, MaskPatternAttr
from xdsl_tiles.dialects.pto.case_rules import Given, On, OnlyOn, With, Without
from xdsl_tiles.dialects.pto.directives import parse_types, print_operands, set_optional
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement, OneWidth
from xdsl_tiles.dialects.pto.enums import Arch, MaskPattern
from xdsl_tiles.dialects.pto.extent_rules import ColumnsFrom, FullColumns
from xdsl_tiles.dialects.pto.operation import Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import flag, number, optional
from xdsl_tiles.dialects.pto.rules import RowMajor, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids
from xdsl_tiles.dialects.pto.tile_buf import DN
from xdsl_tiles.dialects.pto.tile_rules import IsTile, LaidOut
from xdsl_tiles.dialects.pto.types import NUMBER, SCALAR, SHAPED
from xdsl_tiles.dialects.pto.vector_rules import (
    ARITHMETIC,
    FLOATS,
    STORED,
    CompareWith,
    by_rows,
    elements_in,
    in_vec,
    one_element,
    plain,
)
from xdsl_tiles.numerics.comparison import Comparison

_BY_MASK = (
    Without(("indices", "k_value", "cdst", "tmp"), "it gathers by a mask"),
    *by_rows("src", "dst"),
    OneWidth(("src", "dst")),
    elements_in("src", "dst", a3="int16 int32 f16 bf16 f32", a5=STORED + " fp8"),
    FullColumns(("dst",)),
)

_BY_INDEX = (
    Without(("k_value",), "without cdst it gathers by indices"),
    With(("indices", "tmp"), "it gathers by indices"),
    *by_rows("src", "dst", "indices", "tmp"),
    *one_element("src", "dst", a3=ARITHMETIC, a5=ARITHMETIC + " int8"),
    elements_in("indices", a3="int32", a5="int16 int32"),
    FullColumns(("dst", "indices")),
    On(Arch.A3, (OneElement(("indices", "tmp")), SameValid(("indices", "tmp")))),
)

_BY_VALUE = (
    Without(("indices",), "it gathers by a value"),
    With(("k_value", "tmp"), "it gathers by a value"),
    *by_rows("src", "dst", "cdst", "tmp"),
    elements_in("dst", a3="int32"),
    OneElement(("dst", "cdst")),
    OneElement(("src", "k_value")),
    CompareWith("cmp_mode", (Comparison.EQ, Comparison.GT)),
    elements_in("src", a3="int32 f16 f32", a5=ARITHMETIC),
    On(Arch.A3, (Given("cmp_mode", (elements_in("src", a3=FLOATS),), unless=CmpAttr(Comparison.EQ)),)),
)


@irdl_custom_directive
class GatherInputs(CustomDirective):
    """What a gather reads: a source and indices, or a scalar, which its type tells apart; or a source and a mask."""

    source: OperandVariable
    indices: OptionalOperandVariable
    k_value: OptionalOperandVariable
    tmp: OptionalOperandVariable
    mask: AttributeVariable
    source_type: TypeDirective
    indices_type: TypeDirective
    k_value_type: TypeDirective
    tmp_type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `%x, %i, %w : A, B, C`, or `%x, {maskPattern = ...} : A`."""
        self.source.parse(parser, state)
        parser.parse_punctuation(",")
        operands: list[UnresolvedOperand] = []
        if parser.parse_optional_punctuation("{"):
            parser.parse_keyword("maskPattern")
            parser.parse_punctuation("=")
            self.mask.set(state, parser.parse_attribute())
            parser.parse_punctuation("}")
        else:
            operands = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        parser.parse_punctuation(":")
        source, *types = parse_types(parser, len(operands) + 1)
        self.source_type.set(state, (source,))
        given = list(zip(operands, types))
        if len(given) > 2:
            parser.raise_error("a gather reads a source, indices or a scalar, and scratch")
        has_scalar = bool(types) and SCALAR.verifies(types[0])
        set_optional(self.indices, self.indices_type, state, *([] if has_scalar else given[:1]))
        set_optional(self.k_value, self.k_value_type, state, *(given[:1] if has_scalar else []))
        set_optional(self.tmp, self.tmp_type, state, *given[1:])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print what there is of it."""
        mask = self.mask.get(op)
        inside = "" if mask is None else f", {{maskPattern = {mask}}}"
        operands = (self.source.get(op), self.indices.get(op), self.k_value.get(op), self.tmp.get(op))
        print_operands(printer, state, *operands, inside=inside)


@irdl_op_definition
class TGatherOp(VectorOperation):
    """
    Elements of a tile by their index, by a comparison, or by the pattern of their columns.

    By index: `dst[r, c] = src.flat[indices[r, c]]`. By comparison with the scalar `k_value`: the columns of the
    elements for which it holds, and in `cdst` how many there are. By pattern: the columns kept, moved together.

    ```mlir
    pto.tgather ins(%x, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 16x32xf32>)
      outs(%z : !pto.tile_buf<vec, 16x16xf32>)
    ```
    """

    name = "pto.tgather"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    cdst = opt_operand_def(SHAPED)
    indices = opt_operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)
    k_value = opt_operand_def(NUMBER)
    mask_pattern = opt_prop_def(MaskPatternAttr, prop_name="maskPattern")
    cmp_mode = opt_prop_def(CmpAttr, prop_name="cmpMode")
    offset = opt_prop_def(IntegerAttr.constr(i32))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    RULES: ClassVar = (Given("mask_pattern", _BY_MASK, (Given("cdst", _BY_VALUE, _BY_INDEX),)),)
    ASSEMBLY_FORMAT: ClassVar = (
        "`ins` `(` custom<GatherInputs>($src, $indices, $k_value, $tmp, $maskPattern, "
        "type($src), type($indices), type($k_value), type($tmp)) `)` "
        "`outs` `(` $dst (`,` $cdst^)? `:` type($dst) (`,` type($cdst)^)? `)` attr-dict"
    )
    custom_directives = (GatherInputs,)
    OUTPUTS: ClassVar = ("dst", "cdst")
    UPDATES: ClassVar = ("tmp",)

    def __init__(
        self,
        src: Value,
        dst: Value,
        *,
        indices: Value | None = None,
        k_value: Value | None = None,
        cdst: Value | None = None,
        tmp: Value | None = None,
        mask: MaskPattern | None = None,
        comparison: Comparison | None = None,
        offset: int | None = None,
    ):
        """One of `indices`, `mask`, and `k_value` with `cdst`."""
        super().__init__(
            operands=[src, dst, cdst, indices, tmp, k_value],
            properties={
                "maskPattern": optional(MaskPatternAttr, mask),
                "cmpMode": optional(CmpAttr, comparison),
                "offset": number(offset),
            },
        )


@irdl_op_definition
class TGatherBOp(VectorOperation):
    """
    Blocks of 32 bytes by their byte offsets.

    ```mlir
    pto.tgatherb ins(%x, %o : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xui32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tgatherb"

    src = operand_def(SHAPED)
    offsets = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        IsTile(("src", "offsets", "dst")),
        elements_in("dst", a3=STORED + " fp8"),
        On(Arch.A3, (RowMajor(("dst",)),)),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "offsets")

    def __init__(self, src: Value, offsets: Value, dst: Value):
        super().__init__(operands=[src, offsets, dst])


@irdl_op_definition
class TScatterOp(VectorOperation):
    """
    Zeros, and `dst.flat[indexes[r, c]] = src[r, c]`; of several at one place the last stays.

    ```mlir
    pto.tscatter ins(%x, %i : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xi32>)
      outs(%z : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tscatter"

    src = operand_def(SHAPED)
    indexes = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    RULES: ClassVar = (
        *in_vec("src", "indexes", "dst"),
        OneElement(("src", "dst")),
        Elements(("src", "indexes"), ("int8,int16,f16,bf16/int16", "int32,f32/int32")),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "indexes")

    def __init__(self, src: Value, indexes: Value, dst: Value):
        super().__init__(operands=[src, indexes, dst])


@irdl_op_definition
class THistogramOp(VectorOperation):
    """
    Per row, how many of its 16-bit elements have a high byte of at most 0, 1, ... 255.

    With `isMSB = false` it counts low bytes, of the elements whose high byte is that in `idx`.

    ```mlir
    builtin.module attributes {pto.target_arch = "a5"} {
      func.func @example(%x: !pto.tile_buf<vec, 32x32xui16>, %i: !pto.tile_buf<vec, 32x1xui8, blayout=col_major>,
          %z: !pto.tile_buf<vec, 32x256xui32>) {
        pto.thistogram ins(%x, %i : !pto.tile_buf<vec, 32x32xui16>, !pto.tile_buf<vec, 32x1xui8, blayout=col_major>)
          outs(%z : !pto.tile_buf<vec, 32x256xui32>) {isMSB = false}
        func.return
      }
    }
    ```
    """

    name = "pto.thistogram"

    src = operand_def(SHAPED)
    idx = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    is_msb = opt_prop_def(BoolAttr, prop_name="isMSB")

    RULES: ClassVar = (
        OnlyOn(Arch.A5),
        *plain("src", "dst"),
        *in_vec("idx"),
        LaidOut(("idx",), (DN,)),
        Elements(("src", "idx", "dst"), ("i16,ui16/i8,ui8/i32,ui32",)),
        Shapes(("src", "idx", "dst"), "R_ R1 R_"),
        Valids(("src", "idx", "dst"), "R_ R1 R_"),
        ColumnsFrom(("dst",), 256),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "idx")

    def __init__(self, src: Value, idx: Value, dst: Value, is_msb: bool | None = None):
        """High bytes where `is_msb` is not given."""
        super().__init__(operands=[src, idx, dst], properties={"isMSB": flag(is_msb)})
