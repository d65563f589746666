"""A pipelined loop as a loop over groups of copies of its body, and the trips that fill no group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, UnknownLoc, i64
from xdsl.ir import Block, Operation, SSAValue

from xdsl_tiles.analysis.loops import constant_of, trip_count
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.pipelining import GROUP, STAGE, STAGES
from xdsl_tiles.transforms.lower_pipeline_loops.constants import IndexConstants
from xdsl_tiles.transforms.lower_pipeline_loops.replica import Replica, ReplicaIndex

_UNKNOWN = UnknownLoc()


def lower_pipelined_loop(loop: scf.ForOp, stages: int, group: int, constants: IndexConstants) -> None:
    """Replace a loop of several stages by one whose body holds them all, and what remains of its trips."""
    step = constant_of(loop.step)
    if step is None:
        fail(loop, f"is a loop of {stages} pipeline stages whose step is no constant; make it one")
    replication = _Replication(loop, stages, group, step, constants)
    trips = trip_count(loop)
    results = replication.of_unknown_trips() if trips is None else replication.of_trips(trips)
    replication.insert(results)


@dataclass
class _Replication:
    """The lowering of one loop; new ops collect in a detached block."""

    loop: scf.ForOp
    stages: int
    group: int
    step: int
    constants: IndexConstants

    def __post_init__(self):
        self.block = Block()
        self.first = constant_of(self.loop.lb)

    def insert(self, results: Sequence[SSAValue]) -> None:
        """Put what was made in the place of the loop."""
        parent = self.loop.parent
        assert parent is not None
        for op in self.block.walk():
            if op.location == _UNKNOWN:
                op.location = self.loop.location
        ops = tuple(self.block.ops)
        for op in ops:
            op.detach()
        parent.insert_ops_before(ops, self.loop)
        for old, new in zip(self.loop.results, results, strict=True):
            if new.name_hint is None:
                new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        self.loop.detach()
        self.loop.erase()

    def of_trips(self, trips: int) -> list[SSAValue]:
        """A loop over the whole groups of a known number of trips, then a copy for each of the others."""
        groups, rest = divmod(trips, self.stages)
        carried = list(self.loop.iter_args)
        if groups:
            carried = self._groups(self._at(groups * self.stages), carried)
        for stage in range(rest):
            trip = groups * self.stages + stage
            first = None if self.first is None else self.first + trip * self.step
            index = ReplicaIndex(self._at(trip), first, None)
            carried = Replica(self.loop, self.group, stage).append_to(self.block, index, carried)
        return carried

    def of_unknown_trips(self) -> list[SSAValue]:
        """A loop over the whole groups of as many trips as there are, then each of the others behind a test."""
        zero, depth = self._constant(0), self._constant(self.stages)
        distance = self._add(arith.MaxSIOp(self._add(arith.SubiOp(self.loop.ub, self.loop.lb)), zero))
        trips = distance if self.step == 1 else self._add(arith.CeilDivSIOp(distance, self.loop.step))
        rest = self._add(arith.RemSIOp(trips, depth), "rest")
        done = self._add(arith.MuliOp(self._add(arith.SubiOp(trips, rest)), self.loop.step))
        end = self._add(arith.AddiOp(self.loop.lb, done), "end")
        carried = self._groups(end, list(self.loop.iter_args))
        for stage in range(self.stages - 1):
            carried = self._guarded(stage, rest, end, carried)
        return carried

    def _at(self, trip: int) -> SSAValue:
        """The index of a trip."""
        if trip == 0:
            return self.loop.lb
        if self.first is None:
            return self._add(arith.AddiOp(self.loop.lb, self._constant(trip * self.step)))
        return self._constant(self.first + trip * self.step)

    def _groups(self, end: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        stride = self.stages * self.step
        old = self.loop.body.block
        body = Block(arg_types=[arg.type for arg in old.args])
        for new, arg in zip(body.args, old.args):
            new.name_hint = arg.name_hint
        counter, *values = body.args
        for stage in range(self.stages):
            replica = Replica(self.loop, self.group, stage)
            first = None if self.first is None else self.first + stage * self.step
            index = ReplicaIndex(self._staged(counter, replica, body), first, stride)
            values = replica.append_to(body, index, values)
        body.add_op(scf.YieldOp(*values))
        loop = scf.ForOp(self.loop.lb, end, self._constant(stride), carried, body)
        loop.attributes.update(self.loop.attributes)
        loop.attributes[STAGES] = IntegerAttr(1, i64)
        loop.attributes[GROUP] = IntegerAttr(self.group, i64)
        for new, result in zip(loop.results, self.loop.results):
            new.name_hint = result.name_hint
        self.block.add_op(loop)
        return list(loop.results)

    def _staged(self, counter: SSAValue, replica: Replica, body: Block) -> SSAValue:
        """The index of a copy in a group; it heads the copy and tells its stage."""
        if replica.stage == 0:
            return counter
        op = arith.AddiOp(counter, self._constant(replica.stage * self.step))
        op.attributes[STAGE] = replica.stage_attribute()
        op.result.name_hint = counter.name_hint
        body.add_op(op)
        return op.result

    def _guarded(self, stage: int, rest: SSAValue, end: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        """A trip that runs only if there are more than `stage` left."""
        runs = self._add(arith.CmpiOp(rest, self._constant(stage), "sgt"))
        then, otherwise = Block(), Block([scf.YieldOp(*carried)])
        index = end
        if stage:
            op = arith.AddiOp(end, self._constant(stage * self.step))
            then.add_op(op)
            index = op.result
        values = Replica(self.loop, self.group, stage).append_to(then, ReplicaIndex(index, None, None), carried)
        then.add_op(scf.YieldOp(*values))
        op = scf.IfOp(runs, [value.type for value in carried], [then], [otherwise] if carried else None)
        self.block.add_op(op)
        for new, result in zip(op.results, self.loop.results):
            new.name_hint = result.name_hint
        return list(op.results)

    def _constant(self, value: int) -> SSAValue:
        return self.constants.get(value, self.loop.lb.type)

    def _add(self, op: Operation, name: str | None = None) -> SSAValue:
        self.block.add_op(op)
        op.results[0].name_hint = name
        return op.results[0]
