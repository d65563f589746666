"""Arithmetic on scalars, as Python expressions: integers wrap to their width, floats round to their format."""

from __future__ import annotations

import math

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.upstream.scalar import NAMESPACE, bitcast
from xdsl_tiles.interpreters.values import RunError, element_dtype
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.scalar import wrap_signed

ARITH = OpTable()


def _bits(value: SSAValue) -> int:
    return element_dtype(value).bits


def _wrapped(expression: str, bits: int) -> str:
    """The expression wrapped to a width; the test is cheaper than masking every time."""
    if bits == 1:
        return f"({expression}) & 1"
    half = 1 << bits - 1
    return f"t if -{half} <= (t := {expression}) <= {half - 1} else wrap(t, {bits})"


def _unsigned(name: str, bits: int) -> str:
    return f"({name} & {(1 << bits) - 1})"


def _signed(name: str, bits: int) -> str:
    """A truth value is held as 0 or 1, but 1 is the sign bit."""
    return f"(-{name})" if bits == 1 else name


_SIGNED: dict[type[Operation], str] = {
    arith.AddiOp: "{0} + {1}",
    arith.SubiOp: "{0} - {1}",
    arith.MuliOp: "{0} * {1}",
    arith.DivSIOp: "truncated_quotient({0}, {1})",
    arith.FloorDivSIOp: "{0} // {1}",
    arith.CeilDivSIOp: "-(-{0} // {1})",
    arith.RemSIOp: "truncated_remainder({0}, {1})",
    arith.MinSIOp: "min({0}, {1})",
    arith.MaxSIOp: "max({0}, {1})",
    arith.AndIOp: "{0} & {1}",
    arith.OrIOp: "{0} | {1}",
    arith.XOrIOp: "{0} ^ {1}",
    arith.ShLIOp: "{0} << checked_shift({1}, {bits})",
    arith.ShRSIOp: "{0} >> checked_shift({1}, {bits})",
}
_UNSIGNED: dict[type[Operation], str] = {
    arith.DivUIOp: "{0} // {1}",
    arith.CeilDivUIOp: "-(-{0} // {1})",
    arith.RemUIOp: "{0} % {1}",
    arith.MinUIOp: "min({0}, {1})",
    arith.MaxUIOp: "max({0}, {1})",
    arith.ShRUIOp: "{0} >> checked_shift({1}, {bits})",
}
_NEVER_WRAPS = (arith.AndIOp, arith.OrIOp, arith.XOrIOp, arith.MinSIOp, arith.MaxSIOp)


@ARITH.expression(*_SIGNED)
def signed_expression(op: Operation, lhs: str, rhs: str) -> str:
    """A function of two signed integers."""
    bits = _bits(op.results[0])
    expression = _SIGNED[type(op)].format(_signed(lhs, bits), _signed(rhs, bits), bits=bits)
    return expression if bits > 1 and isinstance(op, _NEVER_WRAPS) else _wrapped(expression, bits)


@ARITH.expression(*_UNSIGNED)
def unsigned_expression(op: Operation, lhs: str, rhs: str) -> str:
    """A function of two unsigned integers."""
    bits = _bits(op.results[0])
    return _wrapped(_UNSIGNED[type(op)].format(_unsigned(lhs, bits), _unsigned(rhs, bits), bits=bits), bits)


_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">=")
_FIRST_UNSIGNED = 6


@ARITH.expression(arith.CmpiOp)
def compare_integers(op: arith.CmpiOp, lhs: str, rhs: str) -> str:
    """A comparison, of unsigned integers where the predicate says so."""
    predicate, bits = op.predicate.value.data, _bits(op.lhs)
    read = _unsigned if predicate >= _FIRST_UNSIGNED else _signed
    return f"{read(lhs, bits)} {_COMPARISONS[predicate]} {read(rhs, bits)}"


_FLOAT_COMPARISONS = ("False", "{0} == {1}", "{0} > {1}", "{0} >= {1}", "{0} < {1}", "{0} <= {1}")
_ORDERED_NE, _ORDERED, _UNORDERED, _NE, _TRUE = 6, 7, 14, 13, 15


@ARITH.expression(arith.CmpfOp)
def compare_floats(op: arith.CmpfOp, lhs: str, rhs: str) -> str:
    """A comparison; an ordered one is false and an unordered one true where either is NaN."""
    predicate = op.predicate.value.data
    special = {
        _ORDERED_NE: f"{lhs} != {rhs} and not unordered({lhs}, {rhs})",
        _ORDERED: f"not unordered({lhs}, {rhs})",
        _UNORDERED: f"unordered({lhs}, {rhs})",
        _NE: f"{lhs} != {rhs}",
        _TRUE: "True",
    }
    if predicate in special:
        return special[predicate]
    if predicate < _ORDERED_NE:
        return _FLOAT_COMPARISONS[predicate].format(lhs, rhs)
    return f"unordered({lhs}, {rhs}) or {_FLOAT_COMPARISONS[predicate - _ORDERED].format(lhs, rhs)}"


@ARITH.expression(arith.SelectOp)
def select(op: arith.SelectOp, condition: str, lhs: str, rhs: str) -> str:
    """One of two scalars."""
    return f"{lhs} if {condition} else {rhs}"


