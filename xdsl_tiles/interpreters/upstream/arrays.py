"""arith and math ops on whole arrays: on tensors, and in the bodies of linalg ops."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects import math as math_dialect
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.ir import Operation

from xdsl_tiles.interpreters import elementwise
from xdsl_tiles.interpreters.elementwise import ArrayFunction
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.upstream.scalar import checked_shift
from xdsl_tiles.interpreters.values import Array, RunError, as_shaped, element_dtype
from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.fma import fused_multiply_add
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.numerics.rounding import round_to_integral

ARRAYS = OpTable()

_BY_DTYPE: dict[type[Operation], Callable[[DType], ArrayFunction]] = {
    arith.AddiOp: elementwise.add,
    arith.SubiOp: elementwise.subtract,
    arith.MuliOp: elementwise.multiply,
}

_PLAIN: dict[type[Operation], ArrayFunction] = {
    arith.AddfOp: np.add,
    arith.SubfOp: np.subtract,
    arith.MulfOp: np.multiply,
    arith.DivfOp: np.true_divide,
    arith.NegfOp: np.negative,
    arith.MaximumfOp: np.maximum,
    arith.MinimumfOp: np.minimum,
    arith.MaxnumfOp: np.fmax,
    arith.MinnumfOp: np.fmin,
    arith.DivSIOp: elementwise.truncated_quotient,
    arith.FloorDivSIOp: elementwise.floor_quotient,
    arith.CeilDivSIOp: elementwise.ceil_quotient,
    arith.RemSIOp: elementwise.truncated_remainder,
    arith.MinSIOp: np.minimum,
    arith.MaxSIOp: np.maximum,
    arith.AndIOp: np.bitwise_and,
    arith.OrIOp: np.bitwise_or,
    arith.XOrIOp: np.bitwise_xor,
    arith.SelectOp: np.where,
    math_dialect.AbsFOp: np.abs,
    math_dialect.AbsIOp: np.abs,
    math_dialect.CopySignOp: np.copysign,
}

_UNSIGNED: dict[type[Operation], ArrayFunction] = {
    arith.DivUIOp: elementwise.floor_quotient,
    arith.CeilDivUIOp: elementwise.ceil_quotient,
    arith.RemUIOp: elementwise.truncated_remainder,
    arith.MinUIOp: np.minimum,
    arith.MaxUIOp: np.maximum,
}

_SHIFTS: dict[type[Operation], ArrayFunction] = {
    arith.ShLIOp: np.left_shift,
    arith.ShRSIOp: np.right_shift,
    arith.ShRUIOp: np.right_shift,
}

TRANSCENDENTAL: dict[type[Operation], Callable[..., Any]] = {
    math_dialect.AcosOp: np.arccos,
    math_dialect.AcoshOp: np.arccosh,
    math_dialect.AsinOp: np.arcsin,
    math_dialect.AsinhOp: np.arcsinh,
    math_dialect.AtanOp: np.arctan,
    math_dialect.Atan2Op: np.arctan2,
    math_dialect.AtanhOp: np.arctanh,
    math_dialect.CbrtOp: np.cbrt,
    math_dialect.CeilOp: np.ceil,
    math_dialect.CosOp: np.cos,
    math_dialect.CoshOp: np.cosh,
    math_dialect.ErfOp: elementwise.erf,
    math_dialect.ExpOp: np.exp,
    math_dialect.Exp2Op: np.exp2,
    math_dialect.ExpM1Op: np.expm1,
    math_dialect.FloorOp: np.floor,
    math_dialect.FPowIOp: np.power,
    math_dialect.Log10Op: np.log10,
    math_dialect.Log1pOp: np.log1p,
    math_dialect.Log2Op: np.log2,
    math_dialect.LogOp: np.log,
    math_dialect.PowFOp: np.power,
    math_dialect.RoundEvenOp: np.rint,
    math_dialect.RsqrtOp: elementwise.reciprocal_square_root,
    math_dialect.SinOp: np.sin,
    math_dialect.SinhOp: np.sinh,
    math_dialect.SqrtOp: np.sqrt,
    math_dialect.TanOp: np.tan,
    math_dialect.TanhOp: np.tanh,
    math_dialect.TruncOp: np.trunc,
}
"""Float functions of one or two arguments, computed in f32 at least."""

_CASTS: dict[type[Operation], RoundMode] = {
    arith.ExtFOp: RoundMode.RINT,
    arith.TruncFOp: RoundMode.RINT,
    arith.SIToFPOp: RoundMode.RINT,
    arith.FPToSIOp: RoundMode.TRUNC,
}

_RESIZES = (arith.ExtSIOp, arith.TruncIOp, arith.IndexCastOp)

_COMPARISONS = (
    *(np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal),
    *(np.less, np.less_equal, np.greater, np.greater_equal),
)
_ORDERED_COMPARISONS = (np.equal, np.greater, np.greater_equal, np.less, np.less_equal, np.not_equal)


def array_function(op: Operation) -> ArrayFunction | None:
    """The function of arrays that an op computes element by element, or None where it has none."""
    op_type = type(op)
    if op_type in _BY_DTYPE:
        return _BY_DTYPE[op_type](element_dtype(op.results[0]))
    if op_type in _PLAIN:
        return _PLAIN[op_type]
    if op_type in TRANSCENDENTAL:
        return elementwise.transcendental(TRANSCENDENTAL[op_type])
    if op_type in _UNSIGNED:
        return _unsigned(_UNSIGNED[op_type])
    if op_type in _SHIFTS:
        return _shift(_SHIFTS[op_type], element_dtype(op.results[0]), unsigned=op_type is arith.ShRUIOp)
    if op_type in _CASTS:
        return _cast(op, _CASTS[op_type])
    return _special(op)


def _special(op: Operation) -> ArrayFunction | None:
    match op:
        case arith.CmpiOp():
            predicate = op.predicate.value.data
            return _COMPARISONS[predicate] if predicate < 6 else _unsigned(_COMPARISONS[predicate], keep=False)
        case arith.CmpfOp():
            return _compare_floats(op.predicate.value.data)
        case arith.ExtSIOp() | arith.TruncIOp() | arith.IndexCastOp():
            return _resize(element_dtype(op.results[0]))
        case arith.ExtUIOp() | arith.UIToFPOp():
            return partial(_from_unsigned, target=element_dtype(op.results[0]))
        case arith.BitcastOp():
            return partial(_view_bits, target=element_dtype(op.result))
        case math_dialect.RoundOp():
            return _round_half_away
        case math_dialect.FmaOp():
            return _fma(element_dtype(op.result))
        case _:
            return None


def _as_unsigned(values: Array) -> Array:
    return values if values.dtype == np.bool_ else values.view(np.dtype(f"u{values.dtype.name}"))


def _unsigned(function: ArrayFunction, *, keep: bool = True) -> ArrayFunction:
    """A function of the operands read as unsigned; `keep` puts the result back into their type."""

    def apply(*values: Array) -> Array:
        result = function(*map(_as_unsigned, values))
        return result.astype(values[0].dtype) if keep else result

    return apply


def _shift(function: ArrayFunction, dtype: DType, *, unsigned: bool) -> ArrayFunction:
    def apply(values: Array, amounts: Array) -> Array:
        if amounts.size:
            checked_shift(int(amounts.min()), dtype.bits)
            checked_shift(int(amounts.max()), dtype.bits)
        return function(values, amounts)

    return _unsigned(apply) if unsigned else apply


def _cast(op: Operation, mode: RoundMode) -> ArrayFunction:
    return partial(cast_array, source=element_dtype(op.operands[0]), target=element_dtype(op.results[0]), mode=mode)


def _resize(target: DType) -> ArrayFunction:
    """Sign-extend or wrap; a truth value counts as its one bit does, as -1."""

    def apply(values: Array) -> Array:
        if target.bits == 1:
            return (values & 1).astype(np.bool_)
        signed = -values.astype(np.int8) if values.dtype == np.bool_ else values
        return signed.astype(target.numpy)

    return apply


def _from_unsigned(values: Array, target: DType) -> Array:
    return _as_unsigned(values).astype(target.numpy)


def _view_bits(values: Array, target: DType) -> Array:
    return values.view(target.numpy).copy()


def _compare_floats(predicate: int) -> ArrayFunction:
    """The sixteen predicates: false, six ordered, ordered, six unordered (of which `une` is plain), unordered, true."""

    def unordered(a: Array, b: Array) -> Array:
        return np.isnan(a) | np.isnan(b)

    def compare(a: Array, b: Array) -> Array:
        match predicate:
            case 0 | 15:
                return np.full(np.broadcast(a, b).shape, predicate == 15)
            case 7:
                return ~unordered(a, b)
            case 14:
                return unordered(a, b)
            case _ if predicate < 7:
                return _ORDERED_COMPARISONS[predicate - 1](a, b) & ~unordered(a, b)
            case _:
                return _ORDERED_COMPARISONS[predicate - 8](a, b) | unordered(a, b)

    return compare


def _round_half_away(values: Array) -> Array:
    return round_to_integral(values.astype(np.float64), RoundMode.ROUND).astype(values.dtype)


def _fma(dtype: DType) -> ArrayFunction:
    if dtype.name != "f32":
        raise RunError(f"cannot run math.fma on {dtype} tensors")
    return fused_multiply_add


@ARRAYS.kernel(
    *_BY_DTYPE,
    *_PLAIN,
    *_UNSIGNED,
    *_SHIFTS,
    *TRANSCENDENTAL,
    *_CASTS,
    *_RESIZES,
    arith.CmpiOp,
    arith.CmpfOp,
    arith.ExtUIOp,
    arith.UIToFPOp,
    math_dialect.RoundOp,
    math_dialect.FmaOp,
)
def bind_elementwise(op: Operation, scope: Scope) -> Kernel:
    """An op on tensors."""
    function = array_function(op)
    assert function is not None
    return function


def dense_values(values: DenseIntOrFPElementsAttr, dtype: DType, shape: tuple[int, ...]) -> Array:
    """The elements of a dense attribute."""
    elements = values.get_values()
    flat = np.array(elements, dtype=np.float64 if dtype.is_float else np.int64)
    array = flat.astype(dtype.numpy)
    return np.full(shape, array[0]) if len(array) == 1 else array.reshape(shape)


@ARRAYS.kernel(arith.ConstantOp)
def bind_constant(op: arith.ConstantOp, scope: Scope) -> Kernel:
    """A dense tensor; copied for each use where someone writes it."""
    type_, dtype = as_shaped(op.result.type), element_dtype(op.result)
    if type_ is None or not isinstance(op.value, DenseIntOrFPElementsAttr):
        raise RunError(f"cannot run a constant of type {op.result.type}")
    array = dense_values(op.value, dtype, type_.get_shape())
    return array.copy if scope.is_overwritten(op.result) else lambda: array


def scalar_constant(op: arith.ConstantOp) -> Array:
    """A scalar constant as an array without dimensions."""
    assert isinstance(op.value, IntegerAttr | FloatAttr)
    return np.array(op.value.value.data).astype(element_dtype(op.result).numpy)
