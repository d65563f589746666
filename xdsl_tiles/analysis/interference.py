"""Which values of structured control flow are needed at the same time, so that they cannot share a buffer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue, Use

Views = Callable[[Use], SSAValue | None]
"""The value that sees the storage of a use's operand differently, if the user makes one."""

_LOOPS = (scf.ForOp, scf.WhileOp)


class Interference:
    """Answers for the values of one function, which must not change meanwhile.

    `views` gives what an op makes of an operand without moving data: whoever reads that reads the operand. `reads_late`
    says of a use whether its op may still read the operand when it writes its results.
    """

    def __init__(self, function: FuncOp, views: Views, reads_late: Callable[[Use], bool]):
        self._order = {op: number for number, op in enumerate(function.walk())}
        self._views, self._reads_late = views, reads_late

    def between(self, a: SSAValue, b: SSAValue) -> bool:
        """Whether one of two values is still to be read where the other is made."""
        return a is not b and (any(self.readers(a, b)) or any(self.readers(b, a)))

    def readers(self, value: SSAValue, other: SSAValue) -> Iterator[Operation]:
        """The ops that read `value` after `other`, which is made while `value` exists."""
        if value is not other and self._exists(value, other):
            for use in self._uses(value):
                if self._follows(use, other, value):
                    yield use.operation

    def _uses(self, value: SSAValue) -> Iterator[Use]:
        for use in value.uses:
            yield use
            if (view := self._views(use)) is not None:
                yield from self._uses(view)

    def _exists(self, value: SSAValue, other: SSAValue) -> bool:
        """Whether `value` is defined where `other` is made."""
        home = value.owner if isinstance(value.owner, Block) else value.owner.parent
        block, at = _definition(other)
        while block is not home:
            if (at := block.parent_op()) is None or at.parent is None:
                return False
            block = at.parent
        if isinstance(value, BlockArgument):
            return True
        assert isinstance(value, OpResult)
        if at is value.op:
            return isinstance(other, OpResult) and other.op is value.op
        return at is not None and self._order[value.op] < self._order[at]

    def _follows(self, use: Use, other: SSAValue, value: SSAValue) -> bool:
        """Whether a use of `value` can come after `other` is made, before `value` is made anew."""
        user = use.operation
        block, at = _definition(other)
        if any(_encloses(loop, user) and not _defines(loop, value) for loop in _loops_around(block)):
            return True
        ancestors: dict[Block | None, Operation | None] = {block: at}
        while (around := block.parent_op()) is not None and around.parent is not None:
            block = around.parent
            ancestors[block] = around
        lifted = user
        while lifted.parent not in ancestors:
            parent = lifted.parent_op()
            assert parent is not None, "both are in one function"
            lifted = parent
        before = ancestors[lifted.parent]
        if before is None:
            return True
        if before is lifted:
            if isinstance(other, OpResult) and lifted is other.op:
                return user is lifted and self._reads_late(use)
            return user is not lifted and not isinstance(lifted, scf.IfOp)
        return self._order[before] < self._order[lifted]


def _definition(value: SSAValue) -> tuple[Block, Operation | None]:
    """The block in which a value is made, and the op; None for the arguments of the block."""
    if isinstance(value, BlockArgument):
        return value.block, None
    assert isinstance(value, OpResult) and value.op.parent is not None
    return value.op.parent, value.op


def _loops_around(block: Block) -> Iterator[Operation]:
    op = block.parent_op()
    while op is not None:
        if isinstance(op, _LOOPS):
            yield op
        op = op.parent_op()


def _encloses(op: Operation, inner: Operation) -> bool:
    return inner is not op and op.is_ancestor(inner)


def _defines(loop: Operation, value: SSAValue) -> bool:
    """Whether a value is made inside of a loop, anew in every iteration."""
    if isinstance(value, BlockArgument):
        around = value.block.parent_op()
        return around is not None and loop.is_ancestor(around)
    assert isinstance(value, OpResult)
    return _encloses(loop, value.op)
