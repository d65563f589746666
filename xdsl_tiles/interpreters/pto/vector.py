"""Elementwise functions of tiles and scalars, in the element type after each step (isa section 5)."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_tiles.dialects.pto import binary, bitwise, scalar, unary
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.interpreters import elementwise
from xdsl_tiles.interpreters.elementwise import ArrayFunction
from xdsl_tiles.interpreters.pto.handle import TileHandle, check_same_valid, tile_buf
from xdsl_tiles.interpreters.pto.views import in_dtype
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Array
from xdsl_tiles.interpreters.values import RunError, dtype_of, format_extents

VECTOR = OpTable()


def divide(lhs: Array, rhs: Array) -> Array:
    """The quotient: of integers rounded towards zero, of floats as IEEE has it."""
    return elementwise.truncated_quotient(lhs, rhs) if lhs.dtype.kind in "iu" else np.true_divide(lhs, rhs)


def _remainder(function: ArrayFunction) -> ArrayFunction:
    """A remainder, computed in f64 for floats, where it is exact."""

    def apply(lhs: Array, rhs: Array) -> Array:
        if lhs.dtype.kind not in "iu":
            return function(lhs.astype(np.float64), np.asarray(rhs).astype(np.float64)).astype(lhs.dtype)
        if np.any(np.equal(rhs, 0)):
            raise RunError("division by zero")
        return function(lhs, rhs)

    return apply


truncated_remainder, floor_remainder = _remainder(np.fmod), _remainder(np.remainder)


def reciprocal(values: Array) -> Array:
    """One over each element."""
    return np.divide(np.ones_like(values), values)


def leaky_relu(values: Array, slope: Array) -> Array:
    """The element where it is positive, else it times the slope."""
    return np.where(values > 0, values, values * slope).astype(values.dtype)


def _shift(function: ArrayFunction) -> ArrayFunction:
    def apply(values: Array, amounts: Array) -> Array:
        width = values.dtype.itemsize * 8
        wrong = (np.less(amounts, 0)) | (np.greater_equal(amounts, width))
        if np.any(wrong):
            raise RunError(f"shifts {width} bits by {np.asarray(amounts)[wrong].flat[0]}, which is undefined")
        return function(values, amounts)

    return apply


_UNARY: dict[type[Operation], ArrayFunction] = {
    unary.TAbsOp: np.abs,
    unary.TExpOp: elementwise.transcendental(np.exp),
    unary.TLogOp: elementwise.transcendental(np.log),
    unary.TSqrtOp: elementwise.transcendental(np.sqrt),
    unary.TRsqrtOp: elementwise.transcendental(elementwise.reciprocal_square_root),
    unary.TRecipOp: reciprocal,
    unary.TNegOp: np.negative,
    unary.TReluOp: elementwise.relu,
    unary.TNotOp: np.invert,
}

_BINARY: dict[type[Operation], ArrayFunction] = {
    binary.TAddOp: np.add,
    binary.TSubOp: np.subtract,
    binary.TMulOp: np.multiply,
    binary.TDivOp: divide,
    binary.TMaxOp: np.maximum,
    binary.TMinOp: np.minimum,
    binary.TFModOp: truncated_remainder,
    binary.TRemOp: floor_remainder,
    unary.TPReluOp: leaky_relu,
    bitwise.TAndOp: np.bitwise_and,
    bitwise.TOrOp: np.bitwise_or,
    bitwise.TXorOp: np.bitwise_xor,
    bitwise.TShlOp: _shift(np.left_shift),
    bitwise.TShrOp: _shift(np.right_shift),
}

_SCALAR: dict[type[Operation], ArrayFunction] = {
    scalar.TAddSOp: np.add,
    scalar.TSubSOp: np.subtract,
    scalar.TMulSOp: np.multiply,
    scalar.TMaxSOp: np.maximum,
    scalar.TMinSOp: np.minimum,
    scalar.TFModSOp: truncated_remainder,
    scalar.TRemSOp: floor_remainder,
    unary.TLReluOp: leaky_relu,
    bitwise.TAndSOp: np.bitwise_and,
    bitwise.TOrSOp: np.bitwise_or,
    bitwise.TXorSOp: np.bitwise_xor,
    bitwise.TShlSOp: _shift(np.left_shift),
    bitwise.TShrSOp: _shift(np.right_shift),
}

_TERNARY: dict[type[Operation], tuple[ArrayFunction, ArrayFunction]] = {
    binary.TAddCOp: (np.add, np.add),
    binary.TSubCOp: (np.subtract, np.add),
    scalar.TAddSCOp: (np.add, np.add),
    scalar.TSubSCOp: (np.subtract, np.add),
}


@VECTOR.kernel(*_UNARY, arguments=lambda op: op.operands[:2])
def bind_unary(op: Operation, scope: Scope) -> Kernel:
    """A function of one tile."""
    function = _UNARY[type(op)]

    def run(source: TileHandle, target: TileHandle) -> None:
        target.write(function(read_as(source, target)))

    return run


def read_as(source: TileHandle, target: TileHandle) -> Array:
    """The elements of the target's valid rectangle; rows may be fewer than the source has, columns not."""
    if source.valid == target.valid:
        return source.read()
    if source.valid[1] != target.valid[1] or source.valid[0] < target.valid[0]:
        raise RunError(
            f"the valid shapes of source and destination differ: {format_extents(source.valid)} and "
            f"{format_extents(target.valid)}"
        )
    return source.region(target.valid).read()


