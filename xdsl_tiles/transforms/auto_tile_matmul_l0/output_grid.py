"""The grid of sub-tiles that an output becomes where it does not fit L0C, or is cheaper in parts."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias import LoadedRows, WholeRow, bias_in_table
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import covers_output
from xdsl_tiles.transforms.auto_tile_matmul_l0.full_k_grid import FullKGrid
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import tile_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.plan import report_plan
from xdsl_tiles.transforms.auto_tile_matmul_l0.split_k_grid import emit_split_k_grid
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.placement import Placement


def tile_output(
    candidate: Candidate,
    tile: L0Tile,
    placement: Placement,
    rewriter: PatternRewriter,
    bias_load: LoadOp | None = None,
) -> None:
    """Replace the matmul by a grid of sub-tiles, emitted where its placement wants it.

    `bias_load` is what windows of the bias are loaded like, and goes; without it each window takes all of the bias.
    """
    if covers_output(candidate, tile):
        # Chosen for the placement, it needs none.
        tile_over_k(candidate, tile, rewriter)
        return
    report_plan(candidate, tile)
    emit = Emitter()
    bias = None
    if bias_load is not None:
        bias = LoadedRows(bias_load, candidate.name)
    elif candidate.bias is not None:
        bias = WholeRow(bias_in_table(emit, candidate.bias, candidate.name))
    if tile.k == candidate.extents[2]:
        destination = FullKGrid(candidate, tile, placement, bias).emit(emit)
    else:
        destination = emit_split_k_grid(emit, candidate, tile, placement, bias)
    emit.insert_before(placement.anchor, rewriter)
    placement.finish(destination, rewriter)
    rewriter.erase(candidate.op)
    if bias_load is not None:
        rewriter.erase(bias_load)
