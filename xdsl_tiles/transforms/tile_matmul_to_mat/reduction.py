"""One output block: its panels, and its reduction over them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.mat_blocks import MatBlocks
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulOp, product_type
from xdsl_tiles.dialects.tile.memory import CreateOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.views import TransposeViewOp
from xdsl_tiles.transforms.tile_matmul_to_mat.candidate import Candidate, Factor
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position, pipelined
from xdsl_tiles.transforms.tiling.windows import Window, load_window


@dataclass(frozen=True)
class BlockReduction:
    """How the output block of a window is reduced over panels of K; the window's extents are the valid ones."""

    candidate: Candidate
    blocks: MatBlocks

    def emit(self, emit: Emitter, window: Window) -> SSAValue:
        """Emit the reduction of one block over panels of its own; gives the finished accumulator."""
        k, depth = self.candidate.product.k, self.blocks.k
        full = k // depth * depth
        name = self.candidate.name
        if full > depth:
            seed = emit.add(CreateOp(self._accumulator_type(window)), f"{name}_init")
            acc = self._loop(emit, window, seed, full)
            at = full
        else:
            at = min(depth, k)
            acc = emit.add(MatmulOp(*self._panels(emit, window, 0, at)), name)
        if at == k:
            return acc
        return emit.add(MatmulAccOp(acc, *self._panels(emit, window, at, k - at)), name)

    def _loop(self, emit: Emitter, window: Window, seed: SSAValue, full: int) -> SSAValue:
        def body(index: SSAValue, acc: SSAValue) -> SSAValue:
            panels = self._panels(emit, window, LoopIndex(index, full), self.blocks.k)
            first = emit.add(arith.CmpiOp(index, emit.constant(0), "eq"), f"{name}_first")
            return emit.add(MatmulAccOp(acc, *panels, first), f"{name}_next")

        name = self.candidate.name
        names = (f"{name}_k", f"{name}_iter", name)
        return emit.loop(full, self.blocks.k, seed, body, attributes=pipelined(), names=names)

    def _panels(self, emit: Emitter, window: Window, at: Position, depth: int) -> tuple[SSAValue, SSAValue]:
        return (
            self.lhs_panel(emit, window.row, window.rows, at, depth),
            self.rhs_panel(emit, window.column, window.columns, at, depth),
        )

    def lhs_panel(self, emit: Emitter, row: Position, rows: int, at: Position, depth: int) -> SSAValue:
        """Emit the load of `rows x depth` elements of the left operand."""
        unit = self.candidate.product.granularity
        shape = (align_up(rows, unit.m), align_up(depth, unit.k))
        return _load_panel(emit, self.candidate.lhs, (row, at), shape, (rows, depth))

    def rhs_panel(self, emit: Emitter, column: Position, columns: int, at: Position, depth: int) -> SSAValue:
        """Emit the load of `depth x columns` elements of the right operand."""
        unit = self.candidate.product.granularity
        shape = (align_up(depth, unit.k), align_up(columns, unit.n))
        return _load_panel(emit, self.candidate.rhs, (at, column), shape, (depth, columns))

    def _accumulator_type(self, window: Window) -> TileType:
        unit, element_type = self.candidate.product.granularity, self.candidate.lhs.load.result.type.element_type
        rows, columns, depth = unit.padded(window.rows, window.columns, self.blocks.k)
        lhs = TileType((rows, depth), element_type, MemorySpace.MAT, valid=(window.rows, depth))
        rhs = TileType((depth, columns), element_type, MemorySpace.MAT, valid=(depth, window.columns))
        return product_type(lhs, rhs)


def _load_panel(
    emit: Emitter, factor: Factor, at: tuple[Position, Position], shape: tuple[int, int], valid: tuple[int, int]
) -> SSAValue:
    """Emit the part of a factor at a position relative to it; a transposed one is loaded as it lies."""
    load = factor.load
    if factor.view is not None:
        at, shape, valid = (at[1], at[0]), (shape[1], shape[0]), (valid[1], valid[0])
    *leading, row, column = load.mixed_offsets
    offsets = [*leading, emit.offset(row, at[0]), emit.offset(column, at[1])]
    panel = load_window(load.source, offsets, shape, valid, MemorySpace.MAT)
    panel.attributes.update(load.attributes)
    tile = emit.add(panel, load.result.name_hint)
    return tile if factor.view is None else emit.add(TransposeViewOp(tile), factor.view.result.name_hint)
