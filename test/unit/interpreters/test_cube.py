"""Products and their accumulation: K loops, tails, order, exactness, valid regions."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xdsl_tiles.interpreters.accumulator import Order

Run = Callable[..., tuple[Any, ...]]
NUMPY = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "i8": np.int8}
DRAINED = {"f32": np.float32, "i32": np.int32}
ACC = {"bf16": "f32", "f16": "f32", "f32": "f32", "i8": "i32"}


def ones(rows: int, columns: int, dtype: str = "bf16") -> Any:
    return np.ones((rows, columns), NUMPY[dtype])


def k_loop(m: int, n: int, k: int, step: int, dtype: str, tail: int | None = None) -> str:
    """`x` times `y` in blocks of `step` along K, the last one a tail of its own width, stored over `out`.

    `tail` is where the tail is read, if not where it is.
    """
    acc, full = ACC[dtype], k // step * step
    mat_x, mat_y = f"!tile.tile<{m}x{k}x{dtype}, mat>", f"!tile.tile<{k}x{n}x{dtype}, mat>"

    def block(offset: str, width: int, out: str, acc_in: str, init: str) -> str:
        left, right = f"!tile.tile<{m}x{width}x{dtype}, left>", f"!tile.tile<{width}x{n}x{dtype}, right>"
        return f"""
        {out}_a = tile.extract %a[0, {offset}] : {mat_x} to {left}
        {out}_b = tile.extract %b[{offset}, 0] : {mat_y} to {right}
        {out} = tile.matmul_acc {acc_in}, {out}_a, {out}_b {init} : !acc, {left}, {right}"""

    rest = k - full
    at = full if tail is None else tail
    return f"""
    !acc = !tile.tile<{m}x{n}x{acc}, acc>
    func.func @f(%x: tensor<{m}x{k}x{dtype}>, %y: tensor<{k}x{n}x{dtype}>, %out: tensor<{m}x{n}x{acc}>)
        -> tensor<{m}x{n}x{acc}> {{
      %c0 = arith.constant 0 : index
      %full = arith.constant {full} : index
      %step = arith.constant {step} : index
      %a = tile.load %x[0, 0] : tensor<{m}x{k}x{dtype}> to {mat_x}
      %b = tile.load %y[0, 0] : tensor<{k}x{n}x{dtype}> to {mat_y}
      %seed = tile.create : !acc
      %main = scf.for %ko = %c0 to %full step %step iter_args(%c = %seed) -> (!acc) {{
        %first = arith.cmpi eq, %ko, %c0 : index
        {block("%ko", step, "%next", "%c", "init %first")}
        scf.yield %next : !acc
      }}
      {block(str(at), rest, "%tail", "%main", "") if rest else ""}
      %r = tile.store {"%tail" if rest else "%main"} into %out[0, 0] : !acc into tensor<{m}x{n}x{acc}>
      func.return %r : tensor<{m}x{n}x{acc}>
    }}"""


def filled(m: int, n: int, dtype: str, value: int) -> Any:
    return np.full((m, n), value, np.int32 if ACC[dtype] == "i32" else np.float32)


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize(
    "m, n, k, step, dtype",
    [
        pytest.param(16, 16, 64, 16, "bf16", id="fault_B3"),
        pytest.param(16, 16, 48, 32, "bf16", id="fault_B9"),
        pytest.param(16, 32, 96, 64, "i8", id="fault_B7_int8"),
        pytest.param(16, 16, 208, 64, "f16", id="fault_B7_f16"),
        pytest.param(16, 16, 80, 48, "f32", id="fault_B7_tail_32"),
        pytest.param(16, 16, 64, 64, "bf16", id="one_block"),
    ],
)
def test_ones_add_up_to_k(run: Run, m: int, n: int, k: int, step: int, dtype: str, order: Order):
    text = k_loop(m, n, k, step, dtype)
    (out,) = run(text, ones(m, k, dtype), ones(k, n, dtype), filled(m, n, dtype, 7), order=order)
    np.testing.assert_array_equal(out, filled(m, n, dtype, k))


def test_fault_B6_the_tail_starts_where_the_blocks_end(run: Run):
    """Read at its own width the tail would give 192."""
    b = ones(192, 16)
    b[128:] = 2
    assert set(run(k_loop(16, 16, 192, 128, "bf16"), ones(16, 192), b, filled(16, 16, "bf16", 0))[0].flat) == {256.0}
    wrong = k_loop(16, 16, 192, 128, "bf16", tail=64)
    assert set(run(wrong, ones(16, 192), b, filled(16, 16, "bf16", 0))[0].flat) == {192.0}


def test_fault_B1_both_conditions_of_an_init_predicate_count(run: Run):
    text = """
    !acc = !tile.tile<16x16xf32, acc>
    func.func @f(%x: tensor<16x128xbf16>, %y: tensor<128x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %seed = tile.create : !acc
      %r = scf.for %k = %c0 to %c128 step %c64 iter_args(%c = %seed) -> (!acc) {
        %s = scf.for %j = %c0 to %c64 step %c32 iter_args(%d = %c) -> (!acc) {
          %kj = arith.addi %k, %j : index
          %a = tile.load %x[0, %kj] : tensor<16x128xbf16> to !tile.tile<16x32xbf16, mat>
          %b = tile.load %y[%kj, 0] : tensor<128x16xbf16> to !tile.tile<32x16xbf16, mat>
          %k0 = arith.cmpi eq, %k, %c0 : index
          %j0 = arith.cmpi eq, %j, %c0 : index
          %first = arith.andi %k0, %j0 : i1
          %e = tile.matmul_acc %d, %a, %b init %first
              : !acc, !tile.tile<16x32xbf16, mat>, !tile.tile<32x16xbf16, mat>
          scf.yield %e : !acc
        }
        scf.yield %s : !acc
      }
      %o = tile.store %r into %out[0, 0] : !acc into tensor<16x16xf32>
      func.return %o : tensor<16x16xf32>
    }"""
    outputs = run(text, ones(16, 128), ones(128, 16), filled(16, 16, "bf16", 0))
    assert set(outputs[0].flat) == {128.0}
    outer_only = text.replace("init %first", "init %k0")
    assert set(run(outer_only, ones(16, 128), ones(128, 16), filled(16, 16, "bf16", 0))[0].flat) == {96.0}


def test_fault_B4_a_fresh_product_forgets_what_was_there(run: Run):
    text = """
    !a = !tile.tile<16x32xbf16, left>
    !b = !tile.tile<32x16xbf16, right>
    !acc = !tile.tile<16x16xf32, acc>
    func.func @f(%seven: !acc, %a: !a, %b: !b) -> (!acc, !acc, !acc) {
      %yes = arith.constant 1 : i1
      %fresh = tile.matmul %a, %b : !a, !b -> !acc
      %over = tile.matmul_acc %seven, %a, %b init %yes : !acc, !a, !b
      %added = tile.matmul_acc %seven, %a, %b : !acc, !a, !b
      func.return %fresh, %over, %added : !acc, !acc, !acc
    }"""
    outputs = run(text, filled(16, 16, "bf16", 7), ones(16, 32), ones(32, 16))
    assert [set(output.flat) for output in outputs] == [{32.0}, {32.0}, {39.0}]


@pytest.mark.parametrize("slices", [1, 2, 4, 8])
def test_fault_B22_split_k_overwrites_once_then_adds(run: Run, slices: int):
    width = 256 // slices
    steps = "\n".join(
        f"""
        %a{i} = tile.load %x[0, {i * width}] : tensor<16x256xi8> to !a
        %b{i} = tile.load %y[{i * width}, 0] : tensor<256x16xi8> to !b
        %c{i} = tile.matmul %a{i}, %b{i} : !a, !b -> !acc
        %o{i + 1} = tile.store %c{i} into %o{i}[0, 0] {"atomic" if i else ""} : !acc into tensor<16x16xi32>"""
        for i in range(slices)
    )
    text = f"""
    !a = !tile.tile<16x{width}xi8, mat>
    !b = !tile.tile<{width}x16xi8, mat>
    !acc = !tile.tile<16x16xi32, acc>
    func.func @f(%x: tensor<16x256xi8>, %y: tensor<256x16xi8>, %o0: tensor<16x16xi32>) -> tensor<16x16xi32> {{
      {steps}
      func.return %o{slices} : tensor<16x16xi32>
    }}"""
    outputs = run(text, ones(16, 256, "i8"), ones(256, 16, "i8"), filled(16, 16, "i8", 5))
    assert set(outputs[0].flat) == {256}


def test_fault_B12_partial_sums_stay_f32_until_the_drain(run: Run):
    text = k_loop(16, 16, 64, 16, "bf16").replace("tensor<16x16xf32>", "tensor<16x16xbf16>")
    b = np.zeros((64, 16), ml_dtypes.bfloat16)
    b[0], b[16], b[32], b[48] = 256, 1, 1, 1
    outputs = run(text, ones(16, 64), b, np.zeros((16, 16), ml_dtypes.bfloat16))
    assert {float(value) for value in outputs[0].flat} == {260.0}


@pytest.mark.parametrize("step", [64, 32])
@pytest.mark.parametrize("order", Order)
def test_fault_B13_a_bias_counts_once(run: Run, step: int, order: Order):
    text = f"""
    !acc = !tile.tile<32x32xf32, acc>
    !a = !tile.tile<32x128xbf16, mat>
    !b = !tile.tile<128x32xbf16, mat>
    !sa = !tile.tile<32x{step}xbf16, left>
    !sb = !tile.tile<{step}x32xbf16, right>
    func.func @f(%a: !a, %b: !b, %bias: !tile.tile<1x32xf32, bias>) -> !acc {{
      %step = arith.constant {step} : index
      %end = arith.constant 128 : index
      %a0 = tile.extract %a[0, 0] : !a to !sa
      %b0 = tile.extract %b[0, 0] : !b to !sb
      %c0 = tile.matmul_bias %a0, %b0, %bias : !sa, !sb, !tile.tile<1x32xf32, bias> -> !acc
      %r = scf.for %k = %step to %end step %step iter_args(%c = %c0) -> (!acc) {{
        %ak = tile.extract %a[0, %k] : !a to !sa
        %bk = tile.extract %b[%k, 0] : !b to !sb
        %d = tile.matmul_acc %c, %ak, %bk : !acc, !sa, !sb
        scf.yield %d : !acc
      }}
      func.return %r : !acc
    }}"""
    outputs = run(text, ones(32, 128), ones(128, 32), np.full((1, 32), 3, np.float32), order=order)
    assert set(outputs[0].flat) == {131.0}


@pytest.mark.parametrize("order", Order)
def test_fault_B15_int8_sums_are_exact_past_f32(run: Run, order: Order):
    a, b = np.full((16, 2048), 127, np.int8), np.full((2048, 32), 127, np.int8)
    b[0] = 126
    outputs = run(k_loop(16, 32, 2048, 256, "i8"), a, b, filled(16, 32, "i8", 0), order=order)
    assert set(outputs[0].flat) == {33_032_065}


def test_int8_at_its_extremes(run: Run):
    a, b = np.full((16, 4096), -128, np.int8), np.full((4096, 32), -128, np.int8)
    outputs = run(k_loop(16, 32, 4096, 512, "i8"), a, b, filled(16, 32, "i8", 0))
    assert set(outputs[0].flat) == {4096 * 16384}


def test_fault_B18_the_device_chains_from_its_accumulator(run: Run):
    """2^24 + 1 + 1: each sum ties to even in a chain; the BLAS adds the dot product of 2 at once."""
    text = """
    !a = !tile.tile<16x16xf32, left>
    !b = !tile.tile<16x16xf32, right>
    !acc = !tile.tile<16x16xf32, acc>
    func.func @f(%c: !acc, %a: !a, %b: !b) -> !acc {
      %r = tile.matmul_acc %c, %a, %b : !acc, !a, !b
      func.return %r : !acc
    }"""
    start, a, b = np.full((16, 16), 2.0**24, np.float32), np.zeros((16, 16), np.float32), np.ones((16, 16), np.float32)
    a[:, :2] = 1
    assert set(run(text, start, a, b, order=Order.CHAIN)[0].flat) == {16_777_216.0}
    assert set(run(text, start, a, b, order=Order.BLAS)[0].flat) == {16_777_218.0}
    assert set(start.flat) == {2.0**24}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), dtype=st.sampled_from(["bf16", "f16", "f32"]))
def test_a_chain_is_a_fused_multiply_add_per_step(run: Run, seed: int, dtype: str):
    from xdsl_tiles.numerics.dtypes import F32
    from xdsl_tiles.numerics.scalar import fused_multiply_add

    rng = np.random.default_rng(seed)
    a, b = (rng.standard_normal(shape).astype(NUMPY[dtype]) for shape in ((16, 32), (32, 16)))
    (out,) = run(k_loop(16, 16, 32, 16, dtype), a, b, filled(16, 16, dtype, 0), order=Order.CHAIN)
    row, column, total = seed % 16, seed // 16 % 16, 0.0
    assert F32.format is not None
    for k in range(32):
        total = fused_multiply_add(float(a[row, k]), float(b[k, column]), total, F32.format)
    assert out[row, column] == total


def test_fault_B21_rows_past_the_valid_ones_stay(run: Run):
    text = """
    !acc = !tile.tile<512x16xf32, acc, valid = 511x16, compact>
    func.func @f(%x: tensor<511x96xbf16>, %y: tensor<96x16xbf16>, %out: tensor<512x16xf32>) -> tensor<512x16xf32> {
      %a = tile.load %x[0, 0] valid [511, 96]
          : tensor<511x96xbf16> to !tile.tile<512x96xbf16, mat, valid = 511x96>
      %b = tile.load %y[0, 0] : tensor<96x16xbf16> to !tile.tile<96x16xbf16, mat>
      %a0 = tile.extract %a[0, 0] : !tile.tile<512x96xbf16, mat, valid = 511x96>
          to !tile.tile<512x64xbf16, left, valid = 511x64, compact>
      %b0 = tile.extract %b[0, 0] : !tile.tile<96x16xbf16, mat> to !tile.tile<64x16xbf16, right>
      %c0 = tile.matmul %a0, %b0 : !tile.tile<512x64xbf16, left, valid = 511x64, compact>,
          !tile.tile<64x16xbf16, right> -> !acc
      %a1 = tile.extract %a[0, 64] : !tile.tile<512x96xbf16, mat, valid = 511x96>
          to !tile.tile<512x32xbf16, left, valid = 511x32, compact>
      %b1 = tile.extract %b[64, 0] : !tile.tile<96x16xbf16, mat> to !tile.tile<32x16xbf16, right>
      %c1 = tile.matmul_acc %c0, %a1, %b1 : !acc, !tile.tile<512x32xbf16, left, valid = 511x32, compact>,
          !tile.tile<32x16xbf16, right>
      %r = tile.store %c1 into %out[0, 0] : !acc into tensor<512x16xf32>
      func.return %r : tensor<512x16xf32>
    }"""
    a = np.repeat((np.arange(511) % 7)[:, None], 96, axis=1).astype(ml_dtypes.bfloat16)
    (out,) = run(text, a, ones(96, 16), np.full((512, 16), -1, np.float32), machine="none")
    np.testing.assert_array_equal(out[:511, 0], 96 * (np.arange(511) % 7))
    assert set(out[511]) == {-1.0}


def test_fault_C9_only_the_valid_k_is_read(run: Run):
    """K = 17 in a box of 32; what lies beyond is NaN in the tensors that the windows are taken from."""
    text = """
    !acc = !tile.tile<16x16xf32, acc>
    func.func @f(%x: tensor<16x32xbf16>, %y: tensor<32x16xbf16>) -> !acc {
      %a = tile.load %x[0, 0] valid [16, 17] : tensor<16x32xbf16> to !tile.tile<16x32xbf16, mat, valid = 16x17>
      %b = tile.load %y[0, 0] : tensor<32x16xbf16> to !tile.tile<32x16xbf16, mat>
      %c = tile.matmul %a, %b : !tile.tile<16x32xbf16, mat, valid = 16x17>, !tile.tile<32x16xbf16, mat> -> !acc
      func.return %c : !acc
    }"""
    a, b = ones(16, 32), ones(32, 16)
    a[:, 17:] = b[17:] = np.nan
    assert set(run(text, a, b)[0].flat) == {17.0}


def test_fault_C15_a_narrow_right_operand_writes_its_valid_columns(run: Run):
    text = """
    !acc = !tile.tile<16x112xf32, acc, valid = 16x104>
    func.func @f(%x: tensor<16x16xbf16>, %y: tensor<16x104xbf16>, %out: tensor<16x112xf32>) -> tensor<16x112xf32> {
      %a = tile.load %x[0, 0] : tensor<16x16xbf16> to !tile.tile<16x16xbf16, mat>
      %b = tile.load %y[0, 0] valid [16, 104]
          : tensor<16x104xbf16> to !tile.tile<16x112xbf16, mat, valid = 16x104>
      %c = tile.matmul %a, %b
          : !tile.tile<16x16xbf16, mat>, !tile.tile<16x112xbf16, mat, valid = 16x104> -> !acc
      %r = tile.store %c into %out[0, 0] : !acc into tensor<16x112xf32>
      func.return %r : tensor<16x112xf32>
    }"""
    (out,) = run(text, ones(16, 16), ones(16, 104), np.full((16, 112), -1, np.float32))
    assert (set(out[:, :104].flat), set(out[:, 104:].flat)) == ({16.0}, {-1.0})


def test_fault_C3_a_product_goes_over_the_corner_it_covers(run: Run):
    """A product of fewer valid rows leaves the rest of the accumulator as it was."""
    text = """
    !a = !tile.tile<32x16xbf16, left, valid = 16x16, compact>
    !b = !tile.tile<16x16xbf16, right>
    !acc = !tile.tile<32x16xf32, acc>
    func.func @f(%c: !acc, %a: !a, %b: !b, %init: i1) -> !acc {
      %d = tile.matmul_acc %c, %a, %b init %init : !acc, !a, !b
      func.return %d : !acc
    }"""
    for init, corner in ((1, 16.0), (0, 15.0)):
        (out,) = run(text, np.full((32, 16), -1, np.float32), ones(16, 16), ones(16, 16), init)
        assert (set(out[:16].flat), set(out[16:].flat)) == ({corner}, {-1.0})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cuts=st.lists(st.integers(1, 7), unique=True, max_size=4),
    order=st.permutations(range(5)),
    drained=st.sets(st.integers(0, 4)),
    dtype=st.sampled_from(["bf16", "i8"]),
)
def test_products_in_any_pieces_and_order_add_up(
    run: Run, cuts: list[int], order: list[int], drained: set[int], dtype: str
):
    """Blocks of K of any width, in any order, with readers in between: merging them changes nothing."""
    edges = [0, *(16 * cut for cut in sorted(cuts)), 128]
    blocks = [(edges[i], edges[i + 1]) for i in order if i + 1 < len(edges)]
    acc, lines = ACC[dtype], []
    for number, (start, end) in enumerate(blocks):
        left, right = f"!tile.tile<16x{end - start}x{dtype}, left>", f"!tile.tile<{end - start}x32x{dtype}, right>"
        init = "init %yes" if number == 0 else ""
        lines.append(f"""
        %a{number} = tile.extract %a[0, {start}] : !a to {left}
        %b{number} = tile.extract %b[{start}, 0] : !b to {right}
        %c{number} = tile.matmul_acc %c{number - 1 if number else "seed"}, %a{number}, %b{number} {init}
            : !acc, {left}, {right}""")
        if number in drained:
            lines.append(f"%o{number} = tile.store %c{number} into %out[0, 0] : !acc into tensor<16x32x{acc}>")
    text = f"""
    !a = !tile.tile<16x128x{dtype}, mat>
    !b = !tile.tile<128x32x{dtype}, mat>
    !acc = !tile.tile<16x32x{acc}, acc>
    func.func @f(%a: !a, %b: !b, %out: tensor<16x32x{acc}>) -> !acc {{
      %yes = arith.constant 1 : i1
      %cseed = tile.create : !acc
      {"".join(lines)}
      func.return %c{len(blocks) - 1} : !acc
    }}"""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-8, 8, shape).astype(NUMPY[dtype]) for shape in ((16, 128), (128, 32)))
    expected = a.astype(np.int64) @ b.astype(np.int64)
    np.testing.assert_array_equal(run(text, a, b, filled(16, 32, dtype, 0))[0], expected)


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("dtype", ["bf16", "i8"])
def test_a_batch_multiplies_page_by_page(run: Run, dtype: str, order: Order):
    acc = ACC[dtype]
    text = f"""
    func.func @f(%x: tensor<3x5x7x{dtype}>, %y: tensor<3x9x7x{dtype}>, %out: tensor<3x5x9x{acc}>)
        -> tensor<3x5x9x{acc}> {{
      %a = tile.load %x[0, 0, 0] valid [3, 5, 7] : tensor<3x5x7x{dtype}>
        to !tile.tile<3x16x32x{dtype}, mat, valid = 3x5x7>
      %n = tile.load %y[0, 0, 0] valid [3, 9, 7] : tensor<3x9x7x{dtype}>
        to !tile.tile<3x32x32x{dtype}, mat, valid = 3x9x7>
      %b = tile.transpose_view %n : !tile.tile<3x32x32x{dtype}, mat, valid = 3x9x7>
        to !tile.tile<3x32x32x{dtype}, mat, valid = 3x7x9, layout = <row, col, 512>>
      %c = tile.batch_matmul %a, %b : !tile.tile<3x16x32x{dtype}, mat, valid = 3x5x7>,
        !tile.tile<3x32x32x{dtype}, mat, valid = 3x7x9, layout = <row, col, 512>>
        -> !tile.tile<3x16x32x{acc}, acc, valid = 3x5x9, compact>
      %r = tile.store %c into %out[0, 0, 0] : !tile.tile<3x16x32x{acc}, acc, valid = 3x5x9, compact>
        into tensor<3x5x9x{acc}>
      func.return %r : tensor<3x5x9x{acc}>
    }}"""
    x, y = (np.arange(3 * rows * 7).reshape(3, rows, 7) % 11 - 5 for rows in (5, 9))
    expected = x @ y.transpose(0, 2, 1)
    (out,) = run(
        text, x.astype(NUMPY[dtype]), y.astype(NUMPY[dtype]), np.zeros_like(expected, DRAINED[acc]), order=order
    )
    assert (out == expected).all()
