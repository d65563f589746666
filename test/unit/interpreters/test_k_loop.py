"""A loop over K in one step does what it does block by block."""

import re
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.accumulator import Order
from xdsl_tiles.interpreters.program import Program

LOOP = """
!a = !tile.tile<32x256xbf16, mat, valid = VALID>
!b = !tile.tile<256x64xbf16, mat>
!acc = !tile.tile<16x32xf32, acc>
func.func @f(%x: !a, %y: !b, %c: !acc, %lower: index, %upper: index, %row: index, %user: i1) -> !acc {
  %step = arith.constant 32 : index
  %r = scf.for %k = %lower to %upper step %step iter_args(%acc = %c) -> (!acc) {
    %left = tile.extract %x[%row, %k] : !a to !tile.tile<16x32xbf16, left>
    %right = tile.extract %y[%k, 16] : !b to !tile.tile<32x32xbf16, right>
    %first = arith.cmpi eq, %k, %lower : index
    %both = arith.andi %user, %first : i1
    %next = tile.matmul_acc %acc, %left, %right INIT
        : !acc, !tile.tile<16x32xbf16, left>, !tile.tile<32x32xbf16, right>
    scf.yield %next : !acc
  }
  func.return %r : !acc
}"""


def loop_text(init: str, valid: str = "32x256") -> str:
    return LOOP.replace("INIT", init).replace("VALID", valid)


def block_by_block(text: str) -> str:
    """The same loop with an op in it that a K loop has not."""
    return text.replace("%left =", "%spare = arith.addi %k, %step : index\n%left =")


def operands(seed: int, rows: int = 32) -> tuple[Any, Any, Any]:
    generator = np.random.default_rng(seed)
    x, y = (generator.standard_normal(shape).astype(ml_dtypes.bfloat16) for shape in ((rows, 256), (256, 64)))
    return x, y, generator.standard_normal((16, 32), dtype=np.float32)


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("user", [0, 1])
@pytest.mark.parametrize("lower, upper", [(0, 256), (64, 192), (32, 33), (0, 250), (96, 96), (128, 0)])
@pytest.mark.parametrize("init", ["", "init %first", "init %both", "init %user"])
def test_the_bits_are_the_same(
    program: Callable[..., Program], init: str, lower: int, upper: int, user: int, order: Order
):
    text = loop_text(init)
    arguments = [*operands(upper), lower, upper, 8, user]
    at_once, in_steps = program(text, order=order), program(block_by_block(text), order=order)
    assert ("k_loop" in at_once.source("f")) == (init != "init %user")
    assert "k_loop" not in in_steps.source("f")
    np.testing.assert_array_equal(at_once.run("f", arguments)[0], in_steps.run("f", arguments)[0])


@pytest.mark.parametrize(
    "spoiled",
    [
        ("%x[%row, %k]", "%x[%k, %k]"),
        ("%y[%k, 16]", "%y[16, 16]"),
        ("constant 32 : index", "constant 16 : index"),
        ("eq, %k, %lower", "eq, %k, %upper"),
        ("scf.yield %next", "scf.yield %acc"),
    ],
)
def test_other_loops_run_block_by_block(program: Callable[..., Program], spoiled: tuple[str, str]):
    assert "k_loop" not in program(loop_text("init %first").replace(*spoiled)).source("f")


def test_tiles_that_are_not_valid_all_over_run_block_by_block(program: Callable[..., Program]):
    loaded = program(loop_text("init %first", valid="?x256"))
    x, y, c = operands(0, rows=24)
    (out,) = loaded.run("f", [x, y, c, 0, 256, 8, 1])
    expected = x[8:24].astype(np.float32) @ y[:, 16:48].astype(np.float32)
    np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(
    "row, lower, upper, reason",
    [
        (17, 0, 256, "8:5: error: 'tile.extract' op offset 17 out of [0, 16]"),
        (-1, 0, 256, "8:5: error: 'tile.extract' op offset -1 out of [0, 16]"),
        (0, 0, 260, "8:5: error: 'tile.extract' op offset 256 out of [0, 224]"),
        (0, -32, 256, "8:5: error: 'tile.extract' op offset -32 out of [0, 224]"),
    ],
)
def test_windows_outside_are_found_by_the_extract(
    program: Callable[..., Program], row: int, lower: int, upper: int, reason: str
):
    with pytest.raises(OperationError, match=re.escape(f"test.mlir:{reason}")):
        program(loop_text("init %first")).run("f", [*operands(0), lower, upper, row, 1])


def test_an_accumulator_that_nothing_wrote_is_found_by_the_product(program: Callable[..., Program]):
    text = loop_text("").replace("%step =", "%seed = tile.create : !acc\n%step =").replace("%acc = %c", "%acc = %seed")
    with pytest.raises(OperationError, match=r"test.mlir:13:5: error: 'tile.matmul_acc' op accumulates into elements"):
        program(text).run("f", [*operands(0), 0, 256, 0, 1])
