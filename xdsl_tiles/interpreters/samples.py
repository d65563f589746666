"""Seeded random arguments for a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat, IndexType, IntegerAttr, IntegerType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_tiles.analysis.abi import argument_types
from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.values import Array, RunError, as_shaped, check_size, dtype_of, value_dtype
from xdsl_tiles.numerics.dtypes import DType

SAMPLE = "tile.sample"
"""The argument attribute that says which number a scalar argument is sampled as."""

_UNKNOWN_EXTENT = 5
_LARGEST_INTEGER = 1 << 10


def random_array(shape: tuple[int, ...], dtype: DType, generator: np.random.Generator) -> Array:
    """Normally distributed floats; integers over their range, but at most a thousand, so that sums stay in range."""
    if dtype.is_float:
        return generator.standard_normal(shape, dtype=np.float32).astype(dtype.numpy)
    lowest, highest = max(dtype.lowest, -_LARGEST_INTEGER), min(dtype.highest, _LARGEST_INTEGER)
    return generator.integers(lowest, highest, shape, endpoint=True).astype(dtype.numpy)


def random_arguments(function: FuncOp, seed: int, scalar: int, blocks: int = 1) -> list[Any]:
    """An argument for each of a function's: arrays by the seed, scalars as `tile.sample` says, else `scalar`.

    Extents that only the run knows are all the same, so that a function that relates them runs. A pto pointer gets as
    many elements as the views of it reach in a run of so many blocks. An argument that there are no random values for
    is an `OperationError` at the function.
    """
    generator = np.random.default_rng(seed)
    try:
        types = argument_types(function)
        scalars = [
            _scalar(function, index, type_, scalar) if is_scalar(type_) else None for index, type_ in enumerate(types)
        ]
        shapes = [_shape(function, index, type_, scalars, blocks) for index, type_ in enumerate(types)]
        return [
            random_array(shape, value_dtype(type_), generator) if number is None else number
            for number, shape, type_ in zip(scalars, shapes, types)
        ]
    except RunError as error:
        raise OperationError(function, str(error)) from error


def is_scalar(type_: Attribute) -> bool:
    """Whether values of a type are single numbers."""
    return isinstance(type_, IntegerType | IndexType | AnyFloat)


def _scalar(function: FuncOp, index: int, type_: Attribute, scalar: int) -> Any:
    dtype = dtype_of(type_)
    sample = _sample(function, index)
    number = sample.value.data if isinstance(sample, IntegerAttr) else scalar
    return min(number, dtype.highest) if not dtype.is_float else float(number)


def _shape(function: FuncOp, index: int, type_: Attribute, scalars: Sequence[Any], blocks: int) -> tuple[int, ...]:
    """The extents of the array that an argument is."""
    if isinstance(type_, TileType):
        return _known(type_.valid)
    if type_.name.startswith("pto."):
        from xdsl_tiles.interpreters.pto.sizes import argument_shape

        shape = _known(argument_shape(function, index, scalars, blocks))
    elif (shaped := as_shaped(type_)) is not None:
        shape = _known(shaped.get_shape())
    else:
        return ()
    check_size(shape, value_dtype(type_))
    return shape


def _known(extents: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_UNKNOWN_EXTENT if extent == DYNAMIC_INDEX else extent for extent in extents)


def _sample(function: FuncOp, index: int) -> Attribute | None:
    return function.arg_attrs.data[index].data.get(SAMPLE) if function.arg_attrs else None


def has_free_scalars(function: FuncOp) -> bool:
    """Whether a function takes scalars that nothing says the value of."""
    return any(
        is_scalar(type_) and _sample(function, index) is None for index, type_ in enumerate(argument_types(function))
    )
