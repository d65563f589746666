"""Emitting a group: loops over pages and blocks, the members on each block, and the stores of what is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from xdsl_tiles.analysis.access import Access
from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.matrix_view import matrix_view
from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.transforms.convert_linalg_to_tile.matrices import Matrix, Positions, reshape, seen_as_matrix
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.blocks import Attempt, BlockSize
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.layout import GroupLayout, reads, written
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.members import BlockMembers
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.values import Block, Value
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import Axis, visit_carrying

Held = Sequence[SSAValue]


@dataclass
class GroupEmitter:
    """Emits one group in blocks of a size."""

    emitter: Emitter
    layout: GroupLayout
    size: BlockSize

    def __post_init__(self) -> None:
        self.outputs = written(self.layout.group)
        self.matrices: dict[Access, Matrix] = {}
        self.targets: dict[SSAValue, Matrix] = {}

    @staticmethod
    def attempt(layout: GroupLayout) -> Attempt:
        """What emits one block of a size, to see what it takes."""

        def emit_block(emit: Emitter, rows: int, columns: int) -> None:
            attempted = GroupEmitter(emit, layout, BlockSize(rows, columns))
            attempted._see({})
            held = [target.tensor for target in attempted.targets.values()]
            members = attempted._members({}, (0, 0), (rows, columns))
            for vector in layout.group.members:
                members.emit(vector)
            attempted._store(members, held)

        return emit_block

    def emit(self, destinations: Mapping[SSAValue, Access | None]) -> dict[SSAValue, SSAValue]:
        """Emit everything; gives the finished tensor for each result that is needed."""
        self._see(destinations)
        held = self._walk(self.layout.pages, {}, [target.tensor for target in self.targets.values()])
        return {
            result: reshape(self.emitter, tensor, tensor_type(target.view.access.tensor).get_shape())
            for (result, target), tensor in zip(self.targets.items(), held)
        }

    def _see(self, destinations: Mapping[SSAValue, Access | None]) -> None:
        """Emit what shows tensors as matrices, and new ones for results without a destination."""
        layout = self.layout
        for reached in dict.fromkeys(reads(layout.group)):
            view = layout.views.get(reached)
            if view is not None and (view.has_rows or view.has_columns or layout.is_one_element):
                self.matrices[reached] = seen_as_matrix(self.emitter, view)
        for result, output in self.outputs.items():
            destination = destinations.get(result)
            if destination is None:
                view = layout.views[output]
                made = tensor.EmptyOp([], TensorType(tensor_type(result).element_type, view.shape))
                self.targets[result] = Matrix(view, self.emitter.add(made, "out"))
            else:
                view = matrix_view(destination, layout.rows, layout.columns, layout.group.extents)
                assert view is not None
                self.targets[result] = seen_as_matrix(self.emitter, view)

    def _walk(self, pages: Sequence[int], at: Positions, held: Held) -> Held:
        if not pages:
            return self._blocks(at, held)
        axis = Axis(self.layout.group.extents[pages[0]], 1)

        def body(position: Position, _: int, held: Held) -> Held:
            return self._walk(pages[1:], {**at, pages[0]: position}, held)

        return visit_carrying(self.emitter, axis, held, body, name="page")

    def _blocks(self, at: Positions, held: Held) -> Held:
        rows = Axis(self.layout.row_count, self.size.rows)
        columns = Axis(self.layout.column_count, self.size.columns)
        if self.layout.reduces_rows and len(rows) > 1:
            return self._reduce(at, held, outer=columns, inner=rows)
        if self.layout.reduces_columns and len(columns) > 1:
            return self._reduce(at, held, outer=rows, inner=columns)

        def visit_rows(row: Position, row_extent: int, held: Held) -> Held:
            def visit_block(column: Position, column_extent: int, held: Held) -> Held:
                members = self._members(at, (row, column), (row_extent, column_extent))
                for vector in self.layout.group.members:
                    members.emit(vector)
                return self._store(members, held)

            return visit_carrying(self.emitter, columns, held, visit_block, name="column")

        return visit_carrying(self.emitter, rows, held, visit_rows, name="row")

    def _reduce(self, at: Positions, held: Held, outer: Axis, inner: Axis) -> Held:
        """Emit a reduction along an axis of several blocks, which carries what it has so far from one to the next."""
        (vector,) = self.layout.group.members
        by_rows = self.layout.reduces_rows

        def members(outer_at: Position, outer_extent: int, inner_at: Position, inner_extent: int) -> BlockMembers:
            if by_rows:
                return self._members(at, (inner_at, outer_at), (inner_extent, outer_extent))
            return self._members(at, (outer_at, inner_at), (outer_extent, inner_extent))

        def visit_outer(outer_at: Position, outer_extent: int, held: Held) -> Held:
            first = members(outer_at, outer_extent, 0, 1)
            start = first.start(vector)

            def visit_inner(inner_at: Position, inner_extent: int, carried: Held) -> Held:
                here = members(outer_at, outer_extent, inner_at, inner_extent)
                so_far = Value(carried[0], start.has_rows, start.has_columns)
                return [here.combined(vector, here.partial(vector), so_far).value]

            (total,) = visit_carrying(self.emitter, inner, [start.value], visit_inner, name="part")
            narrowed = first.narrowed(vector, Value(total, start.has_rows, start.has_columns))
            first.results[vector.results[0]] = narrowed
            return self._store(first, held)

        return visit_carrying(self.emitter, outer, held, visit_outer, name="row")

    def _members(self, at: Positions, corner: tuple[Position, Position], valid: tuple[int, int]) -> BlockMembers:
        layout = self.layout
        shape = align_up(valid[0], layout.row_unit), align_up(valid[1], layout.column_unit)
        block = Block(self.emitter, shape, valid, layout.row_count == 1, layout.column_count == 1)
        return BlockMembers(layout, self.matrices, block, at, corner)

    def _store(self, members: BlockMembers, held: Held) -> Held:
        stored: list[SSAValue] = []
        for (result, target), tensor_before in zip(self.targets.items(), held):
            view = target.view
            value = members.block.broadcast(members.results[result], view.has_rows, view.has_columns)
            stored.append(target.store(members.block.emit, value.value, tensor_before, members.at, members.corner))
        return stored
