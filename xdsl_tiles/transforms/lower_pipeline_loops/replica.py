"""One copy of the body of a pipelined loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Block, Operation, SSAValue

from xdsl_tiles.analysis.loops import constant_of
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.kernel import PopOp
from xdsl_tiles.dialects.tile.pipelining import DOUBLE_BUFFER_C, STAGE, StageAttr, is_set
from xdsl_tiles.dialects.tile.transfer import AssembleOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp

_EQUAL = 0
_IN_BUFFERS_OF_OTHERS = (MatmulAccOp, AssembleOp, PopOp, SliceOp, SetValidShapeOp, TransposeViewOp, ReshapeOp)
"""Ops whose result lies in the buffer of an operand, or in a slot of a pipe."""


@dataclass(frozen=True)
class ReplicaIndex:
    """The index of a copy: its value, and what is known of it: it starts at `first` and grows by `stride`.

    `first` is None where only the run knows, and `stride` None where the copy runs once.
    """

    value: SSAValue
    first: int | None
    stride: int | None

    def can_be(self, number: int) -> bool | None:
        """Whether the index is this number: never (False), always (True), or now and then (None)."""
        if self.first is None:
            return None
        if self.stride is None:
            return number == self.first
        return None if number >= self.first and (number - self.first) % self.stride == 0 else False


class Replica:
    """Copies the body of `loop` as one stage of a group into the end of a block."""

    def __init__(self, loop: scf.ForOp, group: int, stage: int):
        self.loop = loop
        self.group, self.stage = group, stage
        self._values: dict[SSAValue, SSAValue] = {}

    def append_to(self, block: Block, index: ReplicaIndex, carried: Sequence[SSAValue]) -> list[SSAValue]:
        """Append the copy; returns what it carries on."""
        body = self.loop.body.block
        *ops, terminator = body.ops
        self._values = dict(zip(body.args, (index.value, *carried), strict=True))
        folded: list[Operation] = []
        for op in ops:
            known = self._known_comparison(op, index)
            if known is not None:
                folded.append(self._constant(op, known))
                block.add_op(folded[-1])
                continue
            copy = _without_false_init(op.clone(self._values), self._values, op)
            block.add_op(copy)
            for inner in copy.walk():
                self._tag(inner)
        results = [self._values.get(value, value) for value in terminator.operands]
        _drop_unused(folded, results)
        return results

    def stage_attribute(self) -> StageAttr:
        """Membership of what this copy makes."""
        return StageAttr(self.group, self.stage)

    def _known_comparison(self, op: Operation, index: ReplicaIndex) -> bool | None:
        """What a test of the index against a constant always is, or None."""
        if isinstance(op, arith.AndIOp):
            sides = [constant_of(self._values.get(value, value)) for value in op.operands]
            return False if op.result.type == i1 and 0 in sides else None
        if not isinstance(op, arith.CmpiOp) or op.predicate.value.data != _EQUAL:
            return None
        counter = self.loop.body.block.args[0]
        if counter not in op.operands:
            return None
        number = constant_of(op.rhs if op.lhs is counter else op.lhs)
        return None if number is None else index.can_be(number)

    def _constant(self, op: Operation, value: bool) -> Operation:
        constant = arith.ConstantOp(IntegerAttr.from_bool(value))
        constant.location = op.location
        constant.result.name_hint = op.results[0].name_hint
        self._values[op.results[0]] = constant.result
        return constant

    def _tag(self, op: Operation) -> None:
        """Mark what makes a tile in a buffer of its own, unless an inner loop has."""
        if STAGE in op.attributes or isinstance(op, _IN_BUFFERS_OF_OTHERS) or op.dialect_name() != "tile":
            return
        spaces = [value.type.space for value in op.results if isinstance(value.type, TileType)]
        if not spaces:
            return
        if MemorySpace.ACC in spaces:
            if is_set(self.loop, DOUBLE_BUFFER_C):
                op.attributes[STAGE] = StageAttr(self.group, self.stage % 2)
        else:
            op.attributes[STAGE] = self.stage_attribute()


def _drop_unused(constants: Sequence[Operation], results: Sequence[SSAValue]) -> None:
    for constant in constants:
        if not constant.results[0].uses and constant.results[0] not in results:
            constant.detach()
            constant.erase()


def _without_false_init(copy: Operation, values: dict[SSAValue, SSAValue], original: Operation) -> Operation:
    """An accumulate that never starts anew needs no predicate."""
    if not isinstance(copy, MatmulAccOp) or copy.init is None or constant_of(copy.init) != 0:
        return copy
    plain = MatmulAccOp(copy.acc, copy.lhs, copy.rhs)
    plain.location = copy.location
    plain.attributes.update(copy.attributes)
    plain.result.name_hint = copy.result.name_hint
    values[original.results[0]] = plain.result
    copy.erase()
    return plain
