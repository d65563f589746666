"""`tile.matmul`: a K loop where the output fits L0C, a grid of sub-tiles where it does not."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate, Tiling, find_candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, chosen_tile, covers_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.full_k_grid import FullKGrid
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import keep_output_whole, reduce_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.output_placement import placement_of, tile_for
from xdsl_tiles.transforms.auto_tile_matmul_l0.split_k_grid import emit_split_k_grid
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.placement import Placement


class TileMatmul(RewritePattern):
    """Tile a fresh matmul for L0, over K alone or over its whole output."""

    def __init__(self, tiling: Tiling):
        self.tiling = tiling

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulOp, rewriter: PatternRewriter) -> None:
        candidate = find_candidate(op, self.tiling)
        if candidate is None:
            return
        tile = chosen_tile(candidate)
        if tile is None:
            return
        if covers_output(candidate, tile):
            reduce_over_k(candidate, tile.k, rewriter)
        elif isinstance(placement := placement_of(candidate), Refusal):
            keep_output_whole(candidate, tile, placement, rewriter)
        else:
            _tile_output(candidate, tile_for(placement, candidate, tile), placement, rewriter)


def _tile_output(candidate: Candidate, tile: L0Tile, placement: Placement, rewriter: PatternRewriter) -> None:
    """Replace the matmul by a grid of sub-tiles, emitted where its placement wants it."""
    if covers_output(candidate, tile):
        # Chosen for the placement, it needs none.
        reduce_over_k(candidate, tile.k, rewriter)
        return
    emit = Emitter()
    if tile.k == candidate.extents[2]:
        destination = FullKGrid(candidate, tile, placement).emit(emit)
    else:
        destination = emit_split_k_grid(emit, candidate, tile, placement)
    emit.insert_before(placement.anchor, rewriter)
    placement.finish(destination, rewriter)
    rewriter.erase(candidate.op)
