"""Matmuls with a bias after auto-tile-matmul-l0: right in every form, under every planner, on operands of any shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles import machines
from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.diagnostics import Diagnostic, collecting
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulBiasOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.machines import load
from xdsl_tiles.numerics.dtypes import dtype_named
from xdsl_tiles.numerics.tolerance import compare, tolerance
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

PLANNERS = ("pypto", "dsa-rp", "ptoas")
ROW_LAYOUT = "layout = <row, none, 512>"
Shape = tuple[int, int, int]


def matmul_bias(dtype: str, shape: Shape, valid: Shape | None = None, *, resident: bool = False) -> str:
    """A biased matmul of physical `M x N x K`, of which `valid` is data (default: all), stored whole.

    The bias covers all physical columns, as its windows need.
    """
    (m, n, k), acc = shape, "i32" if dtype == "i8" else "f32"
    rows, columns, inner = valid or shape
    lhs = f"!tile.tile<{m}x{k}x{dtype}, mat, valid = {rows}x{inner}>"
    rhs = f"!tile.tile<{k}x{n}x{dtype}, mat, valid = {inner}x{columns}>"
    in_mat, in_table = f"!tile.tile<1x{n}x{acc}, mat, {ROW_LAYOUT}>", f"!tile.tile<1x{n}x{acc}, bias>"
    compact = ", compact" if rows != m else ""
    result = f"!tile.tile<{m}x{n}x{acc}, acc, valid = {rows}x{columns}{compact}>"
    move = f"%table = tile.move %row : {in_mat} to {in_table}" if resident else ""
    bias, bias_type = ("%table", in_table) if resident else ("%row", in_mat)
    tensors = (f"tensor<{rows}x{inner}x{dtype}>", f"tensor<{inner}x{columns}x{dtype}>", f"tensor<1x{n}x{acc}>")
    out = f"tensor<{m}x{n}x{acc}>"
    return f"""
    func.func @f(%a: {tensors[0]}, %b: {tensors[1]}, %bias: {tensors[2]}, %out: {out}) -> {out} {{
      %lhs = tile.load %a[0, 0] valid [{rows}, {inner}] : {tensors[0]} to {lhs}
      %rhs = tile.load %b[0, 0] valid [{inner}, {columns}] : {tensors[1]} to {rhs}
      %row = tile.load %bias[0, 0] : {tensors[2]} to {in_mat}
      {move}
      %c = tile.matmul_bias %lhs, %rhs, {bias} : {lhs}, {rhs}, {bias_type} -> {result}
      %0 = tile.store %c into %out[0, 0] : {result} into {out}
      func.return %0 : {out}
    }}"""


def tiled(text: str, **options: Any) -> tuple[ModuleOp, list[Diagnostic]]:
    """The program after the pass, and what it said."""
    context = all_dialects()
    module = LocatedParser(context, text, "bias").parse_module()
    with collecting() as said:
        run_pipeline(module, context, [AutoTileMatmulL0Pass(**options)])
    return module, said


def operand(generator: np.random.Generator, dtype: str, *shape: int) -> np.ndarray:
    """Random elements, of integers from the whole range."""
    if dtype in ("i8", "i32"):
        bound = 128 if dtype == "i8" else 1 << 24
        return generator.integers(-bound, bound, shape).astype(np.int8 if dtype == "i8" else np.int32)
    kinds = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
    return generator.standard_normal(shape).astype(kinds[dtype])


def largest(module: ModuleOp, space: MemorySpace, machine: str) -> int:
    """Bytes of the largest tile in a memory."""
    types = [result.type for op in module.walk() for result in op.results]
    tiles = [type_ for type_ in types if isinstance(type_, TileType) and type_.space is space]
    return max(tile_bytes(tile, load(machine)) or 0 for tile in tiles)


CASES = [
    pytest.param("ascend910b", "bf16", (16, 64, 2048), None, False, id="case_13"),
    pytest.param("ascend910b", "i8", (256, 512, 1024), None, False, id="case_24"),
    pytest.param("ascend950", "bf16", (528, 528, 32), None, False, id="case_28"),
    pytest.param("ascend910b", "i8", (16, 512, 32), None, False, id="case_30"),
    pytest.param("ascend950", "bf16", (64, 64, 272), None, False, id="case_32"),
    pytest.param("ascend910b", "f32", (144, 400, 48), None, False, id="corner"),
    pytest.param("ascend910b", "bf16", (1024, 64, 64), None, True, id="resident_rows"),
    pytest.param("toy_cube", "f32", (48, 80, 112), None, False, id="toy_split_k"),
    pytest.param("toy_cube", "f32", (48, 80, 16), None, False, id="toy_full_k"),
    pytest.param("toy_cube", "bf16", (48, 80, 64), (33, 67, 50), False, id="toy_valid"),
    pytest.param("toy_cube", "i8", (48, 96, 96), (1, 65, 80), False, id="toy_one_row"),
    pytest.param("toy_cube", "f32", (160, 16, 80), (145, 16, 80), True, id="toy_resident"),
    pytest.param("ascend950", "f16", (272, 1536, 64), (260, 1530, 64), False, id="wider_than_the_table"),
]


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize(("machine", "dtype", "shape", "valid", "resident"), CASES)
def test_numerics(machine: str, dtype: str, shape: Shape, valid: Shape | None, resident: bool, planner: str) -> None:
    """Against NumPy in float64 or exact integers; what is not valid is poison, and stays out of the tensor."""
    generator = np.random.default_rng(sum(shape))
    acc = "i32" if dtype == "i8" else "f32"
    m, n, k = valid or shape
    lhs, rhs, bias = (
        operand(generator, dtype, m, k),
        operand(generator, dtype, k, n),
        operand(generator, acc, 1, shape[1]),
    )
    module, said = tiled(matmul_bias(dtype, shape, valid, resident=resident), machine=machine, planner=planner)
    assert not said
    assert "tile.planner" in str(module)
    wide, narrow = (np.int64, np.int32) if acc == "i32" else (np.float64, np.float32)
    before = np.full(shape[:2], -1, narrow)
    (result,) = Program(module, Environment(machine=machine)).run("f", [lhs, rhs, bias, before])
    expected = np.full(shape[:2], -1, narrow)
    expected[:m, :n] = (lhs.astype(wide) @ rhs.astype(wide) + bias[:, :n]).astype(narrow)
    assert compare(result, expected, tolerance(dtype_named(acc))) is None
    assert largest(module, MemorySpace.BIAS, machine) <= load(machine).memory["bias"].bytes


@pytest.mark.parametrize("k", [16, 32, 48, 128])
def test_fault_B13_a_bias_counts_once(k: int) -> None:
    """One, two, three and eight K blocks: 3 is added once, neither lost nor added by every block."""
    module, _ = tiled(matmul_bias("f32", (32, 32, k)), machine="toy_cube", planner="pypto")
    ones = np.ones((32, k), np.float32), np.ones((k, 32), np.float32)
    (result,) = Program(module).run("f", [*ones, np.full((1, 32), 3, np.float32), np.zeros((32, 32), np.float32)])
    assert (result == k + 3).all()


@pytest.mark.parametrize("planner", PLANNERS)
def test_fault_B13_no_window_outgrows_the_bias_table(planner: str) -> None:
    """512 columns of f32 take twice what the table of ascend910b has."""
    module, _ = tiled(matmul_bias("bf16", (32, 512, 128)), machine="ascend910b", planner=planner)
    assert largest(module, MemorySpace.BIAS, "ascend910b") <= 1024
    assert len([op for op in module.walk() if isinstance(op, MatmulBiasOp)]) >= 1


def test_fault_B15_int32_sums_with_a_bias_stay_exact() -> None:
    lhs, rhs = np.full((16, 2048), 127, np.int8), np.full((2048, 32), 127, np.int8)
    rhs[0] = 126
    module, _ = tiled(matmul_bias("i8", (16, 32, 2048)), machine="ascend910b")
    bias = np.full((1, 32), 1 << 24, np.int32)
    (result,) = Program(module).run("f", [lhs, rhs, bias, np.zeros((16, 32), np.int32)])
    assert (result == 33_032_065 + (1 << 24)).all()


def machine_with(tmp_path: Path, section: str, old: str, new: str) -> str:
    """The path of a machine that differs from ascend910b in one place after the start of a section."""
    text = (Path(machines.__file__).parent / "ascend910b.toml").read_text()
    before, after = text.split(section)
    assert old in after
    path = tmp_path / "changed.toml"
    path.write_text(f"{before}{section}{after.replace(old, new, 1)}")
    return str(path)


def test_a_machine_without_a_path_to_the_bias_table(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "[dtypes.mat_to_bias]", 'f32 = ["f32"]\n', "")
    _, (said,) = tiled(matmul_bias("bf16", (16, 64, 2048)), machine=machine, planner="pypto")
    assert said.text == (
        "[PH-AT-011] 'tile.matmul_bias' op ascend910b has no path for a bias from f32 in mat to f32 in the bias table: "
        "add it on the vector core"
    )
    module, said = tiled(matmul_bias("bf16", (16, 64, 2048), resident=True), machine=machine, planner="pypto")
    assert not said
    assert "scf.for" in str(module)


def test_a_bias_table_below_one_window(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "[memory]", "bias = { bytes = 1024,", "bias = { bytes = 32,")
    _, (said,) = tiled(matmul_bias("bf16", (16, 64, 2048)), machine=machine, planner="pypto")
    assert said.code == "PH-AT-011"
    assert said.figures == {"needed": 64, "available": 32}
