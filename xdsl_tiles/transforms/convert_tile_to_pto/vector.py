"""Ops of the vector unit: elementwise ones, casts, comparisons, and what goes along rows and columns."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto import binary, broadcast, reduction, scalar, unary
from xdsl_tiles.dialects.pto import comparison as bits
from xdsl_tiles.dialects.pto.conversion import TCvtOp
from xdsl_tiles.dialects.pto.enums import BLayout, RoundMode
from xdsl_tiles.dialects.tile import comparison, vector
from xdsl_tiles.dialects.tile import reduction as along
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_types import buffer_type, flat_row
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Handle, Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules
from xdsl_tiles.transforms.convert_tile_to_pto.transfer import reinterpret

VECTOR = Rules()

_UNARY: Mapping[type[Operation], type[unary.UnaryOperation | unary.TRsqrtOp]] = {
    vector.ExpOp: unary.TExpOp,
    vector.LogOp: unary.TLogOp,
    vector.SqrtOp: unary.TSqrtOp,
    vector.RsqrtOp: unary.TRsqrtOp,
    vector.NegOp: unary.TNegOp,
    vector.AbsOp: unary.TAbsOp,
    vector.ReluOp: unary.TReluOp,
}
_BINARY: Mapping[type[Operation], type[binary.BinaryOperation]] = {
    vector.AddOp: binary.TAddOp,
    vector.SubOp: binary.TSubOp,
    vector.MulOp: binary.TMulOp,
    vector.DivOp: binary.TDivOp,
    vector.MaximumOp: binary.TMaxOp,
    vector.MinimumOp: binary.TMinOp,
}
_SCALAR: Mapping[type[Operation], type[scalar.ScalarOperation | scalar.TDivSOp]] = {
    vector.AddScalarOp: scalar.TAddSOp,
    vector.SubScalarOp: scalar.TSubSOp,
    vector.MulScalarOp: scalar.TMulSOp,
    vector.DivScalarOp: scalar.TDivSOp,
    vector.MaximumScalarOp: scalar.TMaxSOp,
    vector.MinimumScalarOp: scalar.TMinSOp,
}
_ROW_REDUCTIONS: Mapping[type[Operation], type[reduction.ScratchReductionOperation]] = {
    along.RowSumOp: reduction.TRowSumOp,
    along.RowMaxOp: reduction.TRowMaxOp,
    along.RowMinOp: reduction.TRowMinOp,
}
_COLUMN_REDUCTIONS: Mapping[type[Operation], type[reduction.ColumnReductionOperation | reduction.TColSumOp]] = {
    along.ColSumOp: reduction.TColSumOp,
    along.ColMaxOp: reduction.TColMaxOp,
    along.ColMinOp: reduction.TColMinOp,
}
_EXPANSIONS: Mapping[type[Operation], type[broadcast.BroadcastOperation | broadcast.ScratchBroadcastOperation]] = {
    along.RowExpandAddOp: broadcast.TRowExpandAddOp,
    along.RowExpandSubOp: broadcast.TRowExpandSubOp,
    along.RowExpandMulOp: broadcast.TRowExpandMulOp,
    along.RowExpandDivOp: broadcast.TRowExpandDivOp,
    along.ColExpandAddOp: broadcast.TColExpandAddOp,
    along.ColExpandSubOp: broadcast.TColExpandSubOp,
    along.ColExpandMulOp: broadcast.TColExpandMulOp,
    along.ColExpandDivOp: broadcast.TColExpandDivOp,
}


@VECTOR.of(*_UNARY)
def convert_unary(op: vector.UnaryOperation, lowering: Lowering) -> None:
    """A function of one tile."""
    source, target = _rows(lowering, lowering.tile(op.source), _result(op, lowering, op.source))
    lowering.emit(_UNARY[type(op)](source, target))


@VECTOR.of(*_BINARY)
def convert_binary(op: vector.BinaryOperation, lowering: Lowering) -> None:
    """A function of two tiles."""
    target = _result(op, lowering, op.lhs)
    lhs, rhs, written = _rows(lowering, lowering.tile(op.lhs), lowering.tile(op.rhs), target)
    lowering.emit(_BINARY[type(op)](lhs, rhs, written))


@VECTOR.of(*_SCALAR)
def convert_scalar(op: vector.ScalarOperation, lowering: Lowering) -> None:
    """A function of a tile and a scalar."""
    source, target = _rows(lowering, lowering.tile(op.lhs), _result(op, lowering, op.lhs))
    lowering.emit(_SCALAR[type(op)](source, lowering.scalars[op.scalar], target))


@VECTOR.of(vector.CastOp)
def convert_cast(op: vector.CastOp, lowering: Lowering) -> None:
    """Each element in another type, under the round mode of the cast."""
    if tile_type(op.source).space is not MemorySpace.VEC:
        fail(op, f"casts {op.source.type}, but the vector unit reads vec; tile.move it there first")
    source, target = lowering.tile(op.source), _result(op, lowering, op.source)
    read, written = _rows(lowering, source, target)
    lowering.emit(TCvtOp(read, written, RoundMode(op.mode.data.upper())))


@VECTOR.of(comparison.CmpOp)
def convert_compare(op: comparison.CmpOp, lowering: Lowering) -> None:
    """A bit per pair of elements."""
    lhs, rhs = lowering.tile(op.lhs), lowering.tile(op.rhs)
    target = lowering.define(op.result, lhs.valid)
    lowering.emit(bits.TCmpOp(lhs.value, rhs.value, target, op.predicate.data))


@VECTOR.of(comparison.CmpScalarOp)
def convert_compare_scalar(op: comparison.CmpScalarOp, lowering: Lowering) -> None:
    """A bit per element."""
    lhs = lowering.tile(op.lhs)
    target = lowering.define(op.result, lhs.valid)
    lowering.emit(bits.TCmpSOp(lhs.value, lowering.scalars[op.scalar], target, op.predicate.data))


@VECTOR.of(comparison.SelOp)
def convert_select(op: comparison.SelOp, lowering: Lowering) -> None:
    """The element that the bit chooses."""
    mask, lhs, rhs = lowering.tile(op.mask), lowering.tile(op.lhs), lowering.tile(op.rhs)
    target = lowering.define(op.result, lhs.valid)
    lowering.emit(bits.TSelOp(mask.value, lhs.value, rhs.value, _scratch(lowering, op.lhs), target))


@VECTOR.of(*_ROW_REDUCTIONS)
def convert_row_reduction(op: along.Reduction, lowering: Lowering) -> None:
    """One element per row."""
    source = lowering.tile(op.source)
    target = lowering.define(op.result, (source.valid[0], 1))
    lowering.emit(_ROW_REDUCTIONS[type(op)](source.value, _scratch(lowering, op.source), target))


@VECTOR.of(*_COLUMN_REDUCTIONS)
def convert_column_reduction(op: along.Reduction, lowering: Lowering) -> None:
    """One element per column."""
    source = lowering.tile(op.source)
    target = lowering.define(op.result, (1, source.valid[1]))
    lowering.emit(_COLUMN_REDUCTIONS[type(op)](source.value, target))


@VECTOR.of(*_EXPANSIONS)
def convert_expansion(op: along.Expansion, lowering: Lowering) -> None:
    """A function of a tile and a vector that repeats."""
    lhs, repeated = lowering.tile(op.lhs), lowering.tile(op.vector)
    target = lowering.define(op.result, lhs.valid)
    lowering.emit(_EXPANSIONS[type(op)](lhs.value, repeated.value, target))


def _result(op: Operation, lowering: Lowering, like: SSAValue) -> Handle:
    """The buffer of the result of an op, as much of it valid as of an operand."""
    result = op.results[0]
    lowering.define(result, lowering.tile(like).valid)
    return lowering.tile(result)


def _scratch(lowering: Lowering, like: SSAValue) -> SSAValue:
    """A buffer to work in, as large as that of a tile."""
    type_ = buffer_type(tile_type(like), lowering.arch)
    return lowering.new_buffer(type_, lowering.tile(like).valid)


def _rows(lowering: Lowering, *handles: Handle) -> list[SSAValue]:
    """The buffers as the vector unit reads them elementwise, row by row: columns are seen as rows."""
    return [_row(lowering, handle) for handle in handles]


def _row(lowering: Lowering, handle: Handle) -> SSAValue:
    if handle.type.config.blayout is BLayout.ROW_MAJOR:
        return handle.value
    return reinterpret(lowering, handle, flat_row(handle.type), (1, handle.valid[0]))
