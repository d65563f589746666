"""The scalar ops of a body as ops on the tiles of one block."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith
from xdsl.dialects import math as scalar_math
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.tile import vector
from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.transforms.convert_linalg_to_tile.vector import functions
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.values import (
    ADD,
    DIV,
    MAXIMUM,
    MINIMUM,
    MUL,
    SUB,
    Block,
    Family,
    Value,
)

_BINARY: dict[type[Operation], Family] = {
    arith.AddfOp: ADD,
    arith.AddiOp: ADD,
    arith.SubfOp: SUB,
    arith.SubiOp: SUB,
    arith.MulfOp: MUL,
    arith.MuliOp: MUL,
    arith.DivfOp: DIV,
    arith.DivSIOp: DIV,
    arith.MaximumfOp: MAXIMUM,
    arith.MaxSIOp: MAXIMUM,
    arith.MinimumfOp: MINIMUM,
    arith.MinSIOp: MINIMUM,
}
_NUMBER_OF: dict[type[Operation], Family] = {arith.MaxnumfOp: MAXIMUM, arith.MinnumfOp: MINIMUM}
_UNARY: dict[type[Operation], type[vector.UnaryOperation]] = {
    arith.NegfOp: vector.NegOp,
    scalar_math.AbsFOp: vector.AbsOp,
    scalar_math.AbsIOp: vector.AbsOp,
    scalar_math.ExpOp: vector.ExpOp,
    scalar_math.LogOp: vector.LogOp,
    scalar_math.SqrtOp: vector.SqrtOp,
    scalar_math.RsqrtOp: vector.RsqrtOp,
}
_CASTS: dict[type[Operation], RoundMode] = {
    arith.ExtFOp: RoundMode.RINT,
    arith.TruncFOp: RoundMode.RINT,
    arith.SIToFPOp: RoundMode.RINT,
    arith.FPToSIOp: RoundMode.TRUNC,
    arith.ExtSIOp: RoundMode.RINT,
}
_BY_PARTS: dict[type[Operation], Callable[[Block, Value], Value]] = {
    scalar_math.TanhOp: functions.tanh,
    scalar_math.ErfOp: functions.erf,
    scalar_math.Exp2Op: functions.exp2,
}
_FLOAT_PREDICATES: dict[int, tuple[Comparison, bool]] = {
    1: (Comparison.EQ, False),
    2: (Comparison.GT, False),
    3: (Comparison.GE, False),
    4: (Comparison.LT, False),
    5: (Comparison.LE, False),
    9: (Comparison.LE, True),
    10: (Comparison.LT, True),
    11: (Comparison.GE, True),
    12: (Comparison.GT, True),
    13: (Comparison.NE, False),
}
_INTEGER_PREDICATES = (
    *(Comparison.EQ, Comparison.NE, Comparison.LT),
    *(Comparison.LE, Comparison.GT, Comparison.GE),
)


def refusal(op: Operation) -> str | None:
    """Why an op of a body has no equal on tiles, or None."""
    match op:
        case arith.CmpfOp() if op.predicate.value.data not in _FLOAT_PREDICATES:
            return "a comparison that asks whether numbers are ordered"
        case arith.CmpiOp() if op.predicate.value.data >= len(_INTEGER_PREDICATES):
            return "a comparison of unsigned numbers"
        case scalar_math.PowFOp() if _exponent(op) not in functions.POWERS:
            return "'math.powf' with another exponent than 2, 3, 1/2 and -1/2"
        case arith.ExtUIOp() | arith.UIToFPOp() if op.operands[0].type != i1:
            return f"'{op.name}', for the vector core has no unsigned numbers"
        case (
            arith.CmpfOp()
            | arith.CmpiOp()
            | scalar_math.PowFOp()
            | arith.ExtUIOp()
            | arith.UIToFPOp()
            | arith.SelectOp()
            | scalar_math.FmaOp()
            | arith.ConstantOp()
        ):
            return None
        case _:
            known = (_BINARY, _NUMBER_OF, _UNARY, _CASTS, _BY_PARTS)
            return None if any(type(op) in table for table in known) else f"'{op.name}'"


def emit_op(block: Block, op: Operation, operands: list[Value]) -> Value:
    """Emit what an op of a body computes, of scalars alone as a scalar."""
    if all(operand.is_scalar for operand in operands):
        copied = op.clone()
        for index, operand in enumerate(operands):
            copied.operands[index] = operand.value
        return Value(block.emit.add(copied))
    kind = type(op)
    if family := _BINARY.get(kind):
        return block.binary(family, *operands)
    if family := _NUMBER_OF.get(kind):
        return functions.number_of(block, family, *operands)
    if unary := _UNARY.get(kind):
        return block.unary(unary, operands[0])
    if by_parts := _BY_PARTS.get(kind):
        return functions.in_f32(block, by_parts, operands[0])
    if mode := _CASTS.get(kind):
        return block.cast(operands[0], op.results[0].type, mode)
    return _emit_special(block, op, operands)


def _emit_special(block: Block, op: Operation, operands: list[Value]) -> Value:
    match op:
        case arith.CmpfOp():
            predicate, negated = _FLOAT_PREDICATES[op.predicate.value.data]
            return block.compare(predicate, *operands, negated=negated)
        case arith.CmpiOp():
            return block.compare(_INTEGER_PREDICATES[op.predicate.value.data], *operands)
        case arith.SelectOp():
            return block.select(*operands)
        case scalar_math.FmaOp():
            return block.binary(ADD, block.binary(MUL, operands[0], operands[1]), operands[2])
        case scalar_math.PowFOp():
            exponent = _exponent(op)
            assert exponent is not None
            return functions.POWERS[exponent](block, operands[0])
        case _:
            type_ = op.results[0].type
            return block.select(operands[0], block.number(1, type_), block.number(0, type_))


def _exponent(op: scalar_math.PowFOp) -> float | None:
    return constant_number(op.rhs)


def constant_number(value: SSAValue) -> float | None:
    """The number that a scalar constant is, or None."""
    attribute = value.owner.value if isinstance(value.owner, arith.ConstantOp) else None
    return attribute.value.data if isinstance(attribute, FloatAttr | IntegerAttr) else None
