"""Loads that take several buffers in turns: the loop is unrolled, so that each buffer is one of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.dialects.tile.pipelining import SLOTS, STAGE, StageAttr
from xdsl_tiles.transforms.lower_pipeline_loops.constants import IndexConstants
from xdsl_tiles.transforms.lower_pipeline_loops.replication import lower_pipelined_loop


def unroll_slots(function: FuncOp) -> list[list[SSAValue]]:
    """Unroll loops whose loads take slots, by the number of slots; the tiles that take the same one, slot by slot.

    The trips that fill no round of slots follow the loop and take the first slots again. Only what slots are for gets a
    stage, by which a memory planner keeps them apart.
    """
    group = 1 + max((stage.group.data for _, stage in _staged(function)), default=-1)
    loads_per_copy: dict[int, int] = {}
    loops = [op for op in function.walk(region_first=True) if isinstance(op, scf.ForOp) and _slots(op)]
    constants = IndexConstants(function)
    for loop in loops:
        loads = _slots(loop)
        loads_per_copy[group] = len(loads)
        slots = loads[0].attributes[SLOTS]
        assert isinstance(slots, IntegerAttr)
        lower_pipelined_loop(loop, slots.value.data, group, constants)
        group += 1
    takers: dict[tuple[StageAttr, int], list[SSAValue]] = defaultdict(list)
    seen: dict[StageAttr, int] = defaultdict(int)
    for op, stage in _staged(function):
        if (count := loads_per_copy.get(stage.group.data)) is None:
            continue
        if isinstance(op, LoadOp) and SLOTS in op.attributes:
            takers[stage, seen[stage] % count].append(op.result)
            seen[stage] += 1
        else:
            del op.attributes[STAGE]
    return list(takers.values())


def _slots(loop: scf.ForOp) -> list[LoadOp]:
    return [op for op in loop.body.block.ops if isinstance(op, LoadOp) and SLOTS in op.attributes]


def _staged(function: FuncOp) -> Iterator[tuple[Operation, StageAttr]]:
    for op in function.walk():
        stage = op.attributes.get(STAGE)
        if isinstance(stage, StageAttr):
            yield op, stage
