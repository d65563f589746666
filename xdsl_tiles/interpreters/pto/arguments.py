"""What the arguments of a pto function are while it runs, and which pointers among them it writes behind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xdsl_tiles.dialects.pto.indexed import MScatterOp
from xdsl_tiles.dialects.pto.remote import AsyncCopyOperation
from xdsl_tiles.dialects.pto.scalars import StoreScalarOp
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.transfer import TStoreOp
from xdsl_tiles.dialects.pto.types import PartitionTensorViewType, PtrType, TensorViewType, ViewType
from xdsl_tiles.dialects.pto.views import AddPtrOp, MakeTensorViewOp, PartitionViewOp
from xdsl_tiles.dialects.pto.windows import TStoreFpOp
from xdsl_tiles.interpreters.pto.global_memory import GlobalBuffer, GlobalView, Pointer
from xdsl_tiles.interpreters.pto.handle import TileHandle, tile_of_array
from xdsl_tiles.interpreters.pto.transfer import global_view
from xdsl_tiles.interpreters.values import RunError, check_value, describe_array, dtype_of

GLOBAL = (PtrType, TensorViewType, PartitionTensorViewType)
"""The types of what refers to global memory."""

_THROUGH = (AddPtrOp, MakeTensorViewOp, PartitionViewOp)
"""Ops whose result refers to the memory of their first operand."""


def written_arguments(function: FuncOp, module: Operation | None = None) -> set[int]:
    """The arguments through which a function may write global memory; all pointers where that is not plain to see."""
    around = module or function.parent_op()
    known = {} if around is None else {op.sym_name.data: op for op in around.walk() if isinstance(op, FuncOp)}
    return _written(function, known, ())


def _written(function: FuncOp, functions: dict[str, FuncOp], callers: tuple[FuncOp, ...]) -> set[int]:
    written: set[int] = set()
    for op in function.walk():
        for target in _targets(op, functions, (*callers, function)):
            origin = _origin(target)
            if not (isinstance(origin, BlockArgument) and origin.block.parent_op() is function):
                return {index for index, type_ in enumerate(function.function_type.inputs) if isinstance(type_, GLOBAL)}
            written.add(origin.index)
    return written


def _targets(op: Operation, functions: dict[str, FuncOp], callers: tuple[FuncOp, ...]) -> Iterable[SSAValue]:
    """The operands through which an op writes global memory."""
    match op:
        case TStoreOp() | TStoreFpOp() | AsyncCopyOperation():
            targets = [op.dst]
        case MScatterOp():
            targets = [op.mem]
        case StoreScalarOp():
            targets = [op.ptr]
        case CallOp() if (callee := functions.get(op.callee.string_value())) is not None and callee not in callers:
            targets = [op.arguments[index] for index in _written(callee, functions, callers)]
        case _:
            targets = []
    return [target for target in targets if isinstance(target.type, GLOBAL)]


def _origin(value: SSAValue) -> SSAValue:
    while isinstance(value.owner, _THROUGH):
        value = value.owner.operands[0]
    return value


def held(value: Any, type_: Attribute, is_written: bool) -> Any:
    """An argument as compiled code holds it: arrays stand for what pointers, views and tiles refer to.

    A handle of a tile is taken as it is, and shows afterwards what the function wrote. Raises `RunError` where an
    argument does not fit its type.
    """
    if isinstance(value, TileHandle):
        return value
    match type_:
        case PtrType():
            return Pointer(_buffer(np.asarray(value), type_.element_type, is_written))
        case TensorViewType() | PartitionTensorViewType():
            return _view(np.asarray(value), type_, is_written)
        case TileBufType():
            elements = np.asarray(value)
            _check_dtype(elements, type_.element_type)
            return tile_of_array(elements, type_)
        case _:
            return check_value(value, type_)


def _check_dtype(elements: Any, element_type: Attribute) -> None:
    if elements.dtype != (dtype := dtype_of(element_type)).numpy:
        raise RunError(f"{describe_array(elements)} holds no {dtype}")


def _buffer(elements: Any, element_type: Attribute, is_written: bool) -> GlobalBuffer:
    _check_dtype(elements, element_type)
    if not elements.flags.c_contiguous:
        raise RunError("the array behind a pointer is contiguous; copy it first")
    return GlobalBuffer(elements.reshape(-1), is_written)


def _view(elements: Any, type_: ViewType, is_written: bool) -> GlobalView:
    _check_dtype(elements, type_.element_type)
    if len(elements.shape) != type_.get_num_dims():
        raise RunError(f"{describe_array(elements)} is no {type_}")
    view = global_view(elements)
    return view._replace(pointer=Pointer(GlobalBuffer(view.buffer.elements, is_written)))
