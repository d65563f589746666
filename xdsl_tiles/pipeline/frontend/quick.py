"""xDSL's parser with short cuts for what is common: tokens, operands, types and numbers."""

from __future__ import annotations

import math
import re
from typing import TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AnyDenseElement,
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    RankedStructure,
    bf16,
    f8E4M3FN,
    f8E5M2,
    f16,
    f32,
    f64,
    i64,
)
from xdsl.ir import Attribute, AttributeInvT, SSAValue, TypeAttribute
from xdsl.parser import Parser, ParserState, UnresolvedOperand
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import KIND_BY_PUNCTUATION_SPELLING, MLIRToken, MLIRTokenKind, PunctuationSpelling

from xdsl_tiles.pipeline.frontend.lexer import FastLexer, LazyToken

_BARE, _VALUE = MLIRTokenKind.BARE_IDENT, MLIRTokenKind.PERCENT_IDENT
_HASH, _EXCLAMATION = MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT
_INTEGER, _FLOAT = MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT

_PLAIN_TYPES: dict[str, TypeAttribute] = {
    "index": IndexType(),
    **{f"i{width}": IntegerType(width) for width in (1, 4, 8, 16, 32, 64)},
    "bf16": bf16,
    "f16": f16,
    "f32": f32,
    "f64": f64,
    "f8E4M3FN": f8E4M3FN,
    "f8E5M2": f8E5M2,
}
_COMPOSED_TYPE = re.compile(r'(?:tensor|memref|vector|![a-zA-Z_.]++)<[^<>"#!/\n]*+>')
"""A type that one can tell from its text alone: no aliases, nothing nested, no comments or strings."""


LARGEST_LITERAL = 1 << 28
"""Elements of the largest dense literal that is read."""

WIDEST_INTEGER = (1 << 24) - 1
"""Bits of the widest integer type that MLIR has."""
_WIDE_INTEGER = re.compile(r"[su]?i0*+(\d{8,})")

_Dense: TypeAlias = RankedStructure[AnyDenseElement]


class Operand(UnresolvedOperand):
    """An operand not yet resolved, whose span is built when asked for."""

    def __init__(self, token: MLIRToken, index: int) -> None:
        self.token = token
        self.index = index

    @property
    def span(self) -> Span:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where the operand's name stands."""
        return self.token.span

    @property
    def operand_name(self) -> str:
        """The name without its `%`."""
        return self.token.text[1:]


