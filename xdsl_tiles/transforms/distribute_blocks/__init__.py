"""`distribute-blocks`: the blocks of outputs, dealt out to the cores that run a function.

Files: `sections` (what can be dealt out, and why not), `deal` (the loops over a core's share).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import ACCUMULATOR_PITCH
from xdsl_tiles.diagnostics import fail, hint
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import CORES, BlockIdxOp, BlockNumOp, function_kind
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.distribute_blocks.deal import deal_out
from xdsl_tiles.transforms.distribute_blocks.sections import find_sections

NOT_DISTRIBUTED = "PH-DB-001"
"""The hint for a function whose blocks depend on each other, or may."""


@dataclass(frozen=True)
class DistributeBlocksPass(CheckedPass):
    """Deal the output blocks of in-core functions out to the cores: block `i` to core `i` modulo their number.

    A block is one iteration of the outermost loops that store to a tensor, where iterations provably store apart from
    each other; two perfectly nested loops are dealt out together. Other stores are one block each, with what they are
    computed from. Each block is done by exactly one core, however many run (`tile.block_num`), and the share of each
    differs by at most one block. `tile.cores` on the function records for how many it was made.

    A function of one block stays as it is, and so does, with hint `PH-DB-001`, one whose blocks read what it stores:
    a second product that reads the first needs a barrier between all cores. Source: tile_l0 section 7.

    ```mlir
    %y = scf.for %m = %c0 to %c64 step %c16 iter_args(%t = %out) -> (tensor<64x64xf32>) {
      %next = tile.store %c into %t[%m, 0] : !tile.tile<16x64xf32, acc> into tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    ```
    becomes
    ```mlir
    %core = tile.block_idx
    %cores = tile.block_num
    %y = scf.for %block = %core to %c4 step %cores iter_args(%t = %out) -> (tensor<64x64xf32>) {
      %m = arith.muli %block, %c16 : index
      %next = tile.store %c into %t[%m, 0] : !tile.tile<16x64xf32, acc> into tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    ```
    """

    name = "distribute-blocks"

    needs = gives = (ACCUMULATOR_PITCH,)

    cores: int | None = None
    """how many cores will run the functions; without it all cube cores of the machine"""
    machine: str | None = None
    """whose cores to use; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Deal out the blocks of every in-core function of the module."""
        if self.cores is not None and self.cores < 1:
            fail(op, f"cannot deal blocks out to {self.cores} cores; 'cores' is 1 or more")
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            if function_kind(function) is FunctionKind.IN_CORE and not _is_distributed(function):
                self._distribute(function)

    def _distribute(self, function: FuncOp) -> None:
        machine = machine_for(function, self.machine)
        cores = self.cores or (1 if machine is None else machine.cores.cube)
        sections = find_sections(function)
        if isinstance(sections, str):
            hint(function, NOT_DISTRIBUTED, f"stays on one core: {sections}")
            return
        blocks = sum(section.count for section in sections)
        if min(cores, blocks) <= 1:
            return
        function.attributes[CORES] = IntegerAttr(min(cores, blocks), i64)
        deal_out(function, sections)


def _is_distributed(function: FuncOp) -> bool:
    return any(isinstance(op, BlockIdxOp | BlockNumOp) for op in function.walk())
