"""Faults that people met in compiled layers, as small layers: `linalg` down to L0 tiles computes the right value."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.named import TensorToTilePipeline, TileSchedulePipeline
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline

MACHINES = ("ascend910b", "ascend950", "toy_cube")
_NUMPY: dict[str, Any] = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "i8": np.int8}
_NUMPY["i32"] = np.int32


def layer(dtypes: str, m: int, n: int, k: int, *, fresh: bool) -> str:
    """A matmul of `operand->output` types onto its third argument, which a fresh one fills with zero before."""
    operand, output = dtypes.split("->")
    out, zero = f"tensor<{m}x{n}x{output}>", "0" if output == "i32" else "0.0"
    init = f"%init = linalg.fill ins(%zero : {output}) outs(%c : {out}) -> {out}" if fresh else ""
    return f"""
    func.func @f(%a: tensor<{m}x{k}x{operand}>, %b: tensor<{k}x{n}x{operand}>, %c: {out}) -> {out} {{
      %zero = arith.constant {zero} : {output}
      {init}
      %r = linalg.matmul ins(%a, %b : tensor<{m}x{k}x{operand}>, tensor<{k}x{n}x{operand}>)
                         outs({"%init" if fresh else "%c"} : {out}) -> {out}
      func.return %r : {out}
    }}"""


def run(dtypes: str, a: Any, b: Any, *, machine: str = "ascend910b", onto: float | None = None) -> np.ndarray:
    """What the tiled layer makes of `a x b`: added onto that number, or else over an output that held -1."""
    operand, output = dtypes.split("->")
    a, b = (np.asarray(array, _NUMPY[operand]) for array in (a, b))
    (m, k), n = a.shape, b.shape[1]
    context = all_dialects()
    module = LocatedParser(context, layer(dtypes, m, n, k, fresh=onto is None), "layer").parse_module()
    with collecting():
        run_pipeline(module, context, [TensorToTilePipeline(machine=machine), TileSchedulePipeline(machine=machine)])
    assert "linalg" not in str(module)
    c = np.full((m, n), -1 if onto is None else onto, _NUMPY[output])
    (result,) = Program(module).run("f", (a, b, c))
    return result.astype(np.float64)


def everywhere(value: float, result: np.ndarray) -> bool:
    return bool((result == value).all())


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("m", "n", "k"), [(5, 256, 128), (128, 5, 128), (16, 64, 100), (5, 5, 100)])
def test_fault_C8_narrow_extents_are_boxed(machine: str, m: int, n: int, k: int):
    assert everywhere(k, run("bf16->f32", np.ones((m, k)), np.ones((k, n)), machine=machine))


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("dtypes", ["i8->i32", "bf16->f32", "f32->f32"])
def test_fault_C9_what_pads_k_is_not_read(machine: str, dtypes: str):
    assert everywhere(17, run(dtypes, np.ones((16, 17)), np.ones((17, 33)), machine=machine))


@pytest.mark.parametrize("machine", MACHINES)
def test_fault_C15_every_column_is_written(machine: str):
    assert everywhere(16, run("bf16->f32", np.ones((16, 16)), np.ones((16, 104)), machine=machine))


@pytest.mark.parametrize("machine", MACHINES)
def test_fault_B6_a_tail_starts_where_whole_blocks_end(machine: str):
    b = np.repeat([[1.0], [2.0]], [128, 64], axis=0) @ np.ones((1, 32))
    assert everywhere(256, run("bf16->f32", np.ones((16, 192)), b, machine=machine))


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("dtypes", "k"), [("i8->i32", 80), ("f16->f32", 200), ("f16->f32", 208)])
def test_fault_B7_a_tail_reads_no_stale_rows(machine: str, dtypes: str, k: int):
    assert everywhere(k, run(dtypes, np.ones((64, k)), np.ones((k, 128)), machine=machine))


def test_fault_B4_a_fresh_product_forgets_the_output_and_an_accumulated_one_keeps_it():
    a, b = np.ones((16, 32)), np.ones((32, 16))
    assert everywhere(32, run("f32->f32", a, b))
    assert everywhere(39, run("f32->f32", a, b, onto=7))


def test_fault_B12_panels_add_up_in_f32_and_are_rounded_once():
    # Panels of 64 on the toy cube: their sums are 256, 1, 1 and 1.
    b = np.repeat([[4.0], [1 / 64], [1 / 64], [1 / 64]], 64, axis=0) @ np.ones((1, 64))
    assert everywhere(260, run("bf16->bf16", np.ones((64, 256)), b, machine="toy_cube"))


@pytest.mark.parametrize("machine", MACHINES)
def test_fault_B15_integers_are_exact_past_f32(machine: str):
    a, b = np.full((16, 2048), 127), np.full((2048, 32), 127)
    b[0] = 126
    assert everywhere(33_032_065, run("i8->i32", a, b, machine=machine))


def test_fault_B16_i8_does_not_wrap():
    assert everywhere(500, run("i8->i32", [[10, 20]], [[10], [20]]))


@pytest.mark.parametrize("machine", MACHINES)
def test_fault_B21_rows_that_no_block_divides(machine: str):
    rows = np.arange(511) % 7
    result = run("f16->f32", rows[:, None] * np.ones((1, 96)), np.ones((96, 64)), machine=machine)
    assert (result == 96 * rows[:, None]).all()


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("dtypes", ["bf16->bf16", "f16->f16", "bf16->f32", "f32->f32", "i8->i32"])
def test_fault_B22_every_dtype_accumulates_once(machine: str, dtypes: str):
    a, b = np.ones((16, 256)), np.ones((256, 96))
    assert everywhere(256, run(dtypes, a, b, machine=machine))
    assert everywhere(264, run(dtypes, a, b, machine=machine, onto=8))
