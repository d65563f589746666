"""linalg ops against NumPy."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_tiles.diagnostics import OperationError

Run = Callable[..., tuple[Any, ...]]


def generic(
    maps: list[str], iterators: list[str], operands: list[str], inputs: int, body: str, results: list[str]
) -> str:
    """One `linalg.generic` over the arguments of a function."""
    names = [f"%a{index}" for index in range(len(operands))]
    elements = [type_.removesuffix(">").split("x")[-1].removeprefix("tensor<") for type_ in operands]
    block = ", ".join(f"%e{index}: {element}" for index, element in enumerate(elements))
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in zip(names, operands))
    outs, types = ", ".join(results), ", ".join(operands[:inputs])
    spelled = ", ".join(f"affine_map<{map}>" for map in maps)
    kinds = ", ".join(f'"{kind}"' for kind in iterators)
    ins = f"ins({', '.join(names[:inputs])} : {types})" if inputs else ""
    named = ", ".join(f"%r#{index}" for index in range(len(results))) if len(results) > 1 else "%r"
    count = f":{len(results)}" if len(results) > 1 else ""
    return f"""
    func.func @f({arguments}) -> ({outs}) {{
      %r{count} = linalg.generic {{indexing_maps = [{spelled}], iterator_types = [{kinds}]}}
          {ins} outs({", ".join(names[inputs:])} : {", ".join(operands[inputs:])}) {{
      ^bb0({block}):
        {body}
      }} -> {outs}
      func.return {named} : {outs}
    }}"""


def test_fault_I3_two_results(run: Run):
    """xDSL 0.75's interpreter puts both into the first."""
    here, t = "(i) -> (i)", "tensor<4xf32>"
    body = "%d = arith.addf %e0, %e0 : f32\nlinalg.yield %e0, %d : f32, f32"
    text = generic([here] * 3, ["parallel"], [t] * 3, 1, body, [t, t])
    x, y = run(text, np.arange(1, 5, dtype=np.float32), np.zeros(4, np.float32), np.zeros(4, np.float32))
    assert (x.tolist(), y.tolist()) == ([1, 2, 3, 4], [2, 4, 6, 8])


@pytest.mark.parametrize("type_, value", [("f32", 1.5), ("bf16", 1.5), ("i8", -7)])
def test_fault_I5_fill_with_any_value(run: Run, type_: str, value: float):
    text = f"""
    func.func @f(%v: {type_}) -> tensor<2x3x{type_}> {{
      %e = tensor.empty() : tensor<2x3x{type_}>
      %r = linalg.fill ins(%v : {type_}) outs(%e : tensor<2x3x{type_}>) -> tensor<2x3x{type_}>
      func.return %r : tensor<2x3x{type_}>
    }}"""
    assert run(text, value)[0].astype(np.float64).tolist() == [[value] * 3] * 2


MATMUL = """
func.func @f(%a: tensor<5x7xIN>, %b: tensor<7x3xIN>, %c: tensor<5x3xOUT>) -> tensor<5x3xOUT> {
  %r = linalg.matmul ins(%a, %b : tensor<5x7xIN>, tensor<7x3xIN>) outs(%c : tensor<5x3xOUT>) -> tensor<5x3xOUT>
  func.return %r : tensor<5x3xOUT>
}"""


@pytest.mark.parametrize("type_, dtype", [("f32", np.float32), ("bf16", ml_dtypes.bfloat16), ("f16", np.float16)])
@pytest.mark.parametrize("out", ["f32", "same"])
def test_matmul_of_floats(run: Run, module: Any, type_: str, dtype: Any, out: str):
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(shape).astype(dtype) for shape in ((5, 7), (7, 3)))
    out_dtype = np.float32 if out == "f32" else dtype
    c = rng.standard_normal((5, 3)).astype(out_dtype)
    text = MATMUL.replace("IN", type_).replace("OUT", out if out == "f32" else type_)
    expected = (c.astype(np.float64) + a.astype(np.float64) @ b.astype(np.float64)).astype(out_dtype)
    (actual,) = run(text, a, b, c)
    assert actual.dtype == out_dtype
    np.testing.assert_allclose(
        actual.astype(np.float64), expected.astype(np.float64), rtol=1e-2 if out_dtype != np.float32 else 1e-5
    )


def test_fault_B16_int8_products_are_not_int8(program: Any):
    """NumPy's int8 product stays int8; [[10, 20]] x [[10], [20]] is 500, not -12."""
    text = (
        MATMUL.replace("5x7", "1x2")
        .replace("7x3", "2x1")
        .replace("5x3", "1x1")
        .replace("IN", "i8")
        .replace("OUT", "i32")
    )
    from xdsl_tiles.interpreters.program import Program

    a, b = np.array([[10, 20]], np.int8), np.array([[10], [20]], np.int8)
    # xDSL's own verifier refuses i8 x i8 into i32, so the module is not verified here
    loaded: Program = program(text, verify=False)
    assert loaded.run("f", [a, b, np.zeros((1, 1), np.int32)])[0].tolist() == [[500]]


