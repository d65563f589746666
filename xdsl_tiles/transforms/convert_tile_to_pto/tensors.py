"""Tensors as memory: where each lies, and that no program reads an older one than memory holds."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp
from xdsl.dialects.tensor import CollapseShapeOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp
from xdsl.ir import Operation, SSAValue, Use

from xdsl_tiles.analysis.abi import overwrites
from xdsl_tiles.analysis.interference import Interference
from xdsl_tiles.analysis.loops import constant_of
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.scalars import LoadScalarOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.transforms.convert_tile_to_pto.block_access import reads_ahead
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Extent, Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.memory import added, product
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

TENSORS = Rules()

RESHAPES = (ExpandShapeOp, CollapseShapeOp)


@TENSORS.of(EmptyOp)
def convert_empty(op: EmptyOp, lowering: Lowering) -> None:
    """Memory that the function takes a pointer to, for a result or for itself."""
    if op.tensor not in lowering.tensors and any(op.tensor.uses):
        lowering.tensors[op.tensor] = lowering.scratch(op.tensor.type, op.tensor.name_hint)


@TENSORS.of(*RESHAPES)
def convert_reshape(op: ExpandShapeOp | CollapseShapeOp, lowering: Lowering) -> None:
    """The same memory."""
    lowering.tensors[op.result] = lowering.tensors[op.src]


@TENSORS.of(DimOp)
def convert_dim(op: DimOp, lowering: Lowering) -> None:
    """The extent, which is known."""
    index = constant_of(op.index)
    if index is None:
        fail(op, "asks for a dimension that only the run knows; ask for a constant one")
    lowering.scalars[op.result] = lowering.constant(tensor_type(op.source).get_shape()[index])


@TENSORS.of(ExtractOp)
def convert_extract(op: ExtractOp, lowering: Lowering) -> None:
    """The element at its linear place."""
    place: Extent = 0
    for index, extent in zip(lowering.mixed(op.indices), tensor_type(op.tensor).get_shape()):
        place = added(lowering, product(lowering, (place, extent)), index)
    element = LoadScalarOp(lowering.tensors[op.tensor], lowering.index(place))
    lowering.scalars[op.result] = lowering.emit(element, op.result.name_hint).value


def check_memory(function: FuncOp) -> None:
    """Check that tensors have static shapes, and that none is read after something was stored into its memory."""
    for argument in function.body.block.args:
        _check_shape(function, argument)
    interference = Interference(function, _view_of, lambda use: False)
    for op in function.walk():
        for result in op.results:
            _check_shape(function, result)
        if isinstance(op, StoreOp):
            _check_overwritten(interference, op.destination, op.result)
        elif isinstance(op, scf.ForOp):
            for start, argument in zip(op.iter_args, op.body.block.args[1:]):
                if isinstance(start.type, TensorType) and any(map(overwrites, argument.uses)):
                    _check_overwritten(interference, start, argument, op)


def _check_shape(function: FuncOp, value: SSAValue) -> None:
    if isinstance(value.type, TensorType) and not tensor_type(value).has_static_shape():
        fail(
            value.owner if isinstance(value.owner, Operation) else function,
            f"has a tensor of unknown shape, {tensor_type(value)}: a pointer says nothing of extents; "
            "give the tensor a static shape, and load the valid part of it",
        )


def _view_of(use: Use) -> SSAValue | None:
    return use.operation.results[0] if isinstance(use.operation, RESHAPES) else None


def _check_overwritten(
    interference: Interference, before: SSAValue, after: SSAValue, loop: scf.ForOp | None = None
) -> None:
    """Check that no tensor is read after a store into its memory, or a loop with such stores, made another of it."""
    for reader in interference.readers(before, after):
        if loop is not None and reads_ahead(reader, loop, after):
            continue
        name = f"%{before.name_hint}" if before.name_hint else str(before.type)
        fail(
            reader,
            f"reads {name} as it was before a store into its memory; read it before that store, "
            "or let the store go to another tensor",
        )
