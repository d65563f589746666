"""Products and drains of tiles against NumPy with odd valid shapes, and the faults that concern them."""

from typing import Any

import numpy as np
import pytest
from pto_programs import ACC, NUMPY, NZ, ZN, run_op, tile
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.accumulator import Order

RNG = np.random.default_rng(4)
M, N, K = 19, 27, 45
ZZ = "slayout=row_major"


def operands(dtype: str, m: int = M, n: int = N, k: int = K) -> tuple[Any, Any]:
    if dtype == "i8":
        return tuple(RNG.integers(-128, 128, shape).astype(np.int8) for shape in ((m, k), (k, n)))
    return tuple(RNG.standard_normal(shape).astype(NUMPY[dtype]) for shape in ((m, k), (k, n)))


def left(dtype: str, m: int = M, k: int = K) -> str:
    return tile((32, 64), dtype, (m, k), ZZ, "left")


def right(dtype: str, n: int = N, k: int = K) -> str:
    return tile((64, 32), dtype, (k, n), ZN, "right")


def acc(dtype: str = "f32", m: int = M, n: int = N) -> str:
    return tile((32, 32), dtype, (m, n), ACC, "acc")


def product(a: Any, b: Any) -> Any:
    return a.astype(np.int32) @ b.astype(np.int32) if a.dtype == np.int8 else a.astype(np.float64) @ b.astype(float)


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("dtype", ["f16", "bf16", "f32", "i8"])
def test_products_and_accumulation(dtype: str, order: Order):
    a, b = operands(dtype)
    result = "i32" if dtype == "i8" else "f32"
    body = """
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})
    pto.tmatmul.acc ins(%c, %a, %b : {c}, {a}, {b}) outs(%d : {d})"""
    out = run_op(body, order=order, a=(left(dtype), a), b=(right(dtype), b), c=(acc(result), None),
                 d=(acc(result), None))  # fmt: skip
    np.testing.assert_allclose(out["c"].read(), product(a, b), atol=1e-4)
    np.testing.assert_allclose(out["d"].read(), 2 * product(a, b), atol=2e-4)


def test_bias_and_matrix_vector_products():
    a, b = operands("f16")
    bias = RNG.standard_normal((1, N)).astype(np.float32)
    body = "pto.tmatmul.bias ins(%a, %b, %z : {a}, {b}, {z}) outs(%c : {c})"
    out = run_op(body, a=(left("f16"), a), b=(right("f16"), b), z=(tile((1, 32), "f32", (1, N), "", "bias"), bias),
                 c=(acc(), None))["c"].read()  # fmt: skip
    np.testing.assert_allclose(out, product(a, b) + bias, atol=1e-4)
    body = """
    pto.tgemv ins(%a, %b : {a}, {b}) outs(%c : {c})
    pto.tgemv.acc ins(%c, %a, %b : {c}, {a}, {b}) outs(%c : {c})"""
    out = run_op(body, a=(left("f16", m=1), a[:1]), b=(right("f16"), b), c=(acc(m=1), None))["c"].read()
    np.testing.assert_allclose(out, 2 * product(a[:1], b), atol=1e-4)


