"""Reductions, broadcasts and partial tiles against NumPy; one odd valid rectangle in a tile whose rest is poison."""

from typing import Any

import numpy as np
import pytest
from pto_programs import NUMPY, run_op, tile

from xdsl_tiles.diagnostics import OperationError

SHAPE, VALID = (16, 32), (13, 27)
RNG = np.random.default_rng(1)
DTYPES = ["i16", "ui32", "f16", "f32"]


def sample(dtype: str, valid: tuple[int, int] = VALID) -> Any:
    if dtype[0] in "iu":
        return RNG.integers(0, 5, valid).astype(NUMPY[dtype])
    return RNG.standard_normal(valid).astype(NUMPY[dtype])


def t(dtype: str = "f32", valid: tuple[int, int] = VALID) -> str:
    return tile(SHAPE, dtype, valid)


def column(dtype: str, rows: int = 13) -> str:
    return tile((16, 1), dtype, (rows, 1), "blayout=col_major")


def row(dtype: str, columns: int = 27) -> str:
    return tile((1, 32), dtype, (1, columns))


def in_steps(values: Any, function: Any, wide: Any) -> Any:
    total = values[0].astype(wide)
    for value in values[1:]:
        total = function(total, value.astype(wide)).astype(wide)
    return total


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["trowsum", "trowprod", "trowmax", "trowmin", "trowargmax", "trowargmin"])
def test_rows(name: str, dtype: str):
    x = sample(dtype)
    body = f"pto.{name} ins(%x, %w : {{x}}, {{w}}) outs(%z : {{z}})"
    result = "i32" if "arg" in name else dtype
    out = run_op(body, x=(t(dtype), x), w=(t(dtype), None), z=(column(result), None))["z"].read()
    wide = np.float32 if dtype == "f16" else NUMPY[dtype]
    expected = {
        "trowsum": lambda: in_steps(x.T, np.add, wide),
        "trowprod": lambda: in_steps(x.T, np.multiply, wide),
        "trowmax": lambda: x.max(axis=1),
        "trowmin": lambda: x.min(axis=1),
        "trowargmax": lambda: x.argmax(axis=1),
        "trowargmin": lambda: x.argmin(axis=1),
    }[name]()
    np.testing.assert_array_equal(out[:, 0], expected.astype(NUMPY[result]))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["tcolsum", "tcolprod", "tcolmax", "tcolmin"])
def test_columns(name: str, dtype: str):
    x = sample(dtype)
    out = run_op(f"pto.{name} ins(%x : {{x}}) outs(%z : {{z}})", x=(t(dtype), x), z=(row(dtype), None))["z"].read()
    functions = {"tcolsum": np.add, "tcolprod": np.multiply, "tcolmax": np.maximum, "tcolmin": np.minimum}
    np.testing.assert_array_equal(out[0], in_steps(x, functions[name], NUMPY[dtype]))


def test_columns_pairwise():
    x = sample("f32", (13, 27))
    body = "pto.tcolsum ins(%x, %w {isBinary = true} : {x}, {w}) outs(%z : {z})"
    out = run_op(body, x=(t(), x), w=(t(), None), z=(row("f32"), None))["z"].read()
    level = list(x)
    while len(level) > 1:
        pairs = [level[i] + level[i + 1] for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    np.testing.assert_array_equal(out[0], level[0])


@pytest.mark.parametrize("name", ["tcolargmax", "tcolargmin"])
def test_columns_by_index(name: str):
    x = RNG.integers(0, 4, VALID).astype(np.float32)
    body = f"pto.{name} ins(%x, %w : {{x}}, {{w}}) outs(%z : {{z}})"
    out = run_op(body, x=(t(), x), w=(t(), None), z=(row("i32"), None))["z"].read()
    np.testing.assert_array_equal(out[0], (np.argmax if name.endswith("max") else np.argmin)(x, axis=0))


def test_expands():
    rows, columns = sample("f16", (13, 1)), sample("f16", (1, 27))
    body = "pto.trowexpand ins(%x : {x}) outs(%z : {z})"
    out = run_op(body, x=(column("f16"), rows), z=(t("f16"), None))["z"].read()
    np.testing.assert_array_equal(out, np.broadcast_to(rows, VALID))
    body = "pto.tcolexpand ins(%x : {x}) outs(%z : {z})"
    out = run_op(body, x=(row("f16"), columns), z=(t("f16"), None))["z"].read()
    np.testing.assert_array_equal(out, np.broadcast_to(columns, VALID))


FUNCTIONS = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "max": np.maximum, "min": np.minimum,
    "expdif": lambda a, b: np.exp(a - b),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["f32", "f16"])
