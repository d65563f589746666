"""`tile-matmul-to-mat`: cut matmuls whose operands exceed Mat (L1) into blocks whose panels stream through it.

Files: `candidate` (which matmuls), `reduction` (one output block), `block_grid` (all of them), `pattern`. Which blocks
is decided in `analysis.mat_blocks`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import ACCUMULATOR_PITCH
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.rewriting import apply_patterns
from xdsl_tiles.transforms.tile_matmul_to_mat.pattern import BlockForMat


@dataclass(frozen=True)
class TileMatmulToMatPass(CheckedPass):
    """Cut the matmuls of in-core functions whose operands exceed Mat into the canonical split-K form.

    The output becomes a grid of blocks whose accumulator fits L0C, as loops over its rows and columns; boundary blocks
    are peeled. Each block is reduced over panels of K of which Mat holds two of each operand, in a pipelined loop with
    the partial last panel peeled; where one panel spans K, one operand's panel is held for a row or column of blocks.
    Extents are chosen so that blocks read the fewest operand bytes (`analysis.mat_blocks`).

    A factor seen through `tile.transpose_view` is loaded as it lies, and each panel of it is seen through a view.

    A matmul that fits Mat is left alone. One that doesn't stays with hint `PH-TM-001` where its operands are no plain
    loads from tensors that keep what they hold, or where its result isn't just stored. With machine `none` nothing is
    cut. Source: tile_l0 sections 3 and 4 (canonical split-K).

    ```mlir
    %a = tile.load %x[0, 0] : tensor<128x4096xbf16> to !tile.tile<128x4096xbf16, mat>
    %b = tile.load %w[0, 0] : tensor<4096x256xbf16> to !tile.tile<4096x256xbf16, mat>
    %c = tile.matmul %a, %b : !tile.tile<128x4096xbf16, mat>, !tile.tile<4096x256xbf16, mat>
        -> !tile.tile<128x256xf32, acc>
    ```
    becomes
    ```mlir
    %init = tile.create : !tile.tile<128x256xf32, acc>
    %c = scf.for %k = %c0 to %c4096 step %c256 iter_args(%acc = %init) -> (!tile.tile<128x256xf32, acc>) {
      %a = tile.load %x[0, %k] : tensor<128x4096xbf16> to !tile.tile<128x256xbf16, mat>
      %b = tile.load %w[%k, 0] : tensor<4096x256xbf16> to !tile.tile<256x256xbf16, mat>
      %first = arith.cmpi eq, %k, %c0 : index
      %next = tile.matmul_acc %acc, %a, %b init %first
          : !tile.tile<128x256xf32, acc>, !tile.tile<128x256xbf16, mat>, !tile.tile<256x256xbf16, mat>
      scf.yield %next : !tile.tile<128x256xf32, acc>
    } {tile.pipeline_stages = 2 : i64}
    ```
    """

    name = "tile-matmul-to-mat"
    needs = gives = (ACCUMULATOR_PITCH,)

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Cut the matmuls of every in-core function of the module."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            machine = machine_for(function, self.machine) if function_kind(function) is FunctionKind.IN_CORE else None
            if machine is not None:
                apply_patterns(function, [BlockForMat(machine)])
