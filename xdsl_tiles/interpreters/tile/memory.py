"""Creating tiles, and moving them between GM tensors and the chip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX

from xdsl_tiles.dialects.tile import memory
from xdsl_tiles.dialects.tile.types import TileType, tensor_type, tile_type
from xdsl_tiles.interpreters.accumulator import Drain
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Accumulator, Array, Extents, Tile, Undefined, Window, whole
from xdsl_tiles.interpreters.values import RunError, dtype_of, format_extents
from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import DType

MEMORY = OpTable()


def tile_dtype(type_: TileType) -> DType:
    """The element type of a tile."""
    return dtype_of(type_.element_type)


def known_valid(type_: TileType) -> Extents:
    """The valid extents of a tile that nothing at run time tells."""
    if DYNAMIC_INDEX in type_.valid:
        raise RunError(f"makes {type_} whose valid extents nothing gives; use a full tile and tile.set_validshape")
    return type_.valid


def check_valid(valid: Extents, declared: Extents) -> None:
    """Check the valid extents of a run against what the result type says."""
    if valid != declared and any(extent not in (DYNAMIC_INDEX, actual) for extent, actual in zip(declared, valid)):
        raise RunError(f"valid extents {format_extents(valid)} are declared as {format_extents(declared)}")


def check_window(offsets: Sequence[int], extents: Sequence[int], bounds: Sequence[int]) -> None:
    """Check that a window lies inside of its bounds; an empty one may start behind them."""
    for offset, extent, bound in zip(offsets, extents, bounds):
        if not 0 <= offset <= bound - extent and not (extent == 0 <= offset):
            raise RunError(f"offset {offset} out of [0, {bound - extent}]: {extent} elements of {bound}")


@MEMORY.kernel(memory.CreateOp)
def bind_create(op: memory.CreateOp, scope: Scope) -> Kernel:
    """A tile of which nothing is written yet."""
    type_ = op.result.type
    tile = Undefined(type_.get_shape(), known_valid(type_), tile_dtype(type_).numpy)
    return lambda: tile


@MEMORY.kernel(memory.FillOp)
def bind_fill(op: memory.FillOp, scope: Scope) -> Kernel:
    """A tile of one number."""
    type_ = op.result.type
    shape, valid, dtype = type_.get_shape(), known_valid(type_), tile_dtype(type_).numpy

    def run(value: float) -> Window:
        return whole(np.full(valid, value, dtype=dtype), shape)

    return run


def _load_arguments(op: memory.LoadOp) -> list[Argument]:
    return [op.source, op.mixed_offsets, op.mixed_valid_sizes or None]


@MEMORY.kernel(memory.LoadOp, arguments=_load_arguments)
def bind_load(op: memory.LoadOp, scope: Scope) -> Kernel:
    """A window of a tensor; of one that is written in place, a copy."""
    type_ = op.result.type
    shape, declared, clamp = type_.get_shape(), type_.valid, op.clamp is not None
    leading = tensor_type(op.source).get_num_dims() - len(shape)
    copies = scope.is_overwritten(op.source)
    if op.merges_rows:
        return _merged_load(shape, declared)

    def run(source: Array, offsets: Extents, sizes: Extents | None) -> Window:
        valid = shape if sizes is None else sizes
        bounds = source.shape[leading:]
        if leading:
            check_window(offsets[:leading], (1,) * leading, source.shape)
            source, offsets = source[offsets[:leading]], offsets[leading:]
        if sizes is not None:
            check_window((0,) * len(shape), sizes, shape)
        if clamp:
            check_window(offsets, (0,) * len(shape), bounds)
            valid = tuple(max(0, min(size, bound - start)) for size, bound, start in zip(valid, bounds, offsets))
        else:
            check_window(offsets, valid, bounds)
        check_valid(valid, declared)
        tile = Window(source, offsets, shape, valid)
        return whole(tile.elements().copy(), shape) if copies else tile

    return run


def _merged_load(shape: Extents, declared: Extents) -> Kernel:
    """A window of a tensor whose dimensions but the last become the rows of a tile."""

    def run(source: Array, offsets: Extents, sizes: Extents) -> Window:
        check_window(offsets, sizes, source.shape)
        window = source[tuple(slice(offset, offset + size) for offset, size in zip(offsets, sizes))]
        tile = whole(window.reshape(prod(sizes[:-1]), sizes[-1]).copy(), shape)
        check_window((0, 0), tile.valid, shape)
        check_valid(tile.valid, declared)
        return tile

    return run


def _store_arguments(op: memory.StoreOp) -> list[Argument]:
    return [op.source, op.destination, op.mixed_offsets, op.mixed_sizes or None]


@MEMORY.kernel(memory.StoreOp, arguments=_store_arguments, overwrites=1)
def bind_store(op: memory.StoreOp, scope: Scope) -> Kernel:
    """Write the valid rectangle of a tile into a tensor, in place."""
    source_type, destination = tile_type(op.source), tensor_type(op.destination)
    merged = destination.get_num_dims() - source_type.get_num_dims() + 1
    convert = converter(tile_dtype(source_type), dtype_of(destination.element_type))
    atomic = op.atomic is not None
    direct = not atomic and merged == 1 and source_type.element_type == destination.element_type
    arithmetic, may_wait = scope.environment.arithmetic, direct and scope.may_wait(op)

    def run(source: Tile, target: Array, offsets: Extents, sizes: Extents | None) -> Array:
        extents = (1,) * (merged - 1) + source.valid if sizes is None else sizes
        if sizes is not None and (prod(sizes[:merged]), *sizes[merged:]) != source.valid:
            valid = format_extents(source.valid)
            raise RunError(f"partition {format_extents(sizes)} is not the valid rectangle {valid}")
        check_window(offsets, extents, target.shape)
        if may_wait and isinstance(source, Accumulator) and (product := source.sole_product()):
            arithmetic.drain_later(Drain(product, target, *offsets))
            return target
        arithmetic.drain()
        window = target[tuple(slice(offset, offset + extent) for offset, extent in zip(offsets, extents))]
        if direct and isinstance(source, Accumulator):
            source.read_into(window)
        elif atomic:
            window += convert(source.read()).reshape(extents)
        else:
            window[...] = convert(source.read()).reshape(extents)
        return target

    return run


def converter(source: DType, target: DType) -> Callable[[Array], Array]:
    """What the way out of an accumulator does to elements: it rounds half to even."""
    if source == target:
        return lambda elements: elements
    return lambda elements: cast_array(elements, source, target)