@VECTOR.kernel(*_BINARY, arguments=lambda op: [op.operands[0], op.operands[1], op.operands[-1]])
def bind_binary(op: Operation, scope: Scope) -> Kernel:
    """A function of two tiles; scratch tiles are not looked at."""
    function = _BINARY[type(op)]

    def run(lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        check_same_valid(lhs, rhs, target)
        target.write(function(lhs.read(), rhs.read()))

    return run


@VECTOR.kernel(*_SCALAR, arguments=lambda op: [op.operands[0], op.operands[1], op.operands[-1]])
def bind_scalar(op: Operation, scope: Scope) -> Kernel:
    """A function of a tile and a number, which is taken in the element type."""
    function = _SCALAR[type(op)]

    def run(source: TileHandle, number: float, target: TileHandle) -> None:
        elements = read_as(source, target)
        target.write(function(elements, in_dtype(number, elements.dtype)))

    return run


@VECTOR.kernel(*_TERNARY)
def bind_ternary(op: Operation, scope: Scope) -> Kernel:
    """Two functions one after the other."""
    first, second = _TERNARY[type(op)]

    def run(lhs: TileHandle, middle: TileHandle | float, rhs: TileHandle, target: TileHandle) -> None:
        check_same_valid(lhs, rhs, target)
        elements = lhs.read()
        operand = read_as(middle, target) if isinstance(middle, TileHandle) else in_dtype(middle, elements.dtype)
        target.write(second(first(elements, operand), rhs.read()))

    return run


@VECTOR.kernel(scalar.TDivSOp)
def bind_divide_scalar(op: scalar.TDivSOp, scope: Scope) -> Kernel:
    """A tile over a number or a number over a tile."""
    divides_number = not isinstance(op.dividend.type, TileBufType)

    def run(dividend: Any, divisor: Any, target: TileHandle) -> None:
        elements = read_as(divisor if divides_number else dividend, target)
        number = np.broadcast_to(in_dtype(dividend if divides_number else divisor, elements.dtype), elements.shape)
        target.write(divide(number, elements) if divides_number else divide(elements, number))

    return run


@VECTOR.kernel(scalar.TAxpyOp)
def bind_axpy(op: scalar.TAxpyOp, scope: Scope) -> Kernel:
    """The product, rounded to the destination's type, added to the destination."""
    dtype = dtype_of(tile_buf(op.dst.type).element_type).numpy

    def run(source: TileHandle, number: float, target: TileHandle) -> None:
        product = read_as(source, target).astype(dtype) * in_dtype(number, dtype)
        target.write(product + target.read())

    return run


@VECTOR.kernel(scalar.TExpandSOp)
def bind_expand_scalar(op: scalar.TExpandSOp, scope: Scope) -> Kernel:
    """One number everywhere in the valid rectangle."""
    dtype = dtype_of(tile_buf(op.dst.type).element_type).numpy

    def run(number: float, target: TileHandle) -> None:
        target.write(np.full(target.valid, in_dtype(number, dtype), dtype=dtype))

    return run
