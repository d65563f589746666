"""`tile.cast` of an accumulator between two matmuls: leaving L0C does it, so that the result stays on the cube."""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.footprint import storage_bytes, tile_bytes
from xdsl_tiles.diagnostics import hint
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import CreateOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.vector import CastOp
from xdsl_tiles.dialects.tile.views import GetValidShapeOp, SetValidShapeOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.auto_tile_matmul_l0.mat_scratch import feeds_only_matmuls, why_not_folded
from xdsl_tiles.transforms.tiling.emitter import Emitter


class FoldCast(RewritePattern):
    """Replace the cast of an accumulator that fits L0C, read by nothing but matmuls, by a scratch in Mat.

    ```mlir
    %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
    ```
    becomes
    ```mlir
    %m = tile.create : !tile.tile<128x128xbf16, mat>
    %h = tile.assemble %c into %m[0, 0]
        : !tile.tile<128x128xf32, acc> into !tile.tile<128x128xbf16, mat> -> !tile.tile<128x128xbf16, mat>
    ```
    Leaving L0C narrows f32 to bf16 or f16 and rounds half to even; any other cast stays on the vector core, with hint
    PH-AT-010. Source: seed, "Fits-L0c chained cast-fold".
    """

    def __init__(self, machine: Machine):
        self.machine = machine

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CastOp, rewriter: PatternRewriter) -> None:
        if not self._fits_l0c(tile_type(op.source)) or not feeds_only_matmuls(op.result):
            return
        reason = why_not_folded(op)
        if reason is not None:
            _hint_kept(op, reason)
            return
        emit = Emitter()
        name = op.source.name_hint or "c"
        scratch = _emit_scratch(emit, op, f"{name}_mat")
        folded = emit.add(AssembleOp(op.source, scratch, [0, 0], within_valid=True), f"{name}_mat_t0")
        emit.insert_before(op, rewriter)
        rewriter.replace(op, (), [folded])

    def _fits_l0c(self, source: TileType) -> bool:
        if source.space is not MemorySpace.ACC or source.get_num_dims() != 2:
            return False
        needed, available = tile_bytes(source, self.machine), self.machine.capacity(MemorySpace.ACC)
        return needed is not None and available is not None and needed <= available


def _emit_scratch(emit: Emitter, cast: CastOp, name: str) -> SSAValue:
    """Emit the scratch, valid where the accumulator is."""
    source = tile_type(cast.source)
    shape, valid = source.get_shape(), source.valid
    element_type = cast.result.type.element_type
    if DYNAMIC_INDEX not in valid:
        return emit.add(CreateOp(TileType(shape, element_type, MemorySpace.MAT, valid=valid)), name)
    storage = emit.add(CreateOp(TileType(shape, element_type, MemorySpace.MAT)), f"{name}_storage")
    extents = GetValidShapeOp(cast.source)
    emit.add(extents)
    sizes = [extents.results[axis] if known == DYNAMIC_INDEX else known for axis, known in enumerate(valid)]
    return emit.add(SetValidShapeOp(storage, sizes), name)


def _hint_kept(cast: CastOp, reason: str) -> None:
    """Say that a product goes to the vector core and back, and what that takes of Vec."""
    source, result = tile_type(cast.source), cast.result.type
    rows, columns = source.get_shape()
    needed = sum(storage_bytes(rows * columns, tile.element_bits) for tile in (source, result))
    message = (
        f"stays on the vector core, where it takes {needed} bytes of vec, on the way between two matmuls: {reason}"
    )
    hint(cast, "PH-AT-010", message, rows=rows, columns=columns, vec=needed)
