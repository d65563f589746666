"""Conversions, masks, quantised tiles, fills, gathers, sorts and random words on tiles with odd valid rectangles."""

from typing import Any

import numpy as np
import pytest
from pto_programs import NUMPY, run_op, tile

from xdsl_tiles.diagnostics import OperationError

SHAPE, VALID = (16, 32), (13, 27)
RNG = np.random.default_rng(2)


def t(dtype: str = "f32", valid: tuple[Any, Any] | None = VALID, rest: str = "") -> str:
    return tile(SHAPE, dtype, valid, rest)


def normal(valid: tuple[int, int] = VALID, scale: float = 1.0) -> Any:
    return (RNG.standard_normal(valid) * scale).astype(np.float32)


@pytest.mark.parametrize("mode, function", [
    ("RINT", np.rint), ("CAST_RINT", np.rint), ("FLOOR", np.floor), ("CEIL", np.ceil), ("TRUNC", np.trunc),
    ("ROUND", lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)),
])  # fmt: skip
def test_round_modes(mode: str, function: Any):
    x = (np.arange(13 * 27).reshape(VALID) - 170).astype(np.float32) / 4
    body = f"pto.tcvt ins(%x {{rmode = #pto<round_mode {mode}>}} : {{x}}) outs(%z : {{z}})"
    out = run_op(body.replace("{{", "{").replace("}}", "}"), x=(t(), x), z=(t("i32"), None))["z"].read()
    np.testing.assert_array_equal(out, function(x).astype(np.int32))


def convert(x: Any, source: str, target: str, attributes: str = "rmode = #pto<round_mode RINT>", arch: str = "a3"):
    body = "pto.tcvt ins(%x {" + attributes + "} : {x}) outs(%z : {z})"
    return run_op(body, arch=arch, x=(t(source), x), z=(t(target), None))["z"].read()


def test_fault_G1_bf16_ties_go_to_even():
    assert (convert(np.full(VALID, 1.01953125, np.float32), "f32", "bf16").astype(np.float32) == 1.015625).all()


def test_fault_G2_e4m3_rounds_to_nearest_even():
    for value, expected in [(1.0625, 1.0), (1.1875, 1.25), (1.07, 1.125)]:
        x = np.full(VALID, value, np.float32)
        out = run_op("pto.tcvt ins(%x {rmode = #pto<round_mode RINT>} : {x}) outs(%z : {z})", arch="a5",
                     x=(t(), x), z=(t("f8E4M3FN"), None))["z"].read()  # fmt: skip
        assert (out.astype(np.float32) == expected).all()


def test_fault_G5_int8_rounds_and_clips():
    for value, expected in [(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (127.5, 127), (-128.6, -128)]:
        x, one = np.full(VALID, value, np.float32), np.ones((13, 1), np.float32)
        body = "pto.tquant ins(%x, %f : {x}, {f}) outs(%z : {z}) {quant_type = #pto<quant_type INT8_SYM>}"
        scales = tile((16, 1), "f32", (13, 1), "blayout=col_major")
        assert (run_op(body, x=(t(), x), f=(scales, one), z=(t("i8"), None))["z"].read() == expected).all()


def test_saturation_follows_the_pair_unless_asked():
    x = np.full(VALID, 300.0, np.float16)
    assert (convert(x, "f16", "i8") == 44).all()
    on = "rmode = #pto<round_mode RINT>, sat_mode = #pto<saturation_mode ON>"
    assert (convert(x, "f16", "i8", on) == 127).all()
    assert (convert(np.full(VALID, 1e6, np.float32), "f32", "f16") == 65504).all()


def test_conversions_that_a_machine_lacks_are_refused():
    with pytest.raises(OperationError, match="no conversion of bf16 to f16"):
        convert(np.ones(VALID, NUMPY["bf16"]), "bf16", "f16")


COMPARISONS = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
               "ge": np.greater_equal}  # fmt: skip


