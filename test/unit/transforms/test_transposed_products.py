"""Products of transposed factors that exceed Mat, and batches of large pages, stream through it with their meaning."""

from collections.abc import Sequence
from itertools import product

import pytest

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.dialects.tile.cube import BatchMatmulOp, MatmulAccOp
from xdsl_tiles.pipeline.check_semantics import SemanticsChecker
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.named import TensorToTilePipeline, TileSchedulePipeline, expand
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.tile_matmul_to_mat.pattern import NOT_CUT

ACCUMULATORS = {"bf16": "f32", "f32": "f32", "i8": "i32"}
SHAPES = ((33, 1000, 70),)


def _program(name: str, operands: Sequence[Sequence[int]], output: Sequence[int], element: str) -> str:
    def tensor(shape: Sequence[int], element: str) -> str:
        return f"tensor<{'x'.join(map(str, shape))}x{element}>"

    accumulator = ACCUMULATORS[element]
    lhs, rhs, out = tensor(operands[0], element), tensor(operands[1], element), tensor(output, accumulator)
    zero = "0" if accumulator == "i32" else "0.0"
    return f"""
func.func @product(%x: {lhs}, %w: {rhs}) -> {out} {{
  %zero = arith.constant {zero} : {accumulator}
  %empty = tensor.empty() : {out}
  %filled = linalg.fill ins(%zero : {accumulator}) outs(%empty : {out}) -> {out}
  %y = linalg.{name} ins(%x, %w : {lhs}, {rhs}) outs(%filled : {out}) -> {out}
  func.return %y : {out}
}}
"""


def _check_streamed(program: str) -> None:
    """Cut a program for the toy machine, checking each pass; nothing is declined and K is reduced in steps."""
    module = LocatedParser(all_dialects(), program).parse_module()
    checker = SemanticsChecker(module, 0)
    pipelines = [TensorToTilePipeline(machine="toy_cube"), TileSchedulePipeline(machine="toy_cube")]
    for pass_ in expand(pipelines):
        with collecting() as found:
            run_pipeline(module, all_dialects(), [pass_])
        assert not [item for item in found if item.code == NOT_CUT]
        checker.check(pass_.name, module)
        if pass_.name == "tile-matmul-to-mat":
            assert any(isinstance(op, MatmulAccOp) for op in module.walk())
            assert not any(isinstance(op, BatchMatmulOp) for op in module.walk())


@pytest.mark.parametrize(("element", "shape", "side"), tuple(product(ACCUMULATORS, SHAPES, "ab")))
def test_transposed_factors_are_loaded_as_they_lie(element: str, shape: tuple[int, int, int], side: str):
    m, k, n = shape
    operands = ((k, m), (k, n)) if side == "a" else ((m, k), (n, k))
    _check_streamed(_program(f"matmul_transpose_{side}", operands, (m, n), element))


@pytest.mark.parametrize("element", tuple(ACCUMULATORS))
def test_pages_that_exceed_mat_are_cut_one_by_one(element: str):
    _check_streamed(_program("batch_matmul", ((3, 33, 516), (3, 516, 70)), (3, 33, 70), element))
