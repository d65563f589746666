"""Kernels split between a cube and its vector cores: what they compute, and how they wait for each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.named import TileSchedulePipeline
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.expand_mixed_kernel import ExpandMixedKernelPass


def run(text: str, *arguments: Any, schedule: bool = False, expand: bool = False) -> tuple[Any, ...]:
    """What `f` gives, after the whole schedule or the split alone where that is asked for."""
    context = all_dialects()
    module = LocatedParser(context, text, "kernel").parse_module()
    passes = [TileSchedulePipeline()] if schedule else [ExpandMixedKernelPass()] if expand else []
    run_pipeline(module, context, passes)
    assert ("tile.launch" in str(module)) or not passes
    return Program(module).run("f", arguments)


def test_fault_C2_rows_that_are_not_valid_do_not_cross():
    text = """
    func.func @f(%x: tensor<16x32xi8>, %y: tensor<32x128xi8>, %one: i32, %out: tensor<64x128xi32>)
        -> tensor<64x128xi32> {
      %a = tile.load %x[0, 0] valid [16, 32] : tensor<16x32xi8> to !tile.tile<64x32xi8, mat, valid = 16x32>
      %b = tile.load %y[0, 0] : tensor<32x128xi8> to !tile.tile<32x128xi8, mat>
      %c = tile.matmul %a, %b : !tile.tile<64x32xi8, mat, valid = 16x32>, !tile.tile<32x128xi8, mat>
        -> !tile.tile<64x128xi32, acc, valid = 16x128, compact>
      %v = tile.move %c : !tile.tile<64x128xi32, acc, valid = 16x128, compact>
        to !tile.tile<64x128xi32, vec, valid = 16x128>
      %s = tile.adds %v, %one : !tile.tile<64x128xi32, vec, valid = 16x128>, i32
      %0 = tile.store %s into %out[0, 0] : !tile.tile<64x128xi32, vec, valid = 16x128> into tensor<64x128xi32>
      func.return %0 : tensor<64x128xi32>
    }"""
    columns = np.broadcast_to(np.arange(128) % 7, (32, 128)).astype(np.int8)
    out = np.full((64, 128), -1, np.int32)
    (result,) = run(text, np.ones((16, 32), np.int8), columns, 1, out, schedule=True)
    assert (result[:16] == 32 * (np.arange(128) % 7) + 1).all()
    assert (result[16:] == -1).all()


def test_fault_C6_columns_of_an_earlier_tile_do_not_show():
    text = """
    func.func @f(%x: tensor<16x32xf32>, %y: tensor<16x24xf32>, %o: tensor<16x1xf32>) -> tensor<16x1xf32> {
      %r = tile.launch cube @cube vector @vector(%x, %y, %o)
        : (tensor<16x32xf32>, tensor<16x24xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
      func.return %r : tensor<16x1xf32>
    }
    func.func private @cube(%x: tensor<16x32xf32>, %y: tensor<16x24xf32>, %o: tensor<16x1xf32>)
        attributes {tile.core = #tile<core cube>, tile.pipe_depth = 1 : i64} {
      %a = tile.load %x[0, 0] : tensor<16x32xf32> to !tile.tile<16x32xf32, mat>
      %b = tile.load %y[0, 0] valid [16, 24] : tensor<16x24xf32> to !tile.tile<16x32xf32, mat, valid = 16x24>
      tile.push %a to vector pipe 0 : !tile.tile<16x32xf32, mat>
      tile.push %b to vector pipe 0 : !tile.tile<16x32xf32, mat, valid = 16x24>
      func.return
    }
    func.func private @vector(%x: tensor<16x32xf32>, %y: tensor<16x24xf32>, %o: tensor<16x1xf32>) -> tensor<16x1xf32>
        attributes {tile.core = #tile<core vector>, tile.pipe_depth = 1 : i64} {
      %p = tile.pop from cube pipe 0 : !tile.tile<16x32xf32, vec>
      tile.free %p : !tile.tile<16x32xf32, vec>
      %q = tile.pop from cube pipe 0 : !tile.tile<16x32xf32, vec, valid = 16x24>
      %m = tile.row_max %q : !tile.tile<16x32xf32, vec, valid = 16x24> -> !tile.tile<16x1xf32, vec>
      tile.free %q : !tile.tile<16x32xf32, vec, valid = 16x24>
      %0 = tile.store %m into %o[0, 0] : !tile.tile<16x1xf32, vec> into tensor<16x1xf32>
      func.return %0 : tensor<16x1xf32>
    }"""
    stale = np.full((16, 32), 1e9, np.float32)
    (result,) = run(text, stale, np.full((16, 24), 3, np.float32), np.zeros((16, 1), np.float32))
    assert (result == 3).all()


def exchange(cube: str, vector: str) -> str:
    """Two halves of f(x, y), which return a 16x16 tensor each."""
    types = "%x: tensor<32x16xf32>, %y: tensor<16x16xf32>"
    return f"""
    func.func @f({types}) -> (tensor<16x16xf32>) {{
      %r = tile.launch cube @cube vector @vector(%x, %y)
        : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
      func.return %r : tensor<16x16xf32>
    }}
    func.func private @cube({types}) attributes {{tile.core = #tile<core cube>}} {{
      %a = tile.load %x[0, 0] : tensor<32x16xf32> to !tile.tile<16x16xf32, mat>
      %b = tile.load %x[16, 0] : tensor<32x16xf32> to !tile.tile<16x16xf32, mat>
      {cube}
      func.return
    }}
    func.func private @vector({types}) -> tensor<16x16xf32> attributes {{tile.core = #tile<core vector>}} {{
      {vector}
      func.return %0 : tensor<16x16xf32>
    }}"""


PUSHED = "tile.push {} to vector pipe 0 : !tile.tile<16x16xf32, mat>"
POPPED = "{} = tile.pop from cube pipe 0 : !tile.tile<16x16xf32, vec>"
FREED = "tile.free {} : !tile.tile<16x16xf32, vec>"
BOTH = """
%s = tile.sub %p, %q : !tile.tile<16x16xf32, vec>, !tile.tile<16x16xf32, vec>
%0 = tile.store %s into %y[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>"""
X = np.repeat(np.float32([1, 2]), 16)[:, None] * np.ones((1, 16), np.float32)
Y = np.zeros((16, 16), np.float32)


def test_fault_F1_F3_two_tiles_are_on_their_way_at_once():
    cube = "\n".join(PUSHED.format(tile) for tile in ("%a", "%b"))
    vector = "\n".join([POPPED.format("%p"), POPPED.format("%q"), BOTH, FREED.format("%p"), FREED.format("%q")])
    assert (run(exchange(cube, vector), X, Y)[0] == -1).all()


def test_fault_F3_a_third_tile_waits_for_a_slot():
    cube = "\n".join(PUSHED.format(tile) for tile in ("%a", "%b", "%a"))
    vector = "\n".join([*map(POPPED.format, ("%p", "%q", "%r")), BOTH])
    with pytest.raises(OperationError, match=r"'tile.push' op waits for ever for a slot of pipe 0: 2 of 2 hold tiles"):
        run(exchange(cube, vector), X, Y)


def test_fault_F7_a_tile_that_is_never_pushed():
    vector = "\n".join([POPPED.format("%p"), POPPED.format("%q"), BOTH])
    with pytest.raises(
        OperationError, match=r"'tile.pop' op waits for ever for tile 2 of pipe 0: the cube core pushed 1"
    ):
        run(exchange(PUSHED.format("%a"), vector), X, Y)


def test_fault_F7_a_tile_that_is_never_popped():
    cube = "\n".join(PUSHED.format(tile) for tile in ("%a", "%b"))
    vector = "\n".join([POPPED.format("%p"), BOTH.replace("%q", "%p")])
    with pytest.raises(OperationError, match=r"'tile.launch' op leaves 1 tiles in pipe 0: 2 were pushed"):
        run(exchange(cube, vector), X, Y)
