"""Known cases of L0 tiling whose shapes say it all (tile_l0 section 5): the loops they become and what they compute."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, ModuleOp

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.dialects.tile import pipelining
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.numerics.dtypes import dtype_named
from xdsl_tiles.numerics.tolerance import compare, tolerance
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

_ACCUMULATORS = {"bf16": "f32", "f32": "f32", "i8": "i32"}


@dataclass(frozen=True)
class Case:
    """One row of the section: `M x N x K` of a dtype under a machine and planner, and the loops it must become."""

    number: int
    machine: str
    planner: str
    dtype: str
    shape: tuple[int, int, int]
    loops: tuple[str, ...]
    double_buffer_c: bool = False

    def __str__(self) -> str:
        flag = "+dbC" if self.double_buffer_c else ""
        return f"case_{self.number}-{self.planner}{flag}-{self.dtype}-{'x'.join(map(str, self.shape))}"


def _case_45(m: int, k: int, n: int, step: int) -> list[Case]:
    loops = (f"pipeline({k}, {step})",)
    return [Case(45, "ascend910b", planner, "f32", (m, n, k), loops) for planner in ("pypto", "ptoas")]


def _case_48(m: int, n: int, loops: tuple[str, ...]) -> list[Case]:
    planners = (("pypto", True), ("dsa-rp", False), ("ptoas", False))
    return [Case(48, "ascend910b", planner, "f32", (m, n, 64), loops, flag) for planner, flag in planners]


CASES = [
    Case(4, "ascend950", "pypto", "bf16", (16, 64, 2048), ("pipeline(2048, 256)",)),
    Case(10, "ascend950", "pypto", "bf16", (64, 64, 64), ()),
    Case(34, "ascend950", "pypto", "f32", (512, 512, 512), ("pipeline(512, 32)",) * 4),
    Case(36, "ascend950", "pypto", "f32", (384, 384, 512), ("pipeline(512, 32)",) * 4),
    Case(37, "ascend910b", "pypto", "f32", (256, 256, 256), ("pipeline(256, 32)",) * 2),
    Case(39, "ascend910b", "pypto", "bf16", (384, 640, 64), ("pipeline(384, 192)", "pipeline(640, 128)")),
    Case(40, "ascend910b", "pypto", "bf16", (384, 256, 64), ("pipeline(256, 256)", "pipeline(384, 128)")),
    Case(41, "ascend910b", "pypto", "bf16", (384, 512, 64), ("pipeline(512, 256)", "pipeline(384, 128)")),
    Case(43, "ascend910b", "pypto", "bf16", (256, 544, 128), ("range(256, 256)", "pipeline(512, 128)")),
    *_case_45(16, 128, 128, 64),
    *_case_45(64, 192, 128, 64),
    *_case_45(64, 256, 256, 32)[:1],
    Case(45, "ascend910b", "ptoas", "f32", (64, 256, 256), ("range(64, 64)", "pipeline(256, 32) dbC")),
    *_case_45(128, 384, 64, 64),
    Case(46, "ascend910b", "pypto", "bf16", (256, 544, 128), ("range(256, 256)", "pipeline(512, 128)")),
    Case(46, "ascend910b", "ptoas", "bf16", (64, 288, 384), ("range(64, 64)", "pipeline(288, 32) dbC")),
    Case(47, "ascend910b", "pypto", "bf16", (192, 512, 64), ("range(512, 512)", "pipeline(192, 64)")),
    Case(47, "ascend910b", "ptoas", "bf16", (64, 256, 80), ("range(256, 256)", "pipeline(64, 32) dbC")),
    *_case_48(160, 160, ("pipeline(128, 128)", "pipeline(160, 80) dbC")),
    *_case_48(144, 144, ("pipeline(128, 128)", "pipeline(144, 48) dbC")),
    *_case_48(256, 256, ("range(256, 256)", "pipeline(256, 32) dbC")),
    *_case_48(448, 448, ("pipeline(384, 128)", "pipeline(448, 112) dbC")),
    *_case_48(384, 256, ("range(256, 256)", "pipeline(384, 32) dbC")),
    *(
        Case(52, "ascend910b", planner, "bf16", shape, ("pipeline(16, 16)", "pipeline(256, 128) dbC"), flag)
        for planner, flag in (("pypto", True), ("dsa-rp", False), ("dsa-rp", True))
        for shape in ((16, 256, 128), (256, 16, 128))
    ),
    Case(54, "ascend950", "pypto", "i8", (64, 512, 128), ()),
    Case(54, "ascend950", "pypto", "i8", (16, 512, 128), ("pipeline(128, 64)",)),
]


def tiled(case: Case) -> ModuleOp:
    """The case's matmul, loaded to Mat and stored whole, after the pass."""
    (m, n, k), dtype, acc = case.shape, case.dtype, _ACCUMULATORS[case.dtype]
    lhs, rhs, result = f"!tile.tile<{m}x{k}x{dtype}, mat>", f"!tile.tile<{k}x{n}x{dtype}, mat>", f"{m}x{n}x{acc}"
    text = f"""
    func.func @f(
      %a: tensor<{m}x{k}x{dtype}>, %b: tensor<{k}x{n}x{dtype}>, %out: tensor<{result}>
    ) -> tensor<{result}> {{
      %lhs = tile.load %a[0, 0] : tensor<{m}x{k}x{dtype}> to {lhs}
      %rhs = tile.load %b[0, 0] : tensor<{k}x{n}x{dtype}> to {rhs}
      %c = tile.matmul %lhs, %rhs : {lhs}, {rhs} -> !tile.tile<{result}, acc>
      %0 = tile.store %c into %out[0, 0] : !tile.tile<{result}, acc> into tensor<{result}>
      func.return %0 : tensor<{result}>
    }}"""
    context = all_dialects()
    module = LocatedParser(context, text, str(case)).parse_module()
    pass_ = AutoTileMatmulL0Pass(machine=case.machine, planner=case.planner, double_buffer_c=case.double_buffer_c)
    with collecting() as said:
        run_pipeline(module, context, [pass_])
    assert not said
    return module


