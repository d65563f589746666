"""Rules of merges, whose lists are rows. Source: pto section 5, `pto.tmrgsort`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import VectorType, i16
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule
from xdsl_tiles.dialects.pto.subset import constant_index
from xdsl_tiles.dialects.pto.tile_buf import TileBufType

if TYPE_CHECKING:
    from xdsl_tiles.dialects.pto.sort import TMrgSortOp

BLOCK = 64
"""Elements that sorted blocks have a multiple of: 32 pairs of score and index."""


class BlocksOfRow(Rule):
    """A merge of the blocks of one row."""

    def check(self, op: PtoOperation) -> None:
        merge = cast("TMrgSortOp", op)
        if len(merge.srcs) != 1 or len(merge.dsts) != 1 or merge.tmp is not None or merge.excuted is not None:
            raise VerifyException("merges the blocks of one src into one dst, without tmp or excuted")
        source, result = merge.srcs[0].type, merge.dsts[0].type
        if not isinstance(source, TileBufType) or not isinstance(result, TileBufType):
            return
        if source.element_type != result.element_type or str(source.element_type) not in ("f16", "f32"):
            raise VerifyException(
                f"expects src and dst of one element type, f16 or f32, got {source.element_type} and "
                f"{result.element_type}"
            )
        if source.get_shape() != result.get_shape() or source.get_shape()[0] != 1:
            raise VerifyException(f"expects src and dst of one row and as many columns, got {source} and {result}")
        length = constant_index(merge.block_len) if merge.block_len is not None else None
        if length is not None and (length <= 0 or length % BLOCK):
            raise VerifyException(f"expects a blockLen that is a positive multiple of {BLOCK}, got {length}")


class ListsToMerge(Rule):
    """A merge of two to four lists, which tells how many of each were taken."""

    def check(self, op: PtoOperation) -> None:
        merge = cast("TMrgSortOp", op)
        if not 2 <= len(merge.srcs) <= 4 or len(merge.dsts) != 1 or merge.tmp is None or merge.excuted is None:
            raise VerifyException(
                "merges one src and a blockLen into one dst, or two to four srcs with tmp into dst and excuted; "
                f"got {len(merge.srcs)} srcs"
            )
        if merge.excuted.type != VectorType(i16, [4]):
            raise VerifyException(f"expects excuted of vector<4xi16>, got {merge.excuted.type}")
        result, scratch = merge.dsts[0].type, merge.tmp.type
        if not isinstance(result, TileBufType) or not isinstance(scratch, TileBufType):
            return
        if result.get_shape() != scratch.get_shape():
            raise VerifyException(f"expects tmp with the shape of dst, got {scratch} and {result}")
        for value in (*merge.srcs, merge.tmp):
            if isinstance(value.type, TileBufType) and value.type.element_type != result.element_type:
                raise VerifyException(f"expects srcs and tmp with the elements of dst, {result}, got {value.type}")
