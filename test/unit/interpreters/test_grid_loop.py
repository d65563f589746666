"""Drains of a loop over an output grid wait for each other, and nobody sees a difference."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles.interpreters.accumulator import Array, CubeArithmetic, Product
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program

ROWS, COLUMNS, INNER = 64, 96, 32
GRID = """
!x = tensor<64x32xi8>
!y = tensor<32x96xi8>
!out = tensor<64x96xi32>
!acc = !tile.tile<16x32xi32, acc>
func.func @f(%x: !x, %y: !y, %out: !out, %other: !out) -> (!out, !out) {
  %c0 = arith.constant 0 : index
  %m = arith.constant 16 : index
  %n = arith.constant 32 : index
  %rows = arith.constant 64 : index
  %columns = arith.constant 96 : index
  %r:2 = scf.for %i = %c0 to OUTER_BOUND step OUTER_STEP iter_args(%0 = %out, %p = %other) -> (!out, !out) {
    %s = scf.for %j = %c0 to INNER_BOUND step INNER_STEP iter_args(%1 = %0) -> (!out) {
      %a = tile.load %x[ROW, 0] : !x to !tile.tile<16x32xi8, mat>
      %b = tile.load %y[0, COLUMN] : !y to !tile.tile<32x32xi8, mat>
      %c = tile.matmul %a, %b : !tile.tile<16x32xi8, mat>, !tile.tile<32x32xi8, mat> -> !acc
      %2 = tile.store %c into %1[ROW, COLUMN] : !acc into !out
      BODY
    }
    END
  }
  func.return %r#0, %r#1 : !out, !out
}"""
BY_ROWS = {"OUTER_BOUND": "%rows", "OUTER_STEP": "%m", "INNER_BOUND": "%columns", "INNER_STEP": "%n"}
BY_COLUMNS = {"OUTER_BOUND": "%columns", "OUTER_STEP": "%n", "INNER_BOUND": "%rows", "INNER_STEP": "%m"}
PLACES = {"by rows": BY_ROWS | {"ROW": "%i", "COLUMN": "%j"}, "by columns": BY_COLUMNS | {"ROW": "%j", "COLUMN": "%i"}}
PLAIN = {"BODY": "scf.yield %2 : !out", "END": "scf.yield %s, %p : !out, !out"}


class Counting(CubeArithmetic):
    """Remembers the extents of every product that is computed."""

    def __init__(self) -> None:
        super().__init__()
        self.computed: list[tuple[int, int]] = []

    def accumulate(self, start: Array | None, products: Sequence[Product], out: Array | None = None) -> Array:
        total = super().accumulate(start, products, out)
        self.computed.append(total.shape)
        return total


Run = Callable[[dict[str, str]], tuple[list[Any], list[tuple[int, int]]]]


@pytest.fixture
def run_grid(module: Callable[[str], ModuleOp]) -> Run:
    """Run the grid with these parts: the product and both results, and the extents of what was computed."""
    return lambda parts: run(module, parts)


def run(module: Callable[[str], ModuleOp], parts: dict[str, str]) -> tuple[list[Any], list[tuple[int, int]]]:
    text = GRID
    for name, part in parts.items():
        text = text.replace(name, part)
    arithmetic = Counting()
    program = Program(module(text), Environment(arithmetic=arithmetic))
    generator = np.random.default_rng(1)
    x, y = (generator.integers(-9, 9, shape, np.int8) for shape in ((ROWS, INNER), (INNER, COLUMNS)))
    out, other = (np.full((ROWS, COLUMNS), value, np.int32) for value in (-1, -2))
    product = x.astype(np.int32) @ y.astype(np.int32)
    return [product, *program.run("f", [x, y, out, other])], arithmetic.computed


@pytest.mark.parametrize("order", PLACES)
def test_a_whole_grid_is_one_product(run_grid: Run, order: str):
    (product, out, other), computed = run_grid(PLACES[order] | PLAIN)
    np.testing.assert_array_equal(out, product)
    assert (other == -2).all()
    assert computed == [(ROWS, COLUMNS)]


@pytest.mark.parametrize("order", PLACES)
def test_a_later_store_to_the_same_place_wins(run_grid: Run, order: str):
    again = """
      %z = tile.load %x[0, 0] : !x to !tile.tile<16x32xi8, mat>
      %d = tile.matmul %z, %b : !tile.tile<16x32xi8, mat>, !tile.tile<32x32xi8, mat> -> !acc
      %3 = tile.store %d into %2[ROW, COLUMN] : !acc into !out
      scf.yield %3 : !out"""
    (product, out, _), _ = run_grid({"BODY": again} | PLACES[order] | {"END": PLAIN["END"]})
    np.testing.assert_array_equal(out, np.tile(product[:16], (4, 1)))


def test_a_store_that_adds_sees_what_was_stored_before(run_grid: Run):
    again = "%3 = tile.store %c into %2[ROW, COLUMN] atomic : !acc into !out\nscf.yield %3 : !out"
    (product, out, _), _ = run_grid({"BODY": again} | PLACES["by rows"] | {"END": PLAIN["END"]})
    np.testing.assert_array_equal(out, 2 * product)


def test_a_load_in_the_loop_sees_what_was_stored_before(run_grid: Run):
    reads = """
      %t = tile.load %2[ROW, COLUMN] : !out to !tile.tile<16x32xi32, vec>
      %u = tile.add %t, %t : !tile.tile<16x32xi32, vec>, !tile.tile<16x32xi32, vec>
      %3 = tile.store %u into %2[ROW, COLUMN] : !tile.tile<16x32xi32, vec> into !out
      scf.yield %3 : !out"""
    (product, out, _), computed = run_grid({"BODY": reads} | PLACES["by rows"] | {"END": PLAIN["END"]})
    np.testing.assert_array_equal(out, 2 * product)
    assert len(computed) == 12


def test_tensors_that_change_places_do_not_wait(run_grid: Run):
    (product, out, other), computed = run_grid(PLACES["by rows"] | PLAIN | {"END": "scf.yield %p, %s : !out, !out"})
    expected = [np.full_like(product, value) for value in (-1, -2)]
    for row in range(0, ROWS, 16):
        expected[row // 16 % 2][row : row + 16] = product[row : row + 16]
    np.testing.assert_array_equal(out, expected[0])
    np.testing.assert_array_equal(other, expected[1])
    assert len(computed) == 12


def test_two_grids_in_turns_keep_apart(run_grid: Run):
    both = """
      %3 = tile.store %c into %q[ROW, COLUMN] : !acc into !out
      scf.yield %2, %3 : !out, !out"""
    text = {
        "%s = scf.for": "%s:2 = scf.for",
        "iter_args(%1 = %0) -> (!out)": "iter_args(%1 = %0, %q = %p) -> (!out, !out)",
        "BODY": both,
        "END": "scf.yield %s#0, %s#1 : !out, !out",
    }
    (product, out, other), _ = run_grid(text | PLACES["by rows"])
    np.testing.assert_array_equal(out, product)
    np.testing.assert_array_equal(other, product)
