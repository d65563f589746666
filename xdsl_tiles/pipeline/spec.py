"""Pipeline text: `convert-linalg-to-tile, auto-tile-matmul-l0{planner=pypto allow-padding}`.

The grammar is xDSL's, made friendlier: blanks anywhere between words, `builtin.module(...)` around the whole, commas or
blanks between options, single or double quotes, paths and numbers without quotes, a bare name for true. Values are read
by the type of the pass's field.

    pipeline ::= pass (`,` pass)*  |  `builtin.module` `(` pipeline `)`
    pass     ::= name (`{` option* `}`)?  |  `mlir-opt` `[` text `]`
    option   ::= name (`=` value (`,` value)*)? `,`?
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import parse_spec

from xdsl_tiles.pipeline.errors import UsageError
from xdsl_tiles.pipeline.suggest import did_you_mean

PassFactories = Mapping[str, Callable[[], type[ModulePass]]]
"""Passes by name, each imported when its entry is called."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_BLANKS = re.compile(r"\s*")
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'((?:[^'\\]|\\.)*+)'")
_WORD = re.compile(r"[^\s,{}='\"]+")
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
            blanks = _BLANKS.match(self.text, found.end())
            self.at = blanks.end() if blanks else found.end()
        return found

    def accept(self, literal: str) -> bool:
        """Take the literal if it is here."""
        return self.take(re.compile(re.escape(literal))) is not None

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
        self.take(_BLANKS)
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
        while not re.compile(r",\s*(?:[A-Za-z0-9_-]+\s*=|\})").match(self.text, self.at) and self.accept(","):
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


def build_pipeline(text: str, available: PassFactories) -> tuple[ModulePass, ...]:
    """The passes that pipeline text names, with their options; a `UsageError` for what doesn't exist or doesn't fit."""
    return tuple(_build(written, available) for written in parse_pipeline(text))


def find_pass(name: str, available: PassFactories, column: int = 0) -> type[ModulePass]:
    """The pass of a name; a `UsageError` that offers the nearest names if there is none."""
    if name in available:
        return available[name]()
    message = f"unknown pass '{name}'{did_you_mean(name, available)}"
    if column:
        refuse(message, column)
    raise UsageError(message)


def _build(written: PassText, available: PassFactories) -> ModulePass:
    cls = find_pass(written.name, available, written.column)
    if written.bracket:
        return cls.from_pass_spec(parse_spec(written.name + written.bracket))
    types = get_type_hints(cls)
    fields = {f.name: f for f in dataclasses.fields(cls) if f.init and f.name != "name"}
    arguments: dict[str, Any] = {}
    for option in written.options:
        if option.name not in fields:
            shown = ", ".join(name.replace("_", "-") for name in fields)
            known = f"its options are {shown}" if fields else "it has none"
            refuse(f"pass '{cls.name}' has no option '{option.name.replace('_', '-')}'; {known}", option.column)
        if option.name in arguments:
            refuse(f"option '{option.name}' of pass '{cls.name}' is given twice", option.column)
        try:
            arguments[option.name] = convert(option.values, types[option.name])
        except ValueError as error:
            refuse(f"option '{option.name.replace('_', '-')}' of pass '{cls.name}' {error}", option.column)
    for name, declared in fields.items():
        no_default = declared.default is dataclasses.MISSING and declared.default_factory is dataclasses.MISSING
        if no_default and name not in arguments:
            if NoneType not in get_args(types[name]):
                refuse(f"pass '{cls.name}' needs option '{name.replace('_', '-')}'", written.column)
            arguments[name] = None
    return cls(**arguments)


def convert(values: list[str], wanted: Any) -> object:
    """Read the values of an option as its field's type; a `ValueError` says what was wanted."""
    for candidate in get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,):
        if candidate is NoneType:
            continue
        try:
            return _as_type(values, candidate)
        except ValueError:
            continue
    given = ",".join(values) if values else "no value"
    raise ValueError(f"takes {describe_type(wanted)}, not {given}")


def _as_type(values: list[str], wanted: Any) -> object:
    if get_origin(wanted) is tuple:
        return tuple(convert([value], get_args(wanted)[0]) for value in values)
    if wanted is bool and not values:
        return True
    (value,) = values
    if get_origin(wanted) is Literal:
        return {str(choice): choice for choice in get_args(wanted)}.get(value) or _no(value)
    if wanted is bool:
        return {"true": True, "false": False}[value] if value in ("true", "false") else _no(value)
    if wanted is int:
        return int(value, 0)
    return wanted(value)


def _no(value: str) -> NoReturn:
    raise ValueError(value)


def describe_type(wanted: Any) -> str:
    """What a field's type takes, in words: `an integer`, `one of a, b`."""
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return " or ".join(describe_type(part) for part in get_args(wanted) if part is not NoneType)
    if origin is Literal:
        return f"one of {', '.join(str(choice) for choice in get_args(wanted))}"
    if origin is tuple:
        return f"a list, each {describe_type(get_args(wanted)[0])}"
    words = {int: "an integer", float: "a number", bool: "true or false", str: "a string"}
    return words.get(wanted, str(wanted))
