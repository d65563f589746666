"""Windows of tiles that share their storage. The type of a window follows from its sizes and offsets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, IndexType, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from xdsl_tiles.dialects.pto.constants import constant_index
from xdsl_tiles.dialects.pto.handle_rules import KeepsBoxes
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.properties import number
from xdsl_tiles.dialects.pto.tile_buf import TileBufType


def subset_type(source: TileBufType, offsets: Sequence[int | None], sizes: Sequence[int]) -> TileBufType:
    """The type of a window of a tile: a None offset is known to the run only. Source: pto section 5, `pto.subset`."""
    valid = [_valid_extent(*extents) for extents in zip(source.valid, offsets, sizes)]
    return TileBufType(source.space, sizes, source.element_type, valid=valid, config=source.config)


def _valid_extent(parent: int, offset: int | None, size: int) -> int:
    if parent == DYNAMIC_INDEX or offset is None:
        return DYNAMIC_INDEX
    return min(size, parent - offset % parent) if parent else 0


@irdl_custom_directive
class Sizes(CustomDirective):
    """The extents of a window, written as plain numbers."""

    sizes: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `[8, 16]`."""
        sizes = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        self.sizes.set(state, _array(sizes))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print `[8, 16]`."""
        state.print_whitespace(printer)
        with printer.in_square_brackets():
            printer.print_list(_integers(self.sizes.get(op)), printer.print_int)


@irdl_custom_directive
class SubsetTypes(CustomDirective):
    """The type of the source and, where an op writes it, that of the window, which else follows from the operands."""

    offsets: VariadicOperandVariable
    sizes: AttributeVariable
    source: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `T`, or `T -> W` in a subview."""
        position = parser.pos
        source = parser.parse_type()
        if not isinstance(source, TileBufType):
            parser.raise_error(f"expected a !pto.tile_buf<...>, got {source}", position, parser.pos)
        self.source.set(state, (source,))
        if state.op_type is SubviewOp and parser.parse_optional_punctuation("->"):
            self.result.set(state, (parser.parse_type(),))
            return
        operands = state.operands[self.offsets.index] or ()
        offsets = [constant_index(parser.resolve_operand(operand, IndexType())) for operand in operands]
        sizes = _integers(state.properties["sizes"])
        if not len(offsets) == len(sizes) == 2:
            parser.raise_error("a window of a tile has two offsets and two sizes", position)
        self.result.set(state, (subset_type(source, offsets, sizes),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the types that the op writes."""
        self.source.print(printer, state, op)
        if isinstance(op, SubviewOp):
            printer.print_string(" ->")
            self.result.print(printer, state, op)


def _integers(sizes: Attribute | None) -> tuple[int, ...]:
    """The numbers of an array of integers; none if it holds anything else."""
    values = cast("ArrayAttr[Attribute]", sizes).data if isinstance(sizes, ArrayAttr) else ()
    return tuple(value.value.data for value in values if isinstance(value, IntegerAttr))


@irdl_op_definition
class SubsetOp(PtoOperation):
    """
    The window of a tile at `offsets`, of the shape `sizes`, in the same storage.

    What is valid in it: per dimension the parent's valid extent from the offset on, at most the size.

    ```mlir
    %i = arith.constant 0 : index
    %s = pto.subset %t[%i, %i] sizes [8, 16] : !pto.tile_buf<vec, 16x32xf32>
    ```
    """

    name = "pto.subset"

    RULES: ClassVar = (KeepsBoxes(),)

    source = operand_def(TileBufType)
    offsets = var_operand_def(IndexType)
    sizes = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(TileBufType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `[` $offsets `]` `sizes` custom<Sizes>($sizes) attr-dict `:` "
        "custom<SubsetTypes>(ref($offsets), ref($sizes), type($source), type($result))"
    )
    custom_directives = (Sizes, SubsetTypes)

    def __init__(self, source: Value, offsets: Sequence[Value], sizes: Sequence[int]):
        type_ = SSAValue.get(source, type=TileBufType).type
        known = [constant_index(SSAValue.get(offset)) for offset in offsets]
        super().__init__(
            operands=[source, offsets],
            result_types=[subset_type(type_, known, sizes)],
            properties={"sizes": _array(sizes)},
        )


@irdl_op_definition
class SubviewOp(PtoOperation):
    """
    A `pto.subset` as later versions of the language write it: with the type of the window and what is valid in it.

    ```mlir
    %i = arith.constant 0 : index
    %s = pto.subview %t[%i, %i] sizes [8, 16] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 8x16xf32>
    ```
    """

    name = "pto.subview"

    source = operand_def(TileBufType)
    offsets = var_operand_def(IndexType)
    valid_row = opt_operand_def(IndexType)
    valid_col = opt_operand_def(IndexType)
    sizes = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(TileBufType)

    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `[` $offsets `]` `sizes` custom<Sizes>($sizes) (`valid` ` ` `[` $valid_row^ `,` $valid_col `]`)? "
        "attr-dict `:` custom<SubsetTypes>(ref($offsets), ref($sizes), type($source), type($result))"
    )
    custom_directives = (Sizes, SubsetTypes)

    def __init__(
        self,
        source: Value,
        offsets: Sequence[Value],
        sizes: Sequence[int],
        valid: tuple[Value, Value] | None = None,
        result_type: TileBufType | None = None,
    ):
        """Without `result_type` it is what the offsets and sizes say."""
        if result_type is None:
            known = [constant_index(SSAValue.get(offset)) for offset in offsets]
            result_type = subset_type(SSAValue.get(source, type=TileBufType).type, known, sizes)
        super().__init__(
            operands=[source, offsets, *(valid or (None, None))],
            result_types=[result_type],
            properties={"sizes": _array(sizes)},
        )


def _array(sizes: Sequence[int]) -> ArrayAttr[IntegerAttr]:
    return ArrayAttr([number(size, i64) for size in sizes])
