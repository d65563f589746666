"""Loads into Mat leave the loops in which they load the same each time."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.tensor import EmptyOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_tiles.analysis.abi import chain_origin
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import tensor_type


def hoist_loads(function: FuncOp) -> None:
    """Move loads into Mat before the loops that they are the same in, the innermost loops first.

    A load leaves a loop if all it reads comes from outside of it, the loop provably writes into other buffers only,
    and it can't fail where the loop would not have run.
    """
    for loop in reversed([op for op in function.walk() if isinstance(op, scf.ForOp)]):
        body = loop.body.block
        loads = [op for op in body.ops if isinstance(op, LoadOp) and _is_invariant(op, loop)]
        if not loads or (written := _written_buffers(loop)) is None:
            continue
        for load in loads:
            buffer = _buffer(load.source)
            if buffer is not None and buffer not in written and (_cannot_fail(load) or _runs(loop)):
                load.detach()
                assert loop.parent is not None
                loop.parent.insert_op_before(load, loop)


def _is_invariant(load: LoadOp, loop: scf.ForOp) -> bool:
    return load.result.type.space is MemorySpace.MAT and all(_is_outside(value, loop) for value in load.operands)


def _is_outside(value: SSAValue, loop: scf.ForOp) -> bool:
    owner = value.owner
    block = owner if isinstance(owner, Block) else owner.parent
    while block is not None:
        around = block.parent_op()
        if around is loop:
            return False
        block = around.parent if around is not None else None
    return True


def _written_buffers(loop: scf.ForOp) -> set[SSAValue] | None:
    """The buffers that the ops of a loop write into, or None where one of them can't be told."""
    written: set[SSAValue] = set()
    for op in loop.walk():
        for destination in _destinations(op):
            if destination is None or (buffer := _buffer(destination)) is None:
                return None
            written.add(buffer)
    return written


def _destinations(op: Operation) -> Iterable[SSAValue | None]:
    """The tensors that an op writes into; None among them for ops that make tensors in other ways."""
    match op:
        case StoreOp():
            return (op.destination,)
        case LinalgStructuredOperation():
            return op.outputs
        case scf.ForOp() | EmptyOp():
            return ()
        case _:
            return (None,) if any(isinstance(result.type, TensorType) for result in op.results) else ()


def _buffer(tensor: SSAValue) -> SSAValue | None:
    """The argument or fresh tensor whose memory a tensor is in, or None where it may be one of several."""
    origin = chain_origin(tensor)
    if isinstance(origin, BlockArgument):
        return origin if isinstance(origin.block.parent_op(), FuncOp) else None
    return origin if isinstance(origin.owner, EmptyOp) else None


def _cannot_fail(load: LoadOp) -> bool:
    """Whether the verifier has seen that a load reads inside of its tensor."""
    is_static = not load.offsets and not load.valid_sizes
    return is_static and DYNAMIC_INDEX not in tensor_type(load.source).get_shape()


def _runs(loop: scf.ForOp) -> bool:
    lower, upper = _constant(loop.lb), _constant(loop.ub)
    return lower is not None and upper is not None and lower < upper


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return op.value.value.data
    return None
