"""Cube and vector kernels that pass tiles to each other, as coroutines over bounded FIFOs."""

from typing import Any

import numpy as np
import pytest
from pto_programs import parse, run
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.pto.launch import add_driver

RNG = np.random.default_rng(5)


def mixed(
    split: int, arch: str = "a5", tiles: int = 12, pops: int | None = None, entry: bool = True, free: bool = True
) -> str:
    """A cube kernel that multiplies `tiles` blocks of 16 rows and a vector kernel that adds one to each."""
    rows, columns = (8, 32) if split == 1 else (16, 16) if split == 2 else (16, 32)
    layout = "blayout=col_major, slayout=row_major" if arch == "a5" else "slayout=row_major"
    call = """
  func.func @both(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %o: !pto.ptr<f32>) attributes {pto.entry} {
    func.call @cube(%a, %b, %o) : (!pto.ptr<f16>, !pto.ptr<f16>, !pto.ptr<f32>) -> ()
    func.call @vector(%a, %b, %o) : (!pto.ptr<f16>, !pto.ptr<f16>, !pto.ptr<f32>) -> ()
    func.return
  }"""
    kernel = "" if entry else "pto.entry, "
    return f"""
!left = !pto.tile_buf<left, 16x16xf16, {layout}>
!right = !pto.tile_buf<right, 16x32xf16, slayout=col_major>
!acc = !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>
!a = !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
!b = !pto.tile_buf<mat, 16x32xf16, blayout=col_major, slayout=row_major>
!part = !pto.tile_buf<vec, {rows}x{columns}xf32>
module attributes {{pto.target_arch = "{arch}"}} {{
  func.func @cube(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %o: !pto.ptr<f32>)
      attributes {{{kernel}pto.kernel_kind = #pto.kernel_kind<cube>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %m = arith.constant {16 * tiles} : index
    %zero = arith.constant 0 : i32
    %fifo = pto.import_reserved_buffer{{name = "fifo", peer_func = @vector}} -> i32
    pto.aic_initialize_pipe{{dir_mask = 1, slot_size = 2048}}
      (gm_slot_buffer = %o : !pto.ptr<f32>, c2v_consumer_buf = %fifo : i32, v2c_consumer_buf = %zero : i32)
    %va = pto.make_tensor_view %a, shape = [%m, %c16], strides = [%c16, %c1] : !pto.tensor_view<?x?xf16>
    %vb = pto.make_tensor_view %b, shape = [%c16, %c32], strides = [%c32, %c1] : !pto.tensor_view<?x?xf16>
    %pb = pto.partition_view %vb, offsets = [%c0, %c0], sizes = [%c16, %c32] : !pto.tensor_view<?x?xf16>
      -> !pto.partition_tensor_view<16x32xf16>
    %mb = pto.alloc_tile : !b
    %r = pto.alloc_tile : !right
    pto.tload ins(%pb : !pto.partition_tensor_view<16x32xf16>) outs(%mb : !b)
    pto.tmov ins(%mb : !b) outs(%r : !right)
    %ma = pto.alloc_tile : !a
    %l = pto.alloc_tile : !left
    %acc = pto.alloc_tile : !acc
    scf.for %i = %c0 to %m step %c16 {{
      %pa = pto.partition_view %va, offsets = [%i, %c0], sizes = [%c16, %c16] : !pto.tensor_view<?x?xf16>
      -> !pto.partition_tensor_view<16x16xf16>
      pto.tload ins(%pa : !pto.partition_tensor_view<16x16xf16>) outs(%ma : !a)
      pto.tmov ins(%ma : !a) outs(%l : !left)
      pto.tmatmul ins(%l, %r : !left, !right) outs(%acc : !acc)
      pto.tpush_to_aiv(%acc : !acc) {{split = {split}}}
    }}
    func.return
  }}
  func.func @vector(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %o: !pto.ptr<f32>)
      attributes {{{kernel}pto.kernel_kind = #pto.kernel_kind<vector>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %m = arith.constant {16 * tiles} : index
    %popped = arith.constant {16 * (tiles if pops is None else pops)} : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1.0 : f32
    %fifo = pto.reserve_buffer{{name = "fifo", size = 16384, location = <vec>, auto = true}} -> i32
    pto.aiv_initialize_pipe{{dir_mask = 1, slot_size = 2048}}
      (gm_slot_buffer = %o : !pto.ptr<f32>, c2v_consumer_buf = %fifo : i32, v2c_consumer_buf = %zero : i32)
    %lane64 = pto.get_subblock_idx
    %lane = arith.index_cast %lane64 : i64 to index
    %height = arith.constant {8 if split == 1 else 0} : index
    %width = arith.constant {16 if split == 2 else 0} : index
    %down = arith.muli %lane, %height : index
    %right = arith.muli %lane, %width : index
    %h = arith.constant {rows} : index
    %w = arith.constant {columns} : index
    %vo = pto.make_tensor_view %o, shape = [%m, %c32], strides = [%c32, %c1] : !pto.tensor_view<?x?xf32>
    scf.for %i = %c0 to %popped step %c16 {{
      %row = arith.addi %i, %down : index
      %t = pto.tpop_from_aic {{split = {split}}} -> !part
      %po = pto.partition_view %vo, offsets = [%row, %right], sizes = [%h, %w] : !pto.tensor_view<?x?xf32>
      -> !pto.partition_tensor_view<{rows}x{columns}xf32>
      pto.tadds ins(%t, %one : !part, f32) outs(%t : !part)
      pto.tstore ins(%t : !part) outs(%po : !pto.partition_tensor_view<{rows}x{columns}xf32>)
      {f"pto.tfree_from_aic {{split = {split}}}" if free else ""}
    }}
    func.return
  }}
  {call if entry else ""}
}}"""


