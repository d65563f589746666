"""`lower-pipeline-to-slots`: let the loads of a pipelined loop take several buffers in turns, for planner ptoas."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, ModuleOp, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.analysis.loops import constant_of, pipelined_loops
from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.planner import Planner, planner_of
from xdsl_tiles.analysis.properties import MEMORY_SPACES, ONE_KIND_OF_CORE
from xdsl_tiles.diagnostics import remark
from xdsl_tiles.dialects.tile.attributes import FunctionKind, MemorySpace
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.dialects.tile.pipelining import LOOP_MARKS, SLOTS, pipeline_stages
from xdsl_tiles.dialects.tile.transfer import SliceOp
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.checked_pass import CheckedPass

_MAX_SLOTS = 16
_SPACES = (MemorySpace.VEC, MemorySpace.MAT)
_VIEWS = (SliceOp, SetValidShapeOp, TransposeViewOp, ReshapeOp)


@dataclass(frozen=True)
class LowerPipelineToSlotsPass(CheckedPass):
    """Make pipelined loops with loads sequential ones whose loads take as many buffers in turns as there are stages.

    Only for planner ptoas, whose buffers have slots. The tile that iteration i loads is in slot i mod F (`tile.slots`),
    so that the load of one iteration need not wait for the reader of the one before. The loop has 2 to 16 stages, step
    1 and a constant start that is a multiple of F; its loads have known valid shapes, are neither carried on nor seen
    through a view, and fit their memory F times over. A load that does not declines the whole loop, with a remark; it
    then goes to `lower-pipeline-loops` like loops without loads, and so do the loops inside, which that pass copies.
    Source: tile_l0 section 7 (LowerPipelineToSlots).

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %b = tile.load %m[%i, 0] : tensor<64x64xf32> to !tile.tile<1x64xf32, vec>
    } {tile.pipeline_stages = 2 : i64}
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %b = tile.load %m[%i, 0] {tile.slots = 2 : i64} : tensor<64x64xf32> to !tile.tile<1x64xf32, vec>
    }
    ```
    """

    name = "lower-pipeline-to-slots"
    needs = (MEMORY_SPACES, ONE_KIND_OF_CORE)

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""
    planner: Literal["pypto", "dsa-rp", "ptoas"] | None = None
    """the memory planner that will run; without it the one that the function records, else dsa-rp"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Lower the pipelined loops of every in-core function of the module."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            if function_kind(function) is FunctionKind.IN_CORE:
                self._lower(function)

    def _lower(self, function: FuncOp) -> None:
        if planner_of(function, self.planner) is not Planner.PTOAS:
            return
        loops = list(pipelined_loops(function))
        machine = machine_for(function, self.machine) if loops else None
        for loop, stages in reversed(loops):
            loads = [op for op in loop.body.block.ops if isinstance(op, LoadOp) and SLOTS not in op.attributes]
            if not loads or stages < 2 or _is_copied(loop):
                continue
            if reason := _obstacle(loop, stages, loads, machine):
                remark(loop, f"its loads take no slots: {reason}", stages=stages)
                continue
            for load in loads:
                load.attributes[SLOTS] = IntegerAttr(stages, i64)
            for mark in LOOP_MARKS:
                loop.attributes.pop(mark, None)


def _is_copied(loop: Operation) -> bool:
    """Whether a loop around this one stays pipelined, and will be copied with all inside of it."""
    around = loop.parent_op()
    while around is not None:
        if pipeline_stages(around) is not None:
            return True
        around = around.parent_op()
    return False


def _obstacle(loop: scf.ForOp, stages: int, loads: list[LoadOp], machine: Machine | None) -> str | None:
    """Why the loads of a loop cannot take slots, or None where they can."""
    if stages > _MAX_SLOTS:
        return f"{stages} stages are more than {_MAX_SLOTS} slots"
    if constant_of(loop.step) != 1:
        return "its step is not 1"
    start = constant_of(loop.lb)
    if start is None or start % stages:
        return f"its start is no constant multiple of {stages}"
    for load in loads:
        if reason := _load_obstacle(load):
            name = f"%{load.result.name_hint}" if load.result.name_hint else "a tile"
            return f"{name} {reason}"
    return None if machine is None else _excess(stages, loads, machine)


def _load_obstacle(load: LoadOp) -> str | None:
    type_ = load.result.type
    if type_.space not in _SPACES:
        return f"is in {type_.space}"
    if DYNAMIC_INDEX in type_.valid:
        return f"is {type_}, of which only the run knows what is valid"
    users = [use.operation for use in load.result.uses]
    if any(isinstance(user, scf.YieldOp) for user in users):
        return "is carried on to the next iteration"
    if any(isinstance(user, _VIEWS) for user in users):
        return "is seen through a view"
    return None


def _excess(stages: int, loads: list[LoadOp], machine: Machine) -> str | None:
    needed: dict[MemorySpace, int] = defaultdict(int)
    for load in loads:
        space, size = load.result.type.space, tile_bytes(load.result.type, machine)
        assert space is not None and size is not None, "loaded tiles are static, their spaces inferred"
        needed[space] += stages * size
    for space, size in needed.items():
        available = machine.capacity(space)
        if available is not None and size > available:
            return f"they would take {size} bytes of {space}, which has {available}"
    return None
