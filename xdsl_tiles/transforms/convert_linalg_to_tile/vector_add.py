"""Adding a product to its output on the vector core, where the cube's atomic store can't."""

from __future__ import annotations

from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_tiles.analysis.footprint import align_up, tile_bytes
from xdsl_tiles.analysis.granularity import Granularity
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType, element_bits, tensor_type, tile_type
from xdsl_tiles.dialects.tile.vector import AddOp, AddScalarOp, CastOp
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.machines import Machine
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import Axis, visit
from xdsl_tiles.transforms.tiling.windows import load_window


def emit_vector_add(
    emit: Emitter,
    product: SSAValue,
    addend: SSAValue,
    destination: SSAValue,
    granularity: Granularity,
    machine: Machine | None,
) -> SSAValue:
    """Emit `destination = product + addend` in Vec; gives the tensor after the last store.

    `product` is an accumulator tile, `addend` the destination itself, a tensor like it or a scalar of its element type.
    The sum is taken in the accumulator's element type and rounded once, to the destination's. An accumulator that
    can't move to Vec as a whole goes through a tensor in GM, and the sum is taken in windows that fit Vec.
    """
    accumulator, output = tile_type(product), tensor_type(destination)
    rows, columns = output.get_shape()
    fitting = _elements_in_vec(accumulator, output.element_type, machine)
    if _moves_to_vec(accumulator, fitting, machine):
        moved = emit.add(MoveOp(product, MemorySpace.VEC))
        return _emit_sum(emit, moved, addend, destination, (0, 0))
    scratch = emit.add(tensor.EmptyOp([], TensorType(accumulator.element_type, (rows, columns))), "product")
    stored = emit.add(StoreOp(product, scratch, (0, 0)), "product")
    height, width = _window(columns, granularity.n, fitting)

    def emit_rows(row: Position, window_rows: int, held: SSAValue) -> SSAValue:
        def emit_window(column: Position, window_columns: int, held: SSAValue) -> SSAValue:
            offsets = (emit.offset(0, row), emit.offset(0, column))
            shape = (window_rows, align_up(window_columns, granularity.n))
            window = emit.add(load_window(stored, offsets, shape, (window_rows, window_columns), MemorySpace.VEC))
            return _emit_sum(emit, window, held if addend is destination else addend, held, offsets)

        return visit(emit, Axis(columns, width), held, emit_window, unroll=False, name="n")

    return visit(emit, Axis(rows, height), destination, emit_rows, unroll=False, name="m")


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


def _emit_sum(
    emit: Emitter, product: SSAValue, addend: SSAValue, destination: SSAValue, offsets: tuple[MixedIndex, MixedIndex]
) -> SSAValue:
    """Emit the sum of one window, whose product is a Vec tile, and its store."""
    window, output = tile_type(product), tensor_type(destination).element_type
    is_narrower = output != window.element_type
    if isinstance(addend.type, TensorType):
        (rows, columns), (valid_rows, valid_columns) = window.get_shape(), window.valid
        added = emit.add(load_window(addend, offsets, (rows, columns), (valid_rows, valid_columns), MemorySpace.VEC))
        if is_narrower:
            added = emit.add(CastOp(added, window.element_type, RoundMode.RINT))
        total = emit.add(AddOp(product, added))
    else:
        scalar = emit.add(arith.ExtFOp(addend, window.element_type)) if is_narrower else addend
        total = emit.add(AddScalarOp(product, scalar))
    if is_narrower:
        total = emit.add(CastOp(total, output, RoundMode.RINT))
    return emit.add(StoreOp(total, destination, offsets))
