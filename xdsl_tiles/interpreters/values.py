"""How values of the IR are held while a program runs.

| type | Python value |
|---|---|
| integer, index | `int`, in the signed range of its width; `i1` is 0 or 1 |
| float | `float`, rounded to its format |
| tensor, memref | `numpy.ndarray` of the element type's storage dtype |
| `!tile.tile` | `xdsl_tiles.interpreters.tile.payload.Tile` |
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerType, MemRefType, Signedness, TensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_tiles.numerics.dtypes import DTYPES, DType
from xdsl_tiles.numerics.scalar import round_float

Array: TypeAlias = NDArray[Any]

LARGEST_TENSOR_BYTES = 1 << 34
"""A tensor above this is refused before anything is allocated: no run of ours needs one, a typing error makes one."""


class RunError(Exception):
    """A fault of the program that runs, found inside a kernel; whoever calls the kernel says at which op."""


@cache
def dtype_of(element_type: Attribute) -> DType:
    """The element type that a type of the IR stands for; `RunError` where there are no numbers for it."""
    match element_type:
        case IndexType():
            name = "index"
        case IntegerType():
            unsigned = element_type.signedness.data is Signedness.UNSIGNED
            name = f"{'u' if unsigned else ''}i{element_type.bitwidth}"
        case _:
            name = element_type.name.removeprefix("tile.")
    if name not in DTYPES:
        raise RunError(f"cannot run on elements of type {element_type}")
    return DTYPES[name]


Shaped: TypeAlias = "TensorType[Attribute] | MemRefType[Attribute]"


def as_shaped(type_: Attribute) -> Shaped | None:
    """The type as a ranked tensor or memref, or None where it is neither."""
    return cast(Shaped, type_) if isinstance(type_, TensorType | MemRefType) else None


def shaped_type(value: SSAValue) -> Shaped:
    """The type of a value that is known to be a ranked tensor or memref."""
    type_ = as_shaped(value.type)
    assert type_ is not None
    return type_


def element_dtype(value: SSAValue) -> DType:
    """The element type of a tensor or memref, or the type of a scalar."""
    type_ = as_shaped(value.type)
    return dtype_of(value.type if type_ is None else type_.get_element_type())


def value_dtype(type_: Attribute) -> DType:
    """The element type of a tile, tensor, memref, view or pointer, or the type of a scalar."""
    return dtype_of(getattr(type_, "element_type", type_))


def format_extents(extents: tuple[int, ...]) -> str:
    """Extents as they stand in a type: `128x?`."""
    return "x".join("?" if extent == DYNAMIC_INDEX else str(extent) for extent in extents)


def check_size(shape: tuple[int, ...], dtype: DType) -> None:
    """Refuse a tensor that would not fit, with its size, or that holds nothing."""
    size = prod(extent for extent in shape if extent != DYNAMIC_INDEX)
    if size == 0:
        raise RunError(f"a tensor of {format_extents(shape)}x{dtype} has no elements; extents are positive")
    if size * dtype.numpy.itemsize > LARGEST_TENSOR_BYTES:
        raise RunError(
            f"a tensor of {format_extents(shape)}x{dtype} has {size} elements, "
            f"more than the {LARGEST_TENSOR_BYTES >> 30} GiB that a run may use for one"
        )


def poison(shape: tuple[int, ...], dtype: DType) -> Array:
    """Memory that nothing was written to: NaN, or the largest number where there is none."""
    if dtype.format is not None:
        value: float = float("nan") if dtype.format.has_nan else dtype.format.largest
    else:
        value = dtype.highest
    return np.full(shape, value, dtype=dtype.numpy)


def check_value(value: Any, type_: Attribute) -> Any:
    """The value as it is held for a type; `RunError` where it does not fit the type."""
    if (shaped := as_shaped(type_)) is not None:
        return _check_array(np.asarray(value), shaped)
    return _check_scalar(np.asarray(value), dtype_of(type_))


def _check_scalar(value: Array, dtype: DType) -> int | float:
    if value.size != 1:
        raise RunError(f"{describe_array(value)} is no {dtype}")
    scalar = value.reshape(()).item()
    if dtype.format is not None:
        return round_float(float(scalar), dtype.format)
    if int(scalar) != scalar or not dtype.lowest <= scalar <= dtype.highest:
        raise RunError(f"{scalar} is no {dtype}")
    return int(scalar)


def _check_array(array: Array, type_: Shaped) -> Array:
    dtype, shape = dtype_of(type_.get_element_type()), type_.get_shape()
    fits = len(shape) == array.ndim and all(
        extent in (DYNAMIC_INDEX, actual) for extent, actual in zip(shape, array.shape)
    )
    if not fits or array.dtype != dtype.numpy:
        raise RunError(f"{describe_array(array)} is no {format_extents(shape)}x{dtype}")
    return array


def describe_array(array: Array) -> str:
    """An array in a message: its shape and NumPy dtype, or the number that it is."""
    if not array.ndim:
        return str(array.item())
    return f"an array of shape {format_extents(array.shape)} and dtype {array.dtype}"
