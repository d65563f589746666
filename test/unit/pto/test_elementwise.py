"""Every elementwise op of tiles against NumPy, one odd valid rectangle in a tile whose rest is poison."""

from typing import Any

import numpy as np
import pytest
from pto_programs import NUMPY, run_op, tile

from xdsl_tiles.diagnostics import OperationError

SHAPE, VALID = (16, 32), (13, 27)
RNG = np.random.default_rng(0)


def sample(dtype: str, valid: tuple[int, int] = VALID, positive: bool = False, small: int = 50) -> Any:
    if dtype[0] in "iu":
        low = 1 if positive or dtype[0] == "u" else -small
        return RNG.integers(low, small, valid).astype(NUMPY[dtype])
    values = RNG.standard_normal(valid)
    return (np.abs(values) + 0.1 if positive else values).astype(NUMPY[dtype])


def t(dtype: str = "f32", valid: tuple[int, int] = VALID) -> str:
    return tile(SHAPE, dtype, valid)


UNARY = {
    "tabs": (np.abs, ["f16", "f32"], False),
    "texp": (np.exp, ["f16", "f32"], False),
    "tlog": (np.log, ["f16", "f32"], True),
    "tsqrt": (np.sqrt, ["f16", "f32"], True),
    "trsqrt": (lambda x: 1 / np.sqrt(x), ["f16", "f32"], True),
    "trecip": (lambda x: 1 / x, ["f16", "f32"], True),
    "tneg": (np.negative, ["i16", "i32", "f16", "f32"], False),
    "trelu": (lambda x: np.maximum(x, 0), ["i32", "f16", "f32"], False),
    "tnot": (np.invert, ["i16", "ui16"], False),
}


@pytest.mark.parametrize("name, dtype", [(name, dtype) for name, row in UNARY.items() for dtype in row[1]])
def test_unary(name: str, dtype: str):
    function, _, positive = UNARY[name]
    x = sample(dtype, positive=positive)
    out = run_op(f"pto.{name} ins(%x : {{x}}) outs(%z : {{z}})", x=(t(dtype), x), z=(t(dtype), None))["z"]
    wide = x.astype(np.float64) if dtype[0] == "f" else x
    np.testing.assert_allclose(out.read().astype(np.float64), function(wide), rtol=2e-3 if dtype == "f16" else 1e-6)
    assert out.read().dtype == NUMPY[dtype]


INTS, FLOATS = ["i16", "ui16", "i32", "ui32"], ["f16", "f32"]
BINARY = {
    "tadd": (np.add, INTS + FLOATS),
    "tsub": (np.subtract, INTS + FLOATS),
    "tmul": (np.multiply, INTS + FLOATS),
    "tdiv": (np.divide, FLOATS),
    "tmax": (np.maximum, INTS + FLOATS),
    "tmin": (np.minimum, INTS + FLOATS),
    "tfmod": (np.fmod, INTS + FLOATS),
    "tand": (np.bitwise_and, ["i16", "ui16"]),
    "tor": (np.bitwise_or, ["i16", "ui16"]),
}


@pytest.mark.parametrize("name, dtype", [(name, dtype) for name, row in BINARY.items() for dtype in row[1]])
def test_binary(name: str, dtype: str):
    x, y = sample(dtype), sample(dtype, positive=True)
    body = f"pto.{name} ins(%x, %y : {{x}}, {{y}}) outs(%z : {{z}})"
    out = run_op(body, x=(t(dtype), x), y=(t(dtype), y), z=(t(dtype), None))["z"].read()
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(out, BINARY[name][0](x, y).astype(NUMPY[dtype]))


@pytest.mark.parametrize("name, function, dtype", [
    ("trem", np.remainder, "f32"), ("trem", np.remainder, "i32"), ("txor", np.bitwise_xor, "i16"),
    ("tshl", np.left_shift, "i32"), ("tshr", np.right_shift, "i32"), ("tshr", np.right_shift, "ui16"),
])  # fmt: skip
def test_binary_with_scratch_and_shifts(name: str, function: Any, dtype: str):
    x, y = sample(dtype), sample(dtype, positive=True, small=9)
    scratch = name in ("trem", "txor")
    ins = "%x, %y, %w : {x}, {y}, {w}" if scratch else "%x, %y : {x}, {y}"
    operands = {"x": (t(dtype), x), "y": (t(dtype), y), "w": (t(dtype), None), "z": (t(dtype), None)}
    out = run_op(f"pto.{name} ins({ins}) outs(%z : {{z}})", **operands)["z"].read()
    np.testing.assert_array_equal(out, function(x, y))


SCALAR = {
    "tadds": (np.add, 3),
    "tsubs": (np.subtract, 3),
    "tmuls": (np.multiply, -3),
    "tmaxs": (np.maximum, 2),
    "tmins": (np.minimum, 2),
    "tfmods": (np.fmod, 7),
    "trems": (np.remainder, 7),
    "tands": (np.bitwise_and, 6),
    "tors": (np.bitwise_or, 6),
    "txors": (np.bitwise_xor, 6),
    "tshls": (np.left_shift, 3),
    "tshrs": (np.right_shift, 3),
}
BITWISE = ("tands", "tors", "txors", "tshls", "tshrs")


