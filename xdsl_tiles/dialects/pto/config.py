"""The layout of a tile as an attribute of its own, for tiles that have become memrefs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.attributes import (
    AngleSyntax,
    BLayoutAttr,
    CompactModeAttr,
    PadValueAttr,
    SLayoutAttr,
)
from xdsl_tiles.dialects.pto.tile_buf import ND, Config, built

FRACTALS = (512, 1024, 32, 16)
"""Bytes that a box may have."""


@irdl_attr_definition
class TileBufConfigAttr(ParametrizedAttribute):
    """How a tile is laid out: `#pto.tile_buf_config<blayout=#pto.blayout<row_major>, ..., s_fractal_size=512, ...>`.

    Fields may be left out of the text, and their attributes may be shortened to their words.
    """

    name = "pto.tile_buf_config"

    blayout: BLayoutAttr
    slayout: SLayoutAttr
    s_fractal_size: IntAttr
    pad: PadValueAttr
    compact: CompactModeAttr

    def __init__(self, config: Config = ND):
        super().__init__(
            BLayoutAttr(config.blayout),
            SLayoutAttr(config.slayout),
            IntAttr(config.fractal),
            PadValueAttr(config.pad),
            CompactModeAttr(config.compact),
        )

    @property
    def config(self) -> Config:
        """The layout as a Python value."""
        return Config(self.blayout.data, self.slayout.data, self.s_fractal_size.data, self.pad.data, self.compact.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        start = parser.pos
        given: dict[str, Any] = {}
        with parser.in_angle_brackets():
            while not given or parser.parse_optional_punctuation(","):
                key = parser.parse_keyword_in(_FIELDS.keys() - given.keys(), ", each field at most once")
                parser.parse_punctuation("=")
                given[key] = _parse_value(parser, _FIELDS[key])
        if "s_fractal_size" in given:
            given["fractal"] = given.pop("s_fractal_size")
        return built(parser, start, lambda: cls(ND._replace(**given)))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            for position, (key, value) in enumerate(zip(_FIELDS, self.parameters)):
                printer.print_string(f"{', ' if position else ''}{key}=")
                if value is self.s_fractal_size:
                    printer.print_int(self.s_fractal_size.data)
                else:
                    printer.print_attribute(value)

    def verify(self) -> None:
        if self.s_fractal_size.data not in FRACTALS:
            raise VerifyException(
                f"a box has one of {', '.join(map(str, FRACTALS))} bytes, got {self.s_fractal_size.data}"
            )


_FIELDS: dict[str, type[AngleSyntax] | None] = {
    "blayout": BLayoutAttr,
    "slayout": SLayoutAttr,
    "s_fractal_size": None,
    "pad": PadValueAttr,
    "compact": CompactModeAttr,
}


def _parse_value(parser: AttrParser, kind: type[AngleSyntax] | None) -> Any:
    """Parse a number, or an attribute of a kind by its whole text or its word."""
    if kind is None:
        return parser.parse_integer(allow_boolean=False)
    start = parser.pos
    word = parser.parse_optional_str_enum(kind.enum_type)
    if word is not None:
        return word
    attribute = parser.parse_attribute()
    if not isinstance(attribute, kind):
        parser.raise_error(f"expected an attribute #{kind.name}<...>, got {attribute}", start, parser.pos)
    return attribute.data
