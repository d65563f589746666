"""The two spellings of a tile buffer type. Both are read; the compact one is written, without what is a default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_tiles.dialects.pto.attributes import parse_word
from xdsl_tiles.dialects.pto.enums import AddressSpace, BLayout, SLayout
from xdsl_tiles.dialects.pto.tile_buf import COMPACTS, ND, PADS, Config, TileBufType

_T = TypeVar("_T")


@dataclass(frozen=True)
class TileBufText:
    """What a tile buffer type says, with the defaults for what it leaves out."""

    space: AddressSpace
    shape: Sequence[int]
    element_type: Attribute
    valid: Sequence[int] | None
    config: Config


def parse_tile_buf(parser: AttrParser) -> TileBufText:
    """Parse `<vec, 16x32xf32, ...>` or `<loc=vec, dtype=f32, rows=16, cols=32, ...>`."""
    with parser.in_angle_brackets():
        # `loc` is no memory space, so the first word tells the spellings apart.
        if parser.parse_optional_keyword("loc"):
            return _parse_keyed(parser)
        space = parse_word(parser, AddressSpace)
        parser.parse_punctuation(",")
        shape = parser.parse_dimension_list()
        if shape:
            parser.parse_shape_delimiter()
        element_type = parser.expect(parser.parse_optional_type, "expected an extent or an element type")
        given = _parse_keys(parser, _CONFIG_KEYS | {"valid": _parse_shape})
        return TileBufText(space, shape, element_type, given.pop("valid", None), ND._replace(**given))


def _parse_keyed(parser: AttrParser) -> TileBufText:
    """Parse what follows `loc`; the first four keys are mandatory, in this order."""
    parser.parse_punctuation("=")
    space = parse_word(parser, AddressSpace)
    element_type = _parse_key(parser, "dtype", AttrParser.parse_type)
    shape = [_parse_key(parser, key, _parse_extent) for key in ("rows", "cols")]
    given = _parse_keys(parser, _CONFIG_KEYS | {"v_row": _parse_extent, "v_col": _parse_extent})
    valid = [given.pop(key, extent) for key, extent in zip(("v_row", "v_col"), shape)]
    return TileBufText(space, shape, element_type, valid, ND._replace(**given))


def _parse_key(parser: AttrParser, key: str, parse: Callable[[AttrParser], _T]) -> _T:
    parser.parse_punctuation(",")
    parser.parse_keyword(key)
    parser.parse_punctuation("=")
    return parse(parser)


def _parse_keys(parser: AttrParser, keys: dict[str, Callable[[AttrParser], object]]) -> dict[str, Any]:
    """Parse `, key=value` as long as there are any, in any order, each at most once."""
    given: dict[str, Any] = {}
    while parser.parse_optional_punctuation(","):
        key = parser.parse_identifier()
        if key not in keys or key in given:
            allowed = ", ".join(name for name in keys if name not in given)
            parser.raise_error(f"'{key}' is not one of the fields left ({allowed})")
        parser.parse_punctuation("=")
        given[key] = keys[key](parser)
    return given


def _parse_extent(parser: AttrParser) -> int:
    """Parse an extent; `?` and -1 are known to the run only."""
    if parser.parse_optional_punctuation("?"):
        return DYNAMIC_INDEX
    extent = parser.parse_integer(allow_boolean=False)
    return DYNAMIC_INDEX if extent == -1 else extent


def _parse_shape(parser: AttrParser) -> list[int]:
    return parser.parse_dimension_list()


def _parse_number(parser: AttrParser) -> int:
    return parser.parse_integer(allow_boolean=False, allow_negative=False)


def _numbered(words: Sequence[_T]) -> Callable[[AttrParser], _T]:
    """A parser of a word by its number."""

    def parse(parser: AttrParser) -> _T:
        number = _parse_number(parser)
        if number >= len(words):
            parser.raise_error(f"expected a number from 0 to {len(words) - 1}, got {number}")
        return words[number]

    return parse


_CONFIG_KEYS: dict[str, Callable[[AttrParser], object]] = {
    "blayout": lambda parser: parse_word(parser, BLayout),
    "slayout": lambda parser: parse_word(parser, SLayout),
    "fractal": _parse_number,
    "pad": _numbered(PADS),
    "compact": _numbered(COMPACTS),
}


def print_tile_buf(printer: Printer, type_: TileBufType) -> None:
    """Print the compact spelling."""
    shape, valid, config = type_.get_shape(), type_.valid, type_.config
    printer.print_string(f"<{type_.space}, ")
    printer.print_dimension_list(shape)
    printer.print_string("x")
    printer.print_attribute(type_.element_type)
    if valid != shape:
        printer.print_string(", valid=")
        printer.print_dimension_list(valid)
    for key, value, default in zip(Config._fields, config, ND):
        if value != default:
            printer.print_string(f", {key}={_NUMBERS.get(value, value)}")
    printer.print_string(">")


_NUMBERS: dict[object, int] = {word: number for words in (PADS, COMPACTS) for number, word in enumerate(words)}
"""Written by number; the first of each are defaults and never written."""
