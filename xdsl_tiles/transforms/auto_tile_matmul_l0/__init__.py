"""`auto-tile-matmul-l0`: cut matmuls on Mat tiles into tiles that fit L0A, L0B and L0C.

Files: `candidate` and `bias_legality` (which matmuls), `choice` (which tile, and hints), `k_reduction`, `seed` and
`bias` (loops over K and what they start from), `output_grid` with `full_k_grid` and `split_k_grid` (loops over the
output), `output_placement` and `mat_scratch` (where its parts go), `source_reduction` and `chain_grid` (loops over K
that the program has), `kept_whole` (what cannot be cut), and one file per pattern; what it shares with other passes is
in `tiling`.
Source: the seed document of the pass and tile_l0 sections 3 to 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.l0 import Objective
from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.planner import Planner, planner_of
from xdsl_tiles.analysis.properties import ACCUMULATOR_PITCH, TILES_2D
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.kernel import PLANNER, function_kind
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Tiling
from xdsl_tiles.transforms.auto_tile_matmul_l0.existing_pipelines import double_buffer_existing_pipelines
from xdsl_tiles.transforms.auto_tile_matmul_l0.fold_cast import FoldCast
from xdsl_tiles.transforms.auto_tile_matmul_l0.manual_operands import refuse_oversized_operands
from xdsl_tiles.transforms.auto_tile_matmul_l0.stage_accumulator import StageAccumulator
from xdsl_tiles.transforms.auto_tile_matmul_l0.tile_matmul import TileMatmul
from xdsl_tiles.transforms.auto_tile_matmul_l0.tile_matmul_acc import TileMatmulAcc
from xdsl_tiles.transforms.auto_tile_matmul_l0.tile_matmul_bias import TileMatmulBias
from xdsl_tiles.transforms.auto_tile_matmul_l0.tile_split_k_chain import TileSplitKChain
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.rewriting import apply_patterns


@dataclass(frozen=True)
class AutoTileMatmulL0Pass(CheckedPass):
    """Tile static 2-D matmuls of in-core functions for the L0 memories of a cube core.

    The chooser picks (m, n, k) by an exhaustive roofline search. Where the output fits L0C, K becomes a pipelined
    loop of predicated accumulates into one buffer, with a partial last block peeled; where it does not, the output
    becomes a grid of sub-tiles, stored straight to its tensor or, for matmuls that read it, assembled into a scratch in
    Mat. A loop over K of the program's own is cut into one for each sub-tile. The cast of a product between matmuls is
    left to the way out of L0C where that rounds alike. Under planner pypto, pipelines that the author wrote take two
    accumulators in turns where that pays and L0C has the room. What the pass declines stays as it is and gets a hint
    `PH-AT-003` to `PH-AT-011`. Functions that changed record the planner as `tile.planner`.

    ```mlir
    %c = tile.matmul %a, %b : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
    ```
    becomes
    ```mlir
    %init = tile.create : !tile.tile<16x64xf32, acc>
    %c = scf.for %ko = %c0 to %c2048 step %c256 iter_args(%acc = %init) -> (!tile.tile<16x64xf32, acc>) {
      %l = tile.extract %a[0, %ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
      %r = tile.extract %b[%ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
      %first = arith.cmpi eq, %ko, %c0 : index
      %next = tile.matmul_acc %acc, %l, %r init %first
          : !tile.tile<16x64xf32, acc>, !tile.tile<16x256xbf16, left>, !tile.tile<256x64xbf16, right>
      scf.yield %next : !tile.tile<16x64xf32, acc>
    } {tile.pipeline_stages = 2 : i64}
    ```
    """

    name = "auto-tile-matmul-l0"
    needs = gives = (TILES_2D, ACCUMULATOR_PITCH)

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""
    planner: Literal["pypto", "dsa-rp", "ptoas"] = "dsa-rp"
    """the memory planner that will run; dsa-rp and ptoas allow a double-buffered accumulator"""
    double_buffer_c: bool = False
    """allow it under pypto too"""
    allow_padding: bool = False
    """let the chooser pad extents below its minimum, with hint PH-AT-008"""
    objective: Literal["seed", "balanced"] = "seed"
    """which tile is best: that of the smallest wall clock, or within 2% of it that of the fewest K blocks"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Tile every in-core function of the module."""
        functions = [function for function in op.walk() if isinstance(function, FuncOp)]
        for function in functions:
            if function_kind(function) is FunctionKind.IN_CORE:
                self._apply_to(function)

    def _apply_to(self, function: FuncOp) -> None:
        machine = machine_for(function, self.machine)
        if machine is None:
            return
        planner = planner_of(function, self.planner)
        for op in function.walk():
            if isinstance(op, MatmulOp | MatmulAccOp | MatmulBiasOp):
                refuse_oversized_operands(op, machine)
        tiling = Tiling(machine, planner, self.double_buffer_c, self.allow_padding, Objective(self.objective))
        patterns = [TileMatmul(tiling), TileMatmulBias(tiling), TileMatmulAcc(tiling), FoldCast(machine)]
        changed = apply_patterns(function, [TileSplitKChain(tiling), StageAccumulator(machine)])
        if planner is Planner.PYPTO:
            changed |= double_buffer_existing_pipelines(function, machine, self.double_buffer_c)
        changed |= apply_patterns(function, patterns)
        if changed:
            function.attributes[PLANNER] = StringAttr(self.planner)