def _spelled(loop: scf.ForOp) -> str:
    upper, step = (value.owner.value for value in (loop.ub, loop.step))
    kind = "pipeline" if pipelining.STAGES in loop.attributes else "range"
    flag = " dbC" if loop.attributes.get(pipelining.DOUBLE_BUFFER_C) == IntegerAttr.from_bool(True) else ""
    return f"{kind}({upper.value.data}, {step.value.data}){flag}"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_loops(case: Case) -> None:
    loops = [op for op in tiled(case).walk() if isinstance(op, scf.ForOp)]
    assert tuple(map(_spelled, loops)) == case.loops


def _operand(generator: np.random.Generator, shape: tuple[int, int], dtype: str) -> np.ndarray:
    if dtype == "i8":
        return generator.integers(-128, 128, shape, dtype=np.int8)
    return generator.standard_normal(shape).astype(ml_dtypes.bfloat16 if dtype == "bf16" else np.float32)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_numerics(case: Case) -> None:
    """case 35 and the like: against a product in float64, or in exact integers."""
    generator = np.random.default_rng(case.number)
    m, n, k = case.shape
    lhs, rhs = _operand(generator, (m, k), case.dtype), _operand(generator, (k, n), case.dtype)
    wide, result = (np.int64, np.int32) if case.dtype == "i8" else (np.float64, np.float32)
    (computed,) = Program(tiled(case), Environment(machine=case.machine)).run(
        "f", [lhs, rhs, np.full((m, n), -1, result)]
    )
    expected = (lhs.astype(wide) @ rhs.astype(wide)).astype(result)
    assert compare(computed, expected, tolerance(dtype_named(_ACCUMULATORS[case.dtype]))) is None
