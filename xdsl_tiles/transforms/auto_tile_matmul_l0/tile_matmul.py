"""`tile.matmul`: a K loop where the output fits L0C, a grid of sub-tiles where it does not."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Tiling, find_candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, chosen_tile, covers_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import tile_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.kept_whole import keep_output_whole
from xdsl_tiles.transforms.auto_tile_matmul_l0.output_grid import tile_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.output_placement import placement_of, tile_for


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
            tile_over_k(candidate, tile, rewriter)
        elif isinstance(placement := placement_of(candidate), Refusal):
            keep_output_whole(candidate, tile, placement, rewriter)
        else:
            tile_output(candidate, tile_for(placement, candidate, tile), placement, rewriter)
