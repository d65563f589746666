"""Which tensors a function may write in place.

Tensors are values: a store gives a new one. It costs no copy where nothing can see the difference, which is decided
here once per function. Values that may share memory form a class (an overwritten operand and the result, a loop's
init, iteration argument and result); in a class that is written in place somewhere, whoever hands a value on to be
written hands on memory that nobody else looks at: a value's own, at its last use, else a copy.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_tiles.interpreters.registry import Flow, OpTable


class Ownership:
    """The classes of one function's tensors and what may be written in place."""

    def __init__(self, function: Operation, table: OpTable):
        self.function = function
        self.table = table
        self.order: dict[Operation, int] = {}
        self._parents: dict[SSAValue, SSAValue] = {}
        self._overwritten: set[SSAValue] = set()
        self._owned: set[SSAValue] = set()
        written: list[SSAValue] = []
        for index, op in enumerate(function.walk()):
            self.order[op] = index
            written += self._classify(op)
        self._overwritten.update(map(self._root, written))

    def is_overwritten(self, value: SSAValue) -> bool:
        """Whether the memory of a tensor is written in place somewhere in the function."""
        return self._root(value) in self._overwritten

    def must_copy(self, op: Operation, index: int) -> bool:
        """Whether an op that hands on its operand, or writes it in place, needs a copy of it."""
        value = op.operands[index]
        if not isinstance(value.type, TensorType) or not self.is_overwritten(value):
            return False
        return value not in self._owned or not self._is_last_use(value, op)

    def _classify(self, op: Operation) -> list[SSAValue]:
        """Join the classes that an op joins and note what it owns; returns what it writes in place."""
        if kernel := self.table.kernels.get(type(op)):
            self._owned.update(op.results)
            if kernel.views is not None:
                self._join(op.operands[kernel.views], op.results[0])
            if kernel.overwrites is not None:
                self._join(op.operands[kernel.overwrites], op.results[0])
                return [op.results[0]]
        elif statement := self.table.statements.get(type(op)):
            for handover in statement.handovers(op):
                for receiver in handover.receivers:
                    self._owned.add(receiver)
                    self._join(handover.op.operands[handover.operand], receiver)
        return []

    def _root(self, value: SSAValue) -> SSAValue:
        while (parent := self._parents.get(value)) is not None:
            value = parent
        return value

    def _join(self, a: SSAValue, b: SSAValue) -> None:
        if (root := self._root(a)) is not (other := self._root(b)):
            self._parents[other] = root

    def _is_last_use(self, value: SSAValue, op: Operation) -> bool:
        """Whether nothing can look at the value after the op took it."""
        if self._runs_again(value, op):
            return False
        at = self.order[op]
        taken = 0
        for use in value.uses:
            if use.operation is op:
                taken += 1
            elif self.order[use.operation] > at and not self._excludes(op, use.operation):
                return False
        return taken == 1

    def _runs_again(self, value: SSAValue, op: Operation) -> bool:
        """Whether the op may run more than once in the life of the value."""
        home = value.block if isinstance(value, BlockArgument) else value.owner.parent
        block = op.parent
        while block is not home:
            around = _around(block)
            statement = self.table.statements.get(type(around))
            if statement is None or statement.flow is Flow.AGAIN:
                return True
            block = around.parent
        return False

    def _excludes(self, a: Operation, b: Operation) -> bool:
        """Whether two ops are in regions of which only one runs."""
        regions = {}
        block = a.parent
        while block is not None and (region := block.parent) is not None and a is not self.function:
            regions[_around(block)] = region
            a = _around(block)
            block = a.parent
        block = b.parent
        while block is not None and block.parent is not None:
            around = _around(block)
            if around in regions:
                statement = self.table.statements.get(type(around))
                is_choice = statement is not None and statement.flow is Flow.ONE_OF
                return is_choice and regions[around] is not block.parent
            block = around.parent
        return False


def _around(block: Block | None) -> Operation:
    assert block is not None
    around = block.parent_op()
    assert around is not None
    return around
