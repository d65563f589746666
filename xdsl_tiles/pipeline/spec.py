"""Pipeline text: `convert-linalg-to-tile, auto-tile-matmul-l0{planner=pypto allow-padding}`.

The grammar is xDSL's, made friendlier: blanks anywhere between words, `builtin.module(...)` around the whole, commas or
blanks between options, single or double quotes, paths and numbers without quotes, a bare name for true. What the values
mean is up to the fields of the pass (`xdsl_tiles.pipeline.options`).

    pipeline ::= pass (`,` pass)*  |  `builtin.module` `(` pipeline `)`
    pass     ::= name (`{` option* `}`)?  |  `mlir-opt` `[` text `]`
    option   ::= name (`=` value (`,` value)*)? `,`?
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from xdsl_tiles.pipeline.errors import UsageError

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'((?:[^'\\]|\\.)*+)'")
_WORD = re.compile(r"[^\s,{}='\"]+")
_NEXT_OPTION = re.compile(r",\s*(?:[A-Za-z0-9_-]+\s*=|\})")
_TEXT = re.compile(r"\[[^\]]*\]")
_ESCAPE = re.compile(r"\\(.)")


@dataclass
class Option:
    """One option as written: its values as text, or none for a bare name."""

    name: str
    column: int
    values: list[str] = field(default_factory=list[str])


@dataclass
class PassText:
    """One pass as written."""

    name: str
    column: int
    options: list[Option] = field(default_factory=list[Option])
    bracket: str = ""
    """The text in brackets that `mlir-opt[...]` takes, brackets included."""


def refuse(message: str, column: int) -> NoReturn:
    """Refuse the pipeline text at a column, counted from one."""
    raise UsageError(message, f"<pipeline>:1:{column}")


class _Reader:
    """Reads pipeline text from left to right."""

    def __init__(self, text: str):
        self.text = text
        self.at = 0

    @property
    def column(self) -> int:
        return self.at + 1

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take what the pattern matches here, and the blanks after it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self._skip_to(found.end())
        return found

    def accept(self, literal: str) -> bool:
        """Take the literal if it is here, and the blanks after it."""
        if not self.text.startswith(literal, self.at):
            return False
        self._skip_to(self.at + len(literal))
        return True

    def _skip_to(self, position: int) -> None:
        while position < len(self.text) and self.text[position].isspace():
            position += 1
        self.at = position

    def expect(self, literal: str, after: str) -> None:
        """Take the literal, or refuse what stands in its place."""
        if not self.accept(literal):
            refuse(f"expected '{literal}' {after}, but found {self.found()}", self.column)

    def found(self) -> str:
        """What stands here, for a message."""
        rest = self.text[self.at :].split()
        return f"'{rest[0]}'" if rest else "the end"

    def pipeline(self) -> list[PassText]:
        """Read passes up to the end or a closing parenthesis."""
        passes: list[PassText] = []
        self._skip_to(self.at)
        while self.at < len(self.text) and self.text[self.at] != ")":
            passes += self.element()
            if not self.accept(","):
                break
        return passes

    def element(self) -> list[PassText]:
        """Read one pass, or the passes in `builtin.module(...)`."""
        column = self.column
        name = self.take(_NAME)
        if name is None:
            refuse(f"expected the name of a pass, but found {self.found()}", column)
        if name.group() == "builtin.module":
            self.expect("(", "after builtin.module")
            passes = self.pipeline()
            self.expect(")", "after the passes of builtin.module")
            return passes
        bracket = self.take(_TEXT) if name.group() == "mlir-opt" else None
        options = self.options() if self.accept("{") else []
        return [PassText(name.group(), column, options, bracket.group() if bracket else "")]

    def options(self) -> list[Option]:
        """Read the options of a pass after its brace."""
        options: list[Option] = []
        while not self.accept("}"):
            column = self.column
            name = self.take(_NAME)
            if name is None:
                refuse(f"expected an option or '}}', but found {self.found()}", column)
            option = Option(name.group().replace("-", "_"), column)
            if self.accept("="):
                self.values(option)
            options.append(option)
            self.accept(",")
        return options

    def values(self, option: Option) -> None:
        """Read the values of an option, which end before a comma that another `name=` follows."""
        option.values.append(self.value())
        while not _NEXT_OPTION.match(self.text, self.at) and self.accept(","):
            option.values.append(self.value())

    def value(self) -> str:
        """Read one value."""
        if quoted := self.take(_QUOTED):
            return _ESCAPE.sub(r"\1", quoted.group(1) if quoted.group(1) is not None else quoted.group(2))
        word = self.take(_WORD)
        if word is None:
            refuse(f"expected a value, but found {self.found()}", self.column)
        return word.group()


def parse_pipeline(text: str) -> list[PassText]:
    """Read pipeline text; a `UsageError` says what is wrong and in which column."""
    reader = _Reader(text)
    passes = reader.pipeline()
    if reader.at < len(text):
        refuse(f"expected ',' or '{{' after a pass, but found {reader.found()}", reader.column)
    return passes
