"""What the body of a vector op computes with: tiles, rows and columns of them, and scalars, combined as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType, f32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_tiles.dialects.tile import comparison, reduction, vector
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import FillOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.transforms.tiling.emitter import Emitter


@dataclass(frozen=True)
class Value:
    """A scalar, or a tile with all the rows and columns of a block or one of either, the same along the others.

    A mask is `negated` where it is true for what its tile has as false.
    """

    value: SSAValue
    has_rows: bool = False
    has_columns: bool = False
    negated: bool = False

    @property
    def is_scalar(self) -> bool:
        """Whether this is no tile."""
        return not isinstance(self.value.type, TileType)

    @property
    def element_type(self) -> Attribute:
        """Type of each element."""
        return self.value.type if self.is_scalar else tile_type(self.value).element_type


class Family(NamedTuple):
    """The tile ops of one function of two numbers, by what the second is; None where there is no such op."""

    tiles: type[vector.BinaryOperation]
    scalar: type[vector.ScalarOperation]
    column: type[reduction.Expansion] | None = None
    row: type[reduction.Expansion] | None = None
    commutes: bool = True


ADD = Family(vector.AddOp, vector.AddScalarOp, reduction.RowExpandAddOp, reduction.ColExpandAddOp)
SUB = Family(vector.SubOp, vector.SubScalarOp, reduction.RowExpandSubOp, reduction.ColExpandSubOp, commutes=False)
MUL = Family(vector.MulOp, vector.MulScalarOp, reduction.RowExpandMulOp, reduction.ColExpandMulOp)
DIV = Family(vector.DivOp, vector.DivScalarOp, reduction.RowExpandDivOp, reduction.ColExpandDivOp, commutes=False)
MAXIMUM = Family(vector.MaximumOp, vector.MaximumScalarOp)
MINIMUM = Family(vector.MinimumOp, vector.MinimumScalarOp)


@dataclass(frozen=True)
class Block:
    """One block of rows and columns: its physical and valid extents, and where its ops go.

    Along an axis of one element a tile counts as having all of it.
    """

    emit: Emitter
    shape: tuple[int, int]
    valid: tuple[int, int]
    one_row: bool
    one_column: bool

    def tile(self, value: SSAValue, has_rows: bool, has_columns: bool) -> Value:
        """A tile with what it has of the block."""
        return Value(value, has_rows or self.one_row, has_columns or self.one_column)

    def extents(self, has_rows: bool, has_columns: bool) -> tuple[tuple[int, int], tuple[int, int]]:
        """Physical and valid extents of a tile that has all rows, or columns, or not."""
        (rows, columns), (valid_rows, valid_columns) = self.shape, self.valid
        physical = rows if has_rows else 1, columns if has_columns else 1
        return physical, (valid_rows if has_rows else 1, valid_columns if has_columns else 1)

    def number(self, value: float, type_: Attribute) -> Value:
        """Emit a constant."""
        if isinstance(type_, AnyFloat):
            return Value(self.emit.scalar(FloatAttr(float(value), type_)))
        assert isa(type_, IntegerType)
        return Value(self.emit.scalar(IntegerAttr(int(value), type_)))

    def binary(self, family: Family, lhs: Value, rhs: Value) -> Value:
        """Emit a function of two values, of which one at least is a tile."""
        if family.commutes and (lhs.is_scalar or (not rhs.is_scalar and _size(lhs) < _size(rhs))):
            lhs, rhs = rhs, lhs
        if rhs.is_scalar and not lhs.is_scalar:
            return self._like(lhs, family.scalar(lhs.value, rhs.value))
        if lhs.is_scalar:
            lhs = self.broadcast(lhs, rhs.has_rows, rhs.has_columns)
        is_whole = lhs.has_rows and lhs.has_columns
        if is_whole and family.column is not None and rhs.has_rows and not rhs.has_columns:
            return self._like(lhs, family.column(lhs.value, rhs.value))
        if is_whole and family.row is not None and rhs.has_columns and not rhs.has_rows:
            return self._like(lhs, family.row(lhs.value, rhs.value))
        lhs, rhs = self.alike(lhs, rhs)
        return self._like(lhs, family.tiles(lhs.value, rhs.value))

    def unary(self, op: type[vector.UnaryOperation], value: Value) -> Value:
        """Emit a function of a tile."""
        return self._like(value, op(value.value))

    def cast(self, value: Value, type_: Attribute, mode: RoundMode = RoundMode.RINT) -> Value:
        """Emit a conversion of a tile; nothing where it has the type."""
        if value.element_type == type_:
            return value
        return self._like(value, vector.CastOp(value.value, type_, mode))

    def compare(self, predicate: Comparison, lhs: Value, rhs: Value, *, negated: bool = False) -> Value:
        """Emit a comparison of two values, of which one at least is a tile; gives a mask."""
        if rhs.is_scalar and not lhs.is_scalar:
            op = comparison.CmpScalarOp(predicate, lhs.value, rhs.value)
        else:
            lhs, rhs = self.alike(lhs, rhs)
            op = comparison.CmpOp(predicate, lhs.value, rhs.value)
        return Value(self.emit.add(op), lhs.has_rows, lhs.has_columns, negated)

    def select(self, mask: Value, lhs: Value, rhs: Value) -> Value:
        """Emit the choice between two values by a mask."""
        has_rows, has_columns = (any(flags) for flags in zip(*((v.has_rows, v.has_columns) for v in (mask, lhs, rhs))))
        if (has_rows, has_columns) != (mask.has_rows, mask.has_columns):
            ones = self.select(mask, self.number(1, f32), self.number(0, f32))
            mask = self.compare(Comparison.NE, self.broadcast(ones, has_rows, has_columns), self.number(0, f32))
        lhs, rhs = (self.broadcast(value, has_rows, has_columns) for value in (lhs, rhs))
        if mask.negated:
            lhs, rhs = rhs, lhs
        return self._like(lhs, comparison.SelOp(mask.value, lhs.value, rhs.value))

    def alike(self, *values: Value) -> tuple[Value, ...]:
        """The values as tiles that have the same of the block."""
        has_rows, has_columns = any(v.has_rows for v in values), any(v.has_columns for v in values)
        return tuple(self.broadcast(value, has_rows, has_columns) for value in values)

    def broadcast(self, value: Value, has_rows: bool, has_columns: bool) -> Value:
        """Emit a tile that repeats a value along what it lacks."""
        has_rows, has_columns = has_rows or self.one_row, has_columns or self.one_column
        if not value.is_scalar and (value.has_rows or not has_rows) and (value.has_columns or not has_columns):
            return value
        scalar = value if value.is_scalar else self.number(0, value.element_type)
        physical, valid = self.extents(has_rows, has_columns)
        type_ = TileType(physical, value.element_type, MemorySpace.VEC, valid=valid)
        filled = self.tile(self.emit.add(FillOp(scalar.value, type_)), has_rows, has_columns)
        return filled if value.is_scalar else self.binary(ADD, filled, value)

    def _like(self, value: Value, op: Operation) -> Value:
        return Value(self.emit.add(op), value.has_rows, value.has_columns)


def _size(value: Value) -> int:
    return value.has_rows + value.has_columns
