"""The grid for tiles with k = K: nested loops in which one operand panel is held while the other moves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from xdsl.ir import SSAValue

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias import BiasRows, fresh_product
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position, pipelined
from xdsl_tiles.transforms.tiling.grid import UNROLL_LIMIT, Axis, visit
from xdsl_tiles.transforms.tiling.placement import Placement
from xdsl_tiles.transforms.tiling.windows import Window, extract


@dataclass(frozen=True)
class FullKGrid:
    """The loop nest over the whole tiles of the output, and the L-shaped boundary peeled after it.

    The outer loop owns the held panel: rows outermost hold a left panel, columns outermost a right one. An
    operand-stationary outer loop is sequential, so that its panel needs one buffer; an output-stationary nest
    pipelines both loops. The row of a bias is fetched beside the panel whose columns it covers. Source: seed,
    "K-tiling vs M/N-tiling", and tile_l0 section 4.
    """

    candidate: Candidate
    tile: L0Tile
    placement: Placement
    bias: BiasRows | None = None

    def emit(self, emit: Emitter) -> SSAValue:
        """Emit the grid; returns the finished destination."""
        rows, columns = self.candidate.axes(self.tile)
        return self._boundary(emit, rows, columns, self._interior(emit, rows, columns))

    @property
    def _holds_left(self) -> bool:
        tile = self.tile
        return tile.stationarity == "A" or (tile.stationarity == "OS" and tile.os_holds_a)

    def _interior(self, emit: Emitter, rows: Axis, columns: Axis) -> SSAValue:
        name, holds_left = self.candidate.name, self._holds_left
        outer, inner = (rows, columns) if holds_left else (columns, rows)

        def visit_held(held_index: SSAValue, carried: SSAValue) -> SSAValue:
            at = LoopIndex(held_index, outer.full)
            held = self._panel(emit, at, outer.tile, left=holds_left, name="held")
            held_bias = None if holds_left else self._bias_row(emit, at, columns.tile)

            def visit_moving(moving_index: SSAValue, carried: SSAValue) -> SSAValue:
                moving_at = LoopIndex(moving_index, inner.full)
                moving = self._panel(emit, moving_at, inner.tile, left=not holds_left, name="moving")
                lhs, rhs = (held, moving) if holds_left else (moving, held)
                row, column = (at, moving_at) if holds_left else (moving_at, at)
                bias = self._bias_row(emit, moving_at, columns.tile) if holds_left else held_bias
                window = Window(row, column, rows.tile, columns.tile)
                return self._product(emit, (lhs, rhs, bias), window, carried, 0)

            attributes = pipelined(overlap_stores=False, double_buffer_c=self.tile.double_buffer_c)
            names = (f"{name}_l0_moving_o", f"{name}_l0_moving_iter", f"{name}_l0_moving_out")
            return emit.loop(inner.full, inner.tile, carried, visit_moving, attributes=attributes, names=names)

        attributes = pipelined(overlap_stores=False) if self.tile.stationarity == "OS" else None
        names = (f"{name}_l0_held_o", f"{name}_l0_held_iter", f"{name}_l0_held_out")
        start = self.placement.begin(emit)
        return emit.loop(outer.full, outer.tile, start, visit_held, attributes=attributes, names=names)

    def _boundary(self, emit: Emitter, rows: Axis, columns: Axis, carried: SSAValue) -> SSAValue:
        """The bottom strip over all columns, then the right strip over the whole row tiles."""
        steps, full_rows = count(1), Axis(rows.full, rows.tile)
        tiles = (len(columns) if rows.tail else 0) + (len(full_rows) if columns.tail else 0)
        unroll = tiles <= UNROLL_LIMIT

        def visit_window(window: Window, bias: SSAValue | None, carried: SSAValue) -> SSAValue:
            lhs = self._panel(emit, window.row, window.rows, left=True, name="a")
            rhs = self._panel(emit, window.column, window.columns, left=False, name="b")
            return self._product(emit, (lhs, rhs, bias), window, carried, next(steps))

        def visit_bottom(column: Position, width: int, carried: SSAValue) -> SSAValue:
            bias = self._bias_row(emit, column, width)
            return visit_window(Window(rows.full, column, rows.tail, width), bias, carried)

        def visit_right(row: Position, height: int, carried: SSAValue) -> SSAValue:
            return visit_window(Window(row, columns.full, height, columns.tail), right_bias, carried)

        if rows.tail:
            name = f"{self.candidate.name}_bottom"
            carried = visit(emit, columns, carried, visit_bottom, unroll=unroll, name=name)
        if columns.tail:
            name = f"{self.candidate.name}_right"
            right_bias = self._bias_row(emit, columns.full, columns.tail)
            carried = visit(emit, full_rows, carried, visit_right, unroll=unroll, name=name)
        return carried

    def _panel(self, emit: Emitter, at: Position, extent: int, *, left: bool, name: str) -> SSAValue:
        candidate, inner = self.candidate, self.candidate.work[2]
        name = f"{candidate.name}_l0_{name}"
        if left:
            return extract(emit, candidate.lhs, (at, 0), (extent, inner), MemorySpace.LEFT, name)
        return extract(emit, candidate.rhs, (0, at), (inner, extent), MemorySpace.RIGHT, name)

    def _bias_row(self, emit: Emitter, column: Position, width: int) -> SSAValue | None:
        return None if self.bias is None else self.bias.row(emit, column, width)

    def _product(
        self,
        emit: Emitter,
        operands: tuple[SSAValue, SSAValue, SSAValue | None],
        window: Window,
        carried: SSAValue,
        step: int,
    ) -> SSAValue:
        acc = emit.add(fresh_product(*operands), f"{self.candidate.name}_t{step}")
        return self.placement.place(emit, carried, acc, window, step)
