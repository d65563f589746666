"""Chained matmuls whose product stays on the chip (tile_l0 sections 5.9 and 5.10): what they become and compute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_tiles.diagnostics import Diagnostic, collecting
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp
from xdsl_tiles.dialects.tile.vector import CastOp
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

_ACCEPTED = 5e-2
"""Relative norm of the error of chains through 16-bit floats (tile_l0 section 8, item 7)."""


@dataclass(frozen=True)
class Chain:
    """`cast(x[M, K] * y[K, N] (+ bias)) * w[N, 64]` in bf16, and how many assembles it takes outside and in loops."""

    case: int
    machine: str
    planner: str
    shape: tuple[int, int, int]
    assembles: int
    in_loops: bool
    bias: bool = False

    def __str__(self) -> str:
        return f"case_{self.case}-{self.machine}-{self.planner}{'-bias' if self.bias else ''}"

    @property
    def text(self) -> str:
        """The program."""
        m, n, k = self.shape
        lhs, rhs, acc = (
            f"!tile.tile<{m}x{k}xbf16, mat>",
            f"!tile.tile<{k}x{n}xbf16, mat>",
            f"!tile.tile<{m}x{n}xf32, acc>",
        )
        narrow, weights, out = f"!tile.tile<{m}x{n}xbf16, vec>", f"!tile.tile<{n}x64xbf16, mat>", f"{m}x64xf32"
        row = f"!tile.tile<1x{n}xf32, mat, layout = <row, none, 512>>"
        load = f"%row = tile.load %bias[0, 0] : tensor<1x{n}xf32> to {row}" if self.bias else ""
        product = (
            f"tile.matmul_bias %l, %r, %row : {lhs}, {rhs}, {row}"
            if self.bias
            else f"tile.matmul %l, %r : {lhs}, {rhs}"
        )
        return f"""
        func.func @f(%x: tensor<{m}x{k}xbf16>, %y: tensor<{k}x{n}xbf16>, %bias: tensor<1x{n}xf32>,
                     %w: tensor<{n}x64xbf16>, %out: tensor<{out}>) -> tensor<{out}> {{
          %l = tile.load %x[0, 0] : tensor<{m}x{k}xbf16> to {lhs}
          %r = tile.load %y[0, 0] : tensor<{k}x{n}xbf16> to {rhs}
          %e = tile.load %w[0, 0] : tensor<{n}x64xbf16> to {weights}
          {load}
          %c = {product} -> {acc}
          %h = tile.cast %c rint : {acc} to {narrow}
          %d = tile.matmul %h, %e : {narrow}, {weights} -> !tile.tile<{out}, acc>
          %0 = tile.store %d into %out[0, 0] : !tile.tile<{out}, acc> into tensor<{out}>
          func.return %0 : tensor<{out}>
        }}"""


CHAINS = [
    Chain(85, "ascend950", "pypto", (256, 512, 192), 2, False, bias=True),
    Chain(87, "ascend910b", "pypto", (256, 256, 256), 2, False),
    Chain(88, "ascend910b", "pypto", (128, 512, 128), 2, False),
    Chain(88, "ascend910b", "dsa-rp", (128, 512, 128), 1, True),
    Chain(91, "ascend910b", "pypto", (256, 256, 32), 1, True),
    # Boundary parts: 272 is neither a multiple of 96 nor of 256.
    Chain(91, "ascend910b", "pypto", (272, 272, 32), 5, True),
    Chain(92, "ascend910b", "pypto", (128, 128, 64), 1, False),
    Chain(93, "ascend910b", "pypto", (128, 128, 512), 1, False),
    Chain(97, "ascend950", "pypto", (128, 128, 64), 1, False),
    Chain(97, "ascend950", "ptoas", (128, 128, 512), 1, False),
]


def transformed(text: str, **options: Any) -> tuple[ModuleOp, list[Diagnostic]]:
    """The program after the pass, and what the pass said."""
    context = all_dialects()
    module = LocatedParser(context, text, "chain").parse_module()
    with collecting() as said:
        run_pipeline(module, context, [AutoTileMatmulL0Pass(**options)])
    return module, said


def _all_of(module: ModuleOp, op_type: type[Operation]) -> list[Operation]:
    return [op for op in module.walk() if isinstance(op, op_type)]


@pytest.mark.parametrize("chain", CHAINS, ids=str)
def test_the_product_is_gathered_in_mat(chain: Chain) -> None:
    module, said = transformed(chain.text, machine=chain.machine, planner=chain.planner)
    assert not said
    assert not _all_of(module, CastOp)
    assembles = _all_of(module, AssembleOp)
    assert len(assembles) == chain.assembles
    assert isinstance(assembles[0].parent_op(), scf.ForOp) is chain.in_loops
    if chain.bias:
        assert len(_all_of(module, MatmulBiasOp)) == chain.assembles
        assert _all_of(module, MatmulAccOp)


@pytest.mark.parametrize("chain", CHAINS, ids=str)
def test_numerics(chain: Chain) -> None:
    m, n, k = chain.shape
    generator = np.random.default_rng(chain.case)
    x, y, w = (generator.standard_normal(size).astype(ml_dtypes.bfloat16) for size in ((m, k), (k, n), (n, 64)))
    bias = generator.standard_normal((1, n)).astype(np.float32)
    module, _ = transformed(chain.text, machine=chain.machine, planner=chain.planner)
    arguments = [x, y, bias, w, np.full((m, 64), np.nan, np.float32)]
    (computed,) = Program(module, Environment(machine=chain.machine)).run("f", arguments)
    product = x.astype(np.float64) @ y.astype(np.float64) + (bias if chain.bias else 0)
    expected = product @ w.astype(np.float64)
    assert np.linalg.norm(computed - expected) < _ACCEPTED * np.linalg.norm(expected)


@pytest.mark.parametrize("planner", ["pypto", "dsa-rp", "ptoas"])
def test_fault_B12_partial_sums_are_not_rounded(planner: str) -> None:
    """Partial sums of 256, 1, 1 and 1: 259 in f32, 260 in bf16; a bf16 partial sum would stay at 256."""
    text = Chain(93, "ascend910b", planner, (128, 128, 512), 1, False).text
    x, y = np.zeros((128, 512), np.float32), np.ones((512, 128), np.float32)
    x[:, 0], x[:, 128], x[:, 256], x[:, 384] = 256, 1, 1, 1
    w = np.eye(128, 64, dtype=np.float32)
    module, _ = transformed(text, planner=planner)
    operands = [operand.astype(ml_dtypes.bfloat16) for operand in (x, y, w)]
    arguments = [*operands[:2], np.zeros((1, 128), np.float32), operands[2], np.zeros((128, 64), np.float32)]
    (computed,) = Program(module).run("f", arguments)
    assert (computed == 260).all()


def test_fault_G1_leaving_l0c_rounds_half_to_even() -> None:
    """1.01953125 lies between 1.015625 and 1.0234375, and the even one is the smaller."""
    x, y = np.zeros((128, 64), np.float32), np.zeros((64, 128), np.float32)
    x[:, 0], x[:, 1], y[0], y[1] = 1, 2**-8, 1, 5
    w = np.eye(128, 64, dtype=np.float32)
    module, _ = transformed(Chain(92, "ascend910b", "pypto", (128, 128, 64), 1, False).text, planner="pypto")
    operands = [operand.astype(ml_dtypes.bfloat16) for operand in (x, y, w)]
    arguments = [*operands[:2], np.zeros((1, 128), np.float32), operands[2], np.zeros((128, 64), np.float32)]
    (computed,) = Program(module).run("f", arguments)
    assert (computed == 1.015625).all()


@pytest.mark.parametrize("bias", [False, True])
def test_one_refused_scratch_is_one_hint(bias: bool) -> None:
    """A scratch of 512x1024 bf16, with and without a bias, is twice as large as Mat (tile_l0 section 8, item 3)."""
    chain = Chain(87, "ascend910b", "pypto", (512, 1024, 64), 0, False, bias)
    module, said = transformed(chain.text, machine=chain.machine, planner=chain.planner)
    assert [diagnostic.code for diagnostic in said] == ["PH-AT-006"]
    assert (said[0].figures["scratch"], said[0].figures["mat"]) == (1048576, 524288)
    assert not _all_of(module, AssembleOp)
