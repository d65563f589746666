"""Merging of all dimensions but the last into rows: types of values, and ops that name extents or offsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import Rewriter

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType, tensor_type, tile_type
from xdsl_tiles.dialects.tile.views import GetValidShapeOp, ReshapeOp
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.transforms.flatten_tile_nd_to_2d.shapes import is_nd, merged_axis, merged_type, refuse_gaps
from xdsl_tiles.transforms.rewriting import apply_patterns
from xdsl_tiles.transforms.tiling.emitter import Emitter


def merge_tiles(function: FuncOp) -> None:
    """Give every tile of another rank its 2-D type, across loops and branches, and adapt the ops around them."""
    merged = [(value, _merged(value, op)) for op, value in list(_tiles(function))]
    before: dict[SSAValue, TileType] = {}
    for value, type_ in merged:
        nd = tile_type(value)
        before[Rewriter.replace_value_with_new_type(value, type_)] = nd
    function.update_function_type()
    apply_patterns(function, [MergeRows(before)])


def _tiles(function: FuncOp) -> Iterator[tuple[Operation, SSAValue]]:
    for op in function.walk():
        arguments = (argument for region in op.regions for block in region.blocks for argument in block.args)
        for value in (*op.results, *arguments):
            if is_nd(value):
                yield op, value


def _merged(value: SSAValue, op: Operation) -> TileType:
    type_ = merged_type(tile_type(value))
    if type_ is None:
        refuse_gaps(op, tile_type(value))
    return type_


class MergeRows(RewritePattern):
    """Ops on tiles that had another rank, whose offsets and sizes are still those of that rank."""

    def __init__(self, before: dict[SSAValue, TileType]):
        self.before = before

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        match op:
            case LoadOp() if op.result in self.before:
                self._load(op, rewriter)
            case StoreOp() if op.source in self.before:
                self._store(op, rewriter)
            case SliceOp() if op.source in self.before:
                self._slice(op, rewriter)
            case AssembleOp() if op.target in self.before:
                self._assemble(op, rewriter)
            case ReshapeOp() if op.source.type == op.result.type:
                rewriter.replace(op, (), [op.source])
            case _:
                return

    def _replace(self, op: Operation, emit: Emitter, result: OpResult, rewriter: PatternRewriter) -> None:
        """Put the emitted ops in the place of `op`; the result keeps the type that merging gave it."""
        old = op.results[0]
        emit.insert_before(op, rewriter)
        result.op.attributes.update(op.attributes)
        merged: SSAValue = result
        if old in self.before:
            merged = Rewriter.replace_value_with_new_type(result, old.type)
            self.before[merged] = self.before.pop(old)
        rewriter.replace(op, (), [merged])

    def _load(self, op: LoadOp, rewriter: PatternRewriter) -> None:
        type_ = self.before[op.result]
        if op.clamp is not None and DYNAMIC_INDEX in type_.valid:
            fail(op, f"clamps {type_} to extents that only the run knows; state the valid sizes")
        sizes = type_.valid if op.clamp is not None else op.mixed_valid_sizes or type_.valid
        tensor, merged = tensor_type(op.source), op.result.type
        leading = tensor.get_num_dims() - type_.get_num_dims()
        emit = Emitter()
        load = LoadOp(
            op.source,
            op.mixed_offsets,
            merged.get_shape(),
            merged.space,
            valid=None if _is_plain(sizes, type_, tensor.get_num_dims()) else (*(1,) * leading, *sizes),
            layout=merged.effective_layout,
        )
        self._replace(op, emit, emit.add(load), rewriter)

    def _store(self, op: StoreOp, rewriter: PatternRewriter) -> None:
        rank = tensor_type(op.destination).get_num_dims()
        type_, emit = self.before[op.source], Emitter()
        if op.mixed_sizes or _is_plain(type_.valid, type_, rank):
            return
        leading = (1,) * (rank - type_.get_num_dims())
        sizes = (*leading, *_run_time_sizes(emit, op.source, type_))
        store = StoreOp(op.source, op.destination, op.mixed_offsets, sizes=sizes, atomic=op.atomic is not None)
        self._replace(op, emit, emit.add(store), rewriter)

    def _slice(self, op: SliceOp, rewriter: PatternRewriter) -> None:
        emit = Emitter()
        window = self.before.get(op.result)
        assert window is not None
        offsets = self._offsets(emit, op, op.mixed_offsets, window, self.before[op.source])
        result = emit.add(SliceOp(op.source, offsets, tile_type(op.result).get_shape()))
        self._replace(op, emit, result, rewriter)

    def _assemble(self, op: AssembleOp, rewriter: PatternRewriter) -> None:
        emit = Emitter()
        offsets = self._offsets(emit, op, op.mixed_offsets, self.before[op.source], self.before[op.target])
        result = emit.add(AssembleOp(op.source, op.target, offsets, within_valid=True))
        self._replace(op, emit, result, rewriter)

    def _offsets(
        self, emit: Emitter, op: Operation, offsets: Sequence[MixedIndex], window: TileType, around: TileType
    ) -> tuple[MixedIndex, MixedIndex]:
        """Row and column of a window, in a tile of merged rows."""
        shape, extents = around.get_shape(), window.get_shape()
        if len(shape) > 1 and merged_axis(shape, extents) is None:
            fail(op, f"the rows of {window} don't follow each other in {around}; take whole pages, or one at a time")
        row: MixedIndex = 0
        for axis, offset in enumerate(offsets[:-1]):
            row = _plus(emit, row, _times(emit, offset, prod(shape[axis + 1 : -1])))
        return row, offsets[-1]


def _is_plain(sizes: Sequence[MixedIndex], tile: TileType, rank: int) -> bool:
    """Whether a window of a tensor is what a 2-D tile says: one page, all of it valid."""
    shape = tile.get_shape()
    return rank > 1 and len(shape) > 2 and tuple(sizes) == shape and prod(shape[:-2]) == 1


def _run_time_sizes(emit: Emitter, merged: SSAValue, tile: TileType) -> list[MixedIndex]:
    """The valid sizes that a tile had, those that only the run knows from the rows and columns of the merged one."""
    sizes: list[MixedIndex] = list(tile.valid)
    if DYNAMIC_INDEX not in tile.valid:
        return sizes
    known = GetValidShapeOp(merged)
    emit.add(known)
    if tile.valid[-1] == DYNAMIC_INDEX:
        sizes[-1] = known.columns
    for axis, extent in enumerate(tile.valid[:-1]):
        if extent == DYNAMIC_INDEX:
            inner = prod(tile.get_shape()[axis + 1 : -1])
            sizes[axis] = known.rows if inner == 1 else emit.add(arith.DivUIOp(known.rows, emit.constant(inner)))
    return sizes


def _times(emit: Emitter, index: MixedIndex, factor: int) -> MixedIndex:
    if isinstance(index, int):
        return index * factor
    return index if factor == 1 else emit.add(arith.MuliOp(index, emit.constant(factor)))


def _plus(emit: Emitter, left: MixedIndex, right: MixedIndex) -> MixedIndex:
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if left == 0 or right == 0:
        return right if left == 0 else left
    left, right = (emit.constant(index) if isinstance(index, int) else index for index in (left, right))
    return emit.add(arith.AddiOp(left, right))
