"""A lexer for MLIR text that gives the tokens of xDSL's, each found with one match of one pattern.

xDSL's lexer tries a pattern per kind of token and builds a span for each token; its pattern for strings takes
exponential time on one that is not closed. Here every repetition is possessive, so a match never goes back over what it
has read, and a token's span is built when somebody asks for it.
"""

from __future__ import annotations

import re

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import KIND_BY_PUNCTUATION_SPELLING, MLIRLexer, MLIRTokenKind, StringLiteral

_NAME = r"[a-zA-Z_][a-zA-Z0-9_$.]*+"
_SUFFIX = r"(?:[0-9]++|[a-zA-Z$._-][a-zA-Z0-9$._-]*+)"
_STRING = r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"'

_TOKEN = re.compile(
    r"(?:[ \t\n\r\f\v]++|//[^\n]*+)*+(?:"
    r"(?P<punctuation>[:,()}\[\]<>=+/*?|]|->?+|\{(?:-#)?+|\.\.\.|#-\})"
    rf"|(?P<PERCENT_IDENT>%{_SUFFIX})"
    rf"|(?P<BARE_IDENT>{_NAME})"
    r"|(?P<FLOAT_LIT>[0-9]++\.[0-9]*+(?:[eE][+-]?+[0-9]++)?+)"
    r"|(?P<INTEGER_LIT>0x[0-9a-fA-F]++|[0-9]++)"
    rf"|(?P<EXCLAMATION_IDENT>!{_SUFFIX})"
    rf"|(?P<STRING_LIT>{_STRING})"
    rf"|(?P<AT_IDENT>@(?:{_NAME}|{_STRING}))"
    rf"|(?P<CARET_IDENT>\^{_SUFFIX})"
    rf"|(?P<HASH_IDENT>#{_SUFFIX})"
    r"|(?P<EOF>\Z)"
    r"|(?P<other>))"
)
_GROUPS = _TOKEN.groupindex
_PUNCTUATION, _STRING_LIT, _OTHER = _GROUPS["punctuation"], _GROUPS["STRING_LIT"], _GROUPS["other"]
_KINDS = [MLIRTokenKind.EOF, *(MLIRTokenKind.__members__.get(name, MLIRTokenKind.EOF) for name in _GROUPS)]


class LazyToken(Token[MLIRTokenKind, str]):
    """A token that knows its kind and its text, and builds its span when asked."""

    __slots__ = ("input", "kind", "start", "text")

    def __init__(self, kind: MLIRTokenKind, text: str, start: Position, input: Input[str]) -> None:
        self.kind = kind
        self.text = text  # pyright: ignore[reportIncompatibleMethodOverride, reportAttributeAccessIssue]
        self.start = start
        self.input = input

    @property
    def span(self) -> Span[str]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where the token stands; one character long at the end of the text."""
        end = self.start + (len(self.text) or 1)
        if self.kind is MLIRTokenKind.STRING_LIT or self.kind is MLIRTokenKind.BYTES_LIT:
            return StringLiteral(self.start, end, self.input)
        return Span(self.start, end, self.input)


class FastLexer(MLIRLexer):
    """xDSL's MLIR lexer, quicker, and in linear time on any text."""

    def lex(self) -> LazyToken:
        """The next token; a `ParseError` where the text has none."""
        found = _TOKEN.match(self.input.content, self.pos)
        assert found is not None and found.lastindex is not None
        group = found.lastindex
        text = found.group(group)
        end = self.pos = found.end()
        if group == _PUNCTUATION:
            return LazyToken(KIND_BY_PUNCTUATION_SPELLING[text], text, end - len(text), self.input)
        if group == _OTHER:
            return self._lex_other()
        token = LazyToken(_KINDS[group], text, end - len(text), self.input)
        if group == _STRING_LIT and "\\" in text and not StringLiteral.from_span(token.span).bytes_contents.isascii():
            token.kind = MLIRTokenKind.BYTES_LIT
        return token

    def _lex_other(self) -> LazyToken:
        """What the pattern does not cover: an error, or a name or number that begins outside ASCII."""
        start = self.pos
        quote = start + self.input.content.startswith('@"', start)
        if self.input.at(quote) == '"':
            raise ParseError(Span(quote, quote + 1, self.input), "End of file reached before closing string literal.")
        token = super().lex()
        return LazyToken(token.kind, token.text, token.span.start, self.input)
