"""Ops of the vector unit along rows and columns: reductions, and broadcasting their results back.

A row reduction turns `[M, N]` into `[M, 1]`, a column reduction into `[1, N]`; only the valid rectangle counts. The
expanding ops combine a tile with such a vector, repeated along the other axis.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import Operation, SSAValue
from xdsl.irdl import VarConstraint, base, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.extents import format_shape, shapes_provably_differ
from xdsl_tiles.dialects.tile.inference import verify_same_type
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.vector import verify_vector_operands


def reduced_type(tile: TileType, axis: int) -> TileType:
    """The vector left of a 2-D tile when the axis is reduced to one element."""
    if tile.get_num_dims() != 2:
        raise VerifyException(f"reduces 2-D tiles, got {tile}")
    shape, valid = list(tile.get_shape()), list(tile.valid)
    shape[axis] = valid[axis] = 1
    return TileType(shape, tile.element_type, tile.space, valid=valid)


class Reduction(FormattedOperation, ABC):
    """
    A reduction along one axis of a 2-D tile; only valid elements count, and there is at least one along the axis.

    ```mlir
    %r = tile.row_max %a : !tile.tile<16x64xf32, vec> -> !tile.tile<16x1xf32, vec>
    ```
    """

    AXIS: ClassVar[int]

    source = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source) `->` type($result)"

    def __init__(self, source: SSAValue | Operation):
        type_ = reduced_type(SSAValue.get(source, type=TileType).type, self.AXIS)
        super().__init__(operands=[source], result_types=[type_])

    def verify_(self) -> None:
        source = tile_type(self.source)
        verify_vector_operands(source)
        verify_same_type(self.result.type, reduced_type(source, self.AXIS))
        if source.valid[self.AXIS] == 0:
            raise VerifyException(f"reduces an empty axis of {source}")


@irdl_op_definition
class RowSumOp(Reduction):
    """The sum of each row: `[M, N]` to `[M, 1]`."""

    name = "tile.row_sum"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class RowMaxOp(Reduction):
    """The largest element of each row: `[M, N]` to `[M, 1]`."""

    name = "tile.row_max"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class RowMinOp(Reduction):
    """The smallest element of each row: `[M, N]` to `[M, 1]`."""

    name = "tile.row_min"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class ColSumOp(Reduction):
    """The sum of each column: `[M, N]` to `[1, N]`."""

    name = "tile.col_sum"
    AXIS: ClassVar[int] = 0


@irdl_op_definition
class ColMaxOp(Reduction):
    """The largest element of each column: `[M, N]` to `[1, N]`."""

    name = "tile.col_max"
    AXIS: ClassVar[int] = 0


@irdl_op_definition
class ColMinOp(Reduction):
    """The smallest element of each column: `[M, N]` to `[1, N]`."""

    name = "tile.col_min"
    AXIS: ClassVar[int] = 0


class Expansion(FormattedOperation, ABC):
    """
    An elementwise function of a 2-D tile and a vector repeated along one axis.

    ```mlir
    %r = tile.row_expand_sub %a, %v : !tile.tile<16x64xf32, vec>, !tile.tile<16x1xf32, vec>
    ```
    """

    AXIS: ClassVar[int]

    T: ClassVar = VarConstraint("T", base(TileType))
    lhs = operand_def(T)
    vector = operand_def(TileType)
    result = result_def(T)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$lhs `,` $vector attr-dict `:` type($lhs) `,` type($vector)"

    def __init__(self, lhs: SSAValue | Operation, vector: SSAValue | Operation):
        super().__init__(operands=[lhs, vector], result_types=[SSAValue.get(lhs).type])

    def verify_(self) -> None:
        lhs, vector = tile_type(self.lhs), tile_type(self.vector)
        verify_vector_operands(lhs, vector)
        expected = reduced_type(lhs, self.AXIS)
        if (vector.get_shape(), vector.element_type) != (expected.get_shape(), expected.element_type):
            shape = format_shape(expected.get_shape())
            raise VerifyException(f"expands a {shape}x{expected.element_type} vector over {lhs}, got {vector}")
        if shapes_provably_differ(vector.valid, expected.valid):
            valid = format_shape(expected.valid)
            raise VerifyException(f"expands a vector of valid shape {valid} over {lhs}, got {vector}")


@irdl_op_definition
class RowExpandAddOp(Expansion):
    """A tile plus a column vector `[M, 1]` repeated along the rows."""

    name = "tile.row_expand_add"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class RowExpandSubOp(Expansion):
    """A tile minus a column vector `[M, 1]` repeated along the rows."""

    name = "tile.row_expand_sub"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class RowExpandMulOp(Expansion):
    """A tile times a column vector `[M, 1]` repeated along the rows."""

    name = "tile.row_expand_mul"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class RowExpandDivOp(Expansion):
    """A tile over a column vector `[M, 1]` repeated along the rows."""

    name = "tile.row_expand_div"
    AXIS: ClassVar[int] = 1


@irdl_op_definition
class ColExpandAddOp(Expansion):
    """A tile plus a row vector `[1, N]` repeated along the columns."""

    name = "tile.col_expand_add"
    AXIS: ClassVar[int] = 0


@irdl_op_definition
class ColExpandSubOp(Expansion):
    """A tile minus a row vector `[1, N]` repeated along the columns."""

    name = "tile.col_expand_sub"
    AXIS: ClassVar[int] = 0


@irdl_op_definition
class ColExpandMulOp(Expansion):
    """A tile times a row vector `[1, N]` repeated along the columns."""

    name = "tile.col_expand_mul"
    AXIS: ClassVar[int] = 0


@irdl_op_definition
class ColExpandDivOp(Expansion):
    """A tile over a row vector `[1, N]` repeated along the columns."""

    name = "tile.col_expand_div"
    AXIS: ClassVar[int] = 0
