"""Tiles made, loaded from tensors and stored to them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from xdsl_tiles.dialects.pto.enums import AtomicType
from xdsl_tiles.dialects.pto.scalar import TExpandSOp
from xdsl_tiles.dialects.pto.transfer import TLoadOp, TStoreOp
from xdsl_tiles.dialects.pto.types import PartitionTensorViewType
from xdsl_tiles.dialects.pto.views import PartitionViewOp
from xdsl_tiles.dialects.tile.memory import CreateOp, FillOp, LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Extent, Extents, Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

MEMORY = Rules()


@MEMORY.of(CreateOp)
def convert_create(op: CreateOp, lowering: Lowering) -> None:
    """A buffer."""
    lowering.define(op.result)


@MEMORY.of(FillOp)
def convert_fill(op: FillOp, lowering: Lowering) -> None:
    """The scalar everywhere."""
    lowering.emit(TExpandSOp(lowering.scalars[op.value], lowering.define(op.result)))


@MEMORY.of(LoadOp)
def convert_load(op: LoadOp, lowering: Lowering) -> None:
    """The window of the view goes into the valid rectangle."""
    offsets = lowering.mixed(op.mixed_offsets)
    requested = lowering.mixed(op.mixed_valid_sizes)
    if op.merges_rows:
        valid = (product(lowering, requested[:-1]), requested[-1])
        sizes = requested
    else:
        rows, columns = requested or op.result.type.get_shape()
        if op.clamp is not None:
            bounds = tensor_type(op.source).get_shape()[-2:]
            inside = [
                clamped(lowering, bound, offset, extent)
                for bound, offset, extent in zip(bounds, offsets[-2:], op.result.type.get_shape())
            ]
            rows, columns = smaller(lowering, rows, inside[0]), smaller(lowering, columns, inside[1])
        valid = lowering.valid_of(op.result, (rows, columns))
        sizes = _leading(op.source, valid)
    target = lowering.define(op.result, valid)
    lowering.emit(TLoadOp(window(lowering, op.source, offsets, sizes), target))


@MEMORY.of(StoreOp)
def convert_store(op: StoreOp, lowering: Lowering) -> None:
    """The valid rectangle goes to the window of the view; the tensor afterwards is in the same memory."""
    source = lowering.tile(op.source)
    sizes = lowering.mixed(op.mixed_sizes) or _leading(op.destination, source.valid)
    target = window(lowering, op.destination, lowering.mixed(op.mixed_offsets), sizes)
    atomic = AtomicType.NONE if op.atomic is None else AtomicType.ADD
    lowering.emit(TStoreOp(source.value, target, atomic=atomic))
    lowering.tensors[op.result] = lowering.tensors[op.destination]


def window(lowering: Lowering, tensor: SSAValue, offsets: Sequence[Extent], sizes: Sequence[Extent]) -> SSAValue:
    """A window of the view of a tensor."""
    static = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
    view = PartitionViewOp(
        lowering.view(tensor),
        list(map(lowering.index, offsets)),
        list(map(lowering.index, sizes)),
        PartitionTensorViewType(static, tensor_type(tensor).element_type),
    )
    return lowering.emit(view, tensor.name_hint).result


def _leading(tensor: SSAValue, valid: Extents) -> list[Extent]:
    """The sizes of a window that leading extents of 1 precede."""
    return [*(1 for _ in range(tensor_type(tensor).get_num_dims() - 2)), *valid]


def product(lowering: Lowering, factors: Sequence[Extent]) -> Extent:
    """The product of extents."""
    result: Extent = 1
    for factor in factors:
        if isinstance(result, int) and isinstance(factor, int):
            result *= factor
        elif result == 0 or factor == 0:
            result = 0
        elif result == 1:
            result = factor
        else:
            result = lowering.emit(arith.MuliOp(lowering.index(result), lowering.index(factor))).result
    return result


def smaller(lowering: Lowering, a: Extent, b: Extent) -> Extent:
    """The smaller one of two extents."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    if a is b:
        return a
    return lowering.emit(arith.MinSIOp(lowering.index(a), lowering.index(b))).result


def larger(lowering: Lowering, a: Extent, b: Extent) -> Extent:
    """The larger one of two extents."""
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    return a if a is b else lowering.emit(arith.MaxSIOp(lowering.index(a), lowering.index(b))).result


def added(lowering: Lowering, a: Extent, b: Extent) -> Extent:
    """The sum of an offset and an extent."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    return b if a == 0 else lowering.emit(arith.AddiOp(lowering.index(a), lowering.index(b))).result


def clamped(lowering: Lowering, valid: Extent, offset: Extent, extent: int) -> Extent:
    """How much of a window at an offset is valid, `clamp(valid - offset, 0, extent)`."""
    if isinstance(valid, int) and isinstance(offset, int):
        return max(0, min(valid - offset, extent))
    if offset == 0:
        return smaller(lowering, valid, extent)
    left = lowering.emit(arith.SubiOp(lowering.index(valid), lowering.index(offset))).result
    return smaller(lowering, lowering.emit(arith.MaxSIOp(left, lowering.constant(0))).result, extent)
