"""The kernels in `examples/pto` equal NumPy."""

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from pto_programs import run
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles.interpreters.accumulator import CubeArithmetic, Order
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.outputs import run_for_outputs
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.samples import random_arguments
from xdsl_tiles.pipeline.reading import read_program

EXAMPLES = Path(__file__).parents[3] / "examples" / "pto"
RNG = np.random.default_rng(3)


def load(name: str) -> ModuleOp:
    return read_program(str(EXAMPLES / f"{name}.pto"))


def outputs(name: str, *arguments: Any, blocks: int = 1, order: Order = Order.BLAS) -> Any:
    program = Program(load(name), Environment(arithmetic=CubeArithmetic(order)))
    (output,) = run_for_outputs(program, program.functions[0], arguments, blocks)
    return output


def normal(*shape: int, dtype: Any = np.float16) -> Any:
    return RNG.standard_normal(shape, dtype=np.float32).astype(dtype)


def wide(array: Any) -> Any:
    return array.astype(np.float64)


def empty(*shape: int, dtype: Any = np.float32) -> Any:
    return np.full(shape, -1, dtype)


@pytest.mark.parametrize("order", Order)
def test_gemm(order: Order):
    a, b = normal(100, 140), normal(140, 72)
    np.testing.assert_allclose(outputs("gemm", a, b, empty(100, 72), order=order), wide(a) @ wide(b), atol=1e-3)


def test_gemm_bias():
    a, b, z = normal(40, 64), normal(64, 48), normal(1, 48, dtype=np.float32)
    np.testing.assert_allclose(outputs("gemm_bias", a, b, z, empty(40, 48)), wide(a) @ wide(b) + z, atol=1e-3)


def test_gemm_split_k():
    a, b = normal(32, 256, dtype=ml_dtypes.bfloat16), normal(256, 32, dtype=ml_dtypes.bfloat16)
    c = np.full((32, 32), 5, np.float32)
    np.testing.assert_allclose(outputs("gemm_split_k", a, b, c, blocks=4), wide(a) @ wide(b) + 5, atol=1e-3)
    assert (c == 5).all()


def test_gemm_int8():
    a, b = (RNG.integers(-128, 128, shape).astype(np.int8) for shape in ((48, 64), (64, 32)))
    product = a.astype(np.int64) @ b.astype(np.int64)
    expected = np.clip(np.rint(product / 64), -128, 127).astype(np.int8)
    np.testing.assert_array_equal(outputs("gemm_int8", a, b, empty(48, 32, dtype=np.int8)), expected)


def test_softmax():
    x = normal(37, 100, dtype=np.float32)
    powers = np.exp(wide(x) - wide(x).max(axis=1, keepdims=True))
    np.testing.assert_allclose(outputs("softmax", x, empty(37, 100)), powers / powers.sum(axis=1, keepdims=True),
                               rtol=1e-5)  # fmt: skip


def test_ffn():
    x, w1, w2 = normal(32, 64), normal(64, 96), normal(96, 48)
    hidden = np.maximum(wide(x) @ wide(w1), 0).astype(np.float16)
    np.testing.assert_allclose(outputs("ffn", x, w1, w2, empty(32, 48)), wide(hidden) @ wide(w2), rtol=1e-2, atol=0.1)


def test_flash_attention():
    q, k, v = normal(32, 64), normal(128, 64), normal(128, 64)
    scores = wide(q) @ wide(k).T / 8
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = powers / powers.sum(axis=1, keepdims=True) @ wide(v)
    np.testing.assert_allclose(outputs("flash_attention", q, k, v, empty(32, 64)), expected, atol=2e-3)


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.pto")))
def test_buffers_have_the_shapes_of_the_views(name: str):
    program = Program(load(name))
    arguments = random_arguments(program.functions[0], 0, 1, 4)
    assert all(argument.ndim == 2 or name == "flash_attention" for argument in arguments)
    run_for_outputs(program, program.functions[0], arguments)


def test_sizes_follow_loops_offsets_and_scalars():
    text = """
    func.func @f(%p: !pto.ptr<f32>, %q: !pto.ptr<f32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      scf.for %i = %c0 to %c8 step %c1 {
        %at = arith.muli %i, %n : index
        %r = pto.addptr %p, %at : <f32> -> <f32>
        %v = pto.make_tensor_view %r, shape = [%c1, %n], strides = [%n, %c1] : !pto.tensor_view<?x?xf32>
      }
      %x = pto.load_scalar %q[%n] : !pto.ptr<f32> -> f32
      func.return
    }"""
    from pto_programs import parse

    function = Program(parse(text)).functions[0]
    p, q, n = random_arguments(function, 0, 5)
    assert (p.shape, q.shape, n) == ((40,), (6,), 5)
    run(text, p, q, n)
