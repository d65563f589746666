"""Loops and branches, which hand on scalars alone: tiles and tensors stay in their places."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.pipelining import LOOP_MARKS
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.transforms.convert_tile_to_pto.blocks import convert_block
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Handle, Lowering, is_tile
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

CONTROL_FLOW = Rules()


@CONTROL_FLOW.of(scf.ForOp)
def convert_for(op: scf.ForOp, lowering: Lowering) -> None:
    """The loop, of which only scalars are iteration arguments."""
    kept = [index for index, value in enumerate(op.iter_args) if _is_scalar(value)]
    old = op.body.block
    for index, argument in enumerate(old.args[1:]):
        _enter(op, index, argument, lowering)
    body = Block(arg_types=[old.args[0].type, *(op.iter_args[index].type for index in kept)])
    for new, argument in zip(body.args, (old.args[0], *(old.args[index + 1] for index in kept)), strict=True):
        lowering.scalars[argument], new.name_hint = new, argument.name_hint
    assert old.last_op is not None
    terminator = old.last_op

    def write() -> None:
        convert_block(old, lowering)
        _hand_on(terminator, old.args[1:], lowering)
        lowering.emit(scf.YieldOp(*(lowering.scalars[terminator.operands[index]] for index in kept)))

    lowering.in_block(body, write)
    lower, upper, step = (lowering.scalars[value] for value in (op.lb, op.ub, op.step))
    lowering.at(op)
    loop = lowering.emit(scf.ForOp(lower, upper, step, [lowering.scalars[op.iter_args[index]] for index in kept], body))
    loop.attributes.update({name: value for name, value in op.attributes.items() if name not in LOOP_MARKS})
    for new, index in zip(loop.results, kept):
        lowering.scalars[op.results[index]], new.name_hint = new, op.results[index].name_hint
    for index, (argument, result) in enumerate(zip(old.args[1:], op.results)):
        if index not in kept:
            _take(result, argument, lowering)


def _is_scalar(value: SSAValue) -> bool:
    return not is_tile(value) and not isinstance(value.type, TensorType)


def _enter(op: scf.ForOp, index: int, argument: SSAValue, lowering: Lowering) -> None:
    """Let the first iteration find what is handed to it in the place of the carried value."""
    start = op.iter_args[index]
    if isinstance(argument.type, TensorType):
        lowering.tensors[argument] = lowering.tensors[start]
    elif is_tile(argument):
        valid = lowering.valid_of(argument, lowering.tile(start).valid)
        lowering.carry(argument, valid)
        if lowering.plan.is_copied(op, index + 3):
            lowering.copy(lowering.tile(start), lowering.tile(argument).value)


def _take(result: SSAValue, source: SSAValue, lowering: Lowering) -> None:
    """Let a result be where a carried value was."""
    if is_tile(result):
        lowering.carry(result, lowering.tile(source).valid)
    else:
        lowering.tensors[result] = lowering.tensors[source]


def _hand_on(terminator: Operation, targets: Sequence[SSAValue], lowering: Lowering) -> None:
    """Copy what is yielded to the places of what it becomes, where it is not there already.

    All are copied at once: what a copy would overwrite before another reads it goes by way of scratch.
    """
    lowering.at(terminator)
    copies: list[tuple[Handle, SSAValue]] = []
    for index, (operand, target) in enumerate(zip(terminator.operands, targets, strict=True)):
        if isinstance(target.type, TensorType):
            _check_memory(terminator, operand, target, lowering)
        elif is_tile(target):
            _check_valid(terminator, operand, target, lowering)
            if lowering.plan.is_copied(terminator, index):
                copies.append((lowering.tile(operand), lowering.tile(target).value))
    overwritten = {target for _, target in copies}
    if any(source.value in overwritten for source, _ in copies):
        copies = [(_saved(source, lowering), target) for source, target in copies]
    for source, target in copies:
        lowering.copy(source, target)


def _saved(source: Handle, lowering: Lowering) -> Handle:
    scratch = lowering.new_buffer(source.type, source.valid)
    lowering.copy(source, scratch)
    return Handle(scratch, source.valid)


def _check_memory(terminator: Operation, operand: SSAValue, target: SSAValue, lowering: Lowering) -> None:
    if lowering.tensors[operand] is not lowering.tensors[target]:
        fail(
            terminator,
            f"hands on {operand.type} from another memory than it replaces, which would have to be copied; "
            "store into the tensor that was handed in",
        )


def _check_valid(terminator: Operation, operand: SSAValue, target: SSAValue, lowering: Lowering) -> None:
    if lowering.valid_of(target, lowering.tile(operand).valid) != lowering.tile(target).valid:
        fail(
            terminator,
            f"hands on {tile_type(operand)}, of which something else is valid than before; "
            "carry tiles whose valid rectangle stays, and narrow them by tile.set_validshape where they are read",
        )


@CONTROL_FLOW.of(scf.IfOp)
def convert_if(op: scf.IfOp, lowering: Lowering) -> None:
    """The branches, which give scalars alone."""
    kept = [index for index, result in enumerate(op.results) if _is_scalar(result)]
    regions = [_branch(op, region.block, kept, lowering) for region in op.regions if region.blocks]
    lowering.at(op)
    types = [op.results[index].type for index in kept]
    chosen, other = (*map(Region, regions), None)[:2]
    assert chosen is not None
    branches = lowering.emit(scf.IfOp(lowering.scalars[op.cond], types, chosen, other))
    for new, index in zip(branches.results, kept):
        lowering.scalars[op.results[index]], new.name_hint = new, op.results[index].name_hint


def _branch(op: scf.IfOp, old: Block, kept: Sequence[int], lowering: Lowering) -> Block:
    assert old.last_op is not None
    terminator = old.last_op

    def write() -> None:
        convert_block(old, lowering)
        for index, (operand, result) in enumerate(zip(terminator.operands, op.results, strict=True)):
            if index not in kept:
                _choose(terminator, operand, result, lowering)
        _hand_on(terminator, op.results, lowering)
        lowering.emit(scf.YieldOp(*(lowering.scalars[terminator.operands[index]] for index in kept)))

    return lowering.in_block(Block(), write)


def _choose(terminator: Operation, operand: SSAValue, result: SSAValue, lowering: Lowering) -> None:
    """Let a result be where the first branch leaves it; the other branch is checked against that."""
    if isinstance(result.type, TensorType):
        lowering.tensors.setdefault(result, lowering.tensors[operand])
    elif not lowering.has_tile(result):
        lowering.carry(result, lowering.valid_of(result, lowering.tile(operand).valid))
