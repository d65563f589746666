"""Adding to a product on the vector core, where the cube's atomic store or bias can't."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_tiles.analysis.footprint import align_up, tile_bytes
from xdsl_tiles.analysis.matrix_view import MatrixView
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.reduction import ColExpandAddOp, RowExpandAddOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType, element_bits, tensor_type, tile_type
from xdsl_tiles.dialects.tile.vector import AddOp, AddScalarOp, CastOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.transforms.convert_linalg_to_tile.matrices import Matrix, Positions
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import Axis, visit
from xdsl_tiles.transforms.tiling.windows import load_window

Corner = tuple[Position, Position]


@dataclass(frozen=True)
class Addition:
    """`target = product + addend` in Vec, of matrices that loops walk to `at`.

    The addend is a matrix, a row or column of one, or a scalar, in the element type of the target. The sum is taken in
    the accumulator's element type and rounded once, to the target's; windows are `unit` columns wide or a multiple.
    """

    emit: Emitter
    addend: Matrix | SSAValue
    target: Matrix
    at: Positions
    unit: int
    machine: Machine | None

    def emit_sum(self, product: SSAValue, held: SSAValue, extents: tuple[int, int]) -> SSAValue:
        """Emit the sum of an accumulator tile of these valid extents; gives the target after the last store.

        An accumulator that can't move to Vec as a whole goes through a tensor in GM, and the sum is taken in windows
        that fit Vec.
        """
        emit, accumulator, (rows, columns) = self.emit, tile_type(product), extents
        fitting = _elements_in_vec(accumulator, self._output, self.machine)
        if _moves_to_vec(accumulator, fitting, self.machine):
            moved = emit.add(MoveOp(product, MemorySpace.VEC))
            return self._emit_window(moved, held, (0, 0))
        scratch = emit.add(tensor.EmptyOp([], TensorType(accumulator.element_type, extents)), "product")
        stored = emit.add(StoreOp(product, scratch, (0, 0)), "product")
        height, width = _window(columns, self.unit, fitting)

        def emit_rows(row: Position, window_rows: int, held: SSAValue) -> SSAValue:
            def emit_window(column: Position, window_columns: int, held: SSAValue) -> SSAValue:
                offsets = (emit.offset(0, row), emit.offset(0, column))
                shape = (window_rows, align_up(window_columns, self.unit))
                window = load_window(stored, offsets, shape, (window_rows, window_columns), MemorySpace.VEC)
                return self._emit_window(emit.add(window), held, (row, column))

            return visit(emit, Axis(columns, width), held, emit_window, unroll=False, name="n")

        return visit(emit, Axis(rows, height), held, emit_rows, unroll=False, name="m")

    @property
    def _output(self) -> Attribute:
        return tensor_type(self.target.tensor).element_type

    def _emit_window(self, product: SSAValue, held: SSAValue, corner: Corner) -> SSAValue:
        """Emit the sum of one window, whose product is a Vec tile, and its store."""
        emit, window = self.emit, tile_type(product)
        is_narrower = self._output != window.element_type
        if isinstance(self.addend, Matrix):
            total = self._add_matrix(self.addend, product, held, corner)
        else:
            scalar = emit.add(arith.ExtFOp(self.addend, window.element_type)) if is_narrower else self.addend
            total = emit.add(AddScalarOp(product, scalar))
        if is_narrower:
            total = emit.add(CastOp(total, self._output, RoundMode.RINT))
        return self.target.store(emit, total, held, self.at, corner)

    def _add_matrix(self, addend: Matrix, product: SSAValue, held: SSAValue, corner: Corner) -> SSAValue:
        window, view = tile_type(product), addend.view
        if addend.tensor is self.target.tensor:
            addend = Matrix(view, held)
        shape, valid = (_kept(view, extents) for extents in (window.get_shape(), window.valid))
        added = addend.load(self.emit, self.at, corner, shape, valid, MemorySpace.VEC)
        if self._output != window.element_type:
            added = self.emit.add(CastOp(added, window.element_type, RoundMode.RINT))
        if view.has_rows and view.has_columns:
            return self.emit.add(AddOp(product, added))
        return self.emit.add(RowExpandAddOp(product, added) if view.has_rows else ColExpandAddOp(product, added))


def _kept(view: MatrixView, extents: tuple[int, ...]) -> tuple[int, int]:
    rows, columns = extents
    return rows if view.has_rows else 1, columns if view.has_columns else 1


def _elements_in_vec(accumulator: TileType, output: Attribute, machine: Machine | None) -> int:
    """How many elements fit Vec with all that their sum needs: product, addend and sum, and the addend and the sum as
    they are stored where that is narrower. Without a machine, as many as there are.
    """
    if machine is None:
        return prod(accumulator.get_shape())
    wide = accumulator.element_type
    bits = 3 * element_bits(wide) + (0 if output == wide else 2 * element_bits(output))
    return machine.memory["vec"].bytes * 8 // bits


def _moves_to_vec(accumulator: TileType, fitting: int, machine: Machine | None) -> bool:
    if machine is None or not machine.can_move("acc", "vec"):
        return False
    size = tile_bytes(accumulator, machine)
    return size is not None and size <= machine.memory["acc"].bytes and prod(accumulator.get_shape()) <= fitting


def _window(columns: int, unit: int, fitting: int) -> tuple[int, int]:
    """Rows and columns of a window of at most `fitting` elements: full rows, or a part of one where that's too many."""
    width = min(align_up(columns, unit), max(unit, fitting // unit * unit))
    return max(1, fitting // width), width
