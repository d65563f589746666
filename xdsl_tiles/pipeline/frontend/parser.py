"""xDSL's parser, with a source location on every op."""

from __future__ import annotations

import re
from bisect import bisect_right

from xdsl.context import Context
from xdsl.dialects.builtin import UNKNOWN_LOC, FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind


class LocatedParser(Parser):
    """Parses MLIR; an op without `loc(...)` is given the place of its first token."""

    def __init__(self, ctx: Context, input: str | bytes, name: str = "<unknown>") -> None:
        super().__init__(ctx, decode(input, name), name)
        self._file = StringAttr(name)
        self._lines = [0, *(found.end() for found in re.finditer("\n", self.lexer.input.content))]

    def location(self, position: Position) -> FileLineColLoc:
        """The source location of a position in the text."""
        line = bisect_right(self._lines, position)
        return FileLineColLoc(self._file, IntAttr(line), IntAttr(position - self._lines[line - 1] + 1))

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text; text without an op is an empty module."""
        if not allow_implicit_module:
            return super().parse_module(False)
        operations: list[Operation] = []
        while (kind := self._current_token.kind) is not MLIRTokenKind.EOF:
            if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                self._parse_alias_def()
            elif kind is MLIRTokenKind.FILE_METADATA_BEGIN:
                self._parse_file_metadata_dictionary()
            elif (operation := self.parse_optional_operation()) is not None:
                operations.append(operation)
            else:
                self.raise_error("expected an operation")
        for name in self.forward_ssa_references:
            self.raise_error(f"value %{name} is used but never defined")
        if len(operations) == 1 and isinstance(operations[0], ModuleOp):
            return operations[0]
        module = ModuleOp(operations)
        module.location = self.location(0)
        return module

    def parse_operation(self) -> Operation:
        """Parse one operation and what is inside it."""
        start = self.pos
        try:
            operation = super().parse_operation()
        except (VerifyException, ValueError, NotImplementedError, AssertionError) as error:
            # Attributes verify themselves while they are made, and xDSL's parser meets some bad text with bare errors.
            raise ParseError(Span(start, self.pos, self.lexer.input), str(error) or "malformed operation") from error
        if operation.location == UNKNOWN_LOC:
            operation.location = self.location(start)
        return operation


def decode(text: str | bytes, name: str) -> str:
    """The text; a `ParseError` at the first byte that is not UTF-8."""
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        place = Span(error.start, error.end, Input(text, name))
        raise ParseError(place, f"invalid UTF-8: byte 0x{text[error.start]:02x}") from error
