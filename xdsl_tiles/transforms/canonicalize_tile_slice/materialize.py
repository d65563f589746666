"""Copying Vec slices that cannot be read, or may not be written, where they lie."""

from __future__ import annotations

from math import gcd

from xdsl.dialects import scf
from xdsl.ir import Use
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.divisibility import known_divisor
from xdsl_tiles.dialects.tile.attributes import Major, MemorySpace
from xdsl_tiles.dialects.tile.memory import CreateOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp, SliceOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp
from xdsl_tiles.machines import Machine

_VIEWS = (SliceOp, SetValidShapeOp, TransposeViewOp, ReshapeOp)


class MaterializeSlice(RewritePattern):
    """A Vec slice that is written into, or whose address may be unaligned, becomes a tile of its own."""

    def __init__(self, machine: Machine | None):
        self.machine = machine

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SliceOp, rewriter: PatternRewriter) -> None:
        type_ = op.result.type
        if type_.space is not MemorySpace.VEC or not op.result.uses:
            return
        if any(map(_may_write, op.result.uses)):
            # A window of a tile that holds nothing yet has nothing to copy.
            if isinstance(op.source.owner, CreateOp) and type_.valid == type_.get_shape():
                rewriter.replace(op, CreateOp(type_))
                return
        elif self.machine is None or _is_aligned(op, self.machine):
            return
        copy = ExtractOp.build(
            operands=[op.source, op.offsets], result_types=[type_], properties={"static_offsets": op.static_offsets}
        )
        rewriter.replace(op, copy)


def _may_write(use: Use) -> bool:
    """Whether a use of a tile, or of another view of its memory, may write into that memory."""
    user = use.operation
    if isinstance(user, AssembleOp):
        return use.index == 1
    if isinstance(user, _VIEWS):
        return any(map(_may_write, user.results[0].uses))
    return isinstance(user, scf.ForOp | scf.YieldOp)


def _is_aligned(op: SliceOp, machine: Machine) -> bool:
    """Whether the window provably starts at an address that a buffer could start at."""
    source = tile_type(op.source)
    rows, columns = source.get_shape()
    row, column = (known_divisor(offset) for offset in op.mixed_offsets)
    bits = source.element_bits
    layout = source.effective_layout
    if layout.is_boxed:
        cube = machine.cube
        return row % cube.box_rows == 0 and column * bits % (8 * cube.box_row_bytes) == 0
    row_pitch, column_pitch = (columns, 1) if layout.blayout is Major.ROW else (1, rows)
    return gcd(row * row_pitch, column * column_pitch) * bits % (8 * machine.allocator_alignment) == 0
