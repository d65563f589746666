"""A launch of two kernels as calls of both."""

from __future__ import annotations

from xdsl.dialects.func import CallOp
from xdsl.ir import SSAValue

from xdsl_tiles.dialects.tile.abi import AbiAttr, Role
from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

LAUNCH = Rules()


@LAUNCH.of(LaunchOp)
def convert_launch(op: LaunchOp, lowering: Lowering) -> None:
    """A call of each kernel with the pointers of its arguments, results and scratch memory."""
    results = iter(op.outputs)
    memory: SSAValue | None = None
    for name in (op.cube, op.vector):
        abi = lowering.launched.kernels[name.string_value()]
        arguments = _arguments(op, abi, [next(results) for _ in abi.results], lowering)
        scratch = list(abi.scratch)
        if op in lowering.launched.through_memory:
            memory = memory or lowering.scratch(scratch[0].type, "slots")
            arguments.append(memory)
            del scratch[0]
        arguments += (lowering.scratch(parameter.type, "scratch") for parameter in scratch)
        lowering.emit(CallOp(name, arguments, []))


def _arguments(op: LaunchOp, abi: AbiAttr, results: list[SSAValue], lowering: Lowering) -> list[SSAValue]:
    passed = [lowering.tensors.get(value) or lowering.scalars[value] for value in op.inputs]
    for result, parameter in zip(results, abi.results):
        if parameter.role is Role.OUT:
            if parameter.position == len(passed):
                passed.append(lowering.tensors[result])
        else:
            lowering.tensors[result] = passed[parameter.position]
    return passed