def arguments(tiles: int = 12) -> tuple[Any, Any, Any]:
    a, b = (RNG.standard_normal(shape).astype(np.float16) for shape in ((16 * tiles, 16), (16, 32)))
    return a, b, np.full((16 * tiles, 32), -1, np.float32)


@pytest.mark.parametrize("arch", ["a3", "a5"])
@pytest.mark.parametrize("split", [0, 1, 2])
def test_more_tiles_than_slots(split: int, arch: str):
    a, b, out = arguments()
    run(mixed(split, arch), a, b, out, name="both", arch=arch)
    np.testing.assert_allclose(out, a.astype(np.float32) @ b.astype(np.float32) + 1, atol=1e-4)


def test_two_entries_run_together():
    a, b, out = arguments()
    module = parse(mixed(0, entry=False), "a5")
    add_driver(module)
    entries = [op.sym_name.data for op in module.walk() if isinstance(op, FuncOp) and "pto.entry" in op.attributes]
    assert entries == ["launch"]
    from xdsl_tiles.interpreters.program import Program

    Program(module).run("launch", (a, b, out))
    np.testing.assert_allclose(out, a.astype(np.float32) @ b.astype(np.float32) + 1, atol=1e-4)


def test_a_pop_without_a_push_is_found():
    with pytest.raises(OperationError, match=r"'pto.tpop_from_aic' op waits for ever for tile 13 .* was sent 12"):
        run(mixed(0, tiles=12, pops=13), *arguments(), name="both", arch="a5")


def test_tiles_that_nobody_pops_are_found():
    with pytest.raises(OperationError, match="leaves 2 tiles"):
        run(mixed(0, tiles=12, pops=10), *arguments(), name="both", arch="a5")


def test_slots_that_are_never_freed_run_out():
    with pytest.raises(OperationError, match=r"'pto.tpush_to_aiv' op waits for ever for a slot: 8 of 8"):
        run(mixed(0, free=False), *arguments(), name="both", arch="a5")


def test_a_kernel_alone_finds_its_fifo_empty():
    with pytest.raises(OperationError, match=r"'pto.tpop_from_aic' op pops from an empty FIFO"):
        run(mixed(0), *arguments(), name="vector", arch="a5")


def test_fault_F3_a_tile_whose_slot_was_given_back_is_not_read():
    text = mixed(0).replace("pto.tadds ins(%t, %one", "pto.tfree_from_aic {split = 0}\n      pto.tadds ins(%t, %one")
    with pytest.raises(VerifyException, match=r"gives back a slot whose tile a pto.t\w+ below uses"):
        run(text, *arguments(), name="both", arch="a5")


@pytest.mark.parametrize("valid, lanes", [(5, (5, 0)), (13, (8, 5)), (16, (8, 8))])
def test_fault_C5_valid_rows_are_those_of_each_half(valid: int, lanes: tuple[int, int]):
    from xdsl_tiles.interpreters.program import Program

    text = f"""
    module attributes {{pto.target_arch = "a5"}} {{
      func.func @f(%x: !pto.tile_buf<acc, 16x16xf32, valid={valid}x16, blayout=col_major, slayout=row_major, fractal=1024>)
          attributes {{pto.kernel_kind = #pto.kernel_kind<cube>}} {{
        %zero = arith.constant 0 : i32
        pto.aic_initialize_pipe{{dir_mask = 1, slot_size = 1024}}(c2v_consumer_buf = %zero : i32, v2c_consumer_buf = %zero : i32)
        pto.tpush_to_aiv(%x : !pto.tile_buf<acc, 16x16xf32, valid={valid}x16, blayout=col_major, slayout=row_major, fractal=1024>) {{split = 1}}
        func.return
      }}
    }}"""  # noqa: E501
    loaded = Program(parse(text, "a5"))
    rows = np.repeat(np.arange(valid, dtype=np.float32), 16).reshape(valid, 16)
    loaded.run("f", [rows])
    for lane, count in enumerate(lanes):
        shape, elements = loaded.environment.pipes[lane, "vector"].tiles[0]
        assert shape == (8, 16) and elements[:, 0].tolist() == list(range(8 * lane, 8 * lane + count))
