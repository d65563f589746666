"""The vector unit: elementwise ops and casts of the valid rectangle."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from xdsl_tiles.dialects.tile import vector
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters import elementwise
from xdsl_tiles.interpreters.elementwise import ArrayFunction
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.memory import tile_dtype
from xdsl_tiles.interpreters.tile.payload import Tile, Window, whole
from xdsl_tiles.interpreters.values import RunError, format_extents
from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.round_mode import RoundMode

VECTOR = OpTable()

_UNARY: dict[type[vector.UnaryOperation], ArrayFunction] = {
    vector.ExpOp: elementwise.transcendental(np.exp),
    vector.LogOp: elementwise.transcendental(np.log),
    vector.SqrtOp: elementwise.transcendental(np.sqrt),
    vector.RsqrtOp: elementwise.transcendental(elementwise.reciprocal_square_root),
    vector.NegOp: np.negative,
    vector.AbsOp: np.abs,
    vector.ReluOp: elementwise.relu,
}

_BINARY: dict[str, Callable[[DType], ArrayFunction]] = {
    "add": elementwise.add,
    "sub": elementwise.subtract,
    "mul": elementwise.multiply,
    "div": elementwise.divide,
    "maximum": lambda dtype: np.maximum,
    "minimum": lambda dtype: np.minimum,
}


def binary_function(name: str, dtype: DType) -> ArrayFunction:
    """The array function of an op family by its stem (`add`, `maximum`, …)."""
    return _BINARY[name](dtype)


def check_same_valid(*tiles: Tile) -> None:
    """Check that tiles are valid in the same rectangle."""
    first, *others = (tile.valid for tile in tiles)
    for other in others:
        if other != first:
            raise RunError(f"operand valid shapes differ: {format_extents(first)} and {format_extents(other)}")


@VECTOR.kernel(*_UNARY)
def bind_unary(op: vector.UnaryOperation, scope: Scope) -> Kernel:
    """A function of one tile."""
    function, shape = _UNARY[type(op)], tile_type(op.source).get_shape()

    def run(source: Tile) -> Window:
        return whole(function(source.read()), shape)

    return run


@VECTOR.kernel(vector.AddOp, vector.SubOp, vector.MulOp, vector.DivOp, vector.MaximumOp, vector.MinimumOp)
def bind_binary(op: vector.BinaryOperation, scope: Scope) -> Kernel:
    """A function of two tiles."""
    type_ = tile_type(op.lhs)
    function, shape = binary_function(op.name.removeprefix("tile."), tile_dtype(type_)), type_.get_shape()

    def run(lhs: Tile, rhs: Tile) -> Window:
        check_same_valid(lhs, rhs)
        return whole(function(lhs.read(), rhs.read()), shape)

    return run


@VECTOR.kernel(
    vector.AddScalarOp,
    vector.SubScalarOp,
    vector.MulScalarOp,
    vector.DivScalarOp,
    vector.MaximumScalarOp,
    vector.MinimumScalarOp,
)
def bind_scalar(op: vector.ScalarOperation, scope: Scope) -> Kernel:
    """A function of a tile and a number."""
    type_ = tile_type(op.lhs)
    dtype, shape = tile_dtype(type_), type_.get_shape()
    function = binary_function(op.name.removeprefix("tile.").removesuffix("s"), dtype)

    def run(lhs: Tile, scalar: float) -> Window:
        return whole(function(lhs.read(), np.array(scalar, dtype=dtype.numpy)), shape)

    return run


@VECTOR.kernel(vector.CastOp)
def bind_cast(op: vector.CastOp, scope: Scope) -> Kernel:
    """A conversion in the op's round mode."""
    source_type = tile_type(op.source)
    source, target, mode = tile_dtype(source_type), tile_dtype(op.result.type), RoundMode(op.mode.data)
    shape = source_type.get_shape()

    def run(tile: Tile) -> Window:
        return whole(cast_array(tile.read(), source, target, mode), shape)

    return run
