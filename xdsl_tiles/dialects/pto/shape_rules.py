"""Rules about the shapes of operands together, and what of them is valid.

Extents go by letters, as in a contraction: those of one letter agree as far as they are known, a digit is that
number, and nothing is asked of `_`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule, tiles_of
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.types import PartitionTensorViewType


class Shapes(Rule):
    """The tiles have shapes of these letters: `Shapes(("lhs", "rhs", "dst"), "MK KN MN")`."""

    names: tuple[str, ...]
    letters: str

    def check(self, op: PtoOperation) -> None:
        shapes = {name: tile.get_shape() for name, tile in tiles_of(op, self.names)}
        _check_letters("shapes", shapes, dict(zip(self.names, self.letters.split())))


class Valids(Rule):
    """The tiles have valid shapes of these letters."""

    names: tuple[str, ...]
    letters: str

    def check(self, op: PtoOperation) -> None:
        shapes = {name: tile.valid for name, tile in tiles_of(op, self.names)}
        _check_letters("valid shapes", shapes, dict(zip(self.names, self.letters.split())))


class ValidWithin(Rule):
    """The valid extents of the tiles that have a letter, not `_`, are in a range."""

    names: tuple[str, ...]
    letters: str
    low: int
    high: int

    def check(self, op: PtoOperation) -> None:
        shapes = {name: tile.valid for name, tile in tiles_of(op, self.names)}
        for name, letter, extent in _extents(shapes, dict(zip(self.names, self.letters.split()))):
            if letter != "_" and not self.low <= extent <= self.high:
                raise VerifyException(
                    f"expects valid extents {letter} from {self.low} to {self.high}, got {extent} in {name}"
                )


class FillsWindow(Rule):
    """As many elements are valid in a tile as a window has, where both are known."""

    tile: str
    window: str

    def check(self, op: PtoOperation) -> None:
        tile, window = getattr(op, self.tile).type, getattr(op, self.window).type
        if not isinstance(tile, TileBufType) or not isinstance(window, PartitionTensorViewType):
            return
        if DYNAMIC_INDEX in tile.valid or DYNAMIC_INDEX in window.get_shape():
            return
        if prod(tile.valid) != prod(window.get_shape()):
            raise VerifyException(
                f"expects as many valid elements in {self.tile} as {self.window} has: {_text(tile.valid)} of the tile "
                f"are valid, and the window is {_text(window.get_shape())}; make the window as large as what is valid"
            )


def _check_letters(what: str, shapes: dict[str, tuple[int, ...]], letters: dict[str, str]) -> None:
    known: dict[str, int] = {}
    for _, letter, extent in _extents(shapes, letters):
        if letter == "_":
            continue
        expected = int(letter) if letter.isdigit() else known.setdefault(letter, extent)
        if extent != expected:
            wanted = ", ".join(f"{name} {'x'.join(letters[name])}" for name in shapes)
            found = ", ".join(f"{name} {_text(shape)}" for name, shape in shapes.items())
            raise VerifyException(f"expects {what} {wanted}, got {found}")


def _extents(shapes: dict[str, tuple[int, ...]], letters: dict[str, str]) -> Iterator[tuple[str, str, int]]:
    """The extents that are known, each with the operand that it is of and its letter."""
    for name, shape in shapes.items():
        for letter, extent in zip(letters[name], shape):
            if extent != DYNAMIC_INDEX:
                yield name, letter, extent


def _text(shape: tuple[int, ...]) -> str:
    return "x".join("?" if extent == DYNAMIC_INDEX else str(extent) for extent in shape)
