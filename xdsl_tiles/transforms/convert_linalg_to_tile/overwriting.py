"""Whether an op may write into the buffer of a tensor: nobody reads what was there afterwards."""

from __future__ import annotations

from xdsl.dialects import scf, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_tiles.analysis.abi import RESHAPES
from xdsl_tiles.analysis.access import shows_operand
from xdsl_tiles.dialects.tile.memory import StoreOp

_MAKERS = (StoreOp, LinalgStructuredOperation, tensor.EmptyOp, tensor.InsertSliceOp, scf.ForOp, *RESHAPES)


def may_overwrite(
    value: SSAValue, writer: Operation, result: SSAValue, *, at: Operation | None = None, read_at: bool = False
) -> bool:
    """Whether writing into the buffer of a tensor, whose use by `writer` gives `result`, changes nothing that anyone
    else can see.

    All other readers come before `at` (default: the writer) in its block, or are `at` itself if it may read. A
    function's argument belongs to the caller, who expects a change only where the result is returned. A tensor from
    outside a loop or branch is read anew each time; one that a loop carries may be overwritten where what it starts
    from may be.
    """
    at = writer if at is None else at
    exempt = (writer, at) if read_at else (writer,)
    if sum(operand is value for operand in writer.operands) != 1 or not _is_read_before(value, at, exempt):
        return False
    if not isinstance(value, BlockArgument):
        return isinstance(value.owner, _MAKERS) and value.owner.parent is at.parent and _owns(value)
    around = value.block.parent_op()
    if value.block is not at.parent:
        return False
    if isinstance(around, scf.ForOp) and value.index > 0:
        return may_overwrite(around.iter_args[value.index - 1], around, around.results[value.index - 1])
    return isinstance(around, FuncOp) and _is_returned(result)


def _owns(value: SSAValue) -> bool:
    """Whether the buffer of a reshaped tensor is nobody else's."""
    while not isinstance(value, BlockArgument) and isinstance(value.owner, RESHAPES):
        value = value.owner.src
        if not value.has_one_use():
            return False
    return not isinstance(value, BlockArgument)


def _is_read_before(value: SSAValue, at: Operation, exempt: tuple[Operation, ...]) -> bool:
    """Whether all users of a tensor but the exempt ones come before an op in its block."""
    for use in value.uses:
        user = use.operation
        if user in exempt:
            continue
        ancestor = at.parent.find_ancestor_op_in_block(user) if at.parent is not None else None
        if ancestor is None or ancestor is at or not ancestor.is_before_in_block(at):
            return False
        if shows_operand(user) and not all(_is_read_before(shown, at, exempt) for shown in user.results):
            return False
    return True


def _is_returned(value: SSAValue) -> bool:
    """Whether a tensor is returned and nothing else, perhaps after other ops wrote into it or a loop carried it."""
    while (use := value.get_unique_use()) is not None and not isinstance(use.operation, ReturnOp):
        user = use.operation
        match user:
            case LinalgStructuredOperation() if use.index >= len(user.inputs):
                value = user.res[use.index - len(user.inputs)]
            case StoreOp() | tensor.InsertSliceOp() if use.index == 1:
                value = user.results[0]
            case tensor.ExpandShapeOp() | tensor.CollapseShapeOp():
                value = user.results[0]
            case scf.ForOp() if use.index >= 3 and isinstance(value.type, TensorType):
                value = user.results[use.index - 3]
            case scf.YieldOp() if isinstance(loop := user.parent_op(), scf.ForOp):
                value = loop.results[use.index]
            case _:
                return False
    return use is not None
