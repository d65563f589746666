"""A function on tensors as one on pointers, which returns nothing."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import DictionaryAttr, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.tensor import EmptyOp
from xdsl.ir import Attribute, Block, Region

from xdsl_tiles.analysis.abi import chain_origin, function_abi
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.attributes import KernelKindAttr
from xdsl_tiles.dialects.pto.enums import Arch, KernelKind
from xdsl_tiles.dialects.pto.types import PtrType
from xdsl_tiles.dialects.tile.abi import ABI, AbiAttr, ParameterAttr, Role
from xdsl_tiles.dialects.tile.attributes import CoreKindAttr
from xdsl_tiles.dialects.tile.kernel import CORE
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_tile_to_pto.blocks import convert_block
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_plan import BufferPlan
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering, is_tile
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules
from xdsl_tiles.transforms.convert_tile_to_pto.tensors import check_memory

KERNEL_KIND = "pto.kernel_kind"


def convert_function(function: FuncOp, machine: Machine | None, arch: Arch, rules: Rules) -> FuncOp:
    """The pto form of a function with a body."""
    check_memory(function)
    _check_signature(function)
    abi = function_abi(function)
    lowering = Lowering(machine, arch, BufferPlan(function), rules)
    old = function.body.block
    block = Block(arg_types=[_passed(argument.type) for argument in old.args])
    for argument, new in zip(old.args, block.args):
        new.name_hint = argument.name_hint
        (lowering.tensors if isinstance(argument.type, TensorType) else lowering.scalars)[argument] = new
    returned = function.get_return_op()
    values = () if returned is None else returned.arguments
    for value, parameter in zip(values, abi.results):
        if parameter.role is Role.OUT and parameter.position == len(block.args):
            pointer = block.insert_arg(_passed(value.type), parameter.position)
            origin = chain_origin(value)
            pointer.name_hint = value.name_hint or origin.name_hint
            lowering.tensors[origin] = pointer
    scratch: list[ParameterAttr] = []
    for op in function.walk():
        if isinstance(op, EmptyOp) and op.tensor not in lowering.tensors and any(op.tensor.uses):
            scratch.append(ParameterAttr(Role.SCRATCH, len(block.args), op.tensor.type))
            pointer = block.insert_arg(_passed(op.tensor.type), len(block.args))
            pointer.name_hint = op.tensor.name_hint
            lowering.tensors[op.tensor] = pointer
    abi = AbiAttr(abi.arguments.data, abi.results.data, scratch)
    lowering.in_block(block, lambda: _write_body(old, lowering))
    lowering.finish(block)
    return _with_body(function, block, {ABI: abi})


def _passed(type_: Attribute) -> Attribute:
    """The type of a parameter: a pointer for a tensor."""
    return PtrType(cast(TensorType[Attribute], type_).element_type) if isinstance(type_, TensorType) else type_


def _write_body(old: Block, lowering: Lowering) -> None:
    convert_block(old, lowering)
    assert old.last_op is not None
    lowering.at(old.last_op)
    lowering.emit(ReturnOp())


def _check_signature(function: FuncOp) -> None:
    for argument in function.body.block.args:
        if is_tile(argument):
            fail(function, f"takes a tile, {argument.type}: kernels take tensors; load the tile inside")
    returned = function.get_return_op()
    for value in () if returned is None else returned.arguments:
        if not isinstance(value.type, TensorType):
            fail(function, f"returns {value.type}: kernels return tensors; store it into one")
        origin = chain_origin(value)
        if not (isinstance(origin.owner, EmptyOp) or origin in function.body.block.args):
            fail(
                function,
                "returns a tensor that is neither an argument nor a tensor.empty with stores into it; "
                "run 'tensor-to-tile' first",
            )


def _with_body(function: FuncOp, block: Block, attributes: dict[str, Attribute]) -> FuncOp:
    """A function of the same name and attributes with another body and its types."""
    taken = dict(function.attributes)
    core = taken.pop(CORE, None)
    if isinstance(core, CoreKindAttr):
        taken[KERNEL_KIND] = KernelKindAttr(KernelKind(core.data))
    inputs = list(block.arg_types)
    new = FuncOp(function.sym_name.data, (inputs, []), Region(block), function.sym_visibility)
    if function.arg_attrs is not None:
        missing = len(inputs) - len(function.arg_attrs.data)
        new.arg_attrs = type(function.arg_attrs)(
            [*function.arg_attrs.data, *(DictionaryAttr({}) for _ in range(missing))]
        )
    new.attributes.update(taken | attributes)
    new.location = function.location
    return new