class QuickParser(Parser):
    """Parses MLIR as xDSL does, with less work for each token, operand, type and number."""

    def __init__(self, ctx: Context, text: str, name: str) -> None:
        super().__init__(ctx, "", name)
        self._parser_state = ParserState(FastLexer(Input(text, name)))
        self._types: dict[str, TypeAttribute] = {}
        self._first_uses: dict[str, Span] = {}

    @property
    def pos(self) -> Position:
        """Where the next token starts."""
        return cast(LazyToken, self._parser_state.current_token).start

    # Operands

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Parse `%name` or `%name#index`, if present."""
        token = self._parser_state.current_token
        if token.kind is not _VALUE:
            return None
        self._consume_token()
        if self._parser_state.current_token.kind is not _HASH:
            return Operand(token, 0)
        index = self._consume_token()
        if not index.text[1:].isdecimal():
            self.raise_error("Expected integer as SSA value tuple index", index.span)
        return Operand(token, int(index.text[1:]))

    def parse_unresolved_operand(self, msg: str = "operand expected") -> UnresolvedOperand:
        """Parse `%name` or `%name#index`."""
        return self.parse_optional_unresolved_operand() or self.raise_error(msg)

    def resolve_operand(self, operand: UnresolvedOperand, type: AttributeInvT) -> SSAValue[AttributeInvT]:
        """The value that an operand stands for; a `ParseError` where it has another type."""
        values = self.ssa_values.get(operand.operand_name)
        if values is None:
            self._first_uses.setdefault(operand.operand_name, operand.span)
        elif operand.index < len(values) and (value := values[operand.index]).type is type:
            return cast(SSAValue[AttributeInvT], value)
        return super().resolve_operand(operand, type)

    # Types and attributes

    def parse_optional_type(self) -> TypeAttribute | None:
        """Parse a type, if present; the same text gives the same object."""
        token = self._parser_state.current_token
        if token.kind is _BARE:
            if (plain := _PLAIN_TYPES.get(token.text)) is not None:
                self._consume_token()
                return plain
        elif token.kind is not _EXCLAMATION:
            return super().parse_optional_type()
        start = self.lexer.pos - len(token.text)
        found = _COMPOSED_TYPE.match(self.lexer.input.content, start)
        if found is None:
            return super().parse_optional_type()
        return self._parse_composed_type(found)

    def _parse_composed_type(self, found: re.Match[str]) -> TypeAttribute | None:
        """Parse the type whose text was found, or remember it."""
        text = found.group()
        known = self._types.get(text)
        if known is None:
            known = super().parse_optional_type()
            after = self._parser_state.current_token.span.start
            self._resume_from(found.end())
            if known is None or self._parser_state.current_token.span.start != after:
                self._resume_from(after)
                return known
            self._types[text] = known
        else:
            self._resume_from(found.end())
        return known

    def parse_type(self) -> TypeAttribute:
        """Parse a type."""
        return self.parse_optional_type() or self.raise_error("type expected")

    def parse_optional_attribute(self) -> Attribute | None:
        """Parse an attribute, if present."""
        token = self._parser_state.current_token
        kind = token.kind
        if kind is _BARE and token.text in _PLAIN_TYPES:
            return self.parse_optional_type()
        if kind is _EXCLAMATION:
            return self.parse_optional_type()
        if (kind is _INTEGER or kind is _FLOAT) and token.text[1:2] not in ("x", "X"):
            return self._parse_number()
        return super().parse_optional_attribute()

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        """Parse a number, `true` or `false`, with its type if it has one."""
        token = self._parser_state.current_token
        if (token.kind is _INTEGER or token.kind is _FLOAT) and token.text[1:2] not in ("x", "X"):
            return self._parse_number()
        return super().parse_optional_builtin_int_or_float_attr()

    def _parse_number(self) -> IntegerAttr | FloatAttr:
        """Parse a decimal number without a sign."""
        token = self._consume_token()
        value = int(token.text) if token.kind is _INTEGER else float(token.text)
        if self._parse_optional_token(MLIRTokenKind.COLON) is None:
            return IntegerAttr(value, i64) if isinstance(value, int) else FloatAttr(value, f64)
        type = self.parse_type()
        if isinstance(type, AnyFloat):
            return FloatAttr(float(value), type)
        if not isinstance(type, IntegerType | IndexType):
            self.raise_error("Invalid type given for integer or float attribute.")
        if isinstance(value, float):
            self.raise_error("Floating point value is not valid for integer type.")
        return IntegerAttr(value, cast("IntegerType | IndexType", type))

    def _parse_optional_integer_or_float_type(self) -> TypeAttribute | None:
        """Parse an integer or float type, if present; xDSL takes time in the width of an integer."""
        found = _WIDE_INTEGER.fullmatch(self._parser_state.current_token.text)
        if found is not None and (len(found[1]) > 8 or int(found[1]) > WIDEST_INTEGER):
            self.raise_error(f"integer bitwidth is limited to {WIDEST_INTEGER} bits")
        return super()._parse_optional_integer_or_float_type()

    def parse_dense_int_or_fp_elements_attr(self, type: _Dense | None) -> DenseIntOrFPElementsAttr:
        """Parse the contents of `dense<...>`, and its type unless that is known."""
        if type is not None:
            self._check_size(type, self.pos)
        return super().parse_dense_int_or_fp_elements_attr(type)

    def _parse_dense_literal_type(self) -> _Dense:
        start = self.pos
        type = super()._parse_dense_literal_type()
        self._check_size(type, start)
        return type

    def _check_size(self, type: _Dense, start: Position) -> None:
        """Refuse a literal whose elements, which xDSL stores one by one, would fill the memory."""
        elements = math.prod(type.get_shape())
        if elements > LARGEST_LITERAL:
            self.raise_error(f"a literal of {elements} elements, which is more than the {LARGEST_LITERAL} kept", start)

    def parse_optional_attr_dict(self) -> dict[str, Attribute]:
        """Parse `{...}`, if present."""
        return (
            super().parse_optional_attr_dict() if self._parser_state.current_token.kind is MLIRTokenKind.L_BRACE else {}
        )

    # Tokens

    def _consume_token(self, expected_kind: MLIRTokenKind | None = None) -> MLIRToken:
        state = self._parser_state
        token = state.current_token
        assert expected_kind is None or token.kind is expected_kind
        state.current_token = state.lexer.lex()
        return token

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> MLIRToken | None:
        state = self._parser_state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        state.current_token = state.lexer.lex()
        return token

    def parse_optional_punctuation(self, punctuation: PunctuationSpelling) -> PunctuationSpelling | None:
        """Parse the punctuation, if present."""
        state = self._parser_state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            return None
        state.current_token = state.lexer.lex()
        return punctuation

    def parse_punctuation(self, punctuation: PunctuationSpelling, context_msg: str = "") -> PunctuationSpelling:
        """Parse the punctuation."""
        state = self._parser_state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            self.raise_error(f"Expected '{punctuation}'{context_msg}")
        state.current_token = state.lexer.lex()
        return punctuation

    def parse_optional_characters(self, text: str) -> str | None:
        """Parse a token of this text, if present."""
        state = self._parser_state
        if state.current_token.text != text:
            return None
        state.current_token = state.lexer.lex()
        return text
