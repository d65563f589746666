"""`canonicalize-io-order`: order the bodies of pipelined loops so that loads run ahead of what waits for them.

Files: `tiers` (what goes first), `dependences` (what must not be swapped). Source: tile_l0 section 7
(CanonicalizeIOOrder).
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_tiles.analysis.loops import pipelined_loops
from xdsl_tiles.analysis.properties import NO_PIPELINED_LOOPS, STAGES_REPLICATED
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.pipelining import LOOP_MARKS
from xdsl_tiles.transforms.canonicalize_io_order.dependences import BufferRoots, followers
from xdsl_tiles.transforms.canonicalize_io_order.tiers import order_keys
from xdsl_tiles.transforms.checked_pass import CheckedPass


@dataclass(frozen=True)
class CanonicalizeIOOrderPass(CheckedPass):
    """Order the bodies of pipelined loops: scalars, then loads, then each stage's products and stores.

    The order is a stable topological one. What computes and what stores goes stage by stage. A stage stores Vec tiles
    after all that it computes, unless the loop says `tile.overlap_stores = false`; an accumulator is drained where it
    was, before the next product needs its room. With `tile.double_buffer_c` two stages compute before both drain, so
    that one accumulator drains while the other fills. No op crosses one that it depends on: through values, through a
    buffer that is overwritten in place, or through the pipe between cores.

    The loop then is an ordinary one and loses its marks; the `tile.stage` of what makes tiles stays, for the memory
    planner.

    ```mlir
    %r = scf.for %i = %c0 to %c256 step %c128 iter_args(%o = %out) -> (tensor<16x256xf32>) {
      %b = tile.extract %m[0, %i]
          : !tile.tile<64x256xbf16, mat> to !tile.tile<64x64xbf16, right>
      %c = tile.matmul %a, %b
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %n = tile.store %c into %o[0, %i] : !tile.tile<16x64xf32, acc> into tensor<16x256xf32>
      %i_1 = arith.addi %i, %c64 : index
      %b_1 = tile.extract %m[0, %i_1]
          : !tile.tile<64x256xbf16, mat> to !tile.tile<64x64xbf16, right>
      %c_1 = tile.matmul %a, %b_1
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %n_1 = tile.store %c_1 into %n[0, %i_1] : !tile.tile<16x64xf32, acc> into tensor<16x256xf32>
      scf.yield %n_1 : tensor<16x256xf32>
    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64, tile.double_buffer_c = true}
    ```
    becomes
    ```mlir
    %r = scf.for %i = %c0 to %c256 step %c128 iter_args(%o = %out) -> (tensor<16x256xf32>) {
      %i_1 = arith.addi %i, %c64 : index
      %b = tile.extract %m[0, %i]
          : !tile.tile<64x256xbf16, mat> to !tile.tile<64x64xbf16, right>
      %b_1 = tile.extract %m[0, %i_1]
          : !tile.tile<64x256xbf16, mat> to !tile.tile<64x64xbf16, right>
      %c = tile.matmul %a, %b
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %c_1 = tile.matmul %a, %b_1
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %n = tile.store %c into %o[0, %i] : !tile.tile<16x64xf32, acc> into tensor<16x256xf32>
      %n_1 = tile.store %c_1 into %n[0, %i_1] : !tile.tile<16x64xf32, acc> into tensor<16x256xf32>
      scf.yield %n_1 : tensor<16x256xf32>
    }
    ```
    """

    name = "canonicalize-io-order"
    needs = (STAGES_REPLICATED,)
    gives = (NO_PIPELINED_LOOPS,)

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Order the pipelined bodies of every in-core function of the module."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            if function_kind(function) is FunctionKind.IN_CORE:
                _order_loops(function)


def _order_loops(function: FuncOp) -> None:
    loops = [loop for loop, _ in pipelined_loops(function)]
    if loops:
        roots = BufferRoots(function)
        for loop in loops:
            _order(loop, roots)


def _order(loop: scf.ForOp, roots: BufferRoots) -> None:
    body = loop.body.block
    *ops, terminator = body.ops
    for op in _scheduled(ops, order_keys(loop, ops), followers(ops, roots)):
        op.detach()
        body.insert_op_before(op, terminator)
    for mark in LOOP_MARKS:
        loop.attributes.pop(mark, None)


def _scheduled(ops: list[Operation], keys: list[tuple[int, ...]], after: list[set[int]]) -> list[Operation]:
    """The ops in an order that keeps dependences and otherwise goes by key, then by where they stood."""
    waiting = [0] * len(ops)
    for successors in after:
        for index in successors:
            waiting[index] += 1
    ready: list[tuple[tuple[int, ...], int]] = []
    for index, count in enumerate(waiting):
        if not count:
            heappush(ready, (keys[index], index))
    ordered: list[Operation] = []
    while ready:
        _, index = heappop(ready)
        ordered.append(ops[index])
        for successor in after[index]:
            waiting[successor] -= 1
            if not waiting[successor]:
                heappush(ready, (keys[successor], successor))
    return ordered
