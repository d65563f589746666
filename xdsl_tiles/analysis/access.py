"""Where the loops of a structured op read and write: which element of which tensor, seen through what moves nothing.

A slice, a transpose, a broadcast, a copy and a reshape by extents of 1 only say where elements are; whoever loads from
the tensor behind them needs no copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.dialects.linalg.ops import BroadcastOp, CopyOp, GenericOp, TransposeOp
from xdsl.dialects.utils import get_dynamic_index_list
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.dialects.tile.windows import MixedIndex

RELAYOUTS = (tensor.ExtractSliceOp, tensor.ExpandShapeOp, tensor.CollapseShapeOp, TransposeOp, BroadcastOp, CopyOp)
"""Ops whose result shows elements of their first operand at other places."""


@dataclass(frozen=True)
class Coordinate:
    """Where along one dimension of `bound` elements: at a loop's index, or at 0 without one, past all `offsets`."""

    loop: int | None
    bound: int
    offsets: tuple[MixedIndex, ...] = ()

    @property
    def is_origin(self) -> bool:
        """Whether this is the only place along a dimension of one element."""
        return self.loop is None and self.bound == 1 and not self.offsets


@dataclass(frozen=True)
class Access:
    """The element of a tensor that an iteration reaches: one coordinate for each dimension."""

    tensor: SSAValue
    coordinates: tuple[Coordinate, ...]

    @property
    def loops(self) -> frozenset[int]:
        """The loops that decide which element it is."""
        return frozenset(c.loop for c in self.coordinates if c.loop is not None)


def access(value: SSAValue, map: AffineMap, extents: Sequence[int]) -> Access | None:
    """How loops of these extents reach an operand through its indexing map; None for more than projections.

    A loop of one iteration is left out: it is always at 0.
    """
    shape = tensor_type(value).get_shape()
    coordinates: list[Coordinate] = []
    for expr, bound in zip(map.results, shape):
        match expr:
            case AffineDimExpr() if expr.position not in (c.loop for c in coordinates):
                coordinates.append(Coordinate(None if extents[expr.position] == 1 else expr.position, bound))
            case AffineConstantExpr():
                coordinates.append(Coordinate(None, bound, (expr.value,) if expr.value else ()))
            case _:
                return None
    return Access(value, tuple(coordinates))


def trace(reached: Access) -> Access:
    """The same elements in the tensor furthest behind that still holds them."""
    while (behind := step_behind(reached)) is not None:
        reached = behind
    return reached


def step_behind(reached: Access) -> Access | None:
    """The same elements in the tensor that the op behind the accessed one took them from, or None."""
    if isinstance(reached.tensor, BlockArgument):
        return None
    coordinates = reached.coordinates
    match op := reached.tensor.owner:
        case tensor.ExtractSliceOp():
            return _behind_slice(op, coordinates)
        case tensor.ExpandShapeOp() | tensor.CollapseShapeOp():
            return _behind_reshape(op, coordinates)
        case TransposeOp():
            order = op.permutation.get_values()
            return Access(op.inputs[0], tuple(coordinates[order.index(dim)] for dim in range(len(order))))
        case BroadcastOp():
            added = op.dimensions.get_values()
            return Access(op.input, tuple(c for dim, c in enumerate(coordinates) if dim not in added))
        case CopyOp() if op.inputs[0].type == op.res[0].type:
            return Access(op.inputs[0], coordinates)
        case GenericOp() if is_relayout(op):
            return _behind_generic(op, coordinates)
        case _:
            return None


def is_relayout(op: GenericOp) -> bool:
    """Whether a generic op on tensors only puts the elements of its one input to other places."""
    terminator = op.body.block.last_op
    return (
        (len(op.inputs), len(op.res)) == (1, 1)
        and isinstance(op.inputs[0].type, TensorType)
        and terminator is not None
        and terminator.operands[0] is op.body.block.args[0]
        and op.get_indexing_maps().data[1].data.inverse_permutation() is not None
    )


def shows_operand(op: Operation) -> bool:
    """Whether the result of an op shows elements of its first operand at other places."""
    return isinstance(op, RELAYOUTS) or (isinstance(op, GenericOp) and is_relayout(op))


def _behind_slice(op: tensor.ExtractSliceOp, coordinates: tuple[Coordinate, ...]) -> Access | None:
    source, result = tensor_type(op.source).get_shape(), tensor_type(op.result).get_shape()
    if set(op.static_strides.get_values()) - {1} or DYNAMIC_INDEX in (*source, *result):
        return None
    offsets = get_dynamic_index_list(op.static_offsets.get_values(), op.offsets, DYNAMIC_INDEX)
    behind: list[Coordinate] = []
    remaining = list(zip(coordinates, result))
    for offset, size, bound in zip(offsets, op.static_sizes.get_values(), source):
        past = () if offset == 0 else (offset,)
        if remaining and remaining[0][1] == size:
            coordinate, _ = remaining.pop(0)
            behind.append(replace(coordinate, bound=bound, offsets=coordinate.offsets + past))
        else:
            behind.append(Coordinate(None, bound, past))
    return Access(op.source, tuple(behind))


def _behind_reshape(
    op: tensor.ExpandShapeOp | tensor.CollapseShapeOp, coordinates: tuple[Coordinate, ...]
) -> Access | None:
    """Seen through where only extents of 1 come or go."""
    source, result = tensor_type(op.src).get_shape(), tensor_type(op.result).get_shape()
    if [extent for extent in source if extent != 1] != [extent for extent in result if extent != 1]:
        return None
    kept = iter([coordinate for coordinate, extent in zip(coordinates, result) if extent != 1])
    return Access(op.src, tuple(next(kept) if extent != 1 else Coordinate(None, 1) for extent in source))


def _behind_generic(op: GenericOp, coordinates: tuple[Coordinate, ...]) -> Access | None:
    source_map, result_map = (map.data for map in op.get_indexing_maps())
    at = {expr.position: c for expr, c in zip(result_map.results, coordinates) if isinstance(expr, AffineDimExpr)}
    behind: list[Coordinate] = []
    for expr, bound in zip(source_map.results, tensor_type(op.inputs[0]).get_shape()):
        match expr:
            case AffineDimExpr():
                behind.append(replace(at[expr.position], bound=bound))
            case AffineConstantExpr():
                behind.append(Coordinate(None, bound, (expr.value,) if expr.value else ()))
            case _:
                return None
    return Access(op.inputs[0], tuple(behind))
