"""What a function on tensors will look like to its callers once tensors are pointers (`tile.abi`)."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import scf
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.tensor import CollapseShapeOp, ExpandShapeOp, InsertSliceOp
from xdsl.ir import Attribute, BlockArgument, OpResult, SSAValue, Use
from xdsl.utils.hints import isa

from xdsl_tiles.dialects.tile.abi import ABI, AbiAttr, ParameterAttr, Role
from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.dialects.tile.memory import StoreOp

RESHAPES = (ExpandShapeOp, CollapseShapeOp)
"""Ops that show the buffer of a tensor under another shape."""


def function_abi(function: FuncOp) -> AbiAttr:
    """The calling convention of a function with a body: one parameter per argument, and one per result that has no
    place in them, in result order. Equal results share a parameter.
    """
    arguments = [_argument(argument) for argument in function.body.block.args]
    results: dict[SSAValue, ParameterAttr] = {}
    position = len(arguments)
    returned = function.get_return_op()
    values = () if returned is None else returned.arguments
    for value in values:
        origin = chain_origin(value)
        if isinstance(origin, BlockArgument) and origin.block is function.body.block:
            results[value] = ParameterAttr(arguments[origin.index].role, origin.index, value.type)
        elif value not in results:
            results[value] = ParameterAttr(Role.OUT, position, value.type)
            position += 1
    return AbiAttr(arguments, [results[value] for value in values])


def declared_abi(function: FuncOp) -> AbiAttr | None:
    """The calling convention by which a lowered function is called, or None where it still takes what it says."""
    declared = function.attributes.get(ABI)
    if not isinstance(declared, AbiAttr):
        return None
    is_lowered = [argument.type for argument in declared.arguments] != list(function.function_type.inputs)
    return declared if is_lowered else None


def argument_types(function: FuncOp) -> list[Attribute]:
    """The types of what callers pass, before lowering: tensors where the function takes pointers to them."""
    abi = declared_abi(function)
    return list(function.function_type.inputs) if abi is None else [argument.type for argument in abi.arguments]


def chain_origin(tensor: SSAValue) -> SSAValue:
    """The value whose buffer a tensor is in: where the chain of stores, loops and linalg outputs behind it starts."""
    for before in write_chain(tensor):
        tensor = before
    return tensor


def write_chain(tensor: SSAValue) -> Iterator[SSAValue]:
    """The tensor, then what it was before each write to its buffer, up to the origin."""
    before: SSAValue | None = tensor
    while before is not None:
        yield before
        before = _before(before)


def _before(tensor: SSAValue) -> SSAValue | None:
    """The tensor that this one is after a write."""
    if isinstance(tensor, BlockArgument):
        loop = tensor.block.parent_op()
        return loop.iter_args[tensor.index - 1] if isinstance(loop, scf.ForOp) and tensor.index > 0 else None
    assert isinstance(tensor, OpResult)
    writer = tensor.op
    if isinstance(writer, StoreOp):
        return writer.destination
    if isinstance(writer, InsertSliceOp):
        return writer.dest
    if isinstance(writer, RESHAPES):
        return writer.src
    if isinstance(writer, LinalgStructuredOperation):
        return writer.outputs[tensor.index]
    if isinstance(writer, LaunchOp):
        return _launched(writer, tensor.index)
    if isinstance(writer, scf.IfOp) and writer.false_region.blocks:
        return _chosen(writer, tensor.index)
    if isinstance(writer, scf.ForOp) and _is_carried_through(writer, tensor.index):
        return writer.iter_args[tensor.index]
    return None


def _chosen(branches: scf.IfOp, index: int) -> SSAValue | None:
    """The tensor that one branch gives, if the other one gives what is in the same buffer."""
    then, otherwise = (region.block.last_op for region in branches.regions)
    assert then is not None and otherwise is not None
    chosen = then.operands[index]
    return chosen if chain_origin(chosen) is chain_origin(otherwise.operands[index]) else None


def _launched(launch: LaunchOp, index: int) -> SSAValue:
    """The tensor whose buffer a half of a launch writes its result into."""
    origin = chain_origin(launch.giver(index))
    if isinstance(origin, BlockArgument) and isinstance(origin.block.parent_op(), FuncOp):
        return launch.inputs[origin.index]
    return origin


def _is_carried_through(loop: scf.ForOp, index: int) -> bool:
    """Whether what an iteration yields is in the buffer that it was handed."""
    body = loop.body.block
    assert body.last_op is not None
    tensor: SSAValue | None = body.last_op.operands[index]
    while tensor is not None and tensor is not body.args[index + 1]:
        tensor = _before(tensor)
    return tensor is not None


def overwrites(use: Use) -> bool:
    """Whether a use of a tensor writes into its buffer."""
    user = use.operation
    if isinstance(user, StoreOp | InsertSliceOp):
        return use.index == 1
    if isinstance(user, RESHAPES):
        return any(map(overwrites, user.result.uses))
    if isinstance(user, LinalgStructuredOperation):
        return use.index >= len(user.inputs)
    if isinstance(user, LaunchOp):
        return any(overwrites(inner) for half in user.halves for inner in half.body.block.args[use.index].uses)
    if isinstance(user, scf.ForOp) and use.index >= 3:
        return any(map(overwrites, user.body.block.args[use.index - 2].uses))
    return False


class Overwritten:
    """Which tensors something writes into after they are made; asked once per tensor, for weights have many uses."""

    def __init__(self) -> None:
        self._known: dict[SSAValue, bool] = {}

    def __contains__(self, tensor: SSAValue) -> bool:
        if tensor not in self._known:
            self._known[tensor] = any(map(overwrites, tensor.uses))
        return self._known[tensor]


def _argument(argument: BlockArgument) -> ParameterAttr:
    if any(map(overwrites, argument.uses)):
        role = Role.INOUT
    else:
        role = Role.IN if isa(argument.type, TensorType) else Role.SCALAR
    return ParameterAttr(role, argument.index, argument.type)
