"""The grid around a split-K chain: each sub-tile of the output completes a copy of the whole reduction."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulOp
from xdsl_tiles.dialects.tile.memory import CreateOp, LoadOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.views import SetValidShapeOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.source_reduction import SplitKChain
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import UNROLL_LIMIT, Axis, visit
from xdsl_tiles.transforms.tiling.windows import Window


@dataclass(frozen=True)
class ChainGrid:
    """All sub-tiles of a chain, columns outermost. Windows are of the valid output: physical extents are whole boxes.

    The accumulator of the whole output is never made. Source: seed, "canonical frontend split-K reduction".
    """

    chain: SplitKChain
    tile: L0Tile

    def emit(self, emit: Emitter) -> SSAValue:
        """Emit the grid; returns the finished destination."""
        m, n = self.chain.lhs.result.type.valid[0], self.chain.rhs.result.type.valid[1]
        rows, columns = Axis(m, min(m, self.tile.m)), Axis(n, min(n, self.tile.n))
        unroll = len(rows) * len(columns) <= UNROLL_LIMIT
        steps = count()

        def visit_column(column: Position, width: int, carried: SSAValue) -> SSAValue:
            def visit_window(row: Position, height: int, carried: SSAValue) -> SSAValue:
                window, step = Window(row, column, height, width), next(steps)
                acc = self._reduce(emit, window, f"{self._name}_mn{step}")
                return self.chain.store.place(emit, carried, acc, window, step)

            return visit(emit, rows, carried, visit_window, unroll=unroll, name=f"{self._name}_m")

        start = self.chain.store.begin(emit)
        return visit(emit, columns, start, visit_column, unroll=unroll, name=f"{self._name}_n")

    @property
    def _name(self) -> str:
        return self.chain.reduction.loop.results[0].name_hint or "c"

    def _reduce(self, emit: Emitter, window: Window, name: str) -> SSAValue:
        """Emit a copy of the source loop for one window."""
        loop = self.chain.reduction.loop
        index, carried = loop.body.block.args
        names = (index.name_hint or f"{name}_k", f"{name}_{carried.name_hint or 'acc'}", name)

        def body(new_index: SSAValue, acc: SSAValue) -> SSAValue:
            return self._step(emit, window, acc, {index: new_index})

        bounds = (loop.lb, loop.ub, loop.step)
        seed = self._seed(emit, window, name)
        return emit.loop_over(bounds, seed, body, attributes=loop.attributes, names=names)

    def _seed(self, emit: Emitter, window: Window, name: str) -> SSAValue:
        """The accumulator of a window: whole boxes, of which the window is valid."""
        box_rows, box_columns = self.chain.boxes
        shape = (align_up(window.rows, box_rows), align_up(window.columns, box_columns))
        element_type = self.chain.seed.result.type.element_type
        storage_type = TileType(shape, element_type, MemorySpace.ACC, compact=shape[0] != window.rows)
        if shape == (window.rows, window.columns):
            return emit.add(CreateOp(storage_type), f"{name}_init")
        storage = emit.add(CreateOp(storage_type), f"{name}_init_storage")
        return emit.add(SetValidShapeOp(storage, (window.rows, window.columns)), f"{name}_init")

    def _step(self, emit: Emitter, window: Window, acc: SSAValue, values: dict[SSAValue, SSAValue]) -> SSAValue:
        """Emit one step on narrowed loads; `values` maps the source loop's values to the copy's."""
        box_rows, box_columns = self.chain.boxes
        reduction = self.chain.reduction
        for op in reduction.loop.body.block.ops:
            if op is self.chain.lhs:
                values[op.results[0]] = _load(emit, self.chain.lhs, values, 0, window.row, window.rows, box_rows)
            elif op is self.chain.rhs:
                values[op.results[0]] = _load(
                    emit, self.chain.rhs, values, 1, window.column, window.columns, box_columns
                )
            elif op is reduction.step:
                acc = self._product(emit, acc, values)
            elif not isinstance(op, scf.YieldOp):
                emit.add(op.clone(values))
        return acc

    def _product(self, emit: Emitter, acc: SSAValue, values: dict[SSAValue, SSAValue]) -> SSAValue:
        """Emit the product of a step in the spelling of the source."""
        reduction = self.chain.reduction
        source, branch = reduction.acc, reduction.branch
        lhs, rhs = values[source.lhs], values[source.rhs]
        init = None if source.init is None else values.get(source.init, source.init)
        accumulate = _marked(MatmulAccOp(acc, lhs, rhs, init), source)
        name = source.result.name_hint
        if branch is None or reduction.fresh is None:
            return emit.add(accumulate, name)
        accumulate.results[0].name_hint = name
        fresh = _marked(MatmulOp(lhs, rhs), reduction.fresh)
        fresh.results[0].name_hint = reduction.fresh.result.name_hint
        arms = (fresh, accumulate) if reduction.fresh.parent is branch.true_region.block else (accumulate, fresh)
        then, otherwise = ([op, scf.YieldOp(op)] for op in arms)
        choice = scf.IfOp(values.get(branch.cond, branch.cond), [acc.type], then, otherwise)
        return emit.add(_marked(choice, branch), branch.results[0].name_hint)


def _load(
    emit: Emitter,
    source: LoadOp,
    values: dict[SSAValue, SSAValue],
    axis: int,
    position: Position,
    extent: int,
    box: int,
) -> SSAValue:
    """Emit the part of a load that a window needs along one axis: whole boxes, of which `extent` elements are read."""
    type_ = source.result.type
    shape, valid = list(type_.get_shape()), list(type_.valid)
    shape[axis], valid[axis] = align_up(extent, box), extent
    offsets = [values.get(at, at) if isinstance(at, SSAValue) else at for at in source.mixed_offsets]
    moved = axis - 2
    offsets[moved] = emit.offset(offsets[moved], position)
    load = LoadOp(
        source.source,
        offsets,
        shape,
        type_.space,
        valid=None if valid == shape else valid,
        layout=type_.effective_layout,
    )
    return emit.add(_marked(load, source), source.result.name_hint)


def _marked(op: Operation, source: Operation) -> Operation:
    """The op with the discardable attributes of the one that it stands for."""
    op.attributes.update(source.attributes)
    return op
