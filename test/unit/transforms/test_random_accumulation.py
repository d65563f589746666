"""Random products onto outputs that are shared, filled, carried by a loop or added to twice keep their meaning."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.pipeline.check_semantics import SemanticsChecker
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.named import TensorToTilePipeline, TileSchedulePipeline, expand
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline

_DTYPES = [("bf16", "bf16"), ("f16", "f16"), ("bf16", "f32"), ("f32", "f32"), ("i8", "i32")]
_EXTENTS = st.integers(1, 40) | st.integers(41, 150)
_BODIES = {
    "shared": "%r = {product} outs(%c : {out}) -> {out}",
    "filled": """
        %empty = tensor.empty() : {out}
        %init = linalg.fill ins(%s : {dtype}) outs(%empty : {out}) -> {out}
        %r = {product} outs(%init : {out}) -> {out}""",
    "twice": """
        %once = {product} outs(%c : {out}) -> {out}
        %r = {product} outs(%once : {out}) -> {out}""",
    "loop": """
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%held = %c) -> ({out}) {{
          %next = {product} outs(%held : {out}) -> {out}
          scf.yield %next : {out}
        }}""",
}


def program(body: str, dtypes: tuple[str, str], shape: tuple[int, int, int], *, returns_addend: bool) -> str:
    """A function whose third argument is added to, and returned beside the result or not."""
    (m, n, k), (operand, output) = shape, dtypes
    a, b, out = f"tensor<{m}x{k}x{operand}>", f"tensor<{k}x{n}x{operand}>", f"tensor<{m}x{n}x{output}>"
    product = f"linalg.matmul ins(%a, %b : {a}, {b})"
    returned, types = ("%r, %c", f"{out}, {out}") if returns_addend else ("%r", out)
    return f"""
      func.func @f(%a: {a}, %b: {b}, %c: {out}, %s: {output}) -> ({types}) {{
        {_BODIES[body].format(product=product, out=out, dtype=output)}
        func.return {returned} : {types}
      }}"""


@settings(max_examples=settings.default.max_examples // 3)
@given(
    body=st.sampled_from(sorted(_BODIES)),
    dtypes=st.sampled_from(_DTYPES),
    shape=st.tuples(_EXTENTS, _EXTENTS, _EXTENTS),
    returns_addend=st.booleans(),
    machine=st.sampled_from(["ascend910b", "ascend950", "toy_cube"]),
    seed=st.integers(0, 1000),
)
def test_outputs_keep_their_meaning(
    body: str,
    dtypes: tuple[str, str],
    shape: tuple[int, int, int],
    returns_addend: bool,
    machine: str,
    seed: int,
) -> None:
    context = all_dialects()
    text = program(body, dtypes, shape, returns_addend=returns_addend)
    module = LocatedParser(context, text, "random").parse_module()
    checker = SemanticsChecker(module, seed)
    with collecting():
        for pass_ in expand((TensorToTilePipeline(machine=machine), TileSchedulePipeline(machine=machine))):
            run_pipeline(module, context, [pass_])
            checker.check(pass_.name, module)
    assert "linalg" not in str(module)