@pytest.mark.parametrize("comparison", COMPARISONS)
@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_masks(comparison: str, arch: str):
    x, y = RNG.integers(0, 3, VALID).astype(np.float32), RNG.integers(0, 3, VALID).astype(np.float32)
    expected = COMPARISONS[comparison](x, y)
    body = "pto.tcmp ins(%x, %y {cmpMode = #pto<cmp " + comparison + ">} : {x}, {y}) outs(%m : {m})\n"
    body += "pto.tsel ins(%m, %x, %y, %w : {m}, {x}, {y}, {w}) outs(%z : {z})"
    mask = t("i8", (13, 32)) if arch == "a3" else t("i8")
    tiles = {"x": (t(), x), "y": (t(), y), "m": (mask, None), "w": (t(), None), "z": (t(), None)}
    out = run_op(body, arch=arch, **tiles)
    np.testing.assert_array_equal(out["z"].read(), np.where(expected, x, y))
    packed = out["m"].region((1, 8)).read().view(np.uint8)[0]
    flat = expected.reshape(-1) if arch == "a5" else np.append(expected[0], [False] * 37)
    for bit in range(64):
        assert (packed[bit // 8] >> bit % 8) & 1 == flat[bit]


def test_masks_by_a_scalar():
    x = RNG.integers(0, 5, VALID).astype(np.int32)
    body = "pto.tcmps ins(%x, %s {cmpMode = #pto<cmp eq>} : {x}, i32) outs(%m : {m})\n"
    body += "pto.tsels ins(%m, %x, %w, %s : {m}, {x}, {w}, i32) outs(%z : {z})"
    out = run_op(body, x=(t("i32"), x), s=("i32", 3), m=(t("ui8", (13, 32)), None), w=(t("i32"), None),
                 z=(t("i32"), None))["z"].read()  # fmt: skip
    np.testing.assert_array_equal(out, np.full(VALID, 3))


def test_quantisation_by_blocks_and_back():
    x, scales, offsets = normal(scale=40), np.abs(normal((13, 8))), np.round(np.abs(normal((13, 8), 9)))
    block = tile((16, 8), "f32", (13, 8))
    body = "pto.tquant ins(%x, %f, %o : {x}, {f}, {o}) outs(%z : {z}) {quant_type = #pto<quant_type INT8_ASYM>}"
    out = run_op(body, x=(t(), x), f=(block, scales), o=(block, offsets), z=(t("ui8"), None))["z"].read()
    for r, c in np.ndindex(VALID):
        expected = min(max(round(float(x[r, c] * scales[r, c % 8] + offsets[r, c % 8])), 0), 255)
        assert out[r, c] == expected
    q = RNG.integers(-128, 128, VALID).astype(np.int8)
    body = "pto.tdequant ins(%x, %f, %o : {x}, {f}, {o}) outs(%z : {z})"
    out = run_op(body, x=(t("i8"), q), f=(block, scales), o=(block, offsets), z=(t(), None))["z"].read()
    np.testing.assert_array_equal(out, (q.astype(np.float32) - offsets[:, :1]) * scales[:, :1])


@pytest.mark.parametrize("source, target", [("i32", "i16"), ("f32", "i8"), ("ui16", "ui8")])
def test_packing_keeps_the_low_bytes(source: str, target: str):
    x = RNG.integers(0, 60000, VALID).astype(NUMPY[source])
    out = run_op("pto.tpack ins(%x : {x}) outs(%z : {z})", arch="a5", x=(t(source), x), z=(t(target), None))["z"].read()
    for r, c in np.ndindex(VALID):
        assert out[r, c].tobytes() == x[r, c].tobytes()[: out.itemsize]


@pytest.mark.parametrize("pad, dtype, value", [
    (1, "f32", 0), (2, "f32", np.inf), (3, "f16", -np.inf), (2, "i16", 32767), (3, "i8", -128), (3, "ui8", 0),
    (2, "f8E4M3FN", 448),
])  # fmt: skip
def test_fill_pad(pad: int, dtype: str, value: float):
    x = RNG.integers(0, 9, VALID).astype(NUMPY[dtype])
    body = "pto.tfillpad ins(%x : {x}) outs(%z : {z})"
    out = run_op(body, arch="a5", x=(t(dtype), x), z=(t(dtype, None, f"pad={pad}"), None))["z"].read()
    np.testing.assert_array_equal(out[:13, :27], x)
    outside = np.ones(SHAPE, np.bool_)
    outside[:13, :27] = False
    assert (out[outside].astype(np.float64) == value).all()


def test_fill_pad_into_a_larger_tile():
    x = normal((16, 32))
    out = run_op("pto.tfillpad_expand ins(%x : {x}) outs(%z : {z})", x=(t(valid=None), x),
                 z=(tile((32, 64), rest="pad=1"), None))["z"].read()  # fmt: skip
    np.testing.assert_array_equal(out, np.pad(x, ((0, 16), (0, 32))))


def test_concatenation_and_transpose():
    x, y = normal((13, 27)), normal((13, 5))
    body = "pto.tconcat ins(%x, %y : {x}, {y}) outs(%z : {z})"
    out = run_op(body, x=(t(), x), y=(t(valid=(13, 5)), y), z=(tile((16, 64), valid=(13, 32)), None))["z"].read()
    np.testing.assert_array_equal(out, np.concatenate([x, y], axis=1))
    body = "pto.ttrans ins(%x, %w : {x}, {w}) outs(%z : {z})"
    out = run_op(body, x=(t(), x), w=(t(), None), z=(tile((32, 16), valid=(27, 13)), None))["z"].read()
    np.testing.assert_array_equal(out, x.T)


def test_counting_and_triangles():
    body = "pto.tci ins(%s {descending = true} : i32) outs(%z : {z})"
    out = run_op(body, s=("i32", 5), z=(tile((1, 32), "i32", (1, 27)), None))["z"].read()
    assert out.tolist() == [[5 - c for c in range(27)]]
    for upper in (0, 1):
        body = "pto.ttri ins(%d {upperOrLower = " + str(upper) + " : i32} : i32) outs(%z : {z})"
        out = run_op(body, d=("i32", 2), z=(t("f16"), None))["z"].read()
        np.testing.assert_array_equal(out, np.triu(np.ones(VALID), 2) if upper else np.tril(np.ones(VALID), 2))


def test_gathers():
    rows = (13, 32)
    x, indices = normal(SHAPE), RNG.integers(-3, 16 * 32 + 3, rows).astype(np.int32)
    body = "pto.tgather ins(%x, %i, %w : {x}, {i}, {w}) outs(%z : {z})"
    out = run_op(body, x=(t(valid=None), x), i=(t("i32", rows), indices), w=(t("i32", rows), None),
                 z=(t(valid=rows), None))["z"].read()  # fmt: skip
    for r, c in np.ndindex(rows):
        inside = 0 <= indices[r, c] < 512
        assert out[r, c] == (x.flat[indices[r, c]] if inside else 0)
    body = "pto.tgather ins(%x, {maskPattern = #pto.mask_pattern<P0010>} : {x}) outs(%z : {z})"
    out = run_op(body, x=(t(), x[:13, :27]), z=(tile((16, 7), "f32", (13, 7)), None))["z"].read()
    np.testing.assert_array_equal(out, x[:13, 1:27:4])


def test_gather_of_blocks():
    x = normal(SHAPE)
    offsets = (RNG.integers(0, 63, (13, 4)) * 32).astype(np.uint32)
    body = "pto.tgatherb ins(%x, %o : {x}, {o}) outs(%z : {z})"
    out = run_op(body, x=(t(valid=None), x), o=(tile((16, 8), "ui32", (13, 4)), offsets), z=(t(), None))["z"].read()
    for r, c in np.ndindex(VALID):
        assert out[r, c] == x.flat[offsets[r, c // 8] // 4 + c % 8]


def test_scatter_takes_linear_indices_and_zeroes_the_rest():
    x, indices = normal(), RNG.permutation(512)[: 13 * 27].reshape(VALID).astype(np.int32)
    indices[5, 5] = indices[4, 4]
    body = "pto.tscatter ins(%x, %i : {x}, {i}) outs(%z : {z})"
    out = run_op(body, x=(t(), x), i=(t("i32"), indices), z=(t(valid=None), None))["z"].read()
    expected = np.zeros(512, np.float32)
    for r, c in np.ndindex(VALID):
        expected[indices[r, c]] = x[r, c]
    np.testing.assert_array_equal(out.reshape(-1), expected)


def test_sorting_and_merging():
    scores, ranks = normal((1, 128)), np.arange(128, dtype=np.uint32).reshape(1, 128)
    body = """
    pto.tsort32 ins(%x, %i : {x}, {i}) outs(%p : {p})
    pto.tmrgsort ins(%p, %b : {p}, i32) outs(%z : {z})"""
    pairs = tile((1, 256))
    out = run_op(body, x=(tile((1, 128)), scores), i=(tile((1, 128), "ui32"), ranks), p=(pairs, None),
                 b=("i32", 64), z=(pairs, None))["z"].read()  # fmt: skip
    order = np.argsort(-scores[0])
    np.testing.assert_array_equal(out[0, 0::2], scores[0, order])
    np.testing.assert_array_equal(out[0, 1::2].copy().view(np.uint32), order)


def test_histogram():
    x = RNG.integers(0, 1024, (16, 32)).astype(np.uint16)
    body = "pto.thistogram ins(%x, %i : {x}, {i}) outs(%z : {z}) {isMSB = false}"
    out = run_op(body, arch="a5", x=(t("ui16", None), x),
                 i=(tile((16, 1), "ui8", None, "blayout=col_major"), np.full((16, 1), 2, np.uint8)),
                 z=(tile((16, 256), "ui32"), None))["z"].read()  # fmt: skip
    for r in range(16):
        low = [v % 256 for v in x[r].tolist() if v // 256 == 2]
        assert out[r].tolist() == [sum(v <= digit for v in low) for digit in range(256)]


def test_random_words_start_with_the_known_answer():
    body = "pto.trandom ins(%k, %k, %k, %k, %k, %k : i32, i32, i32, i32, i32, i32) outs(%z : {z})"
    out = run_op(body, arch="a5", k=("i32", 0), z=(t("ui32"), None))["z"].read()
    assert out[0, :4].tolist() == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
