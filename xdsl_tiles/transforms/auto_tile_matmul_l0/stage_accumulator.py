"""Accumulators that are multiplied as they are: they pass through Mat on their way to L0."""

from __future__ import annotations

from xdsl.ir import Block, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.auto_tile_matmul_l0.mat_scratch import is_multiplied


class StageAccumulator(RewritePattern):
    """Move an accumulator that fits L0C to Mat, once for all matmuls that multiply it, so that they can be tiled.

    ```mlir
    %d = tile.matmul %c, %e : !tile.tile<64x64xf32, acc>, !tile.tile<64x64xf32, mat> -> !tile.tile<64x64xf32, acc>
    ```
    becomes
    ```mlir
    %m = tile.move %c : !tile.tile<64x64xf32, acc> to !tile.tile<64x64xf32, mat>
    %d = tile.matmul %m, %e : !tile.tile<64x64xf32, mat>, !tile.tile<64x64xf32, mat> -> !tile.tile<64x64xf32, acc>
    ```
    """

    def __init__(self, machine: Machine):
        self.machine = machine

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulOp | MatmulBiasOp | MatmulAccOp, rewriter: PatternRewriter) -> None:
        for operand in (op.lhs, op.rhs):
            if tile_type(operand).space is MemorySpace.ACC and self._fits_l0c(operand):
                _stage(operand, rewriter)

    def _fits_l0c(self, accumulator: SSAValue) -> bool:
        needed, available = tile_bytes(tile_type(accumulator), self.machine), self.machine.capacity(MemorySpace.ACC)
        return needed is not None and available is not None and needed <= available


def _stage(accumulator: SSAValue, rewriter: PatternRewriter) -> None:
    owner = accumulator.owner
    at = InsertPoint.at_start(owner) if isinstance(owner, Block) else InsertPoint.after(owner)
    move = MoveOp(accumulator, MemorySpace.MAT)
    move.result.name_hint = f"{accumulator.name_hint or 'c'}_mat"
    rewriter.insert(move, at)
    rewriter.replace_uses_with_if(accumulator, move.result, is_multiplied)
