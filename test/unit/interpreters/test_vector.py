"""The vector unit: elementwise ops, casts and reductions against NumPy."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_tiles.diagnostics import OperationError

Run = Callable[..., tuple[Any, ...]]


def grid(rows: int, columns: int) -> Any:
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)


DTYPES = {"f32": np.float32, "bf16": ml_dtypes.bfloat16, "i8": np.int8, "i32": np.int32}


@pytest.mark.parametrize("type_", DTYPES)
@pytest.mark.parametrize("op", ["add", "sub", "mul", "div", "maximum", "minimum"])
def test_binary_ops(run: Run, op: str, type_: str):
    reference: dict[str, Callable[[Any, Any], Any]] = {
        "add": np.add,
        "sub": np.subtract,
        "mul": np.multiply,
        "maximum": np.maximum,
        "minimum": np.minimum,
        "div": lambda a, b: np.divide(a, b) if type_[0] in "fb" else np.trunc(a / b).astype(a.dtype),
    }
    t = f"!tile.tile<16x64x{type_}, vec>"
    text = f"""
    func.func @f(%a: {t}, %b: {t}, %s: {type_}) -> ({t}, {t}) {{
      %r = tile.{op} %a, %b : {t}, {t}
      %q = tile.{op}s %a, %s : {t}, {type_}
      func.return %r, %q : {t}, {t}
    }}"""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(1, 100, (16, 64)).astype(DTYPES[type_]) * DTYPES[type_](sign) for sign in (1, -1))
    result, scaled = run(text, a, b, -7)
    np.testing.assert_array_equal(result, reference[op](a, b))
    np.testing.assert_array_equal(scaled, reference[op](a, np.full_like(a, -7)))


@pytest.mark.parametrize("type_, tolerance", [("f32", 1e-6), ("bf16", 1e-2)])
@pytest.mark.parametrize("op", ["exp", "log", "sqrt", "rsqrt", "neg", "abs", "relu"])
def test_unary_ops(run: Run, op: str, type_: str, tolerance: float):
    reference: dict[str, Callable[[Any], Any]] = {
        "neg": np.negative,
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "relu": lambda x: np.maximum(x, 0),
    }
    t = f"!tile.tile<16x64x{type_}, vec>"
    x = np.random.default_rng(0).uniform(-4, 4, (16, 64)).astype(DTYPES[type_])
    x = np.abs(x) if op in ("log", "sqrt", "rsqrt") else x
    (out,) = run(f"func.func @f(%a: {t}) -> {t} {{ %r = tile.{op} %a : {t} func.return %r : {t} }}", x)
    wide = x.astype(np.float64)
    assert out.dtype == x.dtype
    np.testing.assert_allclose(out.astype(np.float64), reference.get(op, getattr(np, op, None))(wide), rtol=tolerance)


def test_integer_division_by_zero_is_an_error(run: Run):
    t = "!tile.tile<16x64xi32, vec>"
    text = f"func.func @f(%a: {t}, %b: {t}) -> {t} {{ %r = tile.div %a, %b : {t}, {t} func.return %r : {t} }}"
    with pytest.raises(OperationError, match=r"'tile.div' op division by zero"):
        run(text, np.ones((16, 64), np.int32), np.zeros((16, 64), np.int32))


def test_comparing_and_choosing(run: Run):
    t, m = "!tile.tile<4x8xf32, vec>", "!tile.tile<4x8xi1, vec>"
    text = f"""
    func.func @f(%a: {t}, %b: {t}, %s: f32) -> ({t}, {m}) {{
      %c = tile.cmp lt %a, %b : {t}, {t} -> {m}
      %r = tile.sel %c, %a, %b : {m}, {t}, {t}
      %d = tile.cmps ne %a, %s : {t}, f32 -> {m}
      func.return %r, %d : {t}, {m}
    }}"""
    a, b = grid(4, 8), grid(4, 8)[::-1].copy()
    a[0, 0] = np.nan
    chosen, differs = run(text, a, b, 5.0)
    np.testing.assert_array_equal(chosen, np.where(a < b, a, b))
    np.testing.assert_array_equal(differs, a != 5)


@pytest.mark.parametrize(
    "mode, expected", [("rint", 2), ("round", 3), ("floor", 2), ("ceil", 3), ("trunc", 2), ("odd", 3), ("none", 2)]
)
def test_casts_round_as_they_say(run: Run, mode: str, expected: int):
    source, target = "!tile.tile<4x8xf32, vec>", "!tile.tile<4x8xi8, vec>"
    text = f"""
    func.func @f(%a: {source}) -> {target} {{
      %r = tile.cast %a {mode} : {source} to {target}
      func.return %r : {target}
    }}"""
    assert set(run(text, np.full((4, 8), 2.5, np.float32))[0].flat) == {expected}


def test_reductions_and_expansions_see_the_valid_rectangle(run: Run):
    t, v = "!tile.tile<16x16xf32, vec, valid = 5x7>", "!tile.tile<16x1xf32, vec, valid = 5x1>"
    h = "!tile.tile<1x16xf32, vec, valid = 1x7>"
    text = f"""
    func.func @f(%t: {t}) -> ({v}, {v}, {h}, {h}, {t}, {t}) {{
      %0 = tile.row_sum %t : {t} -> {v}
      %1 = tile.row_max %t : {t} -> {v}
      %2 = tile.col_sum %t : {t} -> {h}
      %3 = tile.col_min %t : {t} -> {h}
      %4 = tile.row_expand_sub %t, %1 : {t}, {v}
      %5 = tile.col_expand_div %t, %2 : {t}, {h}
      func.return %0, %1, %2, %3, %4, %5 : {v}, {v}, {h}, {h}, {t}, {t}
    }}"""
    x = grid(5, 7) + 1
    row_sum, row_max, col_sum, col_min, shifted, scaled = run(text, x)
    np.testing.assert_array_equal(row_sum, x.sum(1, keepdims=True))
    np.testing.assert_array_equal(row_max, x.max(1, keepdims=True))
    np.testing.assert_array_equal(col_sum, x.sum(0, keepdims=True))
    np.testing.assert_array_equal(col_min, x.min(0, keepdims=True))
    np.testing.assert_array_equal(shifted, x - x.max(1, keepdims=True))
    np.testing.assert_array_equal(scaled, x / x.sum(0, keepdims=True))


def test_narrow_sums_are_rounded_once(run: Run):
    t, v = "!tile.tile<16x512xbf16, vec>", "!tile.tile<16x1xbf16, vec>"
    text = f"func.func @f(%t: {t}) -> {v} {{ %0 = tile.row_sum %t : {t} -> {v} func.return %0 : {v} }}"
    (total,) = run(text, np.ones((16, 512), ml_dtypes.bfloat16))
    assert {float(value) for value in total.flat} == {512.0}
