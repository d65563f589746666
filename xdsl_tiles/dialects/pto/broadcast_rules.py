"""Rules of operands that stand for each row or column of a tile, and of results with one element for each.

A column is one element wide and stored by columns, or one block of 32 bytes wide, `32 / sizeof(element)`, and stored by
rows. Source: pto section 5, Reduction and broadcast.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.case_rules import is_given
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch, BLayout
from xdsl_tiles.dialects.pto.extent_rules import BLOCK_BYTES
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import InSpace, Rule, tiles_of
from xdsl_tiles.dialects.pto.shape_rules import Valids
from xdsl_tiles.dialects.pto.tile_buf import DN, ND, TileBufType
from xdsl_tiles.dialects.pto.tile_rules import IsTile, LaidOut


class ColumnIfByColumns(Rule):
    """A tile that is stored by columns has one."""

    name: str

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, (self.name,)):
            if tile.config.blayout is BLayout.COL_MAJOR and tile.get_shape()[1] != 1:
                raise VerifyException(
                    f"expects {name} with one column, as it is stored by columns, got {tile}; "
                    "store it by rows or make it one column"
                )


class ColumnFor(Rule):
    """One operand is a column with an element for each row of `dst`."""

    name: str

    def check(self, op: PtoOperation) -> None:
        tiles = dict(tiles_of(op, (self.name, "dst")))
        if len(tiles) == 2 and not _is_column_for(tiles[self.name], tiles["dst"]):
            raise VerifyException(f"expects {self.name} to be {_wanted(tiles['dst'])}, got {tiles[self.name]}")


class TileAndColumn(Rule):
    """Of two operands one is as `dst` and the other a column for it; with scratch, a3 takes columns by columns only."""

    names: tuple[str, str]

    def check(self, op: PtoOperation) -> None:
        tiles = [tile for _, tile in tiles_of(op, (*self.names, "dst"))]
        if len(tiles) < 3:
            return
        first, second, dst = tiles
        by_columns = is_given(op, "tmp") and op.arch is Arch.A3
        if not any(
            _is_like(whole, dst)
            and _is_column_for(column, dst)
            and not (by_columns and column.config.blayout is BLayout.ROW_MAJOR)
            for whole, column in ((first, second), (second, first))
        ):
            only = "; with tmp, a3 takes it by columns only" if by_columns else ""
            raise VerifyException(
                f"expects one of {' and '.join(self.names)} by rows and valid as dst, and the other to be "
                f"{_wanted(dst)}{only}; got {first} and {second}"
            )


def column_result(name: str = "dst") -> tuple[Rule, ...]:
    """The rules of a result with one element for each row of `src`."""
    names = (name,)
    return (
        IsTile(names),
        InSpace(names, (AddressSpace.VEC,)),
        LaidOut(names, (ND, DN)),
        ColumnIfByColumns(name),
        Valids(("src", name), "R_ R1"),
    )


def _is_like(tile: TileBufType, dst: TileBufType) -> bool:
    return tile.config.blayout is BLayout.ROW_MAJOR and all(map(_agree, tile.valid, dst.valid))


def _is_column_for(tile: TileBufType, dst: TileBufType) -> bool:
    width = 1 if tile.config.blayout is not BLayout.ROW_MAJOR else BLOCK_BYTES // tile.element_bytes
    return _agree(tile.valid[0], dst.valid[0]) and _agree(tile.valid[1], width)


def _agree(extent: int, other: int) -> bool:
    return extent == other or DYNAMIC_INDEX in (extent, other)


def _wanted(dst: TileBufType) -> str:
    rows = "?" if dst.valid[0] == DYNAMIC_INDEX else dst.valid[0]
    return f"a column of {rows} rows: {rows}x1 by columns, or {rows}x{BLOCK_BYTES // dst.element_bytes} by rows"
