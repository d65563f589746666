"""Rules about windows: what is read or written lies inside."""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.constants import constant_index
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule
from xdsl_tiles.dialects.pto.tile_buf import TileBufType


class Inside(Rule):
    """The window that begins at `indexRow` and `indexCol` lies inside a tile, as far as that is known.

    A window has the shape of a tile, or of what is valid in it.
    """

    window: str
    tile: str
    by_valid: bool = False

    def check(self, op: PtoOperation) -> None:
        window, tile = getattr(op, self.window).type, getattr(op, self.tile).type
        if not isinstance(window, TileBufType) or not isinstance(tile, TileBufType):
            return
        extents = window.valid if self.by_valid else window.get_shape()
        for index, extent, bound in zip(("index_row", "index_col"), extents, tile.get_shape()):
            start = constant_index(getattr(op, index))
            if start is None:
                continue
            if start < 0:
                raise VerifyException(f"expects {index} not to be negative, got {start}")
            if extent != DYNAMIC_INDEX and start + extent > bound:
                raise VerifyException(
                    f"expects {self.window} inside {self.tile}: {start} in {index} and {extent} more exceed {bound}"
                )
