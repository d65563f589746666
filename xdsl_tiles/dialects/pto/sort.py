"""Sorting rows of scores, which carry their indices with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerType
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    OptionalOperandVariable,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_tiles.dialects.pto.case_rules import Given
from xdsl_tiles.dialects.pto.directives import parse_more_operands, parse_types, print_operands, set_optional
from xdsl_tiles.dialects.pto.operation import CountedSegments, Value, VectorOperation, ins_outs
from xdsl_tiles.dialects.pto.properties import flag
from xdsl_tiles.dialects.pto.sort_rules import BlocksOfRow, ListsToMerge
from xdsl_tiles.dialects.pto.types import SHAPED
from xdsl_tiles.dialects.pto.vector_rules import FLOATS, by_rows, elements_in, one_element


@irdl_op_definition
class TSort32Op(VectorOperation, CountedSegments):
    """
    Sort every 32 elements of a row, the largest first, into pairs of score and index; `tmp` is scratch.

    ```mlir
    pto.tsort32 ins(%x, %i : !pto.tile_buf<vec, 1x32xf32>, !pto.tile_buf<vec, 1x32xui32>)
      outs(%z : !pto.tile_buf<vec, 1x64xf32>)
    ```
    """

    name = "pto.tsort32"

    src = operand_def(SHAPED)
    idx = operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)
    dst = operand_def(SHAPED)

    irdl_options = (AttrSizedOperandSegments(),)

    RULES: ClassVar = (
        *by_rows("src", "idx", "tmp", "dst"),
        *one_element("src", "dst", a3=FLOATS),
        elements_in("idx", a3="int32"),
    )
    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "idx", "tmp?")
    UPDATES: ClassVar = ("tmp",)

    def __init__(self, src: Value, idx: Value, dst: Value, tmp: Value | None = None):
        super().__init__(operands=[src, idx, tmp, dst])


@irdl_custom_directive
class MergeInputs(CustomDirective):
    """What a merge reads: a list of sorted blocks and their length, or two to four sorted lists and scratch.

    The second form states `exhausted` before the types.
    """

    sources: VariadicOperandVariable
    block_length: OptionalOperandVariable
    tmp: OptionalOperandVariable
    exhausted: AttributeVariable
    source_types: TypeDirective
    block_length_type: TypeDirective
    tmp_type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `%x, %n : A, i32`, or `%x, %y, %w {exhausted = false} : A, B, C`."""
        operands = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        is_lists = parser.parse_optional_punctuation("{") is not None
        if is_lists:
            parser.parse_keyword("exhausted")
            parser.parse_punctuation("=")
            self.exhausted.set(state, flag(parser.parse_boolean()))
            parser.parse_punctuation("}")
        parser.parse_punctuation(":")
        types = parse_types(parser, len(operands))
        if len(types) < 2:
            parser.raise_error("a merge reads a source and a block length, or several sources and scratch")
        self.sources.set(state, operands[:-1])
        self.source_types.set(state, types[:-1])
        self.block_length.set(state, None if is_lists else operands[-1])
        self.block_length_type.set(state, () if is_lists else types[-1:])
        self.tmp.set(state, operands[-1] if is_lists else None)
        self.tmp_type.set(state, types[-1:] if is_lists else ())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print either form."""
        is_lists = self.block_length.get(op) is None
        last = self.tmp.get(op) if is_lists else self.block_length.get(op)
        exhausted = self.exhausted.get(op)
        inside = f" {{exhausted = {exhausted}}}" if is_lists else ""
        print_operands(printer, state, *self.sources.get(op), last, inside=inside)


@irdl_custom_directive
class MergeOutputs(CustomDirective):
    """What a merge writes: the merged list and, of several lists, how many elements were taken from each."""

    destinations: VariadicOperandVariable
    executed: OptionalOperandVariable
    destination_types: TypeDirective
    executed_type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `%z : A`, or `%z, %n : A, vector<4xi16>`."""
        destination = parser.parse_unresolved_operand()
        others = parse_more_operands(parser)
        parser.parse_punctuation(":")
        type_, *types = parse_types(parser, len(others) + 1)
        if len(others) > 1:
            parser.raise_error("a merge writes the merged list and how many elements were taken")
        self.destinations.set(state, (destination,))
        self.destination_types.set(state, (type_,))
        set_optional(self.executed, self.executed_type, state, *zip(others, types))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print what there is of it."""
        print_operands(printer, state, *self.destinations.get(op), self.executed.get(op))


@irdl_op_definition
class TMrgSortOp(VectorOperation):
    """
    Merge sorted lists of pairs of score and index.

    The blocks of `blockLen` elements of one tile are merged by fours. Or two to four lists are merged into one, which
    also tells how many of each were taken: with `exhausted` it ends when the first of them does.

    ```mlir
    pto.tmrgsort ins(%x, %b : !pto.tile_buf<vec, 1x256xf32>, i32) outs(%z : !pto.tile_buf<vec, 1x256xf32>)
    ```
    """

    name = "pto.tmrgsort"

    srcs = var_operand_def(SHAPED)
    block_len = opt_operand_def(IntegerType)
    dsts = var_operand_def(SHAPED)
    tmp = opt_operand_def(SHAPED)
    excuted = opt_operand_def(AnyAttr())
    exhausted = prop_def(BoolAttr, default_value=flag(False))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    RULES: ClassVar = (Given("block_len", (BlocksOfRow(),), (ListsToMerge(),)),)
    ASSEMBLY_FORMAT: ClassVar = (
        "`ins` `(` custom<MergeInputs>($srcs, $block_len, $tmp, $exhausted, "
        "type($srcs), type($block_len), type($tmp)) `)` "
        "`outs` `(` custom<MergeOutputs>($dsts, $excuted, type($dsts), type($excuted)) `)` attr-dict"
    )
    custom_directives = (MergeInputs, MergeOutputs)
    OUTPUTS: ClassVar = ("dsts",)
    UPDATES: ClassVar = ("tmp",)

    def __init__(
        self,
        srcs: Sequence[Value],
        dst: Value,
        *,
        block_len: Value | None = None,
        tmp: Value | None = None,
        executed: Value | None = None,
        exhausted: bool = False,
    ):
        """One source and `block_len`, or several, `tmp` and `executed`."""
        super().__init__(
            operands=[srcs, block_len, [dst], tmp, executed],
            properties={"exhausted": flag(exhausted)},
        )
