"""Seeded random arguments for a function."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.values import Array, RunError, as_shaped, check_size, dtype_of
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


def random_arguments(function: FuncOp, seed: int, scalar: int) -> list[Any]:
    """An argument for each of a function's: arrays by the seed, scalars as `tile.sample` says, else `scalar`.

    Extents that only the run knows are all the same, so that a function that relates them runs. An argument that there
    are no random values for is an `OperationError` at the function.
    """
    generator = np.random.default_rng(seed)
    try:
        return [
            _argument(function, index, type_, generator, scalar)
            for index, type_ in enumerate(function.function_type.inputs.data)
        ]
    except RunError as error:
        raise OperationError(function, str(error)) from error


def _argument(function: FuncOp, index: int, type_: Attribute, generator: np.random.Generator, scalar: int) -> Any:
    if isinstance(type_, TileType):
        return random_array(_known(type_.valid), dtype_of(type_.element_type), generator)
    if (shaped := as_shaped(type_)) is not None:
        dtype = dtype_of(shaped.get_element_type())
        shape = _known(shaped.get_shape())
        check_size(shape, dtype)
        return random_array(shape, dtype, generator)
    dtype = dtype_of(type_)
    sample = _sample(function, index)
    number = sample.value.data if isinstance(sample, IntegerAttr) else scalar
    return min(number, dtype.highest) if not dtype.is_float else float(number)


def _known(extents: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_UNKNOWN_EXTENT if extent == DYNAMIC_INDEX else extent for extent in extents)


def _sample(function: FuncOp, index: int) -> Attribute | None:
    return function.arg_attrs.data[index].data.get(SAMPLE) if function.arg_attrs else None


def has_free_scalars(function: FuncOp) -> bool:
    """Whether a function takes scalars that nothing says the value of."""
    return any(
        as_shaped(type_) is None and not isinstance(type_, TileType) and _sample(function, index) is None
        for index, type_ in enumerate(function.function_type.inputs.data)
    )
