"""Parsing MLIR with a source location on every op and every error at its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from types import MethodType
from typing import NoReturn, cast

from xdsl.context import Context
from xdsl.dialects.builtin import UNKNOWN_LOC, FileLineColLoc, IntAttr, LocationAttr, ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from xdsl_tiles.pipeline.frontend.quick import QuickParser

_BARE, _VALUE, _STRING = MLIRTokenKind.BARE_IDENT, MLIRTokenKind.PERCENT_IDENT, MLIRTokenKind.STRING_LIT
_HASH, _EXCLAMATION = MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT

_MALFORMED = (
    *(VerifyException, ValueError, ArithmeticError, LookupError),
    *(NotImplementedError, AssertionError, RecursionError),
)
"""What xDSL's parser and the attributes that it makes raise on bad text, besides `ParseError`."""


class LocatedParser(QuickParser):
    """Parses MLIR; an op without `loc(...)` is given the place of its first token."""

    def __init__(self, ctx: Context, input: str | bytes, name: str = "<unknown>") -> None:
        text = decode(input, name)
        super().__init__(ctx, text, name)
        if "linalg." in text:
            from xdsl_tiles.dialects.linalg_named import make_known

            make_known(ctx)
        self._file = StringAttr(name)
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._integers: dict[int, IntAttr] = {}

    # Locations

    def location(self, position: Position) -> LocationAttr:
        """The source location of a position in the text."""
        line = bisect_right(self._line_starts, position)
        # Made without the checks of the constructor, which cost more than the rest of a short op's location.
        location = object.__new__(FileLineColLoc)
        object.__setattr__(location, "filename", self._file)
        object.__setattr__(location, "line", self._integer(line))
        object.__setattr__(location, "column", self._integer(position - self._line_starts[line - 1] + 1))
        return location

    def _integer(self, value: int) -> IntAttr:
        if (known := self._integers.get(value)) is None:
            known = self._integers[value] = IntAttr(value)
        return known

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse `loc(...)`, if present."""
        return super().parse_optional_location() if self._parser_state.current_token.text == "loc" else None

    # Modules and operations

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text; text without an op is an empty module."""
        try:
            operations = self._parse_top_level()
        except _MALFORMED as error:
            raise self._malformed(error, self.pos) from error
        for name in self.forward_ssa_references:
            self.raise_error(f"value %{name} is used but never defined", self._first_uses[name])
        module = self._as_module(operations, allow_implicit_module)
        if any(dialect.name == "linalg" for dialect in self.ctx.loaded_dialects):
            from xdsl_tiles.pipeline.frontend.linalg_bodies import widen_matmul_bodies

            widen_matmul_bodies(module)
        return module

    def _as_module(self, operations: list[Operation], allow_implicit_module: bool) -> ModuleOp:
        """The module that the text is, or the one that it goes into."""
        if len(operations) == 1 and isinstance(operations[0], ModuleOp):
            return operations[0]
        if not allow_implicit_module:
            self.raise_error("builtin.module operation expected", 0)
        module = ModuleOp(operations)
        module.location = self.location(0)
        return module

    def _parse_top_level(self) -> list[Operation]:
        operations: list[Operation] = []
        while (kind := self._parser_state.current_token.kind) is not MLIRTokenKind.EOF:
            if kind is _HASH or kind is _EXCLAMATION:
                self._parse_alias_def()
            elif kind is MLIRTokenKind.FILE_METADATA_BEGIN:
                self._parse_file_metadata_dictionary()
            else:
                operations.append(self.parse_operation())
        return operations

    def parse_operation(self) -> Operation:
        """Parse one operation and what is inside it."""
        start = self.pos
        try:
            results = self._parse_results() if self._parser_state.current_token.kind is _VALUE else []
            operation = self._parse_body()
        except _MALFORMED as error:
            raise self._malformed(error, start) from error
        if operation.location is UNKNOWN_LOC:
            operation.location = self.location(start)
        if results:
            self._bind(results, operation, start)
        return operation

    def _parse_results(self) -> list[tuple[MLIRToken, int]]:
        """Parse `%a, %b:2 =`."""
        results: list[tuple[MLIRToken, int]] = []
        while True:
            token = self._parse_token(_VALUE, "expected the name of a result")
            size = 1
            if self._parse_optional_token(MLIRTokenKind.COLON):
                size = self.parse_integer(False, False)
            results.append((token, size))
            if self._parse_optional_token(MLIRTokenKind.COMMA) is None:
                self._parse_token(MLIRTokenKind.EQUAL, "expected '=' after the results of an operation")
                return results

    def _parse_body(self) -> Operation:
        """Parse an operation from its name on."""
        state = self._parser_state
        token = state.current_token
        if token.kind is _BARE:
            op_type = self._operation_type(token.text)
            if not _has_syntax(op_type):
                self.raise_error(f"'{token.text}' has no syntax of its own; write it in generic form")
            self._consume_token()
            state.dialect_stack.append(op_type.dialect_name())
            operation = op_type.parse(self)
            if (location := self.parse_optional_location()) is not None:
                operation.location = location
        elif token.kind is _STRING:
            op_type = self._operation_type(token.kind.get_string_literal_value(token.span))
            self._consume_token()
            state.dialect_stack.append(op_type.dialect_name())
            operation = self._parse_generic_operation(op_type)
        else:
            self.raise_error("expected an operation")
        state.dialect_stack.pop()
        return operation

    def _operation_type(self, name: str) -> type[Operation]:
        if op_type := self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack):
            return op_type
        self._unregistered(name)

    def _unregistered(self, name: str) -> NoReturn:
        """Refuse the name of an operation at its place, with the nearest names that would do."""
        from xdsl_tiles.pipeline.suggest import did_you_mean

        hint = (
            did_you_mean(name, [op.name for op in self.ctx.loaded_ops])
            or "; --allow-unregistered-dialect lets operations through that no dialect has"
        )
        self.raise_error(f"operation '{name}' is not registered{hint}")

    def _bind(self, results: list[tuple[MLIRToken, int]], operation: Operation, start: Position) -> None:
        """Name the results of an operation."""
        values = operation.results
        named = sum(size for _, size in results)
        if named != len(values):
            self.raise_error(f"'{operation.name}' has {len(values)} results, but {named} are named", start)
        index = 0
        for token, size in results:
            self._define(token, values[index : index + size])
            index += size

    def _define(self, token: MLIRToken, values: Sequence[SSAValue]) -> None:
        name = token.text[1:]
        if name in self.ssa_values or name in self.forward_ssa_references:
            self._register_ssa_definition(name, values, token.span)
            return
        self.ssa_values[name] = tuple(values)
        if not name[0].isdigit() and SSAValue.is_valid_name(name):
            for value in values:
                value.name_hint = name

    def _malformed(self, error: BaseException, start: Position) -> ParseError:
        """The parse error that stands for what went wrong in the middle of reading the text from `start` on."""
        if isinstance(error, RecursionError):
            message = "nested too deeply"
        elif isinstance(error, VerifyException | ValueError | NotImplementedError) and str(error):
            message = str(error)
        else:
            message = f"malformed operation ({type(error).__name__}: {error})"
        return ParseError(Span(start, max(self.pos, start + 1), self.lexer.input), message)


@cache
def _has_syntax(op_type: type[Operation]) -> bool:
    """Whether an operation can be written without quotes."""
    return cast(MethodType, op_type.parse).__func__ is not cast(MethodType, Operation.parse).__func__


def decode(text: str | bytes, name: str) -> str:
    """The text; a `ParseError` at the first byte that is not UTF-8."""
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        place = Span(error.start, error.end, Input(text, name))
        raise ParseError(place, f"invalid UTF-8: byte 0x{text[error.start]:02x}") from error
