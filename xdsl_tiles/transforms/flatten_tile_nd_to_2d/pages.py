"""Stores of what is computed page by page: each page is computed where it is stored, from pages of what was loaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import Rewriter

from xdsl_tiles.analysis.abi import Overwritten
from xdsl_tiles.analysis.footprint import box_extents, tile_bytes
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.comparison import CmpOp, CmpScalarOp, SelOp
from xdsl_tiles.dialects.tile.cube import BatchMatmulOp, MatmulOp
from xdsl_tiles.dialects.tile.memory import FillOp, LoadOp, StoreOp
from xdsl_tiles.dialects.tile.transfer import MoveOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType, tensor_type, tile_type
from xdsl_tiles.dialects.tile.vector import BinaryOperation, CastOp, ScalarOperation, UnaryOperation
from xdsl_tiles.dialects.tile.views import ReshapeOp, TransposeViewOp
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.flatten_tile_nd_to_2d.shapes import is_nd, merged_type, page_type, refuse_gaps
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position
from xdsl_tiles.transforms.tiling.grid import Axis, visit

MAX_UNROLLED_PAGES = 16
"""Pages that become straight-line code at most."""

_ELEMENTWISE = (
    *(UnaryOperation, BinaryOperation, ScalarOperation, CastOp, CmpOp, CmpScalarOp, SelOp),
    *(MoveOp, FillOp),
)
_PAGEABLE = (*_ELEMENTWISE, LoadOp, TransposeViewOp, BatchMatmulOp)


class PageStores(RewritePattern):
    """A `tile.store` of what only pages can say becomes a store of each page."""

    def __init__(self, machine: Machine | None):
        self.machine = machine
        self.overwritten = Overwritten()
        self.needs: dict[SSAValue, bool] = {}

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: StoreOp, rewriter: PatternRewriter) -> None:
        if not is_nd(op.source) or not self._needs_pages(op.source):
            return
        source = tile_type(op.source)
        _check_pages(op, source)
        if op.mixed_sizes:
            fail(op, "stores page by page, so that it can't merge dimensions; store a tile of the tensor's rank")
        kept = {load for product in _products(op.source) for load in self._kept_loads(product)}
        emit, leading = Emitter(), source.get_shape()[:-2]
        unroll = prod(leading) <= MAX_UNROLLED_PAGES

        def walk(at: tuple[Position, ...], carried: SSAValue) -> SSAValue:
            if len(at) == len(leading):
                page = Pages(emit, at, kept, self.overwritten).page(op.source)
                offsets = _page_offsets(emit, op.mixed_offsets, at)
                return emit.add(StoreOp(page, carried, offsets, atomic=op.atomic is not None), op.result.name_hint)
            axis = Axis(leading[len(at)], 1)
            return visit(
                emit, axis, carried, lambda position, _, inner: walk((*at, position), inner), unroll=unroll, name="page"
            )

        stored = walk((), op.destination)
        stored.name_hint = op.result.name_hint
        emit.insert_before(op, rewriter)
        rewriter.replace(op, (), [stored])

    def _needs_pages(self, value: SSAValue) -> bool:
        if value not in self.needs:
            owner = value.owner
            self.needs[value] = (
                merged_type(tile_type(value)) is None
                or isinstance(owner, BatchMatmulOp)
                or (isinstance(owner, TransposeViewOp) and prod(tile_type(value).get_shape()[:-2]) > 1)
                or any(map(self._needs_pages, _nd_operands(value)))
            )
        return self.needs[value]

    def _kept_loads(self, product: BatchMatmulOp) -> Iterator[SSAValue]:
        """The operands of which slices are taken, rather than loading each page by itself."""
        operands = [
            operand.owner.source if isinstance(operand.owner, TransposeViewOp) else operand
            for operand in (product.lhs, product.rhs)
        ]
        sizes = [tile_bytes(tile_type(operand), self.machine) for operand in operands] if self.machine else []
        total = sum(size for size in sizes if size is not None)
        if self.machine is None or total <= self.machine.memory["mat"].bytes:
            yield from filter(_lies_in_whole_pages, operands)


def _lies_in_whole_pages(operand: SSAValue) -> bool:
    """Whether a tile is loaded into Mat from rows without gaps, and its pages are whole fractals."""
    type_, load = tile_type(operand), operand.owner
    if not isinstance(load, LoadOp) or type_.space is not MemorySpace.MAT or merged_type(type_) is None:
        return False
    box = box_extents(type_.effective_layout, type_.element_bits)
    bounds = tensor_type(load.source).get_shape()[-type_.get_num_dims() :]
    return box is not None and type_.get_shape()[-2] % box[0] == 0 and type_.valid[1:-1] == bounds[1:-1]


def _nd_operands(value: SSAValue) -> list[SSAValue]:
    owner = value.owner
    return [operand for operand in owner.operands if is_nd(operand)] if isinstance(owner, _PAGEABLE) else []


def _products(value: SSAValue) -> Iterator[BatchMatmulOp]:
    if isinstance(value.owner, BatchMatmulOp):
        yield value.owner
    for operand in _nd_operands(value):
        yield from _products(operand)


def _check_pages(op: Operation, tile: TileType) -> None:
    if tile.valid[:-2] != tile.get_shape()[:-2]:
        fail(op, f"{tile} is taken page by page, but not all of its pages are valid; make a tile of those that are")


def _page_offsets(emit: Emitter, offsets: list[MixedIndex], at: tuple[Position, ...]) -> list[MixedIndex]:
    """Offsets in a tensor of a page of the window at `offsets`."""
    first = len(offsets) - 2 - len(at)
    pages = [emit.offset(offset, position) for offset, position in zip(offsets[first:], at)]
    return [*offsets[:first], *pages, *offsets[-2:]]


@dataclass
class Pages:
    """Emits the page at a position of tiles; of loads that are kept it takes slices."""

    emit: Emitter
    at: tuple[Position, ...]
    kept: set[SSAValue]
    overwritten: Overwritten
    known: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    def page(self, value: SSAValue) -> SSAValue:
        """The page of a tile."""
        if not is_nd(value):
            return value
        if value not in self.known:
            page = self._emit(value)
            page.name_hint = page.name_hint or value.name_hint
            self.known[value] = page
        return self.known[value]

    def _emit(self, value: SSAValue) -> SSAValue:
        owner = value.owner
        match owner:
            case LoadOp() if value not in self.kept:
                return self._load(owner)
            case TransposeViewOp():
                return self.emit.add(TransposeViewOp(self.page(owner.source)))
            case BatchMatmulOp():
                return self.emit.add(MatmulOp(self.page(owner.lhs), self.page(owner.rhs)))
            case Operation() if isinstance(owner, _ELEMENTWISE):
                return self._clone(owner)
            case _:
                return self._slice(value)

    def _load(self, load: LoadOp) -> SSAValue:
        type_ = load.result.type
        _check_pages(load, type_)
        if load.source in self.overwritten:
            fail(load, "is loaded page by page where it is used, but the tensor is stored to; copy the tensor first")
        offsets = _page_offsets(self.emit, load.mixed_offsets, self.at)
        page = LoadOp(
            load.source,
            offsets,
            type_.get_shape()[-2:],
            type_.space,
            valid=load.mixed_valid_sizes[-2:] or None,
            clamp=load.clamp is not None,
            layout=page_type(type_).effective_layout,
        )
        return self.emit.add(page)

    def _clone(self, op: Operation) -> SSAValue:
        page = op.clone({operand: self.page(operand) for operand in op.operands})
        result = self.emit.add(page)
        return Rewriter.replace_value_with_new_type(result, page_type(tile_type(op.results[0])))

    def _slice(self, value: SSAValue) -> SSAValue:
        """A window that merging makes one of consecutive rows, and which then has the type of the page already."""
        type_ = tile_type(value)
        owner = value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()
        assert owner is not None
        if merged_type(type_) is None:
            refuse_gaps(owner, type_)
        positions = [position.value if isinstance(position, LoopIndex) else position for position in self.at]
        leading = (1,) * len(positions)
        window = self.emit.add(SliceOp(value, [*positions, 0, 0], (*leading, *type_.get_shape()[-2:])))
        window.name_hint = value.name_hint and f"{value.name_hint}_page"
        page = self.emit.add(ReshapeOp(window, type_.get_shape()[-2:]), window.name_hint)
        return Rewriter.replace_value_with_new_type(page, page_type(type_))


def erase_unused(function: FuncOp) -> None:
    """Erase what only whole tiles were computed with."""
    for op in reversed([op for op in function.walk() if isinstance(op, _PAGEABLE)]):
        if is_nd(op.results[0]) and not op.results[0].uses:
            Rewriter.erase_op(op)


def refuse_products(function: FuncOp) -> None:
    """Refuse products and transposes of several pages that are left: their pages have no tensor to go to."""
    for op in function.walk():
        if isinstance(op, BatchMatmulOp | TransposeViewOp) and prod(tile_type(op.results[0]).get_shape()[:-2]) > 1:
            fail(op, "its result must go into a tile.store, by itself or through elementwise ops, to be cut into pages")
