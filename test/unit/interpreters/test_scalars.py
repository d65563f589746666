"""Scalar ops: exact widths, IEEE floats, and agreement with NumPy's arrays."""

import math
import operator
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.numerics.scalar import wrap_signed

Run = Callable[..., tuple[Any, ...]]
shared = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def binary(op: str, type_: str, result: str | None = None) -> str:
    return f"""
    func.func @f(%a: {type_}, %b: {type_}) -> {result or type_} {{
      %r = {op} %a, %b : {type_}
      func.return %r : {result or type_}
    }}"""


def elementwise(op: str, type_: str, extent: int) -> str:
    """A comparison inside of a structured op, where it runs on arrays."""
    here = "affine_map<(i) -> (i)>"
    return f"""
    func.func @f(%a: tensor<{extent}x{type_}>, %b: tensor<{extent}x{type_}>) -> tensor<{extent}xi1> {{
      %e = tensor.empty() : tensor<{extent}xi1>
      %r = linalg.generic {{indexing_maps = [{here}, {here}, {here}], iterator_types = ["parallel"]}}
          ins(%a, %b : tensor<{extent}x{type_}>, tensor<{extent}x{type_}>) outs(%e : tensor<{extent}xi1>) {{
      ^bb0(%x: {type_}, %y: {type_}, %o: i1):
        %c = {op} %x, %y : {type_}
        linalg.yield %c : i1
      }} -> tensor<{extent}xi1>
      func.return %r : tensor<{extent}xi1>
    }}"""


def unary(op: str, source: str, target: str) -> str:
    return f"""
    func.func @f(%a: {source}) -> {target} {{
      %r = {op} %a : {source} to {target}
      func.return %r : {target}
    }}"""


class TestFaultI6:
    """Canaries: the arithmetic of each width, as xDSL 0.75's own interpreter does it."""

    def test_i8_product_wraps(self, run: Run):
        assert run(binary("arith.muli", "i8"), 100, 100) == (16,)

    def test_i32_sum_wraps(self, run: Run):
        assert run(binary("arith.addi", "i32"), 2**31 - 1, 1) == (-(2**31),)

    @pytest.mark.parametrize("type_, start", [("f32", 2.0**24), ("bf16", 256.0), ("f16", 2048.0), ("f64", 2.0**53)])
    def test_ones_vanish(self, run: Run, type_: str, start: float):
        text = f"""
        func.func @f(%a: {type_}, %one: {type_}) -> {type_} {{
          %0 = arith.addf %a, %one : {type_}
          %1 = arith.addf %0, %one : {type_}
          func.return %1 : {type_}
        }}"""
        assert run(text, start, 1.0) == (start,)


INTEGER_OPS: dict[str, Callable[[int, int], int]] = {
    "arith.addi": operator.add,
    "arith.subi": operator.sub,
    "arith.muli": operator.mul,
    "arith.andi": operator.and_,
    "arith.ori": operator.or_,
    "arith.xori": operator.xor,
    "arith.minsi": min,
    "arith.maxsi": max,
}
DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "arith.divsi": lambda a, b: math.trunc(a / b) if abs(a) < 2**50 else 0,
    "arith.floordivsi": operator.floordiv,
    "arith.ceildivsi": lambda a, b: -(-a // b),
    "arith.remsi": lambda a, b: int(math.fmod(a, b)),
}


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("op", INTEGER_OPS)
@shared
@given(data=st.data())
def test_integers_are_exact_modulo_their_width(run: Run, op: str, bits: int, data: st.DataObject):
    values = st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    a, b = data.draw(values), data.draw(values)
    assert run(binary(op, f"i{bits}"), a, b) == (wrap_signed(INTEGER_OPS[op](a, b), bits),)


@pytest.mark.parametrize("op", DIVISIONS)
@shared
@given(a=st.integers(-(2**31), 2**31 - 1), b=st.integers(-300, 300).filter(bool))
def test_divisions_round_as_named(run: Run, op: str, a: int, b: int):
    assert run(binary(op, "i32"), a, b) == (wrap_signed(DIVISIONS[op](a, b), 32),)


@pytest.mark.parametrize(
    "op, a, b, expected",
    [
        ("arith.divui", -2, 2, 127),
        ("arith.ceildivui", -1, 2, -128),
        ("arith.remui", -1, 16, 15),
        ("arith.minui", -1, 1, 1),
        ("arith.maxui", -1, 1, -1),
        ("arith.shli", 3, 6, -64),
        ("arith.shrsi", -128, 3, -16),
        ("arith.shrui", -128, 3, 16),
    ],
)
def test_unsigned_and_shifts(run: Run, op: str, a: int, b: int, expected: int):
    assert run(binary(op, "i8"), a, b) == (expected,)
    tensors = run(binary(op, "tensor<1xi8>"), np.array([a], np.int8), np.array([b], np.int8))
    assert tensors[0].tolist() == [expected]


