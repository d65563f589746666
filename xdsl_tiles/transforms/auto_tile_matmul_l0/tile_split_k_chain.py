"""Canonical split-K chains whose accumulator exceeds L0C: the output grid goes outside the loop over K."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.abi import Overwritten
from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Tiling, find_candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.chain_grid import ChainGrid
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, chain_tile, k_alone
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import Accumulator, reduce_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.kept_whole import hint_no_placement
from xdsl_tiles.transforms.auto_tile_matmul_l0.source_reduction import (
    NOT_THE_FIRST_STEP,
    SourceReduction,
    SplitKChain,
    match_chain,
    operand_boxes,
    reduction_in,
)
from xdsl_tiles.transforms.tiling.emitter import Emitter


class TileSplitKChain(RewritePattern):
    """Tile the output of a loop over K whose accumulator exceeds L0C.

    ```mlir
    %init = tile.create : !tile.tile<16x1152xi32, acc>
    %c = scf.for %k = %c0 to %c1024 step %c128 iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
      %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
      %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
      %first = arith.cmpi eq, %k, %c0 : index
      %next = tile.matmul_acc %acc, %a, %b init %first
          : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
      scf.yield %next : !tile.tile<16x1152xi32, acc>
    } {tile.pipeline_stages = 2 : i64}
    %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
    ```
    becomes such a loop for the first 768 columns, its store, one for the other 384, and its store. Loads of a part are
    whole boxes, of which the part is valid. Calls are tiled over K afterwards, by their own patterns.

    A loop that is no canonical chain gets hint PH-AT-006; its calls are still tiled over K. One that may overwrite its
    accumulator elsewhere than in its first step is left as it is. Source: seed, "canonical frontend split-K reduction".
    """

    def __init__(self, tiling: Tiling):
        self.tiling = tiling
        self.overwritten = Overwritten()

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter) -> None:
        reduction = reduction_in(op)
        candidate = None if reduction is None else find_candidate(reduction.acc, self.tiling)
        if reduction is None or candidate is None:
            return
        boxes = operand_boxes(candidate.lhs_type, candidate.rhs_type, self.tiling.machine.cube.fractal)
        tile = chain_tile(candidate, boxes or (1, 1))
        if tile is None:
            return
        chain = match_chain(reduction, boxes, self.overwritten)
        if isinstance(chain, SplitKChain):
            _tile_output(chain, tile, rewriter)
            return
        hint_no_placement(candidate, tile, Refusal(chain))
        if chain != NOT_THE_FIRST_STEP:
            self._cut_k(reduction, rewriter)

    def _cut_k(self, reduction: SourceReduction, rewriter: PatternRewriter) -> None:
        """Tile the calls of a reduction over K, so that L0C is all that is too small."""
        for call in (reduction.fresh, reduction.acc):
            candidate = None if call is None else find_candidate(call, self.tiling)
            cut = None if candidate is None else k_alone(candidate)
            if candidate is not None and cut is not None:
                k, pipelined = cut
                caller = None if call is reduction.fresh else Accumulator(reduction.acc.acc, reduction.acc.init)
                reduce_over_k(candidate, k, rewriter, caller, pipelined=pipelined)


def _tile_output(chain: SplitKChain, tile: L0Tile, rewriter: PatternRewriter) -> None:
    """Replace the chain by a grid of smaller ones, where its store stands."""
    emit = Emitter()
    destination = ChainGrid(chain, tile).emit(emit)
    emit.insert_before(chain.store.anchor, rewriter)
    chain.store.finish(destination, rewriter)
    rewriter.erase(chain.reduction.loop)
    rewriter.erase(chain.seed)
