"""What a kernel asks of its core, sections, prints, events, remote copies, memrefs as tiles, calls and merges."""

import numpy as np
import pytest
from pto_programs import run, run_op, tile

from xdsl_tiles.diagnostics import OperationError

ORDERING = """
    pto.barrier <PIPE_ALL>
    pto.barrier_sync[<TVEC>]
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.record_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
    pto.wait_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
    pto.sync.set <PIPE_MTE3>, 3
    pto.sync.wait <PIPE_V>, 3
"""


def test_queries_sections_events_and_order():
    text = """
    func.func @f(%p: !pto.ptr<i64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %block = pto.get_block_idx
      %count = pto.get_block_num
      %lane = pto.get_subblock_idx
      %lanes = pto.get_subblock_num
      %at = arith.index_cast %block : i64 to index
      %events = pto.declare_eventid_array -> !pto.eventid_array<4>
      pto.eventid_array_set %events[%c1], %at : !pto.eventid_array<4>
      %event = pto.eventid_array_get %events[%c1] : !pto.eventid_array<4>
      pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %event]
      pto.wait_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %event]
      %ten = arith.constant 10 : i64
      %tens = arith.muli %count, %ten : i64
      pto.section.cube {
        %sum = arith.addi %tens, %lanes : i64
        %all = arith.addi %sum, %lane : i64
        pto.store_scalar %all, %p[%event] : !pto.ptr<i64>, i64
      }
      pto.section.vector {
        pto.barrier <PIPE_V>
      }
      %q = pto.addptr %p, %c1 : <i64> -> <i64>
      %x = pto.load_scalar %p[%event] : !pto.ptr<i64> -> i64
    """ + ORDERING + """
      func.return
    }"""  # fmt: skip
    out = np.zeros(3, np.int64)
    run(text, out, blocks=3)
    assert out.tolist() == [31, 31, 31]


def test_prints_and_traps(capsys: pytest.CaptureFixture[str]):
    body = """
    pto.print ins("x=%5.2f and 100%%", %x : f32)
    pto.print ins("n=%lld\\n", %n : i32)
    pto.tprint ins(%t : {t})"""
    run_op(body, x=("f32", 1.5), n=("i32", -7), t=(tile((1, 8), "i32"), np.arange(8, dtype=np.int32).reshape(1, 8)))
    assert capsys.readouterr().out == "x= 1.50 and 100%\nn=-7\n[[0 1 2 3 4 5 6 7]]\n"
    with pytest.raises(OperationError, match=r"'pto.trap' op stops the core"):
        run_op("pto.trap")


def test_remote_copies_are_copies():
    view = "!pto.partition_tensor_view<128xf32>"
    body = """
    %s = pto.build_async_session(%t, %w : {t}, {w}) {sync_id = 0 : i32} -> !pto.async_session
    %e = pto.tput_async(%d, %x, %s : {d}, {x}, !pto.async_session) -> !pto.async_event
    %ok = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1"""
    source, target = np.arange(128, dtype=np.float32), np.zeros(128, np.float32)
    run_op(body, t=(tile((1, 256), "ui8"), None), w=("!pto.ptr<i8>", np.zeros(8, np.int8)), d=(view, target),
           x=(view, source))  # fmt: skip
    np.testing.assert_array_equal(target, source)


def test_memrefs_are_tiles():
    vec, gm = "memref<16x16xf32, #pto.address_space<vec>>", "memref<16x16xf32, #pto.address_space<gm>>"
    strided = "memref<16x16xf32, strided<[16, 1], offset: 0>, #pto.address_space<gm>>"
    text = f"""
    func.func @f(%p: memref<?xf32, #pto.address_space<gm>>, %o: {gm}) {{
      %t = memref.alloc() : {vec}
      %s = arith.constant 2.0 : f32
      %v = memref.reinterpret_cast %p to offset: [0], sizes: [16, 16], strides: [16, 1]
        : memref<?xf32, #pto.address_space<gm>> to {strided}
      pto.tload ins(%v : {strided}) outs(%t : {vec})
      pto.tmuls ins(%t, %s : {vec}, f32) outs(%t : {vec})
      pto.tstore ins(%t : {vec}) outs(%o : {gm})
      memref.dealloc %t : {vec}
      func.return
    }}"""
    x, out = np.arange(256, dtype=np.float32), np.zeros((16, 16), np.float32)
    run(text, x, out)
    np.testing.assert_array_equal(out, 2 * x.reshape(16, 16))


def test_calls_hand_tiles_on():
    t = tile((16, 32))
    text = f"""
    func.func @f(%x: {t}) {{
      func.call @twice(%x) : ({t}) -> ()
      func.call @twice(%x) : ({t}) -> ()
      func.return
    }}
    func.func private @twice(%x: {t}) {{
      pto.tadd ins(%x, %x : {t}, {t}) outs(%x : {t})
      func.return
    }}"""
    from pto_programs import parse

    from xdsl_tiles.interpreters.program import Program
    from xdsl_tiles.interpreters.pto.handle import tile_buf, tile_of_array

    program = Program(parse(text))
    handle = tile_of_array(np.ones((16, 32), np.float32), tile_buf(program.functions[0].function_type.inputs.data[0]))
    program.run("f", [handle])
    assert (handle.read() == 4).all()


def test_merging_lists_counts_what_it_took():
    def pairs(scores: list[float], first: int) -> np.ndarray:
        ranks = np.arange(first, first + len(scores), dtype=np.uint32).view(np.float32)
        return np.stack([np.array(scores, np.float32), ranks], axis=1).reshape(1, -1)

    body = """
    %n = arith.constant dense<0> : vector<4xi16>
    pto.tmrgsort ins(%a, %b, %w {exhausted = false} : {a}, {b}, {w}) outs(%z, %n : {z}, vector<4xi16>)"""
    half, both = tile((1, 8)), tile((1, 16))
    out = run_op(body, a=(half, pairs([9, 7, 5, 3], 0)), b=(half, pairs([8, 6, 4, 2], 10)), z=(both, None),
                 w=(both, None))["z"].read()  # fmt: skip
    assert out[0, 0::2].tolist() == [9, 8, 7, 6, 5, 4, 3, 2]
    assert out[0, 1::2].copy().view(np.uint32).tolist() == [0, 10, 1, 11, 2, 12, 3, 13]


def test_columns_that_compare():
    x = np.array([[3, 1, 3, 5, 0, 3, 9, 3]] * 16, np.float32)
    body = """
    pto.tgather ins(%x, %k, %w : {x}, {k}, {w}) outs(%z, %n : {z}, {n}) {cmpMode = #pto<cmp eq>}"""
    counts = tile((16, 8), "i32", (16, 1))
    out = run_op(body, x=(tile((16, 8)), x), k=("f32", 3.0), w=(tile((16, 8), "i32"), None),
                 z=(tile((16, 8), "i32", (16, 4)), None), n=(counts, None))  # fmt: skip
    assert out["z"].read().tolist() == [[0, 2, 5, 7]] * 16
    assert (out["n"].read() == 4).all()