@pytest.mark.parametrize("op", ["arith.divsi", "arith.remsi", "arith.floordivsi", "arith.ceildivsi", "arith.divui"])
@pytest.mark.parametrize("type_", ["i32", "tensor<1xi32>"])
def test_division_by_zero_is_an_error_at_the_op(run: Run, op: str, type_: str):
    zero, one = (np.full(1, value, np.int32) if "tensor" in type_ else value for value in (0, 1))
    with pytest.raises(OperationError, match=rf"test.mlir:3:7: error: '{op}' op division by zero"):
        run(binary(op, type_), one, zero)


def test_a_shift_by_the_width_is_an_error(run: Run):
    with pytest.raises(OperationError, match=r"'arith.shli' op shifts 8 bits by 8"):
        run(binary("arith.shli", "i8"), 1, 8)


@pytest.mark.parametrize("type_", ["f32", "f64", "f16", "bf16"])
@pytest.mark.parametrize(
    "op, function",
    [
        ("arith.addf", np.add),
        ("arith.subf", np.subtract),
        ("arith.mulf", np.multiply),
        ("arith.divf", np.divide),
        ("arith.maximumf", np.maximum),
        ("arith.minimumf", np.minimum),
        ("arith.maxnumf", np.fmax),
        ("arith.minnumf", np.fmin),
    ],
)
def test_floats_agree_with_numpy(run: Run, type_: str, op: str, function: Callable[..., Any]):
    dtype = np.dtype({"f32": "float32", "f64": "float64", "f16": "float16", "bf16": ml_dtypes.bfloat16}[type_])
    interesting = [0.0, -0.0, 1.0, -1.5, 3.140625, 1e-7, 60000.0, math.inf, -math.inf, math.nan]
    values = np.array(interesting).astype(dtype)
    grid_a, grid_b = (axis.ravel() for axis in np.meshgrid(values, values))
    with np.errstate(all="ignore"):
        expected = function(grid_a, grid_b)
    scalars = [run(binary(op, type_), float(a), float(b))[0] for a, b in zip(grid_a, grid_b)]
    (tensors,) = run(binary(op, f"tensor<{len(grid_a)}x{type_}>"), grid_a, grid_b)
    np.testing.assert_array_equal(np.array(scalars), expected.astype(np.float64))
    np.testing.assert_array_equal(tensors.astype(np.float64), expected.astype(np.float64))


CMPF = [
    "false",
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "ueq",
    "ugt",
    "uge",
    "ult",
    "ule",
    "une",
    "uno",
    "true",
]


@pytest.mark.parametrize("predicate", CMPF)
def test_float_comparisons(run: Run, predicate: str):
    pairs = [(1.0, 2.0), (2.0, 1.0), (1.0, 1.0), (math.nan, 1.0), (1.0, math.nan), (math.nan, math.nan)]
    relation = {"e": operator.eq, "g": operator.gt, "l": operator.lt, "n": operator.ne}

    def expected(a: float, b: float) -> bool:
        nan = math.isnan(a) or math.isnan(b)
        if predicate in ("false", "true"):
            return predicate == "true"
        if predicate in ("ord", "uno"):
            return nan == (predicate == "uno")
        holds = relation[predicate[1]](a, b) or (predicate[1:] in ("ge", "le") and a == b)
        return nan if nan and predicate[0] == "u" else holds and not nan

    scalar, wanted = binary(f"arith.cmpf {predicate},", "f32", "i1"), [expected(a, b) for a, b in pairs]
    assert [bool(run(scalar, a, b)[0]) for a, b in pairs] == wanted
    left, right = (np.array(side, np.float32) for side in zip(*pairs))
    assert run(elementwise(f"arith.cmpf {predicate},", "f32", 6), left, right)[0].tolist() == wanted


@pytest.mark.parametrize(
    "predicate, expected",
    [
        ("eq", 0),
        ("ne", 1),
        ("slt", 1),
        ("sle", 1),
        ("sgt", 0),
        ("sge", 0),
        ("ult", 0),
        ("ule", 0),
        ("ugt", 1),
        ("uge", 1),
    ],
)
def test_integer_comparisons(run: Run, predicate: str, expected: int):
    assert run(binary(f"arith.cmpi {predicate},", "i8", "i1"), -1, 1) == (expected,)
    vector = elementwise(f"arith.cmpi {predicate},", "i8", 1)
    assert run(vector, np.array([-1], np.int8), np.array([1], np.int8))[0].tolist() == [expected]