_FLOAT: dict[type[Operation], str] = {
    arith.AddfOp: "{0} + {1}",
    arith.SubfOp: "{0} - {1}",
    arith.MulfOp: "{0} * {1}",
    arith.DivfOp: "divide({0}, {1})",
}
_FLOAT_CHOICE: dict[type[Operation], str] = {
    arith.NegfOp: "-{0}",
    arith.MaximumfOp: "maximum({0}, {1})",
    arith.MinimumfOp: "minimum({0}, {1})",
    arith.MaxnumfOp: "maximum_number({0}, {1})",
    arith.MinnumfOp: "minimum_number({0}, {1})",
}


def rounded(expression: str, dtype: DType) -> str:
    """A float expression, computed in doubles, rounded to a format; for f32 C's conversion is ten times as fast."""
    if dtype.name in ("f64", "f32"):
        return expression if dtype.name == "f64" else f"c_float({expression}).value"
    return f"to_{dtype.name}({expression})"


@ARITH.expression(*_FLOAT)
def float_expression(op: Operation, lhs: str, rhs: str) -> str:
    """A function of two floats, rounded once: doubles are wide enough for the second rounding not to show."""
    return rounded(_FLOAT[type(op)].format(lhs, rhs), element_dtype(op.results[0]))


@ARITH.expression(*_FLOAT_CHOICE)
def float_choice(op: Operation, *operands: str) -> str:
    """A function of floats whose value needs no rounding."""
    return _FLOAT_CHOICE[type(op)].format(*operands)


@ARITH.expression(arith.ConstantOp)
def constant(op: arith.ConstantOp) -> str:
    """A literal."""
    match op.value:
        case IntegerAttr():
            number = op.value.value.data
            return str(number & 1 if _bits(op.result) == 1 else wrap_signed(number, _bits(op.result)))
        case FloatAttr():
            value = float(NAMESPACE[f"to_{element_dtype(op.result)}"](op.value.value.data))
            return repr(value) if math.isfinite(value) else f"float('{value}')"
        case _:
            raise RunError(f"cannot run a constant of type {op.result.type}")


@ARITH.expression(arith.IndexCastOp, arith.TruncIOp)
def resize(op: Operation, value: str) -> str:
    """A signed integer in another width."""
    source, target = _bits(op.operands[0]), _bits(op.results[0])
    return _signed(value, source) if target >= source else _wrapped(value, target)


@ARITH.expression(arith.ExtSIOp)
def extend_signed(op: arith.ExtSIOp, value: str) -> str:
    """A wider integer with the sign repeated."""
    return _signed(value, _bits(op.input))


@ARITH.expression(arith.ExtUIOp)
def extend_unsigned(op: arith.ExtUIOp, value: str) -> str:
    """A wider integer with zeros in front."""
    return _unsigned(value, _bits(op.input))


@ARITH.expression(arith.SIToFPOp)
def signed_to_float(op: arith.SIToFPOp, value: str) -> str:
    """The float nearest to a signed integer."""
    return f"integer_to_{element_dtype(op.result)}({_signed(value, _bits(op.input))})"


@ARITH.expression(arith.UIToFPOp)
def unsigned_to_float(op: arith.UIToFPOp, value: str) -> str:
    """The float nearest to an unsigned integer."""
    return f"integer_to_{element_dtype(op.result)}({_unsigned(value, _bits(op.input))})"


@ARITH.expression(arith.FPToSIOp)
def float_to_signed(op: arith.FPToSIOp, value: str) -> str:
    """A float truncated to a signed integer, saturating."""
    dtype = element_dtype(op.result)
    return f"saturated_integer({value}, {dtype.lowest}, {dtype.highest})"


@ARITH.expression(arith.FPToUIOp)
def float_to_unsigned(op: arith.FPToUIOp, value: str) -> str:
    """A float truncated to an unsigned integer, saturating."""
    bits = _bits(op.result)
    return _wrapped(f"saturated_integer({value}, 0, {(1 << bits) - 1})", bits)


@ARITH.expression(arith.ExtFOp)
def extend_float(op: arith.ExtFOp, value: str) -> str:
    """The same number in a wider format."""
    return value


@ARITH.expression(arith.TruncFOp)
def truncate_float(op: arith.TruncFOp, value: str) -> str:
    """The nearest number of a narrower format, half to even."""
    return rounded(value, element_dtype(op.result))


@ARITH.kernel(arith.BitcastOp)
def bind_bitcast(op: arith.BitcastOp, scope: Scope) -> Kernel:
    """The same bits as another type."""
    source, target = element_dtype(op.input), element_dtype(op.result)

    def run(value: float) -> float:
        return bitcast(value, source, target)

    return run


@ARITH.kernel(arith.AddUIExtendedOp)
def bind_add_extended(op: arith.AddUIExtendedOp, scope: Scope) -> Kernel:
    """A sum and its carry."""
    bits = _bits(op.sum)
    mask = (1 << bits) - 1

    def run(lhs: int, rhs: int) -> tuple[int, int]:
        total = (lhs & mask) + (rhs & mask)
        return wrap_signed(total & mask, bits), total >> bits

    return run


@ARITH.kernel(arith.MulSIExtendedOp, arith.MulUIExtendedOp)
def bind_multiply_extended(op: arith.MulSIExtendedOp | arith.MulUIExtendedOp, scope: Scope) -> Kernel:
    """The low and high halves of a product."""
    bits = _bits(op.low)
    mask = -1 if isinstance(op, arith.MulSIExtendedOp) else (1 << bits) - 1

    def run(lhs: int, rhs: int) -> tuple[int, int]:
        product = (lhs & mask) * (rhs & mask)
        return wrap_signed(product, bits), wrap_signed(product >> bits, bits)

    return run
