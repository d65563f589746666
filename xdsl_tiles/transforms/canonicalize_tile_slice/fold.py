"""Patterns that make the readers of a slice read its source."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.transfer import ExtractOp, MoveOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.windows import MixedIndex, split_indices

_PRODUCTS = (MatmulOp, MatmulAccOp, MatmulBiasOp)
_EXTRACTED_TO = (MemorySpace.LEFT, MemorySpace.RIGHT)


class FoldSliceOfSlice(RewritePattern):
    """A window of a window is a window of the tile itself."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SliceOp, rewriter: PatternRewriter) -> None:
        outer = op.source.owner
        if not isinstance(outer, SliceOp):
            return
        offsets = _sums(outer.mixed_offsets, op.mixed_offsets, op, rewriter)
        rewriter.replace(op, _window(SliceOp, outer.source, offsets, op.result.type))


class FoldIntoExtract(RewritePattern):
    """A copy of a window of a Mat slice is a copy of a window of the tile itself."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ExtractOp, rewriter: PatternRewriter) -> None:
        window = _mat_slice(op.source)
        if window is None:
            return
        offsets = _sums(window.mixed_offsets, op.mixed_offsets, op, rewriter)
        rewriter.replace(op, _window(ExtractOp, window.source, offsets, op.result.type))


class FoldIntoMove(RewritePattern):
    """Moving a Mat slice into L0 is copying a window, unless a narrowed one would have to become `compact`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MoveOp, rewriter: PatternRewriter) -> None:
        window, type_ = _mat_slice(op.source), op.result.type
        if window is None or type_.space not in _EXTRACTED_TO or not type_.is_fully_valid:
            return
        rewriter.replace(op, _window(ExtractOp, window.source, window.mixed_offsets, type_))


class FoldIntoMatmul(RewritePattern):
    """The factors of a product that are Mat slices are copied to Left and Right."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulOp | MatmulAccOp | MatmulBiasOp, rewriter: PatternRewriter) -> None:
        first = 1 if isinstance(op, MatmulAccOp) else 0
        for index, space in enumerate(_EXTRACTED_TO, first):
            window = _mat_slice(op.operands[index])
            if window is None:
                continue
            type_ = window.result.type
            copy = ExtractOp(window.source, window.mixed_offsets, type_.get_shape(), space, valid=type_.valid)
            copy.result.name_hint = window.result.name_hint
            rewriter.insert(copy, InsertPoint.before(op))
            op.operands[index] = copy.result
            rewriter.notify_op_modified(op)


def _mat_slice(value: SSAValue) -> SliceOp | None:
    owner = value.owner
    return owner if isinstance(owner, SliceOp) and tile_type(value).space is MemorySpace.MAT else None


def _window(
    op_type: type[SliceOp] | type[ExtractOp], source: SSAValue, offsets: list[MixedIndex], type_: TileType
) -> Operation:
    """A window whose type says what was known of it before."""
    dynamic, static = split_indices(offsets)
    return op_type.build(operands=[source, dynamic], result_types=[type_], properties={"static_offsets": static})


def _sums(a: list[MixedIndex], b: list[MixedIndex], anchor: Operation, rewriter: PatternRewriter) -> list[MixedIndex]:
    """The sums of two lists of offsets, computed before the anchor where they are no constants."""
    return [_sum(x, y, anchor, rewriter) for x, y in zip(a, b, strict=True)]


def _sum(x: MixedIndex, y: MixedIndex, anchor: Operation, rewriter: PatternRewriter) -> MixedIndex:
    if isinstance(x, int) and isinstance(y, int):
        return x + y
    if x == 0 or y == 0:
        return y if x == 0 else x
    total = arith.AddiOp(_value(x, anchor, rewriter), _value(y, anchor, rewriter))
    rewriter.insert(total, InsertPoint.before(anchor))
    return total.result


def _value(index: MixedIndex, anchor: Operation, rewriter: PatternRewriter) -> SSAValue:
    if isinstance(index, SSAValue):
        return index
    constant = arith.ConstantOp(IntegerAttr(index, IndexType()))
    rewriter.insert(constant, InsertPoint.before(anchor))
    return constant.result
