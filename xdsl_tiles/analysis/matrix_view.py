"""Seeing part of a tensor of any rank as a matrix in memory, whose windows a tile load or store can reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl_tiles.analysis.access import Access, Coordinate
from xdsl_tiles.dialects.tile.windows import MixedIndex


@dataclass(frozen=True)
class Linear:
    """A place along one dimension: the sum of terms times their strides; `loops` are positions, `offsets` fixed."""

    loops: tuple[tuple[int, int], ...] = ()
    offsets: tuple[tuple[MixedIndex, int], ...] = ()


@dataclass(frozen=True)
class MatrixView:
    """A tensor seen as matrices: dimensions to walk, then one that runs along `rows` or `columns`, then the other.

    `groups` says which dimensions of the tensor are merged into each of these; an empty group is a new one of 1
    element. `places` says where along each a window starts, but for the position along the matrix itself. Where
    `transposed`, columns of the matrix lie in memory as rows do else. `has_rows` and `has_columns` tell a matrix from
    a vector that is the same along the other axis.
    """

    access: Access
    groups: tuple[tuple[int, ...], ...]
    places: tuple[Linear, ...]
    transposed: bool
    has_rows: bool
    has_columns: bool

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents of the tensor after merging."""
        coordinates = self.access.coordinates
        return tuple(prod(coordinates[dim].bound for dim in group) for group in self.groups)


def matrix_view(
    reached: Access, rows: Sequence[int], columns: Sequence[int], extents: Sequence[int]
) -> MatrixView | None:
    """The accessed tensor as matrices with one row for each iteration of the loops `rows`, outermost first, and one
    column for each of `columns`; all other loops walk from matrix to matrix. None where memory isn't laid out so.
    """
    coordinates = reached.coordinates
    row_run, column_run = _run(coordinates, rows, extents), _run(coordinates, columns, extents)
    if row_run is None or column_run is None or not coordinates:
        return None
    if not row_run and not column_run:
        groups = [(dim,) for dim in range(len(coordinates))]
        return _seen(reached, [()] * (2 - len(groups)) + groups, {*rows, *columns})
    outer, inner = sorted((row_run, column_run), key=lambda run: run.start)
    if not outer:
        outer, inner = inner, outer
    tail = range(outer.stop, len(coordinates))
    after = range(inner.stop, len(coordinates)) if inner else tail
    is_plain = all(coordinates[dim].is_origin for dim in after)
    if inner and not is_plain:
        return None
    is_row = not row_run and is_plain
    transposed = not is_row and outer is column_run
    groups = [(dim,) for dim in range(outer.start)]
    if is_row:
        groups = [*(groups or [()]), (*outer, *tail)]
    else:
        groups += [tuple(outer), tuple(tail)]
    return _seen(reached, groups, {*rows, *columns}, transposed, bool(row_run), bool(column_run))


def _seen(
    reached: Access,
    groups: Sequence[tuple[int, ...]],
    axes: set[int],
    transposed: bool = False,
    has_rows: bool = False,
    has_columns: bool = False,
) -> MatrixView:
    places = tuple(_place(reached.coordinates, group, axes) for group in groups)
    return MatrixView(reached, tuple(groups), places, transposed, has_rows, has_columns)


def _run(coordinates: Sequence[Coordinate], loops: Sequence[int], extents: Sequence[int]) -> range | None:
    """The dimensions that loops of more than one iteration walk as if they were one; empty where none appears."""
    wanted = [loop for loop in loops if extents[loop] != 1]
    dims = [dim for dim, coordinate in enumerate(coordinates) if coordinate.loop in wanted]
    if not dims:
        return range(0)
    if [coordinates[dim].loop for dim in dims] != wanted:
        return None
    for dim in range(dims[0] + 1, dims[-1] + 1):
        if not coordinates[dim].is_origin and not _is_whole(coordinates[dim], extents):
            return None
    return range(dims[0], dims[-1] + 1)


def _is_whole(coordinate: Coordinate, extents: Sequence[int]) -> bool:
    return coordinate.loop is not None and not coordinate.offsets and coordinate.bound == extents[coordinate.loop]


def _place(coordinates: Sequence[Coordinate], group: Sequence[int], axes: set[int]) -> Linear:
    loops: list[tuple[int, int]] = []
    offsets: list[tuple[MixedIndex, int]] = []
    stride = 1
    for dim in reversed(group):
        coordinate = coordinates[dim]
        if coordinate.loop is not None and coordinate.loop not in axes:
            loops.append((coordinate.loop, stride))
        offsets += ((offset, stride) for offset in coordinate.offsets)
        stride *= coordinate.bound
    return Linear(tuple(loops), tuple(offsets))
