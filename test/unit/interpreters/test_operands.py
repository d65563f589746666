"""What a product reads: what was written, in any of its layouts, and as much as the machine holds."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_tiles.diagnostics import OperationError

Run = Callable[..., tuple[Any, ...]]


def ones(rows: int, columns: int) -> Any:
    return np.ones((rows, columns), ml_dtypes.bfloat16)


class TestReadsOfWhatWasNeverWritten:
    """An accumulator that nothing wrote is not zero (H9, issue section 7)."""

    ACCUMULATES = """
    !a = !tile.tile<16x16xbf16, left>
    !b = !tile.tile<16x16xbf16, right>
    !acc = !tile.tile<16x16xf32, acc>
    func.func @f(%a: !a, %b: !b, %init: i1) -> !acc {
      %c = tile.create : !acc
      %d = tile.matmul_acc %c, %a, %b init %init : !acc, !a, !b
      func.return %d : !acc
    }"""

    def test_fault_H9_accumulating_into_nothing(self, run: Run):
        with pytest.raises(
            OperationError, match=r"test.mlir:7:7: error: 'tile.matmul_acc' op accumulates into elements"
        ):
            run(self.ACCUMULATES, ones(16, 16), ones(16, 16), 0)
        assert set(run(self.ACCUMULATES, ones(16, 16), ones(16, 16), 1)[0].flat) == {16.0}

    def test_storing_nothing(self, run: Run):
        text = """
        func.func @f(%out: tensor<16x16xf32>) -> tensor<16x16xf32> {
          %c = tile.create : !tile.tile<16x16xf32, acc>
          %r = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
          func.return %r : tensor<16x16xf32>
        }"""
        with pytest.raises(OperationError, match=r"'tile.store' op reads a tile that was never written"):
            run(text, np.zeros((16, 16), np.float32))

    def test_rows_that_no_product_reached(self, run: Run):
        text = """
        !a = !tile.tile<32x16xbf16, left, valid = 16x16, compact>
        !b = !tile.tile<16x16xbf16, right>
        !acc = !tile.tile<32x16xf32, acc>
        func.func @f(%a: !a, %b: !b, %out: tensor<32x16xf32>) -> tensor<32x16xf32> {
          %yes = arith.constant 1 : i1
          %c = tile.create : !acc
          %d = tile.matmul_acc %c, %a, %b init %yes : !acc, !a, !b
          %r = tile.store %d into %out[0, 0] : !acc into tensor<32x16xf32>
          func.return %r : tensor<32x16xf32>
        }"""
        with pytest.raises(OperationError, match=r"'tile.store' op reads elements that were never written"):
            run(text, ones(16, 16), ones(16, 16), np.zeros((32, 16), np.float32))

    def test_an_operand(self, run: Run):
        text = """
        !t = !tile.tile<16x16xbf16, mat>
        func.func @f(%b: !t) -> !tile.tile<16x16xf32, acc> {
          %a = tile.create : !t
          %c = tile.matmul %a, %b : !t, !t -> !tile.tile<16x16xf32, acc>
          func.return %c : !tile.tile<16x16xf32, acc>
        }"""
        with pytest.raises(
            OperationError, match=r"'tile.matmul' op reads elements of the left operand that were never"
        ):
            run(text, ones(16, 16))


def test_transposed_operands(run: Run):
    text = """
    !x = !tile.tile<64x16xbf16, mat, layout = <row, col, 512>>
    !a = !tile.tile<16x64xbf16, mat>
    !acc = !tile.tile<16x32xf32, acc>
    func.func @f(%t: tensor<64x16xbf16>, %y: tensor<64x32xbf16>) -> !acc {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %x = tile.load %t[0, 0] : tensor<64x16xbf16> to !x
      %a = tile.transpose_view %x : !x to !a
      %b = tile.load %y[0, 0] : tensor<64x32xbf16> to !tile.tile<64x32xbf16, mat>
      %seed = tile.create : !acc
      %r = scf.for %k = %c0 to %c64 step %c16 iter_args(%c = %seed) -> (!acc) {
        %sa = tile.extract %a[0, %k] : !a to !tile.tile<16x16xbf16, left>
        %sb = tile.extract %b[%k, 0] : !tile.tile<64x32xbf16, mat> to !tile.tile<16x32xbf16, right>
        %first = arith.cmpi eq, %k, %c0 : index
        %d = tile.matmul_acc %c, %sa, %sb init %first
            : !acc, !tile.tile<16x16xbf16, left>, !tile.tile<16x32xbf16, right>
        scf.yield %d : !acc
      }
      func.return %r : !acc
    }"""
    rng = np.random.default_rng(0)
    t, y = (rng.integers(-8, 8, shape).astype(ml_dtypes.bfloat16) for shape in ((64, 16), (64, 32)))
    np.testing.assert_array_equal(run(text, t, y)[0], t.astype(np.float32).T @ y.astype(np.float32))


@pytest.mark.parametrize(
    "types, reason",
    [
        (
            ("!tile.tile<256x256xbf16, left>", "!tile.tile<256x16xbf16, right>", "!tile.tile<256x16xf32, acc>"),
            r"!tile.tile<256x256xbf16, left> needs 131072 bytes, the left of ascend910b has 65536",
        ),
        (
            ("!tile.tile<16x256xbf16, left>", "!tile.tile<256x256xbf16, right>", "!tile.tile<16x256xf32, acc>"),
            r"!tile.tile<256x256xbf16, right> needs 131072 bytes, the right of ascend910b has 65536",
        ),
        (
            ("!tile.tile<512x16xbf16, left>", "!tile.tile<16x256xbf16, right>", "!tile.tile<512x256xf32, acc>"),
            r"!tile.tile<512x256xf32, acc> needs 524288 bytes, the acc of ascend910b has 131072",
        ),
        (
            ("!tile.tile<16x64xi4, left>", "!tile.tile<64x64xi4, right>", "!tile.tile<16x64xi32, acc>"),
            r"the cube of ascend910b can't multiply i4, only f32",
        ),
    ],
)
def test_products_that_the_machine_cannot_compute(run: Run, types: tuple[str, str, str], reason: str):
    a, b, c = types
    text = f"""
    func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %c = tile.matmul %a, %b : {a}, {b} -> {c}
      func.return %c : {c}
    }}"""
    with pytest.raises(OperationError, match=f"test.mlir:3:7: error: 'tile.matmul' op {reason}"):
        run(text, ones(1, 1), ones(1, 1))


def test_operands_still_to_be_tiled_may_be_too_large(run: Run):
    text = """
    func.func @f(%a: !tile.tile<512x16xbf16, mat>, %b: !tile.tile<16x256xbf16, mat>) -> !tile.tile<512x256xf32, acc> {
      %c = tile.matmul %a, %b
          : !tile.tile<512x16xbf16, mat>, !tile.tile<16x256xbf16, mat> -> !tile.tile<512x256xf32, acc>
      func.return %c : !tile.tile<512x256xf32, acc>
    }"""
    assert set(run(text, ones(512, 16), ones(16, 256))[0].flat) == {16.0}


def test_a_batch_of_unwritten_pages_is_refused(run: Run):
    text = """
    func.func @f(%b: !tile.tile<2x16x16xbf16, mat>) -> !tile.tile<2x16x16xf32, acc> {
      %a = tile.create : !tile.tile<2x16x16xbf16, mat>
      %c = tile.batch_matmul %a, %b
        : !tile.tile<2x16x16xbf16, mat>, !tile.tile<2x16x16xbf16, mat> -> !tile.tile<2x16x16xf32, acc>
      func.return %c : !tile.tile<2x16x16xf32, acc>
    }"""
    with pytest.raises(OperationError, match="left operand that were never written"):
        run(text, np.ones((2, 16, 16), ml_dtypes.bfloat16))
