"""Loading windows of tensors that are seen as matrices, and storing to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue

from xdsl_tiles.analysis.abi import RESHAPES
from xdsl_tiles.analysis.matrix_view import Linear, MatrixView
from xdsl_tiles.dialects.tile.attributes import MemorySpace, implicit_layout
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import tensor_type, tile_type
from xdsl_tiles.dialects.tile.views import TransposeViewOp
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position

Positions = Mapping[int, Position]
"""Where the loops that walk from matrix to matrix are."""


@dataclass(frozen=True)
class Matrix:
    """A tensor in the shape that `view` sees it in."""

    view: MatrixView
    tensor: SSAValue

    def load(
        self,
        emit: Emitter,
        at: Positions,
        corner: tuple[Position, Position],
        shape: tuple[int, int],
        valid: tuple[int, int],
        space: MemorySpace,
        name: str | None = None,
    ) -> SSAValue:
        """Load `valid` elements from a row and column into a tile of `shape`."""
        offsets = self.offsets(emit, at, corner)
        if not self.view.transposed:
            return emit.add(_load(self.tensor, offsets, shape, valid, space), name)
        natural = emit.add(_load(self.tensor, offsets, shape[::-1], valid[::-1], space), name)
        return _transposed(emit, natural, space, name)

    def load_pages(
        self, emit: Emitter, pages: Sequence[int], shape: tuple[int, int], valid: tuple[int, int], name: str
    ) -> SSAValue:
        """Load all matrices that lie one behind the other into a tile of higher rank in Mat."""
        if self.view.transposed:
            shape, valid = (shape[1], shape[0]), (valid[1], valid[0])
        whole, known = (*pages, *shape), (*pages, *valid)
        loaded = emit.add(_load(self.tensor, self.offsets(emit, {}, (0, 0)), whole, known, MemorySpace.MAT), name)
        return emit.add(TransposeViewOp(loaded), name) if self.view.transposed else loaded

    def store(
        self,
        emit: Emitter,
        tile: SSAValue,
        held: SSAValue,
        at: Positions,
        corner: tuple[Position, Position],
        *,
        atomic: bool = False,
    ) -> SSAValue:
        """Store a tile at a row and column of the tensor as it is now; gives the tensor after it."""
        return emit.add(StoreOp(tile, held, self.offsets(emit, at, corner), atomic=atomic))

    def offsets(self, emit: Emitter, at: Positions, corner: tuple[Position, Position]) -> list[MixedIndex]:
        """Where a window at a row and column starts, one offset for each dimension of the tensor."""
        row = corner[0] if self.view.has_rows else 0
        column = corner[1] if self.view.has_columns else 0
        outer, inner = (column, row) if self.view.transposed else (row, column)
        *leading, last, innermost = self.view.places
        walked = [_place(emit, place, at, 0) for place in leading]
        return [*walked, _place(emit, last, at, outer), _place(emit, innermost, at, inner)]


def seen_as_matrix(emit: Emitter, view: MatrixView) -> Matrix:
    """Emit what makes the tensor of a view have the shape in which it is seen."""
    return Matrix(view, reshape(emit, view.access.tensor, view.shape))


def reshape(emit: Emitter, value: SSAValue, shape: Sequence[int]) -> SSAValue:
    """Emit a view of the elements of a tensor, in row-major order, under another shape."""
    type_ = tensor_type(value)
    result = TensorType(type_.element_type, shape)
    if type_ == result:
        return value
    before = value.owner
    if isinstance(before, RESHAPES) and before.src.type == result:
        return before.src
    segments = _segments(type_.get_shape(), shape)
    merged = [prod(type_.get_shape()[dim] for dim in dims) for dims, _ in segments]
    if len(merged) < type_.get_num_dims():
        collapsed = TensorType(type_.element_type, merged)
        groups = _groups([dims for dims, _ in segments])
        op = tensor.CollapseShapeOp.create(
            operands=[value], result_types=[collapsed], properties={"reassociation": groups}
        )
        value = emit.add(op, value.name_hint)
    if len(merged) == len(shape):
        return value
    groups = _groups([dims for _, dims in segments])
    return emit.add(tensor.ExpandShapeOp(value, [], groups, list(shape), result), value.name_hint)


def _segments(source: Sequence[int], target: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """The smallest groups of dimensions of two shapes that hold the same elements."""
    segments: list[tuple[list[int], list[int]]] = []
    sources, targets = list(range(len(source))), list(range(len(target)))
    while sources and targets:
        group = [sources.pop(0)], [targets.pop(0)]
        while (held := prod(source[dim] for dim in group[0])) != (wanted := prod(target[dim] for dim in group[1])):
            dims, remaining = (group[0], sources) if held < wanted else (group[1], targets)
            dims.append(remaining.pop(0))
        segments.append(group)
    if segments:
        segments[-1][0].extend(sources)
        segments[-1][1].extend(targets)
    return segments


def _groups(groups: Sequence[Sequence[int]]) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    return ArrayAttr([ArrayAttr([IntegerAttr(dim, i64) for dim in group]) for group in groups])


def _load(
    source: SSAValue, offsets: Sequence[MixedIndex], shape: Sequence[int], valid: Sequence[int], space: MemorySpace
) -> LoadOp:
    return LoadOp(source, offsets, shape, space, valid=None if tuple(valid) == tuple(shape) else valid)


def _transposed(emit: Emitter, tile: SSAValue, space: MemorySpace, name: str | None) -> SSAValue:
    """Emit the transpose of a tile: a view, which in Vec is then laid out row by row."""
    view = emit.add(TransposeViewOp(tile), name)
    type_ = tile_type(view)
    layout = implicit_layout(space, type_.get_shape())
    if space is not MemorySpace.VEC or type_.effective_layout == layout:
        return view
    return emit.add(MoveOp(view, space, layout=layout), name)


def _place(emit: Emitter, place: Linear, at: Positions, along: Position) -> MixedIndex:
    """Emit the sum that says where a window starts along one dimension."""
    terms = [(at.get(loop, 0), stride) for loop, stride in place.loops]
    terms += [(LoopIndex(o, 0) if isinstance(o, SSAValue) else o, stride) for o, stride in place.offsets]
    constant = sum(term * stride for term, stride in terms if isinstance(term, int))
    total: MixedIndex = 0
    for term, stride in (*((t, s) for t, s in terms if isinstance(t, LoopIndex)), (along, 1)):
        if isinstance(term, int):
            constant += term * stride
        elif stride == 1:
            total = emit.offset(total, term)
        else:
            scaled = emit.add(arith.MuliOp(term.value, emit.constant(stride)))
            total = emit.offset(total, LoopIndex(scaled, 0))
    return emit.offset(total, constant)
