"""`lower-pipeline-loops`: put the stages of pipelined loops next to each other.

Files: `replication` (the loop and what remains of its trips), `replica` (one copy of a body). Source: tile_l0 section 7
(LowerPipelineLoops).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.loops import pipelined_loops
from xdsl_tiles.analysis.properties import MEMORY_SPACES, ONE_KIND_OF_CORE, STAGES_REPLICATED
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.pipelining import GROUP
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.lower_pipeline_loops.constants import IndexConstants
from xdsl_tiles.transforms.lower_pipeline_loops.replication import lower_pipelined_loop


@dataclass(frozen=True)
class LowerPipelineLoopsPass(CheckedPass):
    """Replicate the bodies of pipelined loops: with F stages, one iteration does what F did.

    The copies follow each other, their indices a step apart; the loop's step grows to F steps and its mark says one
    stage. What makes a tile carries its group and stage (`tile.stage`), so that a memory planner keeps the buffers of
    stages that overlap apart. Accumulators carry none, since products follow each other, but in a loop marked
    `tile.double_buffer_c`, where they take two in turns. Comparisons of the index that a copy can't meet are folded.

    Trips that do not fill a group of F follow the loop: as straight-line copies where their number is known, else each
    in an `scf.if`. Inner loops go first. A step that is no constant is an error.

    ```mlir
    %r = scf.for %i = %c0 to %c192 step %c64 iter_args(%o = %out) -> (tensor<16x192xf32>) {
      %b = tile.extract %m[0, %i] : !tile.tile<64x192xbf16, mat> to !tile.tile<64x64xbf16, right>
      %c = tile.matmul %a, %b
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %n = tile.store %c into %o[0, %i] : !tile.tile<16x64xf32, acc> into tensor<16x192xf32>
      scf.yield %n : tensor<16x192xf32>
    } {tile.pipeline_stages = 2 : i64}
    ```
    becomes
    ```mlir
    %r = scf.for %i = %c0 to %c128 step %c128 iter_args(%o = %out) -> (tensor<16x192xf32>) {
      %b = tile.extract %m[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
          : !tile.tile<64x192xbf16, mat> to !tile.tile<64x64xbf16, right>
      %c = tile.matmul %a, %b
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %n = tile.store %c into %o[0, %i] : !tile.tile<16x64xf32, acc> into tensor<16x192xf32>
      %i_1 = arith.addi %i, %c64 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
      %b_1 = tile.extract %m[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
          : !tile.tile<64x192xbf16, mat> to !tile.tile<64x64xbf16, right>
      %c_1 = tile.matmul %a, %b_1
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %n_1 = tile.store %c_1 into %n[0, %i_1] : !tile.tile<16x64xf32, acc> into tensor<16x192xf32>
      scf.yield %n_1 : tensor<16x192xf32>
    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
    %b_2 = tile.extract %m[0, %c128] {tile.stage = #tile.stage<group = 0, stage = 0>}
          : !tile.tile<64x192xbf16, mat> to !tile.tile<64x64xbf16, right>
    %c_2 = tile.matmul %a, %b_2
          : !tile.tile<16x64xbf16, left>, !tile.tile<64x64xbf16, right> -> !tile.tile<16x64xf32, acc>
    %r_1 = tile.store %c_2 into %r[0, %c128] : !tile.tile<16x64xf32, acc> into tensor<16x192xf32>
    ```
    """

    name = "lower-pipeline-loops"
    needs = (MEMORY_SPACES, ONE_KIND_OF_CORE)
    gives = (STAGES_REPLICATED,)

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Lower the pipelined loops of every in-core function of the module."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            if function_kind(function) is FunctionKind.IN_CORE:
                _lower_function(function)


def _lower_function(function: FuncOp) -> None:
    loops = list(pipelined_loops(function))
    group = max((_group(loop.attributes.get(GROUP)) for loop, _ in loops), default=-1) + 1
    constants = IndexConstants(function)
    for loop, stages in loops:
        if stages > 1:
            lower_pipelined_loop(loop, stages, group, constants)
            group += 1


def _group(mark: object) -> int:
    return mark.value.data if isinstance(mark, IntegerAttr) else -1
