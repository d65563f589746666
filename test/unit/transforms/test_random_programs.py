"""Random matrix products on tensors, taken down to L0 tiles: every pass keeps what they compute.

Faults hide behind friendly shapes, so extents are rarely multiples of a fractal, rarely equal and sometimes tiny.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.pipeline.check_semantics import SemanticsChecker
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.named import TensorToTilePipeline, TileSchedulePipeline, expand
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline

_ACCUMULATORS = {"f32": "f32", "f16": "f32", "bf16": "f32", "i8": "i32"}
_EXTENTS = st.one_of(st.integers(1, 40), st.integers(41, 200), st.sampled_from([16, 31, 32, 33, 64, 127, 129, 272]))


def product(dtype: str, shape: tuple[int, int, int], accumulate: bool) -> str:
    """`linalg.matmul` of M x N x K, into zeros or onto the third argument."""
    (m, n, k), acc = shape, _ACCUMULATORS[dtype]
    out = f"tensor<{m}x{n}x{acc}>"
    zero = "0.0 : f32" if acc == "f32" else "0 : i32"
    init = "" if accumulate else f"%init = linalg.fill ins(%zero : {acc}) outs(%out : {out}) -> {out}"
    return f"""
    func.func @f(%a: tensor<{m}x{k}x{dtype}>, %b: tensor<{k}x{n}x{dtype}>, %out: {out}) -> {out} {{
      %zero = arith.constant {zero}
      {init}
      %c = linalg.matmul ins(%a, %b : tensor<{m}x{k}x{dtype}>, tensor<{k}x{n}x{dtype}>)
                         outs({"%out" if accumulate else "%init"} : {out}) -> {out}
      func.return %c : {out}
    }}"""


@settings(max_examples=settings.default.max_examples // 3)
@given(
    dtype=st.sampled_from(sorted(_ACCUMULATORS)),
    shape=st.tuples(_EXTENTS, _EXTENTS, _EXTENTS),
    accumulate=st.booleans(),
    machine=st.sampled_from(["ascend910b", "ascend950", "toy_cube"]),
    planner=st.sampled_from(["pypto", "dsa-rp", "ptoas"]),
    seed=st.integers(0, 1000),
)
def test_products_keep_their_meaning(
    dtype: str, shape: tuple[int, int, int], accumulate: bool, machine: str, planner: Any, seed: int
) -> None:
    context = all_dialects()
    module = LocatedParser(context, product(dtype, shape, accumulate), "random").parse_module()
    checker = SemanticsChecker(module, seed)
    pipelines = (TensorToTilePipeline(machine=machine), TileSchedulePipeline(machine=machine, planner=planner))
    with collecting():
        for pass_ in expand(pipelines):
            run_pipeline(module, context, [pass_])
            checker.check(pass_.name, module)
