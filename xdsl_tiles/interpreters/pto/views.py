"""Pointers and views of global memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_tiles.dialects.pto.scalars import LoadScalarOp, StoreScalarOp, TGetValOp, TSetValOp
from xdsl_tiles.dialects.pto.views import AddPtrOp, GetTensorViewDimOp, MakeTensorViewOp, PartitionViewOp
from xdsl_tiles.interpreters.pto.global_memory import GlobalBuffer, GlobalView, Pointer, check_bounds
from xdsl_tiles.interpreters.pto.handle import TileHandle
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Array, Extents
from xdsl_tiles.interpreters.values import RunError

VIEWS = OpTable()


@VIEWS.kernel(AddPtrOp)
def bind_add_pointer(op: AddPtrOp, scope: Scope) -> Kernel:
    """A pointer some elements further on."""

    def run(pointer: Pointer, offset: int) -> Pointer:
        return Pointer(pointer.buffer, pointer.offset + offset)

    return run


def _view_arguments(op: MakeTensorViewOp) -> list[Argument]:
    return [op.ptr, tuple(op.shape), tuple(op.strides)]


@VIEWS.kernel(MakeTensorViewOp, arguments=_view_arguments)
def bind_make_view(op: MakeTensorViewOp, scope: Scope) -> Kernel:
    """A view, which must lie inside of its buffer."""
    layout = op.layout.data if op.layout else None

    def run(pointer: Pointer, shape: Extents, strides: Extents) -> GlobalView:
        check_bounds(pointer.buffer, pointer.offset, shape, strides)
        return GlobalView(pointer, shape, strides, (0,) * len(shape), shape, layout)

    return run


@VIEWS.kernel(GetTensorViewDimOp)
def bind_dimension(op: GetTensorViewDimOp, scope: Scope) -> Kernel:
    """The extent of a dimension."""

    def run(view: GlobalView, dimension: int) -> int:
        if not 0 <= dimension < len(view.shape):
            raise RunError(f"dimension {dimension} out of [0, {len(view.shape) - 1}]")
        return view.shape[dimension]

    return run


def _partition_arguments(op: PartitionViewOp) -> list[Argument]:
    return [op.source, tuple(op.offsets), tuple(op.sizes)]


@VIEWS.kernel(PartitionViewOp, arguments=_partition_arguments)
def bind_partition(op: PartitionViewOp, scope: Scope) -> Kernel:
    """A window of a view."""
    return GlobalView.window


def element(elements: Array, index: Any) -> float:
    """One element as compiled code holds scalars: unsigned integers in their signed range."""
    value = elements[index]
    return value.view(value.dtype.str.replace("u", "i")).item() if value.dtype.kind == "u" else value.item()


def in_dtype(value: float, dtype: np.dtype[Any]) -> Any:
    """A scalar as an element of a type: rounded to floats, truncated and wrapped to integers."""
    if dtype.kind in "iu" and isinstance(value, int):
        return np.array(value & (1 << 64) - 1, dtype=np.uint64).astype(dtype)[()]
    return np.array(value).astype(dtype)[()]


def _pointer(address: Pointer | Array) -> Pointer:
    if isinstance(address, Pointer):
        return address
    return Pointer(GlobalBuffer(address.reshape(-1)))


@VIEWS.kernel(LoadScalarOp)
def bind_load_scalar(op: LoadScalarOp, scope: Scope) -> Kernel:
    """An element of global memory."""
    arithmetic = scope.environment.arithmetic

    def run(address: Pointer | Array, offset: int) -> float:
        arithmetic.drain()
        pointer = _pointer(address)
        return element(pointer.buffer.elements, pointer.at(offset))

    return run


@VIEWS.kernel(StoreScalarOp)
def bind_store_scalar(op: StoreScalarOp, scope: Scope) -> Kernel:
    """Write an element of global memory."""
    arithmetic = scope.environment.arithmetic

    def run(address: Pointer | Array, offset: int, value: float) -> None:
        arithmetic.drain()
        pointer = _pointer(address)
        elements = pointer.buffer.elements
        elements[pointer.at(offset)] = in_dtype(value, elements.dtype)

    return run


def _point(handle: TileHandle, index: int) -> tuple[int, int]:
    rows, columns = handle.shape
    if not 0 <= index < rows * columns:
        raise RunError(f"element {index} out of [0, {rows * columns - 1}]")
    return divmod(index, columns)


@VIEWS.kernel(TGetValOp)
def bind_get_element(op: TGetValOp, scope: Scope) -> Kernel:
    """An element of a tile by its linear index in the static shape."""

    def run(handle: TileHandle, index: int) -> float:
        return element(handle.window(_point(handle, index), (1, 1)).read(), (0, 0))

    return run


def _set_arguments(op: TSetValOp) -> list[Argument]:
    return [op.dst, op.offset, op.val]


@VIEWS.kernel(TSetValOp, arguments=_set_arguments)
def bind_set_element(op: TSetValOp, scope: Scope) -> Kernel:
    """Write an element of a tile by its linear index in the static shape."""

    def run(handle: TileHandle, index: int, value: float) -> None:
        dtype = handle.place.dtype
        handle.write_at(_point(handle, index), np.full((1, 1), in_dtype(value, dtype), dtype=dtype))

    return run
