"""Loads, stores, windows, valid rectangles, the vector unit and pipes."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.program import Program

Run = Callable[..., tuple[Any, ...]]


def grid(rows: int, columns: int) -> Any:
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)


LOAD = """
func.func @f(%x: tensor<16x64xf32>, %i: index, %n: index) -> !tile.tile<8x64xf32, vec, valid = ?x64> {
  %t = tile.load %x[%i, 0] valid [%n, 64] : tensor<16x64xf32> to !tile.tile<8x64xf32, vec, valid = ?x64>
  func.return %t : !tile.tile<8x64xf32, vec, valid = ?x64>
}"""


def test_load(run: Run):
    np.testing.assert_array_equal(run(LOAD, grid(16, 64), 3, 5)[0], grid(16, 64)[3:8])


@pytest.mark.parametrize(
    "offset, size, reason",
    [
        pytest.param(-8, 8, r"offset -8 out of \[0, 8\]: 8 elements of 16", id="fault_C11"),
        (9, 8, r"offset 9 out of \[0, 8\]: 8 elements of 16"),
        (0, 9, r"offset 0 out of \[0, -1\]: 9 elements of 8"),
    ],
)
def test_a_load_stays_inside(run: Run, offset: int, size: int, reason: str):
    with pytest.raises(OperationError, match=f"test.mlir:3:3: error: 'tile.load' op {reason}"):
        run(LOAD, grid(16, 64), offset, size)


@pytest.mark.parametrize("offset, rows", [(0, 8), (12, 4), (16, 0), (40, 0)])
def test_a_clamped_load_takes_what_there_is(run: Run, offset: int, rows: int):
    text = LOAD.replace("to !tile", "to !tile").replace("valid [%n, 64] :", "clamp :")
    np.testing.assert_array_equal(run(text, grid(16, 64), offset, 0)[0], grid(16, 64)[offset : offset + rows])
    with pytest.raises(OperationError, match=r"offset -1 out of"):
        run(text, grid(16, 64), -1, 0)


def test_tensors_of_higher_rank(run: Run):
    text = """
    func.func @f(%x: tensor<2x4x8x16xf32>, %out: tensor<2x4x8x16xf32>, %i: index)
        -> (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>) {
      %t = tile.load %x[1, %i, 0, 0] : tensor<2x4x8x16xf32> to !tile.tile<8x16xf32, vec>
      %r = tile.store %t into %out[0, %i, 0, 0] : !tile.tile<8x16xf32, vec> into tensor<2x4x8x16xf32>
      %s = tile.store %t into %out[0, 0, 0, 0] sizes [2, 2, 2, 16]
          : !tile.tile<8x16xf32, vec> into tensor<2x4x8x16xf32>
      func.return %r, %s : tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>
    }"""
    x, out = grid(64, 16).reshape(2, 4, 8, 16), np.zeros((2, 4, 8, 16), np.float32)
    placed, merged = run(text, x, out, 3)
    expected = out.copy()
    expected[0, 3] = x[1, 3]
    np.testing.assert_array_equal(placed, expected)
    np.testing.assert_array_equal(merged[:2, :2, :2], x[1, 3].reshape(2, 2, 2, 16))
    assert np.count_nonzero(merged) == np.count_nonzero(x[1, 3])
    with pytest.raises(OperationError, match=r"'tile.load' op offset 4 out of \[0, 3\]"):
        run(text, x, out, 4)


STORE = """
func.func @f(%t: !tile.tile<16x16xTYPE, SPACE, valid = ?x16>, %out: tensor<20x16xOUT>, %i: index) -> tensor<20x16xOUT> {
  %r = tile.store %t into %out[%i, 0] ATOMIC : !tile.tile<16x16xTYPE, SPACE, valid = ?x16> into tensor<20x16xOUT>
  func.return %r : tensor<20x16xOUT>
}"""


def store_text(type_: str, out: str, space: str = "vec", atomic: str = "") -> str:
    return STORE.replace("TYPE", type_).replace("OUT", out).replace("SPACE", space).replace("ATOMIC", atomic)


def test_fault_C8_a_store_writes_valid_rows_only(run: Run):
    out = np.full((20, 16), -1, np.float32)
    (written,) = run(store_text("f32", "f32"), grid(5, 16), out, 2)
    np.testing.assert_array_equal(written[2:7], grid(5, 16))
    assert set(written[:2].flat) | set(written[7:].flat) == {-1.0}
    assert set(out.flat) == {-1.0}


def test_a_store_stays_inside(run: Run):
    with pytest.raises(OperationError, match=r"'tile.store' op offset 16 out of \[0, 15\]: 5 elements of 20"):
        run(store_text("f32", "f32"), grid(5, 16), grid(20, 16), 16)


def test_a_store_out_of_an_accumulator_rounds_half_to_even(run: Run):
    tile = np.full((16, 16), 1.01953125, np.float32)
    (written,) = run(store_text("f32", "bf16", "acc"), tile, np.zeros((20, 16), ml_dtypes.bfloat16), 0)
    assert {float(value) for value in written[:16].flat} == {1.015625}


def test_an_atomic_store_adds_and_wraps(run: Run):
    (written,) = run(
        store_text("i8", "i8", atomic="atomic"), np.full((4, 16), 100, np.int8), np.full((20, 16), 50, np.int8), 0
    )
    assert (set(written[:4].flat), set(written[4:].flat)) == ({-106}, {50})


def test_what_a_run_finds_valid_must_be_what_is_declared(run: Run):
    text = """
    func.func @f(%t: !tile.tile<16x16xf32, mat, valid = ?x16>, %i: index) -> !tile.tile<8x16xf32, vec> {
      %a = tile.extract %t[%i, 0] : !tile.tile<16x16xf32, mat, valid = ?x16> to !tile.tile<8x16xf32, vec>
      func.return %a : !tile.tile<8x16xf32, vec>
    }"""
    np.testing.assert_array_equal(run(text, grid(12, 16), 4)[0], grid(12, 16)[4:])
    with pytest.raises(OperationError, match=r"'tile.extract' op valid extents 7x16 are declared as 8x16"):
        run(text, grid(12, 16), 5)
    with pytest.raises(OperationError, match=r"'tile.extract' op offset 9 out of \[0, 8\]"):
        run(text, grid(12, 16), 9)


def test_windows_of_windows_share_memory(run: Run, program: Callable[..., Program]):
    text = """
    func.func @f(%x: tensor<64x64xf32>) -> !tile.tile<4x8xf32, mat, layout = <row, none, 512>> {
      %t = tile.load %x[16, 16] : tensor<64x64xf32> to !tile.tile<32x32xf32, vec>
      %s = tile.slice %t[8, 4] : !tile.tile<32x32xf32, vec> to !tile.tile<16x16xf32, vec>
      %u = tile.extract %s[2, 8] : !tile.tile<16x16xf32, vec> to !tile.tile<4x8xf32, vec>
      %m = tile.move %u : !tile.tile<4x8xf32, vec> to !tile.tile<4x8xf32, mat, layout = <row, none, 512>>
      func.return %m : !tile.tile<4x8xf32, mat, layout = <row, none, 512>>
    }"""
    x = grid(64, 64)
    (out,) = run(text, x)
    np.testing.assert_array_equal(out, x[26:30, 28:36])
    assert np.shares_memory(out, x)


def test_a_load_is_not_changed_by_a_later_store(run: Run):
    text = """
    func.func @f(%x: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<16x16xf32>
      %old = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
      %z = tile.fill %zero : f32 to !tile.tile<16x16xf32, vec>
      %y = tile.store %z into %x[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
      %r = tile.store %old into %e[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
      func.return %r, %y : tensor<16x16xf32>, tensor<16x16xf32>
    }"""
    kept, zeroed = run(text, grid(16, 16))
    np.testing.assert_array_equal(kept, grid(16, 16))
    assert not zeroed.any()


def test_a_deferred_product_is_not_changed_by_a_later_store(run: Run):
    text = """
    !m = !tile.tile<16x16xf32, mat>
    !acc = !tile.tile<16x16xf32, acc>
    func.func @f(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %zero = arith.constant 0.0 : f32
      %a = tile.load %x[0, 0] : tensor<16x16xf32> to !m
      %c = tile.matmul %a, %a : !m, !m -> !acc
      %z = tile.fill %zero : f32 to !tile.tile<16x16xf32, vec>
      %y = tile.store %z into %x[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
      %r = tile.store %c into %y[0, 0] : !acc into tensor<16x16xf32>
      func.return %r : tensor<16x16xf32>
    }"""
    assert set(run(text, np.ones((16, 16), np.float32))[0].flat) == {16.0}


ASSEMBLE = """
!s = !tile.tile<16x16xf32, acc>
!t = !tile.tile<32x32xbf16, mat>
func.func @f(%a: !s, %b: !s, %i: index) -> (!t, !tile.tile<16x32xbf16, left>) {
  %m0 = tile.create : !t
  %m1 = tile.assemble %a into %m0[0, 0] : !s into !t -> !t
  %m2 = tile.assemble %b into %m1[0, 16] : !s into !t -> !t
  %top = tile.extract %m2[%i, 0] : !t to !tile.tile<16x32xbf16, left>
  %m3 = tile.assemble %a into %m2[16, 0] : !s into !t -> !t
  %m4 = tile.assemble %b into %m3[16, 16] : !s into !t -> !t
  func.return %m4, %top : !t, !tile.tile<16x32xbf16, left>
}"""


def test_a_tile_assembled_from_others(run: Run):
    a, b = np.full((16, 16), 1.01953125, np.float32), np.full((16, 16), 2, np.float32)
    whole, top = run(ASSEMBLE, a, b, 0)
    assert {float(value) for value in whole[:, :16].flat} == {1.015625}
    assert {float(value) for value in whole[:, 16:].flat} == {2.0}
    np.testing.assert_array_equal(top, whole[:16])


def test_fault_H9_what_was_not_assembled_cannot_be_read(run: Run):
    with pytest.raises(OperationError, match=r"'tile.extract' op reads elements that were never written"):
        run(ASSEMBLE, np.ones((16, 16), np.float32), np.ones((16, 16), np.float32), 1)


def test_fault_H9_what_a_narrow_source_covers_is_poison(run: Run):
    """The physical source is written as a whole: its pads destroy what was under them."""
    text = """
    !s = !tile.tile<16x16xf32, vec, valid = 8x16>
    !t = !tile.tile<32x16xf32, vec>
    func.func @f(%t: !t, %s: !s) -> !t {
      %r = tile.assemble %s into %t[16, 0] : !s into !t -> !t
      func.return %r : !t
    }"""
    with pytest.raises(OperationError, match=r"never written"):
        run(text, grid(32, 16), grid(8, 16))


def test_valid_rectangles(run: Run):
    text = """
    !t = !tile.tile<16x16xf32, vec>
    !d = !tile.tile<16x16xf32, vec, valid = ?x16>
    func.func @f(%t: !t, %n: index, %m: index) -> (!d, index, index) {
      %a = tile.set_validshape %t[%n, 16] : !t to !d
      %b = tile.set_validshape %a[%m, 16] : !d to !d
      %r, %c = tile.get_validshape %b : !d
      func.return %b, %r, %c : !d, index, index
    }"""
    narrowed, rows, columns = run(text, grid(16, 16), 9, 5)
    np.testing.assert_array_equal(narrowed, grid(5, 16))
    assert (rows, columns) == (5, 16)
    with pytest.raises(OperationError, match=r"never written"):
        run(text, grid(16, 16), 5, 9)
    with pytest.raises(OperationError, match=r"'tile.set_validshape' op offset 0 out of \[0, -1\]: 17 elements of 16"):
        run(text, grid(16, 16), 17, 9)


def test_views(run: Run):
    text = """
    func.func @f(%t: !tile.tile<4x16xf32, vec>)
        -> (!tile.tile<8x8xf32, vec>, !tile.tile<16x4xf32, vec, layout = <col, none, 512>>) {
      %r = tile.reshape %t : !tile.tile<4x16xf32, vec> to !tile.tile<8x8xf32, vec>
      %x = tile.transpose_view %t : !tile.tile<4x16xf32, vec> to !tile.tile<16x4xf32, vec, layout = <col, none, 512>>
      func.return %r, %x : !tile.tile<8x8xf32, vec>, !tile.tile<16x4xf32, vec, layout = <col, none, 512>>
    }"""
    reshaped, transposed = run(text, grid(4, 16))
    np.testing.assert_array_equal(reshaped, grid(4, 16).reshape(8, 8))
    np.testing.assert_array_equal(transposed, grid(4, 16).T)


def test_valid_extents_that_disagree_at_run_time(run: Run):
    d = "!tile.tile<16x16xf32, vec, valid = ?x16>"
    text = f"func.func @f(%a: {d}, %b: {d}) -> {d} {{ %r = tile.add %a, %b : {d}, {d} func.return %r : {d} }}"
    with pytest.raises(OperationError, match=r"'tile.add' op operand valid shapes differ: 5x16 and 6x16"):
        run(text, grid(5, 16), grid(6, 16))


def test_fault_C2_a_pushed_tile_keeps_its_valid_rows(run: Run):
    text = """
    !a = !tile.tile<64x32xi8, left, valid = 16x32, compact>
    !b = !tile.tile<32x128xi8, right>
    !acc = !tile.tile<64x128xi32, acc, valid = 16x128, compact>
    !v = !tile.tile<64x128xi32, vec, valid = 16x128>
    func.func @f(%a: !a, %b: !b, %out: tensor<64x128xi32>) -> tensor<64x128xi32> {
      %one = arith.constant 1 : i32
      %c = tile.matmul %a, %b : !a, !b -> !acc
      tile.push %c to vector pipe 0 : !acc
      %v = tile.pop from cube pipe 0 : !v
      %w = tile.adds %v, %one : !v, i32
      tile.free %v : !v
      %r = tile.store %w into %out[0, 0] : !v into tensor<64x128xi32>
      func.return %r : tensor<64x128xi32>
    }"""
    b = np.repeat((np.arange(128) % 7).astype(np.int8)[None], 32, axis=0)
    (out,) = run(text, np.ones((16, 32), np.int8), b, np.full((64, 128), -1, np.int32))
    np.testing.assert_array_equal(out[:16], np.broadcast_to(32 * (np.arange(128) % 7) + 1, (16, 128)))
    assert set(out[16:].flat) == {-1}


def test_fault_C6_a_narrower_push_through_the_same_pipe(run: Run):
    text = """
    !full = !tile.tile<8x32xf32, vec>
    !part = !tile.tile<8x32xf32, vec, valid = 8x24>
    !mfull = !tile.tile<8x32xf32, mat>
    func.func @f(%a: !full, %b: !part) -> !tile.tile<8x1xf32, vec> {
      tile.push %a to cube pipe 1 : !full
      %p = tile.pop from vector pipe 1 : !mfull
      tile.free %p : !mfull
      tile.push %b to cube pipe 1 : !part
      %q = tile.pop from vector pipe 1 : !tile.tile<8x32xf32, mat, valid = 8x24>
      %v = tile.move %q : !tile.tile<8x32xf32, mat, valid = 8x24> to !part
      %m = tile.row_max %v : !part -> !tile.tile<8x1xf32, vec>
      func.return %m : !tile.tile<8x1xf32, vec>
    }"""
    assert set(run(text, np.full((8, 32), 1e9, np.float32), np.ones((8, 24), np.float32))[0].flat) == {1.0}


def test_pipes_complain(run: Run):
    t, m = "!tile.tile<8x32xf32, vec>", "!tile.tile<8x32xf32, mat>"
    empty = f"func.func @f() -> {m} {{ %p = tile.pop from vector pipe 3 : {m} func.return %p : {m} }}"
    with pytest.raises(OperationError, match=r"'tile.pop' op pops from pipe 3, which is empty"):
        run(empty)
    freed = f"""
    func.func @f(%a: {t}) -> {t} {{
      tile.push %a to cube pipe 0 : {t}
      %p = tile.pop from vector pipe 0 : {m}
      tile.free %p : {m}
      %v = tile.move %p : {m} to {t}
      func.return %v : {t}
    }}"""
    with pytest.raises(OperationError, match=r"'tile.move' op reads a tile that was given back by tile.free"):
        run(freed, grid(8, 32))


@pytest.mark.parametrize("destination", ["%given", "%new"])
def test_blocks_share_their_outputs(program: Callable[..., Program], destination: str):
    text = f"""
    func.func @f(%given: tensor<8xi32>) -> (tensor<8xi32>, index) {{
      %new = tensor.empty() : tensor<8xi32>
      %i = tile.block_idx
      %n = tile.block_num
      %c10 = arith.constant 10 : i32
      %v = arith.index_cast %i : index to i32
      %x = arith.addi %v, %c10 : i32
      %t = tile.fill %x : i32 to !tile.tile<2xi32, vec>
      %c2 = arith.constant 2 : index
      %at = arith.muli %i, %c2 : index
      %r = tile.store %t into {destination}[%at] : !tile.tile<2xi32, vec> into tensor<8xi32>
      func.return %r, %n : tensor<8xi32>, index
    }}"""
    given = np.full(8, -1, np.int32)
    rest = -1 if destination == "%given" else 2**31 - 1
    loaded = program(text)
    for count in (3, 1, 3):
        written, blocks = loaded.run_blocks("f", [given], count)
        assert blocks == count
        assert written.tolist() == [10, 10, *([11, 11, 12, 12] if count == 3 else [rest] * 4), rest, rest]
    assert given.tolist() == [-1] * 8


@pytest.mark.parametrize(
    "body, reason",
    [
        (
            "%m = tile.extract %t[0, 0] : !t to !tile.tile<256x256xbf16, left>",
            r"!tile.tile<256x256xbf16, left> needs 131072 bytes, the left of ascend910b has 65536",
        ),
        (
            "%b = tile.load %r[0, 0] : tensor<1x512xf32> to !tile.tile<1x512xf32, mat, layout = <row, none, 512>>\n"
            "%m = tile.move %b : !tile.tile<1x512xf32, mat, layout = <row, none, 512>> to !tile.tile<1x512xf32, bias>",
            r"!tile.tile<1x512xf32, bias> needs 2048 bytes, the bias of ascend910b has 1024",
        ),
    ],
)
def test_tiles_that_do_not_fit_their_memory(run: Run, body: str, reason: str):
    text = f"""
    !t = !tile.tile<256x256xbf16, mat>
    func.func @f(%t: !t, %r: tensor<1x512xf32>) {{
      {body}
      func.return
    }}"""
    arguments = np.zeros((256, 256), ml_dtypes.bfloat16), np.zeros((1, 512), np.float32)
    with pytest.raises(OperationError, match=reason):
        run(text, *arguments)
    run(text, *arguments, machine="none")