@pytest.mark.parametrize(
    "op, source, target, value, expected",
    [
        ("arith.extsi", "i1", "i32", 1, -1),
        ("arith.extui", "i1", "i32", 1, 1),
        ("arith.extui", "i8", "i32", -1, 255),
        ("arith.trunci", "i32", "i8", 300, 44),
        ("arith.trunci", "i32", "i1", 3, 1),
        ("arith.index_cast", "index", "i8", 200, -56),
        ("arith.sitofp", "i64", "f32", 2**60 + 2**36 + 1, float(2**60 + 2**37)),
        ("arith.uitofp", "i8", "f32", -1, 255.0),
        ("arith.fptosi", "f32", "i8", -3.99, -3),
        ("arith.fptosi", "f32", "i8", 300.0, 127),
        ("arith.fptosi", "f32", "i8", math.nan, 0),
        ("arith.fptoui", "f32", "i8", 200.0, -56),
        ("arith.truncf", "f32", "bf16", 1.01953125, 1.015625),
        ("arith.bitcast", "f32", "i32", 1.0, 0x3F800000),
        ("arith.bitcast", "i16", "bf16", 0x3FC0, 1.5),
    ],
)
def test_conversions(run: Run, op: str, source: str, target: str, value: float, expected: float):
    assert run(unary(op, source, target), value) == (expected,)


def test_fault_I5_extension_and_truncation_of_floats(run: Run):
    """xDSL 0.75's interpreter has neither."""
    assert run(unary("arith.extf", "bf16", "f32"), 1.5) == (1.5,)
    assert run(unary("arith.truncf", "f32", "f16"), 1 + 2.0**-11) == (1.0,)


def test_extended_products_and_sums(run: Run):
    text = """
    func.func @f(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8, i1) {
      %0, %1 = arith.mulsi_extended %a, %b : i8
      %2, %3 = arith.mului_extended %a, %b : i8
      %4, %5 = arith.addui_extended %a, %b : i8, i1
      func.return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i1
    }"""
    assert run(text, -2, 100) == (56, -1, 56, 99, 98, 1)


@pytest.mark.parametrize(
    "op, value, expected",
    [
        ("math.ctlz", 16, 3),
        ("math.cttz", 16, 4),
        ("math.ctpop", -1, 8),
        ("math.absi", -128, -128),
        ("math.ctlz", 0, 8),
        ("math.cttz", 0, 8),
    ],
)
def test_integer_math(run: Run, op: str, value: int, expected: int):
    text = f"func.func @f(%a: TYPE) -> TYPE {{ %r = {op} %a : TYPE func.return %r : TYPE }}"
    assert run(text.replace("TYPE", "i8"), value) == (expected,)
    assert run(text.replace("TYPE", "tensor<1xi8>"), np.array([value], np.int8))[0].tolist() == [expected]


@pytest.mark.parametrize(
    "op", ["exp", "log", "sqrt", "rsqrt", "tanh", "sin", "erf", "floor", "roundeven", "round", "absf"]
)
@pytest.mark.parametrize("type_", ["f32", "bf16"])
def test_float_math(run: Run, op: str, type_: str):
    reference = {"rsqrt": lambda x: x**-0.5, "roundeven": round, "absf": abs, "round": lambda x: math.floor(x + 0.5)}
    text = f"func.func @f(%a: TYPE) -> TYPE {{ %r = math.{op} %a : TYPE func.return %r : TYPE }}"
    function = reference.get(op) or getattr(math, op)
    dtype = np.dtype(ml_dtypes.bfloat16 if type_ == "bf16" else np.float32)
    tolerance = 1e-6 if type_ == "f32" else 4e-3
    (scalar,) = run(text.replace("TYPE", type_), 2.5)
    (array,) = run(text.replace("TYPE", f"tensor<1x{type_}>"), np.array([2.5]).astype(dtype))
    assert scalar == pytest.approx(function(2.5), rel=tolerance)
    assert float(array[0]) == pytest.approx(function(2.5), rel=tolerance)


def test_fma_rounds_once(run: Run):
    text = """
    func.func @f(%a: TYPE, %b: TYPE, %c: TYPE) -> TYPE {
      %r = math.fma %a, %b, %c : TYPE
      func.return %r : TYPE
    }"""
    a, c = 1 + 2.0**-12, -(1 + 2.0**-11)
    assert run(text.replace("TYPE", "f32"), a, a, c) == (2.0**-24,)
    values = [np.array([value], np.float32) for value in (a, a, c)]
    assert run(text.replace("TYPE", "tensor<1xf32>"), *values)[0].tolist() == [2.0**-24]
