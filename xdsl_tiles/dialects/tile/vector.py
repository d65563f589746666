"""Elementwise ops of the vector unit, and the cast between element types.

Operands are Vec tiles of one shape (an accumulator may be cast). The result has the shape, valid rectangle and layout
of the first operand. Numbers follow the element type: floats round half to even, integers wrap.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.attributes import MemorySpace, RoundModeAttr
from xdsl_tiles.dialects.tile.extents import shapes_provably_differ
from xdsl_tiles.dialects.tile.inference import verify_same_type
from xdsl_tiles.dialects.tile.types import SCALAR, TileType, is_float, tile_type
from xdsl_tiles.numerics.round_mode import RoundMode


def verify_vector_operands(*operands: TileType) -> None:
    """Check that tiles are where the vector unit reads, in vec or not yet placed, and of a type it computes with."""
    for operand in operands:
        if operand.space not in (MemorySpace.VEC, None):
            raise VerifyException(f"the vector unit reads vec, got {operand}; add a tile.move")
        if operand.element_bits < 8:
            raise VerifyException(f"{operand.element_type} is stored, not computed with: {operand}; add a tile.cast")


class UnaryOperation(FormattedOperation, ABC):
    """
    An elementwise function of one tile.

    ```mlir
    %r = tile.exp %a : !tile.tile<16x64xf32, vec>
    ```
    """

    T: ClassVar = VarConstraint("T", base(TileType))
    source = operand_def(T)
    result = result_def(T)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source)"

    def __init__(self, source: SSAValue | Operation):
        super().__init__(operands=[source], result_types=[SSAValue.get(source).type])

    def verify_(self) -> None:
        verify_vector_operands(tile_type(self.source))


class FloatUnaryOperation(UnaryOperation, ABC):
    """An elementwise function of one tile of floats."""

    def verify_(self) -> None:
        super().verify_()
        if not is_float(tile_type(self.source).element_type):
            raise VerifyException(f"is for floats, got {tile_type(self.source)}; add a tile.cast")


@irdl_op_definition
class ExpOp(FloatUnaryOperation):
    """The exponential of each element."""

    name = "tile.exp"


@irdl_op_definition
class LogOp(FloatUnaryOperation):
    """The natural logarithm of each element."""

    name = "tile.log"


@irdl_op_definition
class SqrtOp(FloatUnaryOperation):
    """The square root of each element."""

    name = "tile.sqrt"


@irdl_op_definition
class RsqrtOp(FloatUnaryOperation):
    """The reciprocal square root of each element."""

    name = "tile.rsqrt"


@irdl_op_definition
class NegOp(UnaryOperation):
    """The negation of each element."""

    name = "tile.neg"


@irdl_op_definition
class AbsOp(UnaryOperation):
    """The absolute value of each element."""

    name = "tile.abs"


@irdl_op_definition
class ReluOp(UnaryOperation):
    """The larger of each element and zero."""

    name = "tile.relu"


class BinaryOperation(FormattedOperation, ABC):
    """
    An elementwise function of two tiles of one shape, element type and layout.

    ```mlir
    %r = tile.add %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
    ```
    """

    T: ClassVar = VarConstraint("T", base(TileType))
    lhs = operand_def(T)
    rhs = operand_def(TileType)
    result = result_def(T)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)"

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(operands=[lhs, rhs], result_types=[SSAValue.get(lhs).type])

    def verify_(self) -> None:
        verify_elementwise(tile_type(self.lhs), tile_type(self.rhs))


def verify_elementwise(lhs: TileType, rhs: TileType) -> None:
    """Check that two tiles can be combined element by element."""
    verify_vector_operands(lhs, rhs)
    if (lhs.get_shape(), lhs.element_type) != (rhs.get_shape(), rhs.element_type):
        raise VerifyException(f"combines tiles of one shape and element type, got {lhs} and {rhs}")
    if shapes_provably_differ(lhs.valid, rhs.valid):
        raise VerifyException(f"combines tiles of one valid shape, got {lhs} and {rhs}; add a tile.set_validshape")
    if lhs.effective_layout != rhs.effective_layout:
        raise VerifyException(f"combines tiles of one layout, got {lhs} and {rhs}; add a tile.move")


@irdl_op_definition
class AddOp(BinaryOperation):
    """The sum of two tiles."""

    name = "tile.add"


@irdl_op_definition
class SubOp(BinaryOperation):
    """The difference of two tiles."""

    name = "tile.sub"


@irdl_op_definition
class MulOp(BinaryOperation):
    """The elementwise product of two tiles."""

    name = "tile.mul"


@irdl_op_definition
class DivOp(BinaryOperation):
    """The quotient of two tiles; integers round towards zero."""

    name = "tile.div"


@irdl_op_definition
class MaximumOp(BinaryOperation):
    """The larger of each pair of elements; NaN if either is NaN."""

    name = "tile.maximum"


@irdl_op_definition
class MinimumOp(BinaryOperation):
    """The smaller of each pair of elements; NaN if either is NaN."""

    name = "tile.minimum"


class ScalarOperation(FormattedOperation, ABC):
    """
    An elementwise function of a tile and one scalar of its element type.

    ```mlir
    %r = tile.muls %a, %s : !tile.tile<16x64xf32, vec>, f32
    ```
    """

    T: ClassVar = VarConstraint("T", base(TileType))
    lhs = operand_def(T)
    scalar = operand_def(SCALAR)
    result = result_def(T)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$lhs `,` $scalar attr-dict `:` type($lhs) `,` type($scalar)"

    def __init__(self, lhs: SSAValue | Operation, scalar: SSAValue | Operation):
        super().__init__(operands=[lhs, scalar], result_types=[SSAValue.get(lhs).type])

    def verify_(self) -> None:
        verify_scalar(tile_type(self.lhs), self.scalar.type)


def verify_scalar(tile: TileType, scalar: Attribute) -> None:
    """Check that a scalar can be combined with every element of a tile."""
    verify_vector_operands(tile)
    if tile.element_type != scalar:
        raise VerifyException(f"scalar {scalar} should have the element type of {tile}")


@irdl_op_definition
class AddScalarOp(ScalarOperation):
    """A tile plus a scalar."""

    name = "tile.adds"


@irdl_op_definition
class SubScalarOp(ScalarOperation):
    """A tile minus a scalar."""

    name = "tile.subs"


@irdl_op_definition
class MulScalarOp(ScalarOperation):
    """A tile times a scalar."""

    name = "tile.muls"


@irdl_op_definition
class DivScalarOp(ScalarOperation):
    """A tile over a scalar; integers round towards zero."""

    name = "tile.divs"


@irdl_op_definition
class MaximumScalarOp(ScalarOperation):
    """The larger of each element and a scalar; NaN if either is NaN."""

    name = "tile.maximums"


@irdl_op_definition
class MinimumScalarOp(ScalarOperation):
    """The smaller of each element and a scalar; NaN if either is NaN."""

    name = "tile.minimums"


@irdl_op_definition
class CastOp(FormattedOperation):
    """
    Convert every element to another type under a stated round mode.

    Shape, valid rectangle and flat layout stay; the result is a Vec tile, whatever memory the source is in, or open
    where the source is. Source: tile_l0 section 6.

    ```mlir
    %b = tile.cast %c rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xbf16, vec>
    ```
    """

    name = "tile.cast"

    source = operand_def(TileType)
    mode = prop_def(RoundModeAttr)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source $mode attr-dict `:` type($source) `to` type($result)"

    def __init__(self, source: SSAValue | Operation, element_type: Attribute, mode: RoundMode = RoundMode.ROUND):
        super().__init__(
            operands=[source],
            result_types=[_cast_type(SSAValue.get(source, type=TileType).type, element_type)],
            properties={"mode": RoundModeAttr(mode)},
        )

    def verify_(self) -> None:
        source, result = tile_type(self.source), self.result.type
        if source.element_type == result.element_type:
            raise VerifyException(f"casts {source} to its own element type; drop the cast")
        if source.space not in (MemorySpace.VEC, MemorySpace.ACC, None):
            raise VerifyException(f"casts tiles in vec or acc, got {source}; add a tile.move")
        verify_same_type(result, _cast_type(source, result.element_type))


def _cast_type(source: TileType, element_type: Attribute) -> TileType:
    layout = None if source.effective_layout.is_boxed else source.effective_layout
    space = None if source.space is None else MemorySpace.VEC
    return TileType(source.get_shape(), element_type, space, valid=source.valid, layout=layout)
