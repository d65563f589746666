"""Tensors as NumPy arrays: slices are views where nobody writes, insertions happen in place where nobody looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects import memref, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IntegerType
from xdsl.dialects.utils import get_dynamic_index_list
from xdsl.ir import SSAValue

from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.values import (
    Array,
    RunError,
    check_size,
    element_dtype,
    format_extents,
    poison,
    shaped_type,
)

TENSOR = OpTable()


def static_shape(declared: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
    """A declared shape with its unknown extents filled in, in order."""
    dynamic = iter(sizes)
    return tuple(next(dynamic) if extent == DYNAMIC_INDEX else extent for extent in declared)


def mixed(static: DenseArrayBase[IntegerType], dynamic: Sequence[SSAValue]) -> list[SSAValue | int]:
    """Indices of which some are constants, in order."""
    return get_dynamic_index_list(static.get_values(), dynamic, DYNAMIC_INDEX)


def strided_window(
    shape: tuple[int, ...], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> tuple[slice, ...]:
    """The index of a strided window; a `RunError` where it leaves the shape."""
    for offset, size, stride, bound in zip(offsets, sizes, strides, shape):
        last = bound - 1 - (size - 1) * stride
        if size < 0 or stride <= 0 or (size and not 0 <= offset <= last):
            raise RunError(f"offset {offset} out of [0, {last}]: {size} elements of {bound} at stride {stride}")
    return tuple(slice(offset, offset + size * stride, stride) for offset, size, stride in zip(offsets, sizes, strides))


def check_point(shape: tuple[int, ...], indices: Sequence[int]) -> None:
    """Check that indices are inside of a shape."""
    for index, bound in zip(indices, shape):
        if not 0 <= index < bound:
            raise RunError(f"index {index} out of [0, {bound - 1}]")


def check_shape(array: Array, declared: tuple[int, ...]) -> Array:
    """The array, if its shape is what a type declares."""
    if len(declared) != array.ndim or any(d not in (DYNAMIC_INDEX, a) for d, a in zip(declared, array.shape)):
        raise RunError(f"shape {format_extents(array.shape)} is declared as {format_extents(declared)}")
    return array


@TENSOR.kernel(tensor.EmptyOp)
def bind_empty(op: tensor.EmptyOp, scope: Scope) -> Kernel:
    """A new tensor of which nothing is written, or what an earlier block left in it."""
    declared, dtype = shaped_type(op.tensor).get_shape(), element_dtype(op.tensor)
    buffers = scope.environment.buffers

    def run(*sizes: int) -> Array:
        if op in buffers:
            return buffers[op]
        shape = static_shape(declared, sizes)
        check_size(shape, dtype)
        return poison(shape, dtype)

    return run


@TENSOR.kernel(tensor.SplatOp)
def bind_splat(op: tensor.SplatOp, scope: Scope) -> Kernel:
    """A tensor of one number."""
    declared, dtype = op.result.type.get_shape(), element_dtype(op.result)

    def run(value: float, *sizes: int) -> Array:
        shape = static_shape(declared, sizes)
        check_size(shape, dtype)
        return np.full(shape, value, dtype=dtype.numpy)

    return run


@TENSOR.kernel(tensor.FromElementsOp)
def bind_from_elements(op: tensor.FromElementsOp, scope: Scope) -> Kernel:
    """A tensor of the given numbers, in row-major order."""
    shape, dtype = op.result.type.get_shape(), element_dtype(op.result).numpy

    def run(*elements: float) -> Array:
        return np.array(elements).astype(dtype).reshape(shape)

    return run


@TENSOR.kernel(tensor.DimOp)
def bind_dim(op: tensor.DimOp, scope: Scope) -> Kernel:
    """The extent of a dimension."""

    def run(source: Array, index: int) -> int:
        check_point((source.ndim,), (index,))
        return source.shape[index]

    return run


@TENSOR.kernel(tensor.ExtractOp)
def bind_extract(op: tensor.ExtractOp, scope: Scope) -> Kernel:
    """One element."""

    def run(source: Array, *indices: int) -> float:
        check_point(source.shape, indices)
        return source.item(*indices)

    return run


@TENSOR.kernel(tensor.InsertOp, overwrites=1)
def bind_insert(op: tensor.InsertOp, scope: Scope) -> Kernel:
    """A tensor with one element changed."""

    def run(scalar: float, target: Array, *indices: int) -> Array:
        check_point(target.shape, indices)
        target[indices] = scalar
        return target

    return run


def window_arguments(
    op: tensor.ExtractSliceOp | tensor.InsertSliceOp | memref.SubviewOp | memref.ReinterpretCastOp,
) -> list[Argument]:
    """Offsets, sizes and strides of the window that an op names."""
    return [
        mixed(op.static_offsets, op.offsets),
        mixed(op.static_sizes, op.sizes),
        mixed(op.static_strides, op.strides),
    ]


def _slice_arguments(op: tensor.ExtractSliceOp) -> list[Argument]:
    return [op.source, *window_arguments(op)]


@TENSOR.kernel(tensor.ExtractSliceOp, arguments=_slice_arguments, views=0)
def bind_extract_slice(op: tensor.ExtractSliceOp, scope: Scope) -> Kernel:
    """A strided window; extents of 1 may be dropped."""
    declared = op.result.type.get_shape()

    def run(source: Array, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> Array:
        window = source[strided_window(source.shape, offsets, sizes, strides)]
        if len(declared) == len(sizes):
            return check_shape(window, declared)
        kept = [size for size in sizes if size != 1]
        return check_shape(window.reshape(static_shape(declared, _dynamic_extents(declared, kept))), declared)

    return run


def _dynamic_extents(declared: Sequence[int], kept: Sequence[int]) -> list[int]:
    """The extents of a rank-reduced window that its type leaves open, from those of its sizes that are not 1."""
    extents = iter(kept)
    matched = [1 if extent == 1 else next(extents, 1) for extent in declared]
    return [actual for extent, actual in zip(declared, matched) if extent == DYNAMIC_INDEX]


def _insert_arguments(op: tensor.InsertSliceOp) -> list[Argument]:
    return [op.source, op.dest, *window_arguments(op)]


@TENSOR.kernel(tensor.InsertSliceOp, arguments=_insert_arguments, overwrites=1)
def bind_insert_slice(op: tensor.InsertSliceOp, scope: Scope) -> Kernel:
    """A tensor with a strided window replaced."""

    def run(
        source: Array, target: Array, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
    ) -> Array:
        window = strided_window(target.shape, offsets, sizes, strides)
        if source.size != int(np.prod(sizes)):
            raise RunError(f"inserts {format_extents(source.shape)} as {format_extents(tuple(sizes))}")
        target[window] = source.reshape(sizes)
        return target

    return run


@TENSOR.kernel(tensor.CastOp, views=0)
def bind_cast(op: tensor.CastOp, scope: Scope) -> Kernel:
    """The same tensor under a type that knows more or less of its shape."""
    declared = shaped_type(op.dest).get_shape()

    def run(source: Array) -> Array:
        return check_shape(source, declared)

    return run


def _shape_arguments(op: tensor.CollapseShapeOp) -> list[Argument]:
    return [op.src]


@TENSOR.kernel(tensor.CollapseShapeOp, arguments=_shape_arguments, views=0)
def bind_collapse_shape(op: tensor.CollapseShapeOp, scope: Scope) -> Kernel:
    """Neighbouring dimensions merged."""
    groups = [[int(dim.value.data) for dim in group] for group in op.reassociation]

    def run(source: Array) -> Array:
        return source.reshape([int(np.prod([source.shape[dim] for dim in group])) for group in groups])

    return run


def _expand_arguments(op: tensor.ExpandShapeOp) -> list[Argument]:
    return [op.src, mixed(op.static_output_shape, op.dynamic_output_shape)]


@TENSOR.kernel(tensor.ExpandShapeOp, arguments=_expand_arguments, views=0)
def bind_expand_shape(op: tensor.ExpandShapeOp, scope: Scope) -> Kernel:
    """Dimensions split."""

    def run(source: Array, shape: Sequence[int]) -> Array:
        if source.size != int(np.prod(shape)):
            raise RunError(f"expands {format_extents(source.shape)} to {format_extents(tuple(shape))}")
        return source.reshape(shape)

    return run


@TENSOR.kernel(tensor.ReshapeOp, views=0)
def bind_reshape(op: tensor.ReshapeOp, scope: Scope) -> Kernel:
    """The same elements under another shape, given as a tensor."""

    def run(source: Array, shape: Array) -> Array:
        return source.reshape([int(extent) for extent in shape])

    return run


@TENSOR.kernel(tensor.ConcatOp)
def bind_concat(op: tensor.ConcatOp, scope: Scope) -> Kernel:
    """Tensors one behind the other."""
    axis = op.dim.value.data

    def run(*sources: Array) -> Array:
        return np.concatenate(sources, axis=axis)

    return run


def _pad_arguments(op: tensor.PadOp) -> list[Argument]:
    terminator = op.region.block.last_op
    assert terminator is not None
    return [op.source, mixed(op.static_low, op.low), mixed(op.static_high, op.high), terminator.operands[0]]


@TENSOR.kernel(tensor.PadOp, arguments=_pad_arguments)
def bind_pad(op: tensor.PadOp, scope: Scope) -> Kernel:
    """A tensor with a border of one number, which is defined outside of the op's region."""

    def run(source: Array, low: Sequence[int], high: Sequence[int], value: float) -> Array:
        if min(*low, *high, 0) < 0:
            raise RunError(f"pads by a negative amount: low {list(low)}, high {list(high)}")
        shape = tuple(sum(extents) for extents in zip(low, source.shape, high))
        padded = np.full(shape, value, dtype=source.dtype)
        padded[tuple(slice(start, start + extent) for start, extent in zip(low, source.shape))] = source
        return padded

    return run