def test_transpose_broadcast_and_reduce(run: Run):
    text = """
    func.func @f(%x: tensor<2x3xf32>, %r: tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2x4xf32>, tensor<3xf32>) {
      %e = tensor.empty() : tensor<3x2xf32>
      %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
      %f = tensor.empty() : tensor<2x4xf32>
      %b = linalg.broadcast ins(%r : tensor<2xf32>) outs(%f : tensor<2x4xf32>) dimensions = [1]
      %g = arith.constant dense<1.0> : tensor<3xf32>
      %s = linalg.reduce ins(%x : tensor<2x3xf32>) outs(%g : tensor<3xf32>) dimensions = [0]
      (%in: f32, %out: f32) {
        %sum = arith.addf %in, %out : f32
        linalg.yield %sum : f32
      }
      func.return %t, %b, %s : tensor<3x2xf32>, tensor<2x4xf32>, tensor<3xf32>
    }"""
    x, r = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([7, 8], np.float32)
    transposed, broadcast, reduced = run(text, x, r)
    np.testing.assert_array_equal(transposed, x.T)
    np.testing.assert_array_equal(broadcast, np.repeat(r[:, None], 4, axis=1))
    np.testing.assert_array_equal(reduced, x.sum(axis=0) + 1)


@pytest.mark.parametrize(
    "op, function",
    [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("max", np.maximum), ("min", np.minimum)],
)
def test_named_elementwise_ops(run: Run, op: str, function: Callable[..., Any]):
    t = "tensor<2x3xf32>"
    text = f"""
    func.func @f(%a: {t}, %b: {t}) -> {t} {{
      %e = tensor.empty() : {t}
      %r = linalg.{op} ins(%a, %b : {t}, {t}) outs(%e : {t}) -> {t}
      func.return %r : {t}
    }}"""
    a, b = np.random.default_rng(0).standard_normal((2, 2, 3), dtype=np.float32)
    np.testing.assert_array_equal(run(text, a, b)[0], function(a, b))


def test_named_ops_write_memrefs(run: Run):
    m = "memref<2x2xf32>"
    text = f"""
    func.func @f(%a: {m}, %b: {m}, %c: {m}) {{
      linalg.matmul ins(%a, %b : {m}, {m}) outs(%c : {m})
      linalg.exp ins(%a : {m}) outs(%b : {m})
      func.return
    }}"""
    a, b, c = np.eye(2, dtype=np.float32), np.full((2, 2), 3, np.float32), np.ones((2, 2), np.float32)
    assert run(text, a, b, c) == ()
    assert c.tolist() == [[4, 4], [4, 4]]
    np.testing.assert_allclose(b, np.exp(a), rtol=1e-6)


ROW = "(m, n) -> (m)"


@pytest.mark.parametrize(
    "body, expected",
    [
        # combined once, with the output on either side
        ("%s = arith.addf %e1, %e0 : f32\nlinalg.yield %s : f32", lambda x: x.sum(1) + 1),
        (
            "%q = arith.mulf %e0, %e0 : f32\n%s = arith.addf %q, %e1 : f32\nlinalg.yield %s : f32",
            lambda x: (x * x).sum(1) + 1,
        ),
        ("%s = arith.maximumf %e0, %e1 : f32\nlinalg.yield %s : f32", lambda x: np.maximum(x.max(1), 1)),
        # depends on the order
        (
            "%h = arith.addf %e1, %e1 : f32\n%s = arith.addf %h, %e0 : f32\nlinalg.yield %s : f32",
            lambda x: 16 + x @ np.array([8, 4, 2, 1]),
        ),
        # depends on the coordinates
        (
            "%j = linalg.index 1 : index\n%i = arith.index_cast %j : index to i32\n%w = arith.sitofp %i : i32 to f32\n"
            "%q = arith.mulf %e0, %w : f32\n%s = arith.addf %e1, %q : f32\nlinalg.yield %s : f32",
            lambda x: 1 + x @ np.arange(4),
        ),
    ],
)
def test_reductions(run: Run, body: str, expected: Callable[[Any], Any]):
    text = generic(
        ["(m, n) -> (m, n)", ROW],
        ["parallel", "reduction"],
        ["tensor<3x4xf32>", "tensor<3xf32>"],
        1,
        body,
        ["tensor<3xf32>"],
    )
    x = np.arange(12, dtype=np.float32).reshape(3, 4) - 5
    np.testing.assert_allclose(run(text, x, np.ones(3, np.float32))[0], expected(x))


