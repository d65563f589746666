"""`tile.matmul_bias`: as `tile.matmul`, with a row of the bias applied once to every output tile."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.dialects.tile.cube import MatmulBiasOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias import loaded_bias
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias_legality import has_vec_operand
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Tiling, find_candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, chosen_tile, covers_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import tile_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.kept_whole import keep_output_whole
from xdsl_tiles.transforms.auto_tile_matmul_l0.output_grid import tile_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.output_placement import placement_of, tile_for


class TileMatmulBias(RewritePattern):
    """Tile a matmul with a bias for L0; the first K block of every output tile applies its bias row and is peeled.

    ```mlir
    %c = tile.matmul_bias %a, %b, %bias
        : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>,
          !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
        -> !tile.tile<16x64xf32, acc>
    ```
    becomes
    ```mlir
    %row = tile.move %bias : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
    %l0 = tile.extract %a[0, 0] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
    %r0 = tile.extract %b[0, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
    %c0 = tile.matmul_bias %l0, %r0, %row
        : !tile.tile<16x256xbf16, left>, !tile.tile<256x64xbf16, right>, !tile.tile<1x64xf32, bias>
        -> !tile.tile<16x64xf32, acc>
    %c = scf.for %ko = %c256 to %c2048 step %c256 iter_args(%iter = %c0) -> (!tile.tile<16x64xf32, acc>) {
      %l = tile.extract %a[0, %ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
      %r = tile.extract %b[%ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
      %next = tile.matmul_acc %iter, %l, %r
          : !tile.tile<16x64xf32, acc>, !tile.tile<16x256xbf16, left>, !tile.tile<256x64xbf16, right>
      scf.yield %next : !tile.tile<16x64xf32, acc>
    } {tile.pipeline_stages = 2 : i64}
    ```
    An output cut into columns loads each window of the bias from its tensor, in place of the load of all of it.
    """

    def __init__(self, tiling: Tiling):
        self.tiling = tiling

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulBiasOp, rewriter: PatternRewriter) -> None:
        candidate = find_candidate(op, self.tiling)
        if candidate is None or has_vec_operand(candidate):
            return
        tile = chosen_tile(candidate)
        if tile is None:
            return
        if covers_output(candidate, tile):
            tile_over_k(candidate, tile, rewriter)
            return
        placement, anchor = placement_of(candidate), op
        if not isinstance(placement, Refusal):
            tile, anchor = tile_for(placement, candidate, tile), placement.anchor
        load = loaded_bias(op, anchor) if tile.n < candidate.extents[1] else None
        if isinstance(load, str):
            refusal = Refusal(f"its bias cannot be loaded window by window, {load}", "PH-AT-011")
            keep_output_whole(candidate, tile, refusal, rewriter)
        elif isinstance(placement, Refusal):
            keep_output_whole(candidate, tile, placement, rewriter)
        else:
            tile_output(candidate, tile, placement, rewriter, load)
