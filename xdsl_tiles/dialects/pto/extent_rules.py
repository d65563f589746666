"""Rules about how far the valid regions and the shapes of single tiles reach, beyond what letters say of them together.

Extents that only the run knows are never refused.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.enums import BLayout
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule, tiles_of

BLOCK_BYTES = 32
"""Bytes of a block of the vector unit."""


class NotEmpty(Rule):
    """Something of each tile is valid."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if 0 in tile.valid:
                raise VerifyException(f"expects {name} with valid rows and columns on {op.arch}, got {tile}")


class FullColumns(Rule):
    """Every column of each tile is valid."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if tile.valid[1] not in (DYNAMIC_INDEX, tile.get_shape()[1]):
                raise VerifyException(f"expects {name} with all of its columns valid, got {tile}")


class ColumnsFrom(Rule):
    """Each tile has at least so many columns, and as many of them valid."""

    names: tuple[str, ...]
    least: int

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            columns = (tile.get_shape()[1], tile.valid[1])
            if any(extent != DYNAMIC_INDEX and extent < self.least for extent in columns):
                raise VerifyException(f"expects {name} with at least {self.least} valid columns, got {tile}")


class ScratchRow(Rule):
    """The scratch tile has a valid row that is as wide as what is valid of another tile."""

    scratch: str
    other: str

    def check(self, op: PtoOperation) -> None:
        valid = [tile.valid for _, tile in tiles_of(op, (self.scratch, self.other))]
        if len(valid) < 2:
            return
        (rows, columns), (_, wanted) = valid
        if rows == 0 or (DYNAMIC_INDEX not in (columns, wanted) and columns < wanted):
            raise VerifyException(
                f"expects {self.scratch} with a valid row as wide as {self.other} has columns: "
                f"{'?' if wanted == DYNAMIC_INDEX else wanted}, got {rows}x{columns}"
            )


class Bytes(Rule):
    """Each tile has at least so many bytes."""

    names: tuple[str, ...]
    least: int

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            rows, columns = tile.get_shape()
            if rows * columns * tile.element_bytes < self.least:
                raise VerifyException(f"expects {name} with at least {self.least} bytes, got {tile}")


class WholeBlocks(Rule):
    """The rows of each tile, or the columns where it is stored by columns, are whole blocks."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            run = tile.get_shape()[tile.config.blayout is BLayout.ROW_MAJOR] * tile.element_bytes
            if run % BLOCK_BYTES:
                raise VerifyException(
                    f"expects {name} stored in runs of a multiple of {BLOCK_BYTES} bytes on {op.arch}, "
                    f"got {run} in {tile}"
                )


class NotLarger(Rule):
    """The shape of one tile fits into that of another."""

    inner: str
    outer: str

    def check(self, op: PtoOperation) -> None:
        shapes = [tile.get_shape() for _, tile in tiles_of(op, (self.inner, self.outer))]
        if len(shapes) == 2 and any(extent > bound for extent, bound in zip(*shapes)):
            inner, outer = ("x".join(map(str, shape)) for shape in shapes)
            raise VerifyException(f"expects {self.outer} at least as large as {self.inner}: {inner}, got {outer}")


class SideBySide(Rule):
    """What is valid of two tiles fits side by side into a third."""

    left: str
    right: str
    whole: str

    def check(self, op: PtoOperation) -> None:
        tiles = [tile for _, tile in tiles_of(op, (self.left, self.right, self.whole))]
        if len(tiles) < 3:
            return
        left, right, bound = tiles[0].valid[1], tiles[1].valid[1], tiles[2].get_shape()[1]
        if DYNAMIC_INDEX not in (left, right) and left + right > bound:
            raise VerifyException(
                f"expects {left} + {right} valid columns of {self.left} and {self.right} in the {bound} of {self.whole}"
            )


class PartlyValid(Rule):
    """What is valid of two tiles lies in what is valid of a third, and of one of them it is as much."""

    parts: tuple[str, str]
    whole: str

    def check(self, op: PtoOperation) -> None:
        tiles = dict(tiles_of(op, (*self.parts, self.whole)))
        if len(tiles) < 3:
            return
        whole = tiles.pop(self.whole).valid
        pairs = {
            name: [(part, bound) for part, bound in zip(tile.valid, whole) if DYNAMIC_INDEX not in (part, bound)]
            for name, tile in tiles.items()
        }
        for name, extents in pairs.items():
            if any(part > bound for part, bound in extents):
                raise VerifyException(
                    f"expects no more valid of {name} than of {self.whole}: {tiles[name]}, and {whole} on {op.arch}"
                )
        if not any(all(part == bound for part, bound in extents) for extents in pairs.values()):
            raise VerifyException(
                f"expects as much valid of {' or '.join(self.parts)} as of {self.whole}, "
                f"got {' and '.join(map(str, tiles.values()))}, and {whole} on {op.arch}"
            )
