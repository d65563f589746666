"""`tile.matmul`: a K loop where the output fits L0C, a grid of sub-tiles where it does not."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate, Tiling, find_candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import chosen_tile, covers_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.full_k_grid import FullKGrid
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import keep_output_whole, reduce_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.split_k_grid import emit_split_k_grid
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.placement import DirectStore, direct_store


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
        elif candidate.lhs_type.space is MemorySpace.VEC:
            keep_output_whole(candidate, tile, "its left operand is in vec: move it to mat first", rewriter)
        elif isinstance(placement := direct_store(op), DirectStore):
            _tile_output(candidate, tile, placement, rewriter)
        else:
            keep_output_whole(candidate, tile, placement, rewriter)


def _tile_output(candidate: Candidate, tile: L0Tile, placement: DirectStore, rewriter: PatternRewriter) -> None:
    """Replace the matmul and its store by a grid of sub-tiles, emitted where the store stands."""
    emit = Emitter()
    if tile.k == candidate.extents[2]:
        destination = FullKGrid(candidate, tile, placement).emit(emit)
    else:
        destination = emit_split_k_grid(emit, candidate, tile, placement)
    emit.insert_before(placement.store, rewriter)
    rewriter.replace(placement.store, (), [destination])
    rewriter.erase(candidate.op)
