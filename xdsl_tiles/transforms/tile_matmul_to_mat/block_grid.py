"""The grid of output blocks: loops over rows and columns of blocks, each block stored as soon as it is reduced."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from xdsl.ir import SSAValue

from xdsl_tiles.analysis.mat_blocks import Held, MatBlocks
from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.transforms.tile_matmul_to_mat.candidate import Candidate
from xdsl_tiles.transforms.tile_matmul_to_mat.reduction import BlockReduction
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import Axis, visit
from xdsl_tiles.transforms.tiling.placement import DirectStore
from xdsl_tiles.transforms.tiling.windows import Window


@dataclass(frozen=True)
class BlockGrid:
    """All output blocks of a matmul: rows outermost, unless panels of the right operand are held for a column."""

    candidate: Candidate
    blocks: MatBlocks
    placement: DirectStore

    def emit(self, emit: Emitter) -> SSAValue:
        """Emit the grid; gives the finished destination."""
        rows = Axis(self.candidate.product.m, self.blocks.m)
        columns = Axis(self.candidate.product.n, self.blocks.n)
        by_columns, steps = self.blocks.held is Held.RHS, count()
        outer, inner = (columns, rows) if by_columns else (rows, columns)

        def visit_outer(at: Position, extent: int, carried: SSAValue) -> SSAValue:
            held = self._held_panel(emit, at, extent)

            def visit_inner(inner_at: Position, inner_extent: int, carried: SSAValue) -> SSAValue:
                if by_columns:
                    window = Window(inner_at, at, inner_extent, extent)
                else:
                    window = Window(at, inner_at, extent, inner_extent)
                return self.placement.place(emit, carried, self._block(emit, window, held), window, next(steps))

            return visit(emit, inner, carried, visit_inner, unroll=False, name="m" if by_columns else "n")

        return visit(
            emit, outer, self.placement.begin(emit), visit_outer, unroll=False, name="n" if by_columns else "m"
        )

    @property
    def _reduction(self) -> BlockReduction:
        return BlockReduction(self.candidate, self.blocks)

    def _held_panel(self, emit: Emitter, at: Position, extent: int) -> SSAValue | None:
        match self.blocks.held:
            case Held.LHS:
                return self._reduction.lhs_panel(emit, at, extent, 0, self.candidate.product.k)
            case Held.RHS:
                return self._reduction.rhs_panel(emit, at, extent, 0, self.candidate.product.k)
            case Held.NEITHER:
                return None

    def _block(self, emit: Emitter, window: Window, held: SSAValue | None) -> SSAValue:
        """Emit one block; the held panel spans K, so that one product does it."""
        if held is None:
            return self._reduction.emit(emit, window)
        k = self.candidate.product.k
        if self.blocks.held is Held.LHS:
            operands = held, self._reduction.rhs_panel(emit, window.column, window.columns, 0, k)
        else:
            operands = self._reduction.lhs_panel(emit, window.row, window.rows, 0, k), held
        return emit.add(MatmulOp(*operands), self.candidate.name)
