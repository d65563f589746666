"""Pieces of syntax that xDSL's format language does not have, shared by the ops of the pto dialect."""

from __future__ import annotations

import dataclasses
from abc import ABC

from xdsl.dialects.builtin import IndexType, IntegerAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    OperandVariable,
    OptionalOperandVariable,
    ParsingState,
    PrintingState,
    TypeDirective,
    UniqueBaseAttributeVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from xdsl_tiles.dialects.pto.types import SCALAR, PtrType, TensorViewType


@irdl_custom_directive
class Word(CustomDirective):
    """An attribute of the form `#pto.name<word>`, written `<word>`; the whole form and an alias are read as well."""

    attribute: UniqueBaseAttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse either form."""
        position = parser.pos
        attribute = parser.parse_optional_attribute()
        if attribute is None:
            self.attribute.parse(parser, state)
        elif isinstance(attribute, expected := self.attribute.unique_base):
            self.attribute.set(state, attribute)
        else:
            parser.raise_error(f"expected an attribute #{expected.name}<...>, got {attribute}", position, parser.pos)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print `<word>`."""
        self.attribute.print(printer, state, op)

    def is_present(self, op: IRDLOperation) -> bool:
        """Whether the attribute is there."""
        return self.attribute.is_present(op)

    def is_anchorable(self) -> bool:
        """An optional attribute may be the anchor of a group."""
        return True


@irdl_custom_directive
class ShortPointer(CustomDirective):
    """The type of a pointer, written `<f32>`; `!pto.ptr<f32>` is read as well."""

    type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse either form."""
        type_ = parser.parse_optional_type() or PtrType.new(PtrType.parse_parameters(parser))
        self.type.set(state, (type_,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print `<f32>`."""
        (type_,) = self.type.get(op)
        state.print_whitespace(printer)
        if isinstance(type_, PtrType):
            type_.print_parameters(printer)
        else:
            printer.print_attribute(type_)


@irdl_custom_directive
class ViewAndPointer(CustomDirective):
    """The type of a view; that of the pointer to its elements follows from it."""

    view: TypeDirective
    pointer: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse the type of the view."""
        position = parser.pos
        type_ = parser.parse_type()
        if not isinstance(type_, TensorViewType):
            parser.raise_error(f"expected a !pto.tensor_view<...>, got {type_}", position, parser.pos)
        self.view.set(state, (type_,))
        self.pointer.set(state, (PtrType(type_.element_type),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the type of the view."""
        self.view.print(printer, state, op)


@irdl_custom_directive
class EventId(CustomDirective):
    """An event id: a number, or an index that only the run knows."""

    number: AttributeVariable
    index: OptionalOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `3` or `%e`."""
        operand = parser.parse_optional_unresolved_operand()
        self.index.set(state, operand)
        self.index.set_types(state, () if operand is None else (IndexType(),))
        if operand is None:
            self.number.set(state, IntegerAttr(parser.parse_integer(allow_boolean=False), i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the number, or the operand."""
        self.number.print(printer, state, op)
        self.index.print(printer, state, op)


@irdl_custom_directive
class ScaledSource(CustomDirective):
    """A source and what its elements are converted by: a tile of scales, a scalar, or both, told apart by type."""

    source: OperandVariable
    scales: OptionalOperandVariable
    scalar: OptionalOperandVariable
    source_type: TypeDirective
    scales_type: TypeDirective
    scalar_type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `%x : A`, `%x, %f : A, B` or `%x, %q : A, i64`."""
        self.source.parse(parser, state)
        others = parse_more_operands(parser)
        parser.parse_punctuation(":")
        source, *types = parse_types(parser, len(others) + 1)
        self.source_type.set(state, (source,))
        scalars = [pair for pair in zip(others, types) if SCALAR.verifies(pair[1])]
        scales = [pair for pair in zip(others, types) if not SCALAR.verifies(pair[1])]
        if len(scales) > 1 or len(scalars) > 1:
            parser.raise_error("expected at most a tile of scales and a scalar besides the source")
        set_optional(self.scales, self.scales_type, state, *scales)
        set_optional(self.scalar, self.scalar_type, state, *scalars)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print what there is of it."""
        print_operands(printer, state, self.source.get(op), self.scales.get(op), self.scalar.get(op))


def parse_more_operands(parser: Parser) -> list[UnresolvedOperand]:
    """Parse `, %a` as long as there are any."""
    operands: list[UnresolvedOperand] = []
    while parser.parse_optional_punctuation(","):
        operands.append(parser.parse_unresolved_operand())
    return operands


def parse_types(parser: Parser, count: int) -> list[Attribute]:
    """Parse one type for each of so many operands."""
    position = parser.pos
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    if len(types) != count:
        parser.raise_error(f"{len(types)} types for {count} operands", position, parser.pos)
    return list(types)


def set_optional(
    operand: OptionalOperandVariable,
    type_directive: TypeDirective,
    state: ParsingState,
    given: tuple[UnresolvedOperand, Attribute] | None = None,
) -> None:
    """Note an optional operand and its type, or that there is none."""
    operand.set(state, given and given[0])
    type_directive.set(state, given[1:] if given else ())


def print_operands(printer: Printer, state: PrintingState, *operands: SSAValue | None, inside: str = "") -> None:
    """Print `%a, %b : A, B`, or `%a, %b inside : A, B`, of the operands that are there."""
    present = [operand for operand in operands if operand is not None]
    printer.print_list(present, printer.print_ssa_value)
    printer.print_string(f"{inside} : ")
    printer.print_list([operand.type for operand in present], printer.print_attribute)
    state.last_was_punctuation, state.should_emit_space = False, True


class OptionalFields(CustomDirective, ABC):
    """The optional fields at the end of `{a = 1, b = 2}`, in any order; written in the order of the declaration."""

    @property
    def fields(self) -> list[AttributeVariable]:
        """The fields, in order."""
        return [getattr(self, each.name) for each in dataclasses.fields(self)]

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `, name = value` as long as there are any."""
        left = {field.name: field for field in self.fields}
        while parser.parse_optional_punctuation(","):
            field = left.pop(parser.parse_keyword_in(left, " as the name of a field"))
            parser.parse_punctuation("=")
            field.parse(parser, state)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the fields that are there."""
        for field in self.fields:
            if field.is_present(op):
                printer.print_string(f", {field.name} =")
                state.last_was_punctuation, state.should_emit_space = False, True
                field.print(printer, state, op)


@irdl_custom_directive
class OneField(OptionalFields):
    """One optional field."""

    first: AttributeVariable


@irdl_custom_directive
class TwoFields(OptionalFields):
    """Two optional fields."""

    first: AttributeVariable
    second: AttributeVariable


@irdl_custom_directive
class ThreeFields(OptionalFields):
    """Three optional fields."""

    first: AttributeVariable
    second: AttributeVariable
    third: AttributeVariable
