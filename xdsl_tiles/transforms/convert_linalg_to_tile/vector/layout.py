"""How the tensors of a group are seen as matrices: which loops are rows, which columns, which walk between."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.dialects.linalg.ops import FillOp
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_tiles.analysis.access import Access, shows_operand
from xdsl_tiles.analysis.matrix_view import MatrixView, matrix_view
from xdsl_tiles.dialects.tile.types import element_bits, integer_width, is_float
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.group import Group, used_operands
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.ops import VectorOp

_BLOCK_BYTES = 32
"""What rows of a tile in the unified buffer are a multiple of."""


@dataclass(frozen=True)
class GroupLayout:
    """The matrices of a group: `rows` and `columns` are loops, `views` says how each access outside sees its tensor."""

    group: Group
    pages: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    views: dict[Access, MatrixView]

    @property
    def row_count(self) -> int:
        """Rows of one matrix."""
        return prod(self.group.extents[loop] for loop in self.rows)

    @property
    def column_count(self) -> int:
        """Columns of one matrix."""
        return prod(self.group.extents[loop] for loop in self.columns)

    @property
    def reduces_rows(self) -> bool:
        """Whether the one member reduces along the columns of the matrix, row by row."""
        reduced = self.group.members[0].reduced
        return bool(reduced) and reduced == self.rows

    @property
    def reduces_columns(self) -> bool:
        """Whether a member reduces each row to one element."""
        return any(member.reduced for member in self.group.members) and not self.reduces_rows

    @property
    def is_one_element(self) -> bool:
        """Whether the matrices have one element."""
        return self.row_count == self.column_count == 1

    @property
    def column_unit(self) -> int:
        """The multiple of columns that tiles have, so that their rows are whole blocks; one column stands alone."""
        return 1 if self.column_count == 1 else _BLOCK_BYTES // self._narrowest

    @property
    def row_unit(self) -> int:
        """The multiple of rows: where there are tiles of one column, these are whole blocks."""
        return _BLOCK_BYTES // self._narrowest if self.row_count > 1 and self._has_column_tiles else 1

    @property
    def _has_column_tiles(self) -> bool:
        is_column = any(view.has_rows and not view.has_columns for view in self.views.values())
        return is_column or self.reduces_columns or self.column_count == 1

    @property
    def _narrowest(self) -> int:
        return min(-(-element_bits(type_) // 8) for member in self.group.members for type_ in _element_types(member))


def lay_out(group: Group) -> GroupLayout | None:
    """The layout with the most rows in a matrix, or None where the tensors have no such rows in memory."""
    first = group.members[0]
    if first.reduced and first.reduced != group.column_loops:
        start, stop = first.reduced[0], first.reduced[-1] + 1
        candidates = [(first.reduced, tuple(range(stop, len(group.extents))), tuple(range(start)))]
    else:
        leading = range(len(group.extents) - group.width)
        splits = range(len(leading) + 1)
        candidates = [(tuple(leading[at:]), group.column_loops, tuple(leading[:at])) for at in splits]
    accesses = _outside(group)
    for rows, columns, pages in candidates:
        views = {reached: matrix_view(reached, rows, columns, group.extents) for reached in accesses}
        known = {reached: view for reached, view in views.items() if view is not None}
        is_whole = all(reached in known for reached in accesses if reached.coordinates)
        if is_whole and not any(known[output].transposed for output in written(group).values()):
            return GroupLayout(group, pages, rows, columns, known)
    return None


def needed_results(group: Group) -> list[SSAValue]:
    """The results of a group that are needed as tensors, by something that is not a member."""
    members = {member.op for member in group.members}
    return [result for result in group.produced if _is_needed(result, members)]


def _is_needed(value: SSAValue, members: set[Operation]) -> bool:
    for use in value.uses:
        user = use.operation
        if user in members:
            continue
        if not shows_operand(user) or any(_is_needed(shown, members) for shown in user.results):
            return True
    return False


def _outside(group: Group) -> list[Access]:
    """What the members read from tensors, and what is written to them."""
    return list(dict.fromkeys([*reads(group), *written(group).values()]))


def reads(group: Group) -> list[Access]:
    """What the members read from tensors that they don't make, and that is not everywhere the same."""
    read = [
        group.behind(reached)
        for member in group.members
        for reached, used in zip(member.accesses, used_operands(member))
        if reached is not None and used
    ]
    known = group.produced
    return [reached for reached in read if reached.tensor not in known and same_everywhere(reached.tensor) is None]


def written(group: Group) -> dict[SSAValue, Access]:
    """Where the results that are needed are written."""
    needed = needed_results(group)
    return {
        result: output
        for member in group.members
        for result, output in zip(member.results, member.outputs)
        if result in needed
    }


def _element_types(vector: VectorOp) -> set[Attribute]:
    values = [*vector.body.args, *(result for op in vector.body.ops for result in op.results)]
    return {value.type for value in values if is_float(value.type) or (integer_width(value.type) or 0) >= 8}


def same_everywhere(value: SSAValue) -> SSAValue | DenseIntOrFPElementsAttr | None:
    """The scalar, or the constant tensor of one number, that all elements of a tensor are, or None."""
    maker = value.owner
    if isinstance(maker, FillOp):
        return maker.inputs[0]
    if isinstance(maker, arith.ConstantOp) and isinstance(splat := maker.value, DenseIntOrFPElementsAttr):
        return splat if splat.is_splat() else None
    return None
