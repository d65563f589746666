"""Comparison of tiles element by element, and selection by the masks it gives."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import VarConstraint, base, irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.attributes import ComparisonAttr
from xdsl_tiles.dialects.tile.inference import verify_same_type
from xdsl_tiles.dialects.tile.types import SCALAR, TileType, tile_type
from xdsl_tiles.dialects.tile.vector import verify_elementwise, verify_scalar
from xdsl_tiles.numerics.comparison import Comparison


def mask_type(tile: TileType) -> TileType:
    """The tile of i1 that a comparison of such tiles gives."""
    return TileType(tile.get_shape(), i1, tile.space, valid=tile.valid, layout=tile.effective_layout)


@irdl_op_definition
class CmpOp(FormattedOperation):
    """
    Compare two tiles element by element; any ordered comparison with a NaN is false, `ne` is true.

    ```mlir
    %m = tile.cmp lt %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
    ```
    """

    name = "tile.cmp"

    predicate = prop_def(ComparisonAttr)
    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def __init__(self, predicate: Comparison, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[mask_type(SSAValue.get(lhs, type=TileType).type)],
            properties={"predicate": ComparisonAttr(predicate)},
        )

    def verify_(self) -> None:
        verify_elementwise(tile_type(self.lhs), tile_type(self.rhs))
        verify_same_type(self.result.type, mask_type(tile_type(self.lhs)))


@irdl_op_definition
class CmpScalarOp(FormattedOperation):
    """
    Compare each element of a tile with a scalar.

    ```mlir
    %m = tile.cmps gt %a, %zero : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
    ```
    """

    name = "tile.cmps"

    predicate = prop_def(ComparisonAttr)
    lhs = operand_def(TileType)
    scalar = operand_def(SCALAR)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$predicate $lhs `,` $scalar attr-dict `:` type($lhs) `,` type($scalar) `->` type($result)"
    )

    def __init__(self, predicate: Comparison, lhs: SSAValue | Operation, scalar: SSAValue | Operation):
        super().__init__(
            operands=[lhs, scalar],
            result_types=[mask_type(SSAValue.get(lhs, type=TileType).type)],
            properties={"predicate": ComparisonAttr(predicate)},
        )

    def verify_(self) -> None:
        verify_scalar(tile_type(self.lhs), self.scalar.type)
        verify_same_type(self.result.type, mask_type(tile_type(self.lhs)))


@irdl_op_definition
class SelOp(FormattedOperation):
    """
    Take each element from the first tile where the mask is true, else from the second.

    ```mlir
    %r = tile.sel %m, %a, %b : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
    ```
    """

    name = "tile.sel"

    T: ClassVar = VarConstraint("T", base(TileType))
    mask = operand_def(TileType)
    lhs = operand_def(T)
    rhs = operand_def(TileType)
    result = result_def(T)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$mask `,` $lhs `,` $rhs attr-dict `:` type($mask) `,` type($lhs) `,` type($rhs)"

    def __init__(self, mask: SSAValue | Operation, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(operands=[mask, lhs, rhs], result_types=[SSAValue.get(lhs).type])

    def verify_(self) -> None:
        lhs = tile_type(self.lhs)
        verify_elementwise(lhs, tile_type(self.rhs))
        verify_same_type(tile_type(self.mask), mask_type(lhs), "mask")
