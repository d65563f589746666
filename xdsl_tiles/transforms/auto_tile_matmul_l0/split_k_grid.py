"""The grid for tiles with k < K: every output window is a K reduction of its own, placed when it is complete."""

from __future__ import annotations

from itertools import count

from xdsl.ir import SSAValue

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias import BiasRows
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import KReduction
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import UNROLL_LIMIT, visit
from xdsl_tiles.transforms.tiling.placement import Placement
from xdsl_tiles.transforms.tiling.windows import Window


def emit_split_k_grid(
    emit: Emitter, candidate: Candidate, tile: L0Tile, placement: Placement, bias: BiasRows | None = None
) -> SSAValue:
    """Emit the grid, columns outermost, with a row of the bias for each; returns the finished destination."""
    rows, columns = candidate.axes(tile)
    unroll = len(rows) * len(columns) <= UNROLL_LIMIT
    steps = count()

    def visit_column(column: Position, width: int, carried: SSAValue) -> SSAValue:
        bias_row = None if bias is None else bias.row(emit, column, width)

        def visit_window(row: Position, height: int, carried: SSAValue) -> SSAValue:
            window, step = Window(row, column, height, width), next(steps)
            acc = KReduction(candidate, window, tile.k, f"{candidate.name}_t{step}", bias=bias_row).emit(emit)
            return placement.place(emit, carried, acc, window, step)

        return visit(emit, rows, carried, visit_window, unroll=unroll, name=f"{candidate.name}_m")

    return visit(emit, columns, placement.begin(emit), visit_column, unroll=unroll, name=f"{candidate.name}_n")
