"""The quick lexer gives the tokens of xDSL's, and takes linear time where xDSL's doesn't."""

import random
import time

import pytest
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind

from xdsl_tiles.pipeline.frontend.lexer import FastLexer

IDENTIFIERS = (
    "a",
    "b1",
    "_x$.",
    "x8",
    "%",
    "%0",
    "%a-b",
    "#",
    "#a",
    "!",
    "!t",
    "^",
    "^bb0",
    "@",
    "@a",
    '@"x y"',
    "@é",
    "é",
)
NUMBERS = ("0", "12", "0x", "0x1F", "0X1", "1.5", "1.", "1.5e", "1.5e+3", "1e5", "²")
STRINGS = ('"', '"a"', r'"\0A"', r'"\FF"', r'"\n\t\\\""', r'"\q"', '"\\', 'é"', "'", "`")
PUNCTUATION = (*"{}()[]<>:,=+*?|-/.", "#-", "#-}", "{-#", "->", "..", "...", "::")
BLANKS = (" ", "\n", "\t", "\r", "\v", "\f", "// c\n", "//", "\x1c", "\u2003", "\0", "\\", "$", "~")
PIECES = (*IDENTIFIERS, *NUMBERS, *STRINGS, *PUNCTUATION, *BLANKS)


def tokens(lexer: MLIRLexer) -> list[tuple[object, ...]]:
    """The tokens up to the end or the first error."""
    found: list[tuple[object, ...]] = []
    try:
        while not found or found[-1][0] is not MLIRTokenKind.EOF:
            token = lexer.lex()
            found.append((token.kind, token.text, token.span.start, token.span.end, type(token.span)))
    except ParseError as error:
        found.append((error.msg, error.span.start, error.span.end))
    return found


@pytest.mark.random(20)
def test_same_tokens_as_xdsl(seed: int):
    chance = random.Random(seed)
    for _ in range(1000):
        text = "".join(chance.choices(PIECES, k=chance.randint(1, 12)))
        assert tokens(FastLexer(Input(text, "x"))) == tokens(MLIRLexer(Input(text, "x"))), repr(text)


@pytest.mark.parametrize("text", ['"' + "a" * 200_000, '@"' + "a" * 200_000, "//" * 200_000, " " * 200_000 + "é"])
def test_linear_time(text: str):
    start = time.process_time()
    tokens(FastLexer(Input(text, "x")))
    assert time.process_time() - start < 1.0
