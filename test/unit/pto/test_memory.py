"""Tiles that share bytes scramble each other as their layouts say; views of global memory; the faults of both."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pto_programs import NUMPY, NZ, ZN, program, run, run_op, tile
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.pto.handle import TileHandle
from xdsl_tiles.interpreters.pto.memory import Memory, Place
from xdsl_tiles.interpreters.values import RunError
from xdsl_tiles.numerics.fractal import TileLayout

RNG = np.random.default_rng(6)


def counted(shape: tuple[int, int], dtype: Any = np.float32) -> Any:
    return np.arange(shape[0] * shape[1]).reshape(shape).astype(dtype)


LAYOUTS = [
    TileLayout(16, 32, 2), TileLayout(32, 16, 2, by_rows=False), TileLayout(16, 32, 2, False, 512, True),
    TileLayout(32, 16, 2, True, 512, False), TileLayout(8, 32, 4), TileLayout(16, 16, 4, False, 1024, True),
    TileLayout(4, 32, 4), TileLayout(16, 32, 1, True, 512, True),
]  # fmt: skip
BY_SIZE = {1: np.uint8, 2: np.uint16, 4: np.uint32}


class Bytes:
    """The reference: every element written to its bytes at once, by the offset formula."""

    def __init__(self):
        self.data, self.known = bytearray(4096), bytearray(4096)

    def places(self, place: Place, extents: tuple[int, int]):
        for r, c in np.ndindex(extents):
            start = place.offset + place.layout.offset(r, c) * place.layout.itemsize
            yield r, c, slice(start, start + place.layout.itemsize)

    def write(self, place: Place, elements: Any) -> None:
        for r, c, where in self.places(place, elements.shape):
            self.data[where] = elements[r, c].tobytes()
            self.known[where] = b"\1" * place.layout.itemsize

    def read(self, place: Place, extents: tuple[int, int]) -> Any:
        elements = np.zeros(extents, place.dtype)
        for r, c, where in self.places(place, extents):
            if not all(self.known[where]):
                return None
            elements[r, c] = np.frombuffer(self.data[where], place.dtype)[0]
        return elements


steps = st.tuples(
    st.booleans(),
    st.sampled_from(LAYOUTS),
    st.sampled_from([0, 32, 512, 1024]),
    st.integers(0, 3),
    st.integers(0, 9999),
)


@given(st.lists(steps, min_size=1, max_size=12))
def test_any_reads_and_writes_agree_with_plain_bytes(program: list[tuple[bool, TileLayout, int, int, int]]):
    memory, reference = Memory(), Bytes()
    for writes, layout, offset, part, seed in program:
        place = Place(offset, layout, np.dtype(BY_SIZE[layout.itemsize]))
        shape = layout.rows, layout.columns
        extents = [shape, (layout.rows, 5), (3, layout.columns), (3, 5)][part]
        handle = TileHandle(memory, place, shape, extents)
        if writes:
            elements = np.random.default_rng(seed).integers(0, 255, extents).astype(place.dtype)
            reference.write(place, elements)
            handle.write(elements)
        elif (expected := reference.read(place, extents)) is None:
            with pytest.raises(RunError, match="never written"):
                handle.read()
        else:
            np.testing.assert_array_equal(handle.read(), expected)


def test_an_alias_at_the_same_address_sees_the_bytes():
    text = """
    func.func @f(%p: !pto.ptr<f16>, %o: !pto.ptr<f16>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %at = arith.constant 1024 : i64
      %vp = pto.make_tensor_view %p, shape = [%c32, %c32], strides = [%c32, %c1] : !pto.tensor_view<?x?xf16>
      %vo = pto.make_tensor_view %o, shape = [%c32, %c32], strides = [%c32, %c1] : !pto.tensor_view<?x?xf16>
      %pp = pto.partition_view %vp, offsets = [%c0, %c0], sizes = [%c32, %c32] : !pto.tensor_view<?x?xf16>
        -> !pto.partition_tensor_view<32x32xf16>
      %po = pto.partition_view %vo, offsets = [%c0, %c0], sizes = [%c32, %c32] : !pto.tensor_view<?x?xf16>
        -> !pto.partition_tensor_view<32x32xf16>
      %a = pto.alloc_tile addr = %at : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>
      %b = pto.alloc_tile addr = %at : !pto.tile_buf<mat, 32x32xf16>
      pto.tload ins(%pp : !pto.partition_tensor_view<32x32xf16>)
        outs(%a : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>)
      pto.tstore ins(%b : !pto.tile_buf<mat, 32x32xf16>) outs(%po : !pto.partition_tensor_view<32x32xf16>)
      func.return
    }"""
    data, out = counted((32, 32), np.float16), np.zeros((32, 32), np.float16)
    run(text, data, out)
    boxes = data.reshape(2, 16, 2, 16).transpose(2, 0, 1, 3).reshape(32, 32)
    np.testing.assert_array_equal(out, boxes)


def test_addresses_stay_inside_of_the_memory():
    text = """
    func.func @f() {
      %at = arith.constant 65536 : i64
      %a = pto.alloc_tile addr = %at : !pto.tile_buf<left, 16x16xf16, slayout=row_major>
      func.return
    }"""
    with pytest.raises(OperationError, match=r"512 bytes at address 65536 of left, which has 65536"):
        run(text)


def test_other_readings_of_the_same_bytes():
    x = counted((16, 32))
    body = """
    %u = pto.treshape %x : {x} -> !pto.tile_buf<vec, 8x64xf32>
    pto.tadds ins(%u, %s : !pto.tile_buf<vec, 8x64xf32>, f32) outs(%z : {z})
    %b = pto.bitcast %x : {x} -> !pto.tile_buf<vec, 16x32xi32>
    pto.tmuls ins(%b, %one : !pto.tile_buf<vec, 16x32xi32>, i32) outs(%i : {i})"""
    out = run_op(body, x=(tile((16, 32)), x), s=("f32", 1.0), one=("i32", 1), z=(tile((8, 64)), None),
                 i=(tile((16, 32), "i32"), None))  # fmt: skip
    np.testing.assert_array_equal(out["z"].read(), x.reshape(8, 64) + 1)
    np.testing.assert_array_equal(out["i"].read(), x.view(np.int32))


def test_fault_D5_halves_of_a_row_have_the_stride_of_the_whole():
    t = 128.0 * np.arange(16)[:, None] + np.arange(128)
    body = """
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %lo = pto.subset %t[%c0, %c0] sizes [16, 64] : {t}
    %hi = pto.subset %t[%c0, %c64] sizes [16, 64] : {t}
    pto.tmuls ins(%lo, %s : {z}, f32) outs(%y : {y})
    pto.tmuls ins(%hi, %s : {z}, f32) outs(%z : {z})
    pto.tadds ins(%hi, %s : {z}, f32) outs(%lo : {z})"""
    half = tile((16, 64))
    out = run_op(body, t=(tile((16, 128)), t.astype(np.float32)), s=("f32", 1.0), y=(half, None), z=(half, None))
    assert (out["y"].read()[1, 0], out["z"].read()[1, 0]) == (128, 192)
    np.testing.assert_array_equal(out["t"].read(), np.concatenate([t[:, 64:] + 1, t[:, 64:]], axis=1))


def test_fault_C11_a_negative_offset_known_at_run_time():
    text = """
    func.func @f(%p: !pto.ptr<f32>, %at: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %v = pto.make_tensor_view %p, shape = [%c16, %c16], strides = [%c16, %c1] : !pto.tensor_view<?x?xf32>
      %s = pto.partition_view %v, offsets = [%at, %c0], sizes = [%c1, %c16] : !pto.tensor_view<?x?xf32>
        -> !pto.partition_tensor_view<1x16xf32>
      func.return
    }"""
    with pytest.raises(OperationError, match=r"'pto.partition_view' op offset -8 out of \[0, 15\]"):
        run(text, counted((16, 16)), -8)


def test_fault_D6_two_accumulators_of_a_loop():
    text = f"""
    func.func @f(%o: !pto.ptr<f32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %ten = arith.constant 10.0 : f32
      %a = pto.alloc_tile : {tile((4, 32))}
      %b = pto.alloc_tile : {tile((4, 32))}
      pto.texpands ins(%zero : f32) outs(%a : {tile((4, 32))})
      pto.texpands ins(%zero : f32) outs(%b : {tile((4, 32))})
      %x, %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b)
          -> ({tile((4, 32))}, {tile((4, 32))}) {{
        pto.tadds ins(%p, %one : {tile((4, 32))}, f32) outs(%p : {tile((4, 32))})
        pto.tadds ins(%q, %ten : {tile((4, 32))}, f32) outs(%q : {tile((4, 32))})
        scf.yield %p, %q : {tile((4, 32))}, {tile((4, 32))}
      }}
      %v = pto.make_tensor_view %o, shape = [%c8, %c32], strides = [%c32, %c1] : !pto.tensor_view<?x?xf32>
      %s = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c4, %c32] : !pto.tensor_view<?x?xf32>
        -> !pto.partition_tensor_view<4x32xf32>
      %t = pto.partition_view %v, offsets = [%c4, %c0], sizes = [%c4, %c32] : !pto.tensor_view<?x?xf32>
        -> !pto.partition_tensor_view<4x32xf32>
      pto.tstore ins(%x : {tile((4, 32))}) outs(%s : !pto.partition_tensor_view<4x32xf32>)
      pto.tstore ins(%y : {tile((4, 32))}) outs(%t : !pto.partition_tensor_view<4x32xf32>)
      func.return
    }}"""
    out = np.zeros((8, 32), np.float32)
    run(text, out)
    assert (out[:4] == 4).all() and (out[4:] == 40).all()


@pytest.mark.parametrize("branch", [0, 1])
def test_fault_D2_a_tile_chosen_by_a_branch_stays_alive(branch: int):
    body = """
    %r = scf.if %c -> ({a}) {
      scf.yield %a : {a}
    } else {
      scf.yield %b : {a}
    }
    pto.tmuls ins(%x, %s : {a}, f32) outs(%t : {a})
    pto.tadd ins(%r, %t : {a}, {a}) outs(%o : {a})"""
    tens, ones = np.full((16, 16), 10, np.float32), np.ones((16, 16), np.float32)
    t = tile((16, 16))
    out = run_op(body, c=("i1", branch), a=(t, tens), b=(t, tens), x=(t, ones), s=("f32", 1.0), t=(t, None),
                 o=(t, None))  # fmt: skip
    assert (out["o"].read() == 11).all()


def moved(view_type: str, view: Any, tile_type: str, body: str = "") -> Any:
    return run_op(f"pto.tload ins(%v : {{v}}) outs(%t : {{t}})\n{body}", v=(view_type, view), t=(tile_type, None))["t"]


@pytest.mark.parametrize("rest", ["", NZ, ZN, "blayout=col_major"])
def test_loads_keep_rows_and_columns_in_every_layout(rest: str):
    view = RNG.standard_normal((13, 27)).astype(np.float16)
    loaded = moved("!pto.partition_tensor_view<13x27xf16>", view, tile((16, 32), "f16", (13, 27), rest, "mat"))
    np.testing.assert_array_equal(loaded.read(), view)


def test_views_of_five_dimensions():
    view = RNG.standard_normal((2, 1, 3, 4, 5)).astype(np.float32)
    loaded = moved("!pto.partition_tensor_view<2x1x3x4x5xf32>", view, tile((32, 8), "f32", (24, 5)))
    np.testing.assert_array_equal(loaded.read(), view.reshape(24, 5))
    fractal = RNG.standard_normal((1, 2, 3, 16, 8)).astype(np.float32)
    loaded = moved("!pto.partition_tensor_view<1x2x3x16x8xf32>", fractal, tile((48, 16), "f32", None, NZ, "mat"))
    np.testing.assert_array_equal(loaded.read(), fractal[0].transpose(1, 2, 0, 3).reshape(48, 16))


def test_windows_of_another_shape_are_refused():
    with pytest.raises(OperationError, match="a window of 13x27 is not the valid rectangle 16x32 of the tile"):
        moved("!pto.partition_tensor_view<?x?xf32>", counted((13, 27)), tile((16, 32)))


def test_padded_loads_reach_the_next_32_bytes():
    loaded = moved("!pto.partition_tensor_view<13x27xf32>", counted((13, 27)), tile((16, 40), "f32", (13, 27), "pad=1"))
    np.testing.assert_array_equal(loaded.region((13, 32)).read(), np.pad(counted((13, 27)), ((0, 0), (0, 5))))
    with pytest.raises(RunError, match="never written"):
        loaded.region((13, 33)).read()


def test_what_is_loaded_stays_when_global_memory_changes():
    body = """
    pto.tload ins(%v : {v}) outs(%t : {t})
    pto.texpands ins(%s : f32) outs(%u : {t})
    pto.tstore ins(%u : {t}) outs(%v : {v})"""
    view = counted((16, 16))
    before = view.copy()
    out = run_op(body, v=("!pto.partition_tensor_view<16x16xf32>", view), t=(tile((16, 16)), None), s=("f32", 7.0),
                 u=(tile((16, 16)), None))  # fmt: skip
    np.testing.assert_array_equal(out["t"].read(), before)
    assert (view == 7).all()


def test_gathers_and_scatters_of_global_memory():
    table, rows = counted((64, 32)), np.array([[3], [70], [5]], np.int32)
    body = "pto.mgather ins(%m, %i : {m}, {i}) outs(%d : {d}) {gatherOob = #pto<gather_oob clamp>}"
    m = "!pto.partition_tensor_view<64x32xf32>"
    index, data = tile((16, 1), "i32", (3, 1)), tile((16, 32), "f32", (3, 32))
    out = run_op(body, arch="a5", m=(m, table), i=(index, rows), d=(data, None))["d"].read()
    np.testing.assert_array_equal(out, table[[3, 63, 5]])
    body = "pto.mscatter ins(%d, %i : {d}, {i}) outs(%m : {m}) {scatterAtomicOp = #pto<scatter_atomic_op add>, " + (
        "scatterOob = #pto<scatter_oob skip>}"
    )
    expected = table.copy()
    indices = RNG.integers(-5, 64 * 32 + 5, (3, 32)).astype(np.int32)
    for r, c in np.ndindex(3, 32):
        if 0 <= indices[r, c] < table.size:
            expected.flat[indices[r, c]] += 1
    run_op(body, arch="a5", m=(m, table), i=(tile((16, 32), "i32", (3, 32)), indices),
           d=(data, np.ones((3, 32), np.float32)))  # fmt: skip
    np.testing.assert_array_equal(table, expected)


def test_single_elements():
    body = """
    pto.tsetval ins(%i, %x : index, f32) outs(%t : {t})
    %y = pto.tgetval ins(%t, %i : {t}, index) outs : f32
    pto.store_scalar %y, %p[%i] : {p}, f32"""
    out = np.zeros(600, np.float32)
    tiles = run_op(
        body, i=("index", 101), x=("f32", 2.5), t=(tile((16, 32)), counted((16, 32))), p=("!pto.ptr<f32>", out)
    )
    assert out[101] == 2.5 and tiles["t"].read()[3, 5] == 2.5


def test_blocks_have_memories_of_their_own():
    text = f"""
    func.func @f(%p: !pto.ptr<f32>) {{
      %at = arith.constant 0 : i64
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %t = pto.alloc_tile addr = %at : {tile((1, 8))}
      %b = pto.get_block_idx
      %i = arith.index_cast %b : i64 to index
      %is_first = arith.cmpi eq, %i, %c0 : index
      %x = arith.constant 1.0 : f32
      scf.if %is_first {{
        pto.texpands ins(%x : f32) outs(%t : {tile((1, 8))})
      }}
      pto.tadds ins(%t, %x : {tile((1, 8))}, f32) outs(%t : {tile((1, 8))})
      func.return
    }}"""
    loaded = program(text)
    with pytest.raises(OperationError, match="never written"):
        loaded.run_blocks("f", [np.zeros(8, NUMPY["f32"])], 2)


def test_stores_of_another_width_are_refused():
    with pytest.raises(VerifyException, match="expects elements of the same width, got src of f32 and dst of f16"):
        run_op("pto.tprefetch ins(%v : {v}) outs(%t : {t})", t=(tile((16, 16), "f16"), None),
               v=("!pto.partition_tensor_view<16x16xf32>", counted((16, 16))))  # fmt: skip
