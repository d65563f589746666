"""`tile.matmul_acc`: a K loop around the caller's accumulator, which must fit L0C as it is."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Tiling, find_candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, chosen_tile, covers_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import Accumulator, tile_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.kept_whole import keep_output_whole


class TileMatmulAcc(RewritePattern):
    """Tile an accumulating matmul for L0: only over K, since its accumulator is the caller's.

    ```mlir
    %c = tile.matmul_acc %acc, %a, %b init %user
        : !tile.tile<16x64xf32, acc>, !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>
    ```
    becomes
    ```mlir
    %c = scf.for %ko = %c0 to %c2048 step %c256 iter_args(%iter = %acc) -> (!tile.tile<16x64xf32, acc>) {
      %l = tile.extract %a[0, %ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
      %r = tile.extract %b[%ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
      %block = arith.cmpi eq, %ko, %c0 : index
      %first = arith.andi %user, %block : i1
      %next = tile.matmul_acc %iter, %l, %r init %first
          : !tile.tile<16x64xf32, acc>, !tile.tile<16x256xbf16, left>, !tile.tile<256x64xbf16, right>
      scf.yield %next : !tile.tile<16x64xf32, acc>
    } {tile.pipeline_stages = 2 : i64}
    ```
    Without a predicate the accumulator is live from the first block on, and none is made.
    """

    def __init__(self, tiling: Tiling):
        self.tiling = tiling

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulAccOp, rewriter: PatternRewriter) -> None:
        candidate = find_candidate(op, self.tiling)
        if candidate is None:
            return
        tile = chosen_tile(candidate)
        if tile is None:
            return
        caller = Accumulator(op.acc, op.init)
        if covers_output(candidate, tile):
            tile_over_k(candidate, tile, rewriter, caller)
        else:
            keep_output_whole(candidate, tile, Refusal("its accumulator is the caller's"), rewriter, caller)
