"""A function on tensors as one on pointers, which returns nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import DictionaryAttr, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.tensor import EmptyOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_tiles.analysis.abi import chain_origin, function_abi
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.attributes import KernelKindAttr
from xdsl_tiles.dialects.pto.enums import KernelKind
from xdsl_tiles.dialects.tile.abi import ABI, AbiAttr, Role
from xdsl_tiles.dialects.tile.attributes import CoreKindAttr
from xdsl_tiles.dialects.tile.kernel import CORE, PIPE_DEPTH
from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.transforms.convert_tile_to_pto.blocks import convert_block
from xdsl_tiles.transforms.convert_tile_to_pto.fifo import Fifos
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering, is_tile, passed_type
from xdsl_tiles.transforms.convert_tile_to_pto.tensors import check_memory

KERNEL_KIND = "pto.kernel_kind"


@dataclass(frozen=True)
class Signature:
    """What a function will be called with: its convention, and the tensors that pointers after the arguments are for.

    Taken of all functions before any is converted, as what a launch returns is found in the functions that it launches.
    """

    function: FuncOp
    abi: AbiAttr
    new: Sequence[SSAValue]

    @classmethod
    def of(cls, function: FuncOp) -> Signature:
        """The signature of a function on tensors; an OperationError where it has none."""
        check_memory(function)
        _check_signature(function)
        abi = function_abi(function)
        new: dict[int, SSAValue] = {}
        returned = function.get_return_op()
        for value, parameter in zip(() if returned is None else returned.arguments, abi.results):
            if parameter.role is Role.OUT:
                new.setdefault(parameter.position, value if isinstance(value.owner, LaunchOp) else chain_origin(value))
        return cls(function, abi, list(new.values()))


def convert_function(signature: Signature, lowering: Lowering, fifos: Fifos | None) -> tuple[FuncOp, AbiAttr]:
    """The pto form of a function with a body, which sets up its ends of `fifos` first, and how it is called."""
    function, old = signature.function, signature.function.body.block
    block = lowering.entry
    for argument in old.args:
        new = block.insert_arg(passed_type(argument.type), len(block.args))
        new.name_hint = argument.name_hint
        (lowering.tensors if isinstance(argument.type, TensorType) else lowering.scalars)[argument] = new
    for tensor in signature.new:
        lowering.tensors[tensor] = lowering.parameter(tensor.type, tensor.name_hint)
    lowering.at(function)
    core = function.attributes.get(CORE)
    if fifos is not None and isinstance(core, CoreKindAttr):
        memory = None if fifos.memory is None else lowering.scratch(fifos.memory, "slots")
        lowering.prologue += fifos.set_up(core.data, memory)
    lowering.in_block(block, lambda: _write_body(old, lowering))
    lowering.finish()
    abi = AbiAttr(signature.abi.arguments.data, signature.abi.results.data, lowering.scratch_parameters)
    return _with_body(function, block, {ABI: abi}), abi


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
    taken.pop(PIPE_DEPTH, None)
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
