"""Faults that people met in tiled matmuls, as small programs: what the pass emits must compute the right value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.analysis.l0 import L0Tile, Planner, design_space, l0_problem
from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.dialects.tile import pipelining
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.machines import load
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass, choice

PLANNERS = ("pypto", "dsa-rp", "ptoas")
_NUMPY = {"f32": np.float32, "f16": np.float16, "i8": np.int8}


def matmul(dtype: str, shape: tuple[int, int, int], valid: tuple[int, int, int] | None = None) -> str:
    """A matmul of physical `M x N x K`, of which `valid` is data (default: all), stored whole."""
    (m, n, k), acc = shape, "i32" if dtype == "i8" else "f32"
    rows, columns, inner = valid or shape
    lhs = f"{m}x{k}x{dtype}, mat, valid = {rows}x{inner}"
    rhs = f"{k}x{n}x{dtype}, mat, valid = {inner}x{columns}"
    compact = ", compact" if rows != m else ""
    out = f"!tile.tile<{m}x{n}x{acc}, acc, valid = {rows}x{columns}{compact}>"
    tensors = (f"tensor<{rows}x{inner}x{dtype}>", f"tensor<{inner}x{columns}x{dtype}>", f"tensor<{m}x{n}x{acc}>")
    return f"""
    func.func @f(%a: {tensors[0]}, %b: {tensors[1]}, %out: {tensors[2]}) -> {tensors[2]} {{
      %lhs = tile.load %a[0, 0] valid [{rows}, {inner}] : {tensors[0]} to !tile.tile<{lhs}>
      %rhs = tile.load %b[0, 0] valid [{inner}, {columns}] : {tensors[1]} to !tile.tile<{rhs}>
      %c = tile.matmul %lhs, %rhs : !tile.tile<{lhs}>, !tile.tile<{rhs}> -> {out}
      %0 = tile.store %c into %out[0, 0] : {out} into {tensors[2]}
      func.return %0 : {tensors[2]}
    }}"""


def tiled(text: str, **options: Any) -> ModuleOp:
    """The program after the pass, which must have tiled it and said nothing."""
    context = all_dialects()
    module = LocatedParser(context, text, "fault").parse_module()
    with collecting() as said:
        run_pipeline(module, context, [AutoTileMatmulL0Pass(**options)])
    assert not said
    assert "tile.planner" in str(module)
    return module


def run(module: ModuleOp, *arguments: Any) -> np.ndarray:
    """The one result of the program."""
    (result,) = Program(module).run("f", arguments)
    return result


def ones(dtype: str, *shape: int) -> np.ndarray:
    """An array of ones."""
    return np.ones(shape, _NUMPY[dtype])


@pytest.mark.parametrize("planner", PLANNERS)
def test_fault_A5_every_planner_tiles(planner: str) -> None:
    module = tiled(matmul("f32", (64, 512, 128)), planner=planner)
    assert (run(module, ones("f32", 64, 128), ones("f32", 128, 512), np.zeros((64, 512), np.float32)) == 128).all()
    assert max(_bytes_in(module.walk(), MemorySpace.RIGHT)) <= 65536


@pytest.mark.parametrize("planner", PLANNERS)
def test_fault_A7_moving_panels_leave_room_for_two(planner: str) -> None:
    module = tiled(matmul("f16", (64, 512, 128)), planner=planner)
    assert (run(module, ones("f16", 64, 128), ones("f16", 128, 512), np.zeros((64, 512), np.float32)) == 128).all()
    loops = [op for op in module.walk() if isinstance(op, scf.ForOp) and pipelining.STAGES in op.attributes]
    moving = [size for loop in loops for size in _bytes_in(loop.body.block.ops, MemorySpace.RIGHT)]
    assert moving
    assert max(moving) <= 32768


def _bytes_in(ops: Iterable[Operation], space: MemorySpace) -> list[int]:
    types = [result.type for op in ops for result in op.results]
    sizes = [tile_bytes(type_, load("ascend910b")) for type_ in types if _is_in(type_, space)]
    return [size for size in sizes if size is not None]


def _is_in(type_: object, space: MemorySpace) -> bool:
    return isinstance(type_, TileType) and type_.space is space


def test_fault_B1_nested_first_step_predicates_compose() -> None:
    """Two outer K blocks, predicated by the caller, of two inner blocks each."""
    text = """
    func.func @f(%a: tensor<16x128xf32>, %b: tensor<128x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %zero = arith.constant 0 : index
      %end = arith.constant 128 : index
      %step = arith.constant 64 : index
      %seed = tile.create : !tile.tile<16x16xf32, acc>
      %sum = scf.for %k = %zero to %end step %step iter_args(%acc = %seed) -> (!tile.tile<16x16xf32, acc>) {
        %lhs = tile.load %a[0, %k] : tensor<16x128xf32> to !tile.tile<16x64xf32, mat>
        %rhs = tile.load %b[%k, 0] : tensor<128x16xf32> to !tile.tile<64x16xf32, mat>
        %first = arith.cmpi eq, %k, %zero : index
        %c = tile.matmul_acc %acc, %lhs, %rhs init %first
            : !tile.tile<16x16xf32, acc>, !tile.tile<16x64xf32, mat>, !tile.tile<64x16xf32, mat>
        scf.yield %c : !tile.tile<16x16xf32, acc>
      }
      %0 = tile.store %sum into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
      func.return %0 : tensor<16x16xf32>
    }"""
    module = tiled(text, machine="toy_cube")
    assert (run(module, ones("f32", 16, 128), ones("f32", 128, 16), np.zeros((16, 16), np.float32)) == 128).all()


@pytest.mark.parametrize(
    ("fault", "dtype", "shape", "valid"),
    [
        ("B3", "f32", (16, 16, 64), (16, 16, 64)),
        ("B7_int8_k_of_80", "i8", (16, 64, 96), (16, 64, 80)),
        ("B7_k_of_208", "f16", (64, 128, 208), (64, 128, 208)),
        ("B9", "f16", (16, 16, 48), (16, 16, 48)),
        ("C8_five_rows", "f16", (16, 256, 128), (5, 256, 128)),
        ("C9_k_of_161", "f32", (16, 16, 176), (16, 16, 161)),
        ("C9_k_of_17", "f32", (16, 16, 32), (16, 16, 17)),
        ("C15_n_of_104", "f16", (32, 112, 16), (32, 104, 16)),
    ],
)
def test_fault_tails_of_ones(fault: str, dtype: str, shape: tuple[int, int, int], valid: tuple[int, int, int]) -> None:
    rows, columns, inner = valid
    before = np.full(shape[:2], -1, np.int32 if dtype == "i8" else np.float32)
    module = tiled(matmul(dtype, shape, valid), machine="toy_cube")
    result = run(module, ones(dtype, rows, inner), ones(dtype, inner, columns), before)
    assert (result[:rows, :columns] == inner).all()
    assert (result[rows:] == -1).all()
    assert (result[:, columns:] == -1).all()


def test_fault_B6_the_tail_starts_where_full_blocks_end() -> None:
    module = tiled(matmul("f16", (16, 16, 192)), machine="toy_cube")
    rhs = ones("f16", 192, 16)
    rhs[128:] = 2
    assert (run(module, ones("f16", 16, 192), rhs, np.zeros((16, 16), np.float32)) == 256).all()


def test_fault_B10_every_legal_tile_of_the_design_space(monkeypatch: pytest.MonkeyPatch) -> None:
    shape = (64, 32, 64)
    problem = l0_problem(load("ascend910b"), shape, ("f32", "f32", "f32"), planner=Planner.DSA_RP)
    generator = np.random.default_rng(0)
    lhs, rhs = (generator.integers(-8, 9, size).astype(np.float32) for size in ((64, 64), (64, 32)))
    space = design_space(problem)
    assert len(space) > 10
    for row in space:
        if (row["m"], row["n"], row["k"]) == shape:
            continue
        shared = {name: row[name].item() for name in space.dtype.names if name in L0Tile.__dataclass_fields__}
        candidate = L0Tile(**shared, cost_cycles=int(row["wall"]), perf_hint="")
        monkeypatch.setattr(choice, "_choose", lambda *_, candidate=candidate: candidate)
        module = tiled(matmul("f32", shape))
        assert (run(module, lhs, rhs, np.zeros((64, 32), np.float32)) == lhs @ rhs).all(), candidate


@pytest.mark.parametrize("machine", ["ascend910b", "ascend950", "toy_cube"])
def test_fault_B15_int32_sums_stay_exact(machine: str) -> None:
    lhs, rhs = np.full((16, 2048), 127, np.int8), np.full((2048, 32), 127, np.int8)
    rhs[0] = 126
    module = tiled(matmul("i8", (16, 32, 2048)), machine=machine)
    assert (run(module, lhs, rhs, np.zeros((16, 32), np.int32)) == 33_032_065).all()


def test_fault_B16_int8_products_are_not_int8() -> None:
    lhs, rhs = np.zeros((16, 32), np.int8), np.zeros((32, 32), np.int8)
    lhs[0, :2], rhs[:2, 0] = (10, 20), (10, 20)
    module = tiled(matmul("i8", (32, 64, 64), (16, 32, 32)), machine="toy_cube")
    assert run(module, lhs, rhs, np.zeros((32, 64), np.int32))[0, 0] == 500


def test_fault_B21_rows_of_the_last_box() -> None:
    lhs = np.repeat((np.arange(511) % 7).astype(np.float32)[:, None], 96, axis=1)
    module = tiled(matmul("f32", (512, 16, 96), (511, 16, 96)), machine="toy_cube")
    result = run(module, lhs, ones("f32", 96, 16), np.full((512, 16), -1, np.float32))
    assert (result[:511] == 96 * (np.arange(511) % 7)[:, None]).all()
    assert (result[511:] == -1).all()


@pytest.mark.parametrize("slices", [1, 2, 4, 8])
def test_fault_B22_the_first_slice_overwrites_what_was_there(slices: int) -> None:
    step = 256 // slices
    text = f"""
    func.func @f(%a: tensor<16x256xf32>, %b: tensor<256x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {{
      %zero = arith.constant 0 : index
      %end = arith.constant 256 : index
      %step = arith.constant {step} : index
      %seed = tile.create : !tile.tile<16x16xf32, acc>
      %sum = scf.for %k = %zero to %end step %step iter_args(%acc = %seed) -> (!tile.tile<16x16xf32, acc>) {{
        %lhs = tile.load %a[0, %k] : tensor<16x256xf32> to !tile.tile<16x{step}xf32, mat>
        %rhs = tile.load %b[%k, 0] : tensor<256x16xf32> to !tile.tile<{step}x16xf32, mat>
        %first = arith.cmpi eq, %k, %zero : index
        %c = tile.matmul_acc %acc, %lhs, %rhs init %first
            : !tile.tile<16x16xf32, acc>, !tile.tile<16x{step}xf32, mat>, !tile.tile<{step}x16xf32, mat>
        scf.yield %c : !tile.tile<16x16xf32, acc>
      }}
      %0 = tile.store %sum into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
      func.return %0 : tensor<16x16xf32>
    }}"""
    module = tiled(text, machine="toy_cube")
    assert (run(module, ones("f32", 16, 256), ones("f32", 256, 16), np.full((16, 16), 5, np.float32)) == 256).all()
