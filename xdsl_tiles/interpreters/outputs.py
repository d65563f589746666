"""What a run of a function gives, and how precisely it is defined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_tiles.analysis.abi import declared_abi
from xdsl_tiles.dialects.tile import memory, transfer, views
from xdsl_tiles.dialects.tile.abi import AbiAttr, ParameterAttr, Role
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.values import RunError, as_shaped, poison, value_dtype

_COPIES = (
    memory.CreateOp,
    memory.LoadOp,
    transfer.ExtractOp,
    transfer.MoveOp,
    transfer.SliceOp,
    views.SetValidShapeOp,
    views.TransposeViewOp,
    views.ReshapeOp,
)
"""Ops that hand numbers on as they are."""


def output_types(function: FuncOp) -> list[Attribute]:
    """The types of what a run gives: the results, then the arguments that it writes behind.

    Of a lowered function they are those of its results before lowering.
    """
    if (abi := declared_abi(function)) is not None:
        return [result.type for result in abi.results]
    inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
    return [*outputs, *(inputs[index] for index in written_memory(function))]


def written_memory(function: FuncOp) -> list[int]:
    """The arguments that a run writes behind: memrefs, and pointers and views of the pto dialect that it stores to."""
    inputs = function.function_type.inputs.data
    written = {index for index, type_ in enumerate(inputs) if isinstance(type_, MemRefType)}
    if any(type_.name.startswith("pto.") for type_ in inputs):
        from xdsl_tiles.interpreters.pto.arguments import written_arguments

        written |= written_arguments(function)
    return sorted(written)


def run_for_outputs(program: Program, function: FuncOp, arguments: Sequence[Any], blocks: int = 1) -> list[Any]:
    """The results of a run, then what it wrote behind arguments; the arguments stay as they are.

    A lowered function is called by its convention, with what it was called with before lowering.
    """
    if (abi := declared_abi(function)) is not None:
        return _run_by_convention(program, function, abi, arguments, blocks)
    written = written_memory(function)
    passed = [argument.copy() if index in written else argument for index, argument in enumerate(arguments)]
    results = program.run_blocks(function.sym_name.data, passed, blocks)
    return [*results, *(passed[index] for index in written)]


def _run_by_convention(
    program: Program, function: FuncOp, abi: AbiAttr, arguments: Sequence[Any], blocks: int
) -> list[Any]:
    """The results that a function which returns nothing leaves behind its pointers."""
    passed = [
        argument.copy() if parameter.role is Role.INOUT else argument
        for argument, parameter in zip(arguments, abi.arguments)
    ]
    own = {result.position: result for result in abi.results if result.role is Role.OUT}
    passed += [poison(_shape(each), value_dtype(each.type)) for each in (*own.values(), *abi.scratch)]
    program.run_blocks(function.sym_name.data, passed, blocks)
    return [passed[result.position].reshape(_shape(result)) for result in abi.results]


def _shape(parameter: ParameterAttr) -> tuple[int, ...]:
    type_ = as_shaped(parameter.type)
    assert type_ is not None
    return type_.get_shape()


def computes_narrow(function: FuncOp) -> bool:
    """Whether a function rounds anything to 16 bits or fewer on the way, which its wider results then show."""
    return any(map(_rounds_to_narrow, function.walk()))


def _rounds_to_narrow(op: Operation) -> bool:
    return not isinstance(op, _COPIES) and any(_is_narrow(result.type) for result in op.results)


def _is_narrow(type_: Attribute) -> bool:
    try:
        dtype = value_dtype(type_)
    except RunError:
        return False
    return dtype.is_float and dtype.bits <= 16
