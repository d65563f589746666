"""Results that only go into a slice of a larger tensor: they are stored there at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.tensor import InsertSliceOp
from xdsl.dialects.utils import get_dynamic_index_list
from xdsl.ir import Operation, OpResult, SSAValue

from xdsl_tiles.analysis.access import Access, Coordinate
from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.transforms.convert_linalg_to_tile.overwriting import may_overwrite


@dataclass(frozen=True)
class Insertion:
    """A slice of a tensor, as the loops that compute it reach it, and the op that would have put it there."""

    op: InsertSliceOp
    destination: Access


def find_insertion(op: Operation, output: Access, inputs: Sequence[SSAValue]) -> Insertion | None:
    """Where the one result of an op goes as a whole, if it goes nowhere else and may be there when the op runs.

    The op may add to what was there, but none of its inputs may be in the tensor that it goes into.
    """
    insert = op.results[0].get_user_of_unique_use()
    if not isinstance(insert, InsertSliceOp) or insert.source is not op.results[0] or insert.parent is not op.parent:
        return None
    source, destination = tensor_type(insert.source).get_shape(), tensor_type(insert.dest).get_shape()
    if set(insert.static_strides.get_values()) - {1} or DYNAMIC_INDEX in (*source, *destination):
        return None
    if not all(_is_known_at(value, op) for value in (insert.dest, *insert.offsets)):
        return None
    if not may_overwrite(insert.dest, insert, insert.result, at=op, read_at=insert.dest not in inputs):
        return None
    return Insertion(insert, Access(insert.dest, inserted_coordinates(insert, output.coordinates)))


def inserted_coordinates(insert: InsertSliceOp, coordinates: tuple[Coordinate, ...]) -> tuple[Coordinate, ...]:
    """Coordinates in the tensor that a slice goes into, from those in the slice."""
    source, bounds = tensor_type(insert.source).get_shape(), tensor_type(insert.dest).get_shape()
    offsets = get_dynamic_index_list(insert.static_offsets.get_values(), insert.offsets, DYNAMIC_INDEX)
    remaining = list(zip(coordinates, source))
    placed: list[Coordinate] = []
    for offset, size, bound in zip(offsets, insert.static_sizes.get_values(), bounds):
        past = () if offset == 0 else (offset,)
        if remaining and remaining[0][1] == size:
            coordinate, _ = remaining.pop(0)
            placed.append(replace(coordinate, bound=bound, offsets=coordinate.offsets + past))
        else:
            placed.append(Coordinate(None, bound, past))
    return tuple(placed)


def _is_known_at(value: SSAValue, op: Operation) -> bool:
    """Whether a value that dominates a later op of the block is there already."""
    if not isinstance(value, OpResult) or value.owner.parent is not op.parent:
        return True
    return value.owner is not op and value.owner.is_before_in_block(op)
