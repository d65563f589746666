"""Accumulators that are windows of other accumulators."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.transfer import SliceOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.views import SetValidShapeOp


def refuse_row_windows(function: FuncOp) -> None:
    """Raise OperationError at a matmul whose accumulator is a row window of a wider tile, by way of whatever views.

    L0C holds a tile column block by column block, so such a window is strided by rows that the cube does not know of.
    """
    for op in function.walk():
        if not isinstance(op, MatmulAccOp):
            continue
        rows = tile_type(op.acc).get_shape()[0]
        whole = tile_type(_buffer(op.acc))
        if whole.get_shape()[0] != rows:
            fail(
                op,
                f"accumulates into {rows} rows of the wider {whole}, whose pitch the cube does not know; "
                "multiply into a tile of its own and tile.assemble it",
            )


def _buffer(tile: SSAValue) -> SSAValue:
    """The tile whose memory a tile is in, as far as views and loops show it."""
    while True:
        if isinstance(tile, BlockArgument):
            loop = tile.block.parent_op()
            if not isinstance(loop, scf.ForOp) or tile.index == 0:
                return tile
            tile = loop.iter_args[tile.index - 1]
        elif isinstance(tile.owner, SliceOp | SetValidShapeOp):
            tile = tile.owner.source
        elif isinstance(tile.owner, scf.ForOp):
            tile = tile.owner.iter_args[tile.owner.results.index(tile)]
        else:
            return tile
