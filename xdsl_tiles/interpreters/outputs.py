"""What a run of a function gives, and how precisely it is defined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_tiles.dialects.tile import memory, transfer, views
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.values import RunError, as_shaped, dtype_of
from xdsl_tiles.numerics.dtypes import DType

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
    """The types of what a run gives: the results, then the memrefs among the arguments."""
    inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
    return [*outputs, *(type_ for type_ in inputs if isinstance(type_, MemRefType))]


def run_for_outputs(program: Program, function: FuncOp, arguments: Sequence[Any], blocks: int = 1) -> list[Any]:
    """The results of a run, then the memrefs among the arguments as it left them; the arguments stay as they are."""
    types = function.function_type.inputs.data
    passed = [
        argument.copy() if isinstance(type_, MemRefType) else argument for argument, type_ in zip(arguments, types)
    ]
    written = [argument for argument, type_ in zip(passed, types) if isinstance(type_, MemRefType)]
    return [*program.run_blocks(function.sym_name.data, passed, blocks), *written]


def value_dtype(type_: Attribute) -> DType:
    """The element type of a tile, tensor or memref, or the type of a scalar."""
    if isinstance(type_, TileType):
        return dtype_of(type_.element_type)
    shaped = as_shaped(type_)
    return dtype_of(type_ if shaped is None else shaped.get_element_type())


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