@pytest.mark.parametrize(
    "name, dtype",
    [(name, dtype) for name in SCALAR for dtype in (["i16"] if name in BITWISE else ["i32", "f32"])],
)
def test_scalar(name: str, dtype: str):
    function, number = SCALAR[name]
    x = sample(dtype)
    scratch = name in ("trems", "txors")
    ins = "%x, %s, %w : {x}, {s}, {w}" if scratch else "%x, %s : {x}, {s}"
    operands = {"x": (t(dtype), x), "s": (dtype, number), "w": (t(dtype), None), "z": (t(dtype), None)}
    out = run_op(f"pto.{name} ins({ins}) outs(%z : {{z}})", **operands)["z"].read()
    np.testing.assert_array_equal(out, function(x, NUMPY[dtype](number) if dtype == "f32" else number))


def test_scalars_are_taken_in_the_element_type():
    x = sample("f16")
    body = "pto.tadds ins(%x, %s : {x}, f32) outs(%z : {z})"
    out = run_op(body, x=(t("f16"), x), s=("f32", 0.1), z=(t("f16"), None))["z"].read()
    np.testing.assert_array_equal(out, x + np.float16(0.1))


@pytest.mark.parametrize("scalar_first", [False, True])
def test_division_goes_by_the_order_of_the_text(scalar_first: bool):
    x = sample("f32", positive=True)
    ins = "%s, %x : f32, {x}" if scalar_first else "%x, %s : {x}, f32"
    body = f"pto.tdivs ins({ins}) outs(%z : {{z}})"
    out = run_op(body, x=(t(), x), s=("f32", 3.0), z=(t(), None))["z"].read()
    np.testing.assert_array_equal(out, np.float32(3) / x if scalar_first else x / np.float32(3))


def test_division_by_zero_is_what_ieee_has_and_refused_for_integers():
    x, zeros = sample("f32", positive=True), np.zeros(VALID, np.float32)
    body = "pto.tdiv ins(%x, %y : {x}, {y}) outs(%z : {z})"
    assert np.isinf(run_op(body, x=(t(), x), y=(t(), zeros), z=(t(), None))["z"].read()).all()
    with pytest.raises(OperationError, match="division by zero"):
        run_op("pto.tfmods ins(%x, %s : {x}, i32) outs(%z : {z})", x=(t("i32"), sample("i32")), s=("i32", 0),
               z=(t("i32"), None))  # fmt: skip


@pytest.mark.parametrize("name, sign", [("taddc", 1), ("tsubc", -1)])
@pytest.mark.parametrize("dtype", ["f16", "bf16", "i8", "f32"])
def test_ternary(name: str, sign: int, dtype: str):
    x, y, w = sample(dtype), sample(dtype), sample(dtype)
    body = f"pto.{name} ins(%x, %y, %w : {{x}}, {{y}}, {{w}}) outs(%z : {{z}})"
    out = run_op(body, x=(t(dtype), x), y=(t(dtype), y), w=(t(dtype), w), z=(t(dtype), None))["z"].read()
    np.testing.assert_array_equal(out, ((x + y) if sign > 0 else (x - y)) + w)


@pytest.mark.parametrize("name, sign", [("taddsc", 1), ("tsubsc", -1)])
def test_ternary_with_scalar(name: str, sign: int):
    x, y = sample("f16"), sample("f16")
    body = f"pto.{name} ins(%x, %s, %y : {{x}}, f16, {{y}}) outs(%z : {{z}})"
    out = run_op(body, x=(t("f16"), x), s=("f16", 1.5), y=(t("f16"), y), z=(t("f16"), None))["z"].read()
    np.testing.assert_array_equal(out, (x + np.float16(1.5 * sign)) + y)


@pytest.mark.parametrize("source, target", [("f16", "f16"), ("f32", "f32"), ("f16", "f32")])
def test_axpy(source: str, target: str):
    x, z = sample(source), sample(target)
    body = f"pto.taxpy ins(%x, %s : {{x}}, {source}) outs(%z : {{z}})"
    out = run_op(body, x=(t(source), x), s=(source, 0.75), z=(t(target), z))["z"].read()
    np.testing.assert_array_equal(out, x.astype(NUMPY[target]) * NUMPY[target](0.75) + z)


def test_leaky_relus():
    x, y = sample("f32"), sample("f32")
    out = run_op("pto.tlrelu ins(%x, %s : {x}, f32) outs(%z : {z})", x=(t(), x), s=("f32", 0.1), z=(t(), None))["z"]
    np.testing.assert_array_equal(out.read(), np.where(x > 0, x, x * np.float32(0.1)))
    body = "pto.tprelu ins(%x, %y, %w : {x}, {y}, {w}) outs(%z : {z})"
    out = run_op(body, x=(t(), x), y=(t(), y), w=(t("ui8"), None), z=(t(), None))["z"]
    np.testing.assert_array_equal(out.read(), np.where(x > 0, x, x * y))


def test_expand_scalar():
    out = run_op("pto.texpands ins(%s : i16) outs(%z : {z})", s=("i16", -7), z=(t("i16"), None))["z"]
    np.testing.assert_array_equal(out.read(), np.full(VALID, -7, np.int16))


def test_unwritten_elements_are_an_error_at_the_op():
    with pytest.raises(OperationError, match=r"test.pto:2:1: error: 'pto.texp' op reads .* never written"):
        run_op("pto.texp ins(%x : {x}) outs(%z : {z})", x=(t(), None), z=(t(), None))


def test_shifts_by_the_width_are_refused():
    with pytest.raises(OperationError, match="shifts 16 bits by 16"):
        run_op("pto.tshrs ins(%x, %s : {x}, i16) outs(%z : {z})", x=(t("i16"), sample("i16")), s=("i16", 16),
               z=(t("i16"), None))  # fmt: skip