def test_a_batched_transposed_contraction(run: Run):
    body = (
        "%x = arith.extf %e0 : bf16 to f32\n%y = arith.extf %e1 : bf16 to f32\n"
        "%p = arith.mulf %x, %y : f32\n%s = arith.addf %e2, %p : f32\nlinalg.yield %s : f32"
    )
    maps = ["(b, m, n, k) -> (b, m, k)", "(b, m, n, k) -> (b, n, k)", "(b, m, n, k) -> (b, n, m)"]
    operands = ["tensor<2x3x5xbf16>", "tensor<2x4x5xbf16>", "tensor<2x4x3xf32>"]
    text = generic(maps, ["parallel"] * 3 + ["reduction"], operands, 2, body, operands[2:])
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-4, 4, shape).astype(ml_dtypes.bfloat16) for shape in ((2, 3, 5), (2, 4, 5)))
    c = rng.integers(-4, 4, (2, 4, 3)).astype(np.float32)
    expected = c + np.einsum("bmk,bnk->bnm", a.astype(np.float32), b.astype(np.float32))
    np.testing.assert_array_equal(run(text, a, b, c)[0], expected)


@pytest.mark.parametrize("k, value", [(2048, 127), (70000, -128)])
def test_integer_contractions_are_exact_and_wrap(run: Run, k: int, value: int):
    body = (
        "%x = arith.extsi %e0 : i8 to i32\n%y = arith.extsi %e1 : i8 to i32\n"
        "%p = arith.muli %x, %y : i32\n%s = arith.addi %e2, %p : i32\nlinalg.yield %s : i32"
    )
    maps = ["(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", "(m, n, k) -> (m, n)"]
    operands = [f"tensor<1x{k}xi8>", f"tensor<{k}x1xi8>", "tensor<1x1xi32>"]
    text = generic(maps, ["parallel", "parallel", "reduction"], operands, 2, body, operands[2:])
    a, b = np.full((1, k), value, np.int8), np.full((k, 1), value, np.int8)
    b[0] += 1 if value < 0 else -1
    total = sum(int(x) * int(y) for x, y in zip(a.ravel(), b.ravel())) + 2**31 - 1
    wrapped = (total + 2**31) % 2**32 - 2**31
    assert run(text, a, b, np.full((1, 1), 2**31 - 1, np.int32))[0].tolist() == [[wrapped]]


def test_windows_through_composite_maps(run: Run):
    """A convolution: the input is read at the sum of two dims."""
    body = "%p = arith.mulf %e0, %e1 : f32\n%s = arith.addf %e2, %p : f32\nlinalg.yield %s : f32"
    maps = ["(x, k) -> (x * 2 + k)", "(x, k) -> (k)", "(x, k) -> (x)"]
    operands = ["tensor<9xf32>", "tensor<3xf32>", "tensor<4xf32>"]
    text = generic(maps, ["parallel", "reduction"], operands, 2, body, operands[2:])
    x, w = np.arange(9, dtype=np.float32), np.array([1, 2, 4], np.float32)
    expected = [x[2 * i : 2 * i + 3] @ w for i in range(4)]
    assert run(text, x, w, np.zeros(4, np.float32))[0].tolist() == expected
    shorter = text.replace("tensor<9xf32>", "tensor<?xf32>")
    with pytest.raises(OperationError, match=r"'linalg.generic' op the indexing map .* leaves an operand of extent 8"):
        run(shorter, x[:8], w, np.zeros(4, np.float32))


def test_extents_that_disagree_are_an_error(run: Run):
    here = "(i) -> (i)"
    text = generic([here] * 2, ["parallel"], ["tensor<?xf32>"] * 2, 1, "linalg.yield %e0 : f32", ["tensor<?xf32>"])
    with pytest.raises(OperationError, match=r"'linalg.generic' op dim 0 has 4 elements and 5 at once"):
        run(text, np.zeros(4, np.float32), np.zeros(5, np.float32))


def test_a_body_may_use_scalars_from_around_it(run: Run):
    here = "affine_map<(i) -> (i)>"
    text = f"""
    func.func @f(%t: tensor<4xbf16>, %s: bf16) -> tensor<4xbf16> {{
      %r = linalg.generic {{indexing_maps = [{here}], iterator_types = ["parallel"]}} outs(%t : tensor<4xbf16>) {{
      ^bb0(%x: bf16):
        %y = arith.addf %x, %s : bf16
        linalg.yield %y : bf16
      }} -> tensor<4xbf16>
      func.return %r : tensor<4xbf16>
    }}"""
    assert run(text, np.full(4, 256, ml_dtypes.bfloat16), 1.0)[0].tolist() == [256.0] * 4


def test_what_a_body_cannot_hold_is_named(run: Run):
    here, t = "(i) -> (i)", "tensor<4xf32>"
    body = '%y = "test.op"(%e0) : (f32) -> f32\nlinalg.yield %y : f32'
    with pytest.raises(
        OperationError, match=r"'linalg.generic' op cannot run 'test.op' in the body of a structured op"
    ):
        run(generic([here], ["parallel"], [t], 0, body, [t]), np.zeros(4, np.float32))
