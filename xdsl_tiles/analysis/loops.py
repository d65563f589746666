"""What is known of `scf.for` loops: bounds that are constants, and how often they run."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.tile.pipelining import pipeline_stages


def constant_of(value: SSAValue) -> int | None:
    """The integer that a value is, or None where only the run knows."""
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def trip_count(loop: scf.ForOp) -> int | None:
    """How often a loop runs its body, or None where only the run knows."""
    lower, upper, step = constant_of(loop.lb), constant_of(loop.ub), constant_of(loop.step)
    if loop.lb is loop.ub:
        return 0
    if lower is None or upper is None or step is None:
        return None
    return max(0, -(-(upper - lower) // step))


def pipelined_loops(root: Operation) -> Iterator[tuple[scf.ForOp, int]]:
    """The loops inside of an op that are marked to be pipelined, innermost first, and their stages."""
    for op in root.walk(region_first=True):
        stages = pipeline_stages(op)
        if isinstance(op, scf.ForOp) and stages is not None:
            yield op, stages
