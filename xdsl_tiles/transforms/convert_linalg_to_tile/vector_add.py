"""Adding a product to its output on the vector core, where the cube's atomic store can't."""

from __future__ import annotations

from math import prod

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_tiles.analysis.footprint import align_up, tile_bytes
from xdsl_tiles.analysis.granularity import Granularity
from xdsl_tiles.dialects.tile.attributes import MemorySpace, RoundMode
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType, element_bits, tensor_type, tile_type
from xdsl_tiles.dialects.tile.vector import AddOp, AddScalarOp, CastOp
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.blocking import IndexConstants, emit_blocks


def emit_vector_add(
    builder: Builder,
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
        moved = builder.insert(MoveOp(product, MemorySpace.VEC)).result
        return _emit_sum(builder, moved, addend, destination, (0, 0))
    scratch = builder.insert(tensor.EmptyOp([], TensorType(accumulator.element_type, (rows, columns)))).tensor
    stored = builder.insert(StoreOp(product, scratch, (0, 0))).result
    stored.name_hint = scratch.name_hint = "product"
    constants = IndexConstants(builder)
    row_block, column_block = _window(columns, granularity.n, fitting)

    def emit_rows(builder: Builder, m: MixedIndex, height: int, held: SSAValue) -> SSAValue:
        def emit_window(builder: Builder, n: MixedIndex, width: int, held: SSAValue) -> SSAValue:
            shape = (height, align_up(width, granularity.n))
            window = builder.insert(LoadOp(stored, (m, n), shape, MemorySpace.VEC, valid=(height, width))).result
            return _emit_sum(builder, window, held if addend is destination else addend, held, (m, n))

        return emit_blocks(builder, constants, columns, column_block, held, emit_window, name="n")

    return emit_blocks(builder, constants, rows, row_block, destination, emit_rows, name="m")


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
    builder: Builder, product: SSAValue, addend: SSAValue, destination: SSAValue, offsets: tuple[MixedIndex, MixedIndex]
) -> SSAValue:
    """Emit the sum of one window, whose product is a Vec tile, and its store."""
    window, output = tile_type(product), tensor_type(destination).element_type
    if isinstance(addend.type, TensorType):
        load = LoadOp(addend, offsets, window.get_shape(), MemorySpace.VEC, valid=window.valid)
        added = builder.insert(load).result
        if output != window.element_type:
            added = builder.insert(CastOp(added, window.element_type, RoundMode.RINT)).result
        total = builder.insert(AddOp(product, added)).result
    else:
        if output != window.element_type:
            addend = builder.insert(arith.ExtFOp(addend, window.element_type)).result
        total = builder.insert(AddScalarOp(product, addend)).result
    if output != window.element_type:
        total = builder.insert(CastOp(total, output, RoundMode.RINT)).result
    return builder.insert(StoreOp(total, destination, offsets)).result