def test_row_broadcasts(name: str, dtype: str):
    x, y = sample(dtype), sample(dtype, (13, 1))
    body = f"pto.trowexpand{name} ins(%x, %y : {{x}}, {{y}}) outs(%z : {{z}})"
    out = run_op(body, x=(t(dtype), x), y=(column(dtype), y), z=(t(dtype), None))["z"].read()
    np.testing.assert_allclose(out, FUNCTIONS[name](x, y), rtol=2e-3 if dtype == "f16" else 1e-6)


@pytest.mark.parametrize("dtype, width", [("f32", 8), ("f16", 16)])
def test_block_operands_repeat_along_the_row(dtype: str, width: int):
    x, y = sample(dtype), sample(dtype, (13, width))
    body = "pto.trowexpandmul ins(%x, %y : {x}, {y}) outs(%z : {z})"
    out = run_op(body, x=(t(dtype), x), y=(tile((16, width), dtype, (13, width)), y), z=(t(dtype), None))["z"].read()
    for r, c in np.ndindex(VALID):
        assert out[r, c] == x[r, c] * y[r, c % width]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_column_broadcasts(name: str):
    x, y = sample("f32"), sample("f32", (1, 27))
    body = f"pto.tcolexpand{name} ins(%x, %y : {{x}}, {{y}}) outs(%z : {{z}})"
    out = run_op(body, x=(t(), x), y=(row("f32"), y), z=(t(), None))["z"].read()
    np.testing.assert_allclose(out, FUNCTIONS[name](x, y), rtol=1e-6)


@pytest.mark.parametrize("name", ["add", "mul", "max", "min"])
@pytest.mark.parametrize("first_is_small", [False, True])
def test_partial(name: str, first_is_small: bool):
    extents = [(5, 19), VALID] if first_is_small else [VALID, (5, 19)]
    x, y = (sample("f32", valid) for valid in extents)
    body = f"pto.tpart{name} ins(%x, %y : {{x}}, {{y}}) outs(%z : {{z}})"
    out = run_op(body, x=(t("f32", extents[0]), x), y=(t("f32", extents[1]), y), z=(t(), None))["z"].read()
    for r, c in np.ndindex(VALID):
        both = [array[r, c] for array in (x, y) if r < array.shape[0] and c < array.shape[1]]
        assert out[r, c] == (FUNCTIONS[name](*both) if len(both) == 2 else both[0])


def test_valid_rows_must_agree():
    body = "pto.trowexpand ins(%x : {x}) outs(%z : {z})"
    with pytest.raises(OperationError, match="valid rows differ: 7 and 13"):
        run_op(body, x=(tile((16, 1), "f32", ("?", 1), "blayout=col_major"), sample("f32", (7, 1))), z=(t(), None))


def test_fault_C6_a_maximum_ignores_what_is_not_valid():
    body = "pto.tmuls ins(%x, %s : {x}, f32) outs(%x : {x})\n" + (
        "%l = pto.treshape %y : {y} -> {y}\npto.set_validshape %l, %r, %c : {y}\n"
        "pto.trowmax ins(%l, %w : {y}, {w}) outs(%z : {z})"
    )
    poisoned = np.full((16, 32), 1e9, np.float32)
    poisoned[:, :24] = 3.0
    window = tile(SHAPE, "f32", ("?", "?"))
    operands = {
        "x": (tile(SHAPE), poisoned), "s": ("f32", 1.0), "y": (window, poisoned), "r": ("index", 16),
        "c": ("index", 24), "w": (window, None), "z": (column("f32", 16), None),
    }  # fmt: skip
    assert (run_op(body, **operands)["z"].read() == 3.0).all()
