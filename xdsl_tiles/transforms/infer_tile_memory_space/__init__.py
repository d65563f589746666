"""`infer-tile-memory-space`: give every tile a memory space, and copy it where its reader needs it elsewhere.

Files: `demands` (where ops read), `plan` (a space for every open tile), `place` (types and moves by the plan), `hoist`
(loads out of loops). Source: tile_l0 section 7 (InferTileMemorySpace) and section 8, item 8.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.machine_of import DEFAULT_MACHINE, machine_for
from xdsl_tiles.analysis.properties import ACCUMULATOR_PITCH, MEMORY_SPACES, TILES_2D
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.machines import load
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.infer_tile_memory_space.hoist import hoist_loads
from xdsl_tiles.transforms.infer_tile_memory_space.place import Placer
from xdsl_tiles.transforms.infer_tile_memory_space.plan import SpacePlan


@dataclass(frozen=True)
class InferTileMemorySpacePass(CheckedPass):
    """Fix the memory space of every tile of in-core functions.

    A tile without one goes where its readers want it, seen through views, loops and branches: to Acc as an
    accumulator, to Mat for the cube, else to Vec. A stated space stays. Where a reader needs a tile in another space
    it gets a tile.move along the machine's paths, one per tile, space and block; a factor of a product in Mat is
    moved to Left or Right, a bias to Bias. What types state beyond the deduction (valid extents, compact) survives.
    Then loads into Mat leave loops in which they load the same each time and that write nothing they could read. A
    space that nothing leads to, and a parameter that is a tile in no space, are errors. `machine=none` goes by the
    paths of ascend910b.

    ```mlir
    %a = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16>
    %b = tile.load %y[0, 0] : tensor<64x32xbf16> to !tile.tile<64x32xbf16, mat>
    %c = tile.matmul %a, %b : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, acc>
    ```
    becomes
    ```mlir
    %a = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, mat>
    %b = tile.load %y[0, 0] : tensor<64x32xbf16> to !tile.tile<64x32xbf16, mat>
    %l = tile.move %a : !tile.tile<16x64xbf16, mat> to !tile.tile<16x64xbf16, left>
    %r = tile.move %b : !tile.tile<64x32xbf16, mat> to !tile.tile<64x32xbf16, right>
    %c = tile.matmul %l, %r : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
    ```
    """

    name = "infer-tile-memory-space"
    needs = (TILES_2D, ACCUMULATOR_PITCH)
    gives = (TILES_2D, ACCUMULATOR_PITCH, MEMORY_SPACES)

    machine: str | None = None
    """whose paths between memories to use; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Place the tiles of every in-core function of the module."""
        functions = [function for function in op.walk() if isinstance(function, FuncOp) and function.body.blocks]
        for function in functions:
            if function_kind(function) is FunctionKind.IN_CORE:
                _refuse_open_parameters(function)
                machine = machine_for(function, self.machine) or load(DEFAULT_MACHINE)
                Placer(SpacePlan(function), machine).place(function.body.block)
                hoist_loads(function)


def _refuse_open_parameters(function: FuncOp) -> None:
    for index, type_ in enumerate(function.function_type.inputs.data):
        if isinstance(type_, TileType) and type_.space is None:
            fail(
                function,
                f"parameter {index} is a tile in no memory space, {type_}: its caller decides where it is; "
                "state the space, or pass a tensor and load it",
            )
