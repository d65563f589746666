"""`canonicalize-tile-slice`: turn zero-copy windows of tiles into what the machine can address.

Files: `fold` (Mat slices into the ops that read them), `materialize` (Vec slices into copies), `accumulators` (the
error for what cannot be lowered). Source: tile_l0 section 7 (CanonicalizeTileSlice).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import Rewriter

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import ACCUMULATOR_PITCH, TILES_2D
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.transfer import SliceOp
from xdsl_tiles.transforms.canonicalize_tile_slice.accumulators import refuse_row_windows
from xdsl_tiles.transforms.canonicalize_tile_slice.fold import (
    FoldIntoExtract,
    FoldIntoMatmul,
    FoldIntoMove,
    FoldSliceOfSlice,
)
from xdsl_tiles.transforms.canonicalize_tile_slice.materialize import MaterializeSlice
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.rewriting import apply_patterns


@dataclass(frozen=True)
class CanonicalizeTileSlicePass(CheckedPass):
    """Fold tile.slice into the ops that read it, or copy where a window cannot be read in place.

    Slices of slices become one. A slice of a Mat tile goes into the offsets of a tile.extract that reads it, becomes
    an extract where a tile.move or a matmul reads it, and stays for other readers. A slice of a Vec tile becomes a
    copy where somebody writes into it, or where its address is not provably a multiple of the machine's alignment.
    Slices that nobody reads go. A matmul that accumulates into a window of the rows of a wider accumulator is an
    error: the cube does not know its pitch.

    ```mlir
    %s = tile.slice %x[0, 256] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, mat>
    %l = tile.extract %s[0, %k] : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, left>
    %v = tile.slice %y[0, 3] : !tile.tile<16x64xf32, vec> to !tile.tile<16x8xf32, vec>
    ```
    becomes
    ```mlir
    %c256 = arith.constant 256 : index
    %o = arith.addi %k, %c256 : index
    %l = tile.extract %x[0, %o] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x64xbf16, left>
    %v = tile.extract %y[0, 3] : !tile.tile<16x64xf32, vec> to !tile.tile<16x8xf32, vec>
    ```
    """

    name = "canonicalize-tile-slice"
    needs = gives = (TILES_2D, ACCUMULATOR_PITCH)

    machine: str | None = None
    """whose alignment to go by; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Canonicalize the slices of every in-core function of the module."""
        functions = [function for function in op.walk() if isinstance(function, FuncOp)]
        for function in functions:
            if function_kind(function) is FunctionKind.IN_CORE:
                refuse_row_windows(function)
                folds = [FoldSliceOfSlice(), FoldIntoExtract(), FoldIntoMove(), FoldIntoMatmul()]
                apply_patterns(function, [*folds, MaterializeSlice(machine_for(function, self.machine))])
                _drop_unused(function)


def _drop_unused(function: FuncOp) -> None:
    for op in reversed([op for op in function.walk() if isinstance(op, SliceOp)]):
        if not op.result.uses:
            Rewriter.erase_op(op)