def test_scaled_products_share_an_exponent_per_32_along_k():
    a, b = (RNG.integers(-8, 9, shape).astype(NUMPY["f8E4M3FN"]) for shape in ((M, 64), (64, N)))
    sa, sb = (RNG.integers(124, 131, shape).astype(np.uint8) for shape in ((M, 2), (2, N)))
    full_a, full_b = np.zeros((M, 64), np.uint8), np.zeros((64, N), np.uint8)
    full_a[:, :2], full_b[:2] = sa, sb
    body = "pto.tmatmul.mx ins(%a, %sa, %b, %sb : {a}, {sa}, {b}, {sb}) outs(%c : {c})"
    f8 = NUMPY["f8E4M3FN"]
    out = run_op(body, arch="a5",
                 a=(tile((32, 64), "f8E4M3FN", (M, 64), NZ, "left"), a),
                 sa=(tile((32, 64), "f8E4M3FN", (M, 64), "", "scaling"), full_a.view(f8)),
                 b=(tile((64, 32), "f8E4M3FN", (64, N), ZN, "right"), b),
                 sb=(tile((64, 32), "f8E4M3FN", (64, N), "", "scaling"), full_b.view(f8)),
                 c=(acc(), None))["c"].read()  # fmt: skip
    expected = np.zeros((M, N))
    for i, j, k in np.ndindex(M, N, 64):
        scale = 2.0 ** (int(sa[i, k // 32]) - 127 + int(sb[k // 32, j]) - 127)
        expected[i, j] += float(a[i, k]) * float(b[k, j]) * scale
    np.testing.assert_allclose(out, expected, rtol=1e-5)


def test_fault_C8_extents_below_a_box():
    out = run_op("pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})",
                 a=(tile((16, 128), "bf16", (5, 128), ZZ, "left"), np.ones((5, 128), NUMPY["bf16"])),
                 b=(tile((128, 256), "bf16", None, ZN, "right"), np.ones((128, 256), NUMPY["bf16"])),
                 c=(tile((16, 256), "f32", (5, 256), ACC, "acc"), None))["c"]  # fmt: skip
    assert out.read().shape == (5, 256) and (out.read() == 128).all()


def test_fault_C9_what_lies_outside_of_the_valid_k_is_not_read():
    out = run_op("pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})",
                 a=(tile((16, 32), "f16", (16, 17), ZZ, "left"), np.ones((16, 17), np.float16)),
                 b=(tile((32, 16), "f16", (17, 16), ZN, "right"), np.ones((17, 16), np.float16)),
                 c=(tile((16, 16), "f32", None, ACC, "acc"), None))["c"].read()  # fmt: skip
    assert (out == 17).all()


def test_fault_C3_a_product_into_some_rows_is_refused():
    minus = np.full((64, 16), -1, np.float32)
    body = """
    %c16 = arith.constant 16 : index
    %c0 = arith.constant 0 : index
    %part = pto.subset %c[%c16, %c0] sizes [16, 16] : {c}
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%part : {part})"""
    body = body.replace("{part}", tile((16, 16), "f32", None, ACC, "acc"))
    with pytest.raises(VerifyException, match="expects all 64 rows from offset 0, as boxes are stored col_major"):
        run_op(body, a=(tile((16, 16), "f16", None, ZZ, "left"), np.ones((16, 16), np.float16)),
               b=(tile((16, 16), "f16", None, ZN, "right"), np.ones((16, 16), np.float16)),
               c=(tile((64, 16), "f32", None, ACC, "acc"), minus))  # fmt: skip


def test_fault_C15_columns_between_boxes():
    body = """
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})
    pto.tstore ins(%c : {c}) outs(%o : {o})"""
    target = np.full((16, 104), -1, np.float32)
    run_op(body, a=(tile((16, 16), "f16", None, ZZ, "left"), np.ones((16, 16), np.float16)),
           b=(tile((16, 112), "f16", (16, 104), ZN, "right"), np.ones((16, 104), np.float16)),
           c=(tile((16, 112), "f32", (16, 104), ACC, "acc"), None),
           o=("!pto.partition_tensor_view<16x104xf32>", target))  # fmt: skip
    assert (target == 16).all()


def test_accumulating_into_nothing_is_an_error():
    a, b = operands("f16")
    with pytest.raises(OperationError, match=r"'pto.tmatmul.acc' op accumulates into elements that were never written"):
        run_op("pto.tmatmul.acc ins(%c, %a, %b : {c}, {a}, {b}) outs(%c : {c})", a=(left("f16"), a),
               b=(right("f16"), b), c=(acc(), None))  # fmt: skip


def test_drains_by_words_per_column():
    a, b = operands("i8")
    scales = (RNG.random(N) / 50).astype(np.float32)
    words = (scales.view(np.uint32).astype(np.uint64) | np.uint64(1 << 46)).reshape(1, N)
    body = """
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})
    pto.tmov.fp ins(%c, %f : {c}, {f}) outs(%d : {d})
    pto.tstore_fp ins(%c, %f : {c}, {f}) outs(%o : {o})"""
    target = np.zeros((M, N), np.int8)
    out = run_op(body, a=(left("i8"), a), b=(right("i8"), b), c=(acc("i32"), None),
                 f=(tile((1, 32), "ui64", (1, N), "", "scaling"), words),
                 d=(tile((32, 32), "i8", (M, N), NZ, "mat"), None),
                 o=(f"!pto.partition_tensor_view<{M}x{N}xi8>", target))["d"].read()  # fmt: skip
    short = (scales.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
    expected = np.clip(np.rint(product(a, b).astype(np.float32) * short), -128, 127).astype(np.int8)
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(target, expected)


def test_windows_out_of_and_into_tiles():
    a, b = operands("f16")
    body = """
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})
    pto.tinsert ins(%c, %i, %i : {c}, index, index) outs(%m : {m})
    pto.textract ins(%m, %i, %i : {m}, index, index) outs(%l : {l})"""
    filled = np.zeros((64, 64), np.float16)
    out = run_op(body, a=(left("f16"), a), b=(right("f16"), b), c=(acc(), None), i=("index", 16),
                 m=(tile((64, 64), "f16", None, NZ, "mat"), filled),
                 l=(tile((32, 32), "f16", (M, N), ZZ, "left"), None))  # fmt: skip
    expected = np.zeros((64, 64), np.float16)
    expected[16 : 16 + M, 16 : 16 + N] = product(a, b).astype(np.float32).astype(np.float16)
    np.testing.assert_allclose(out["m"].read(), expected, rtol=1e-3)
    np.testing.assert_array_equal(out["l"].read(), out["m"].read()[16 : 16 + M, 16 : 16 + N])


def test_relu_on_the_way_out():
    a, b = operands("f16")
    body = """
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%c : {c})
    pto.tmov ins(%c : {c}) outs(%m : {m}) {reluPreMode = #pto<relu_pre_mode normal_relu>}"""
    out = run_op(body, a=(left("f16"), a), b=(right("f16"), b), c=(acc(), None),
                 m=(tile((32, 32), "f16", (M, N), NZ, "mat"), None))["m"].read()  # fmt: skip
    np.testing.assert_allclose(out, np.maximum(product(a, b), 0), rtol=1e-3)


@pytest.mark.parametrize("rows", [16, 17])
def test_fault_C2_valid_rows_of_a_larger_box(rows: int):
    a, b = np.ones((rows, 32), np.int8), np.tile(np.arange(128) % 7, (32, 1)).astype(np.int8)
    body = """
    %local = pto.treshape %c : {c} -> {c}
    pto.tmatmul ins(%a, %b : {a}, {b}) outs(%local : {c})
    pto.set_validshape %local, %m, %n : {c}
    pto.tstore ins(%local : {c}) outs(%o : {o})"""
    target = np.full((16, 128), -1, np.int32)
    open_acc = tile((64, 128), "i32", ("?", "?"), ACC, "acc")
    run_op(body, a=(tile((64, 32), "i8", (rows, 32), ZZ, "left"), a), b=(tile((32, 128), "i8", None, ZN, "right"), b),
           c=(open_acc, None), m=("index", 16), n=("index", 128),
           o=("!pto.partition_tensor_view<16x128xi32>", target))  # fmt: skip
    np.testing.assert_array_equal(target, np.tile(32 * (np.arange(128) % 7), (16, 1)))


def test_bias_of_too_few_columns_is_refused():
    a, b = operands("f16")
    with pytest.raises(OperationError, match="reads 1x27 elements of a 1x16 tile"):
        run_op("pto.tmatmul.bias ins(%a, %b, %z : {a}, {b}, {z}) outs(%c : {c})", a=(left("f16"), a),
               b=(right("f16"), b), z=(tile((1, 16), "f32", None, "", "bias"), np.ones((1, 16), np.float32)),
               c=(acc(), None))  # fmt: skip
