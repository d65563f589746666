"""memrefs as NumPy arrays that are written in place; arguments are the caller's own memory."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.lib.stride_tricks import as_strided
from xdsl.dialects import memref

from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.upstream.tensor import (
    check_point,
    check_shape,
    static_shape,
    strided_window,
    window_arguments,
)
from xdsl_tiles.interpreters.values import Array, RunError, check_size, element_dtype, poison, shaped_type

MEMREF = OpTable()


@MEMREF.kernel(memref.AllocOp, memref.AllocaOp)
def bind_alloc(op: memref.AllocOp | memref.AllocaOp, scope: Scope) -> Kernel:
    """New memory of which nothing is written."""
    declared, dtype = shaped_type(op.memref).get_shape(), element_dtype(op.memref)

    def run(*sizes: int) -> Array:
        shape = static_shape(declared, sizes)
        check_size(shape, dtype)
        return poison(shape, dtype)

    return run


@MEMREF.kernel(memref.DeallocOp)
def bind_dealloc(op: memref.DeallocOp, scope: Scope) -> Kernel:
    """Memory goes when nothing refers to it."""

    def run(source: Array) -> None:
        return None

    return run


@MEMREF.kernel(memref.LoadOp)
def bind_load(op: memref.LoadOp, scope: Scope) -> Kernel:
    """One element."""

    def run(source: Array, *indices: int) -> float:
        check_point(source.shape, indices)
        return source.item(*indices)

    return run


@MEMREF.kernel(memref.StoreOp)
def bind_store(op: memref.StoreOp, scope: Scope) -> Kernel:
    """Write one element."""

    def run(value: float, target: Array, *indices: int) -> None:
        check_point(target.shape, indices)
        target[indices] = value

    return run


@MEMREF.kernel(memref.CopyOp)
def bind_copy(op: memref.CopyOp, scope: Scope) -> Kernel:
    """Write everything."""

    def run(source: Array, target: Array) -> None:
        target[...] = check_shape(source, target.shape)

    return run


@MEMREF.kernel(memref.DimOp)
def bind_dim(op: memref.DimOp, scope: Scope) -> Kernel:
    """The extent of a dimension."""

    def run(source: Array, index: int) -> int:
        check_point((source.ndim,), (index,))
        return source.shape[index]

    return run


@MEMREF.kernel(memref.CastOp, memref.MemorySpaceCastOp)
def bind_cast(op: memref.CastOp | memref.MemorySpaceCastOp, scope: Scope) -> Kernel:
    """The same memory under another type."""
    declared = shaped_type(op.dest).get_shape()

    def run(source: Array) -> Array:
        return check_shape(source, declared)

    return run


@MEMREF.kernel(memref.ReinterpretCastOp, arguments=lambda op: [op.source, *window_arguments(op)])
def bind_reinterpret_cast(op: memref.ReinterpretCastOp, scope: Scope) -> Kernel:
    """The memory of a dense memref seen at other strides, in elements from its start."""

    def run(source: Array, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> Array:
        if not source.flags.c_contiguous:
            raise RunError("reinterprets a memref whose elements do not lie next to each other")
        last = offsets[0] + sum((size - 1) * stride for size, stride in zip(sizes, strides))
        if offsets[0] < 0 or min(strides) < 0 or min(sizes) < 1 or last >= source.size:
            raise RunError(f"element {last} out of [0, {source.size - 1}]")
        steps = [stride * source.itemsize for stride in strides]
        return as_strided(source.reshape(-1)[offsets[0] :], sizes, steps)

    return run


def _subview_arguments(op: memref.SubviewOp) -> list[Argument]:
    return [op.source, *window_arguments(op)]


@MEMREF.kernel(memref.SubviewOp, arguments=_subview_arguments)
def bind_subview(op: memref.SubviewOp, scope: Scope) -> Kernel:
    """A strided window of the same memory; extents of 1 may be dropped."""
    rank = shaped_type(op.result).get_num_dims()

    def run(source: Array, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> Array:
        window = source[strided_window(source.shape, offsets, sizes, strides)]
        droppable = [dim for dim, size in enumerate(sizes) if size == 1]
        return window.squeeze(tuple(droppable[: window.ndim - rank]))

    return run
