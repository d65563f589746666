"""Ops that see a tile differently without moving data."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IndexType, i64
from xdsl.dialects.utils import DynamicIndexList
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.attributes import Layout, Major, implicit_layout
from xdsl_tiles.dialects.tile.effects import OwnsResultBuffer
from xdsl_tiles.dialects.tile.extents import format_shape, provably_less
from xdsl_tiles.dialects.tile.inference import verify_same_type
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.windows import MixedIndex, join_indices, known_indices, split_indices, verify_indices


@irdl_op_definition
class SetValidShapeOp(FormattedOperation, HasFolderInterface):
    """
    The same 2-D tile with another valid rectangle; the rest of it becomes undefined.

    Constant sizes lie between 0 and the physical extents; `compact` stays. Source: tile_l0 section 6.

    ```mlir
    %n = tile.set_validshape %t[5, %c] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = 5x?>
    ```
    """

    name = "tile.set_validshape"

    source = operand_def(TileType)
    sizes = var_operand_def(IndexType)
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:` type($source) `to` type($result)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(self, source: SSAValue | Operation, sizes: Sequence[MixedIndex]):
        dynamic, static = split_indices(sizes)
        type_ = _narrowed_type(SSAValue.get(source, type=TileType).type, known_indices(static))
        super().__init__(operands=[source, dynamic], result_types=[type_], properties={"static_sizes": static})

    @property
    def mixed_sizes(self) -> list[MixedIndex]:
        """Valid rows and columns of the result."""
        return join_indices(self.sizes, self.static_sizes)

    def verify_(self) -> None:
        source = tile_type(self.source)
        if source.get_num_dims() != 2:
            raise VerifyException(f"sets the valid shape of 2-D tiles, got {source}")
        sizes = verify_indices(self.sizes, self.static_sizes, 2, "size")
        if any(map(provably_less, source.get_shape(), sizes)):
            raise VerifyException(f"valid {format_shape(sizes)} does not fit into {source}")
        verify_same_type(self.result.type, _narrowed_type(source, sizes))

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Stating a valid rectangle that the source is known to have changes nothing."""
        type_ = tile_type(self.source)
        is_known = not self.sizes and DYNAMIC_INDEX not in type_.valid
        return (self.source,) if is_known and type_ == self.result.type else None


def _narrowed_type(source: TileType, sizes: Sequence[int]) -> TileType:
    return TileType(
        source.get_shape(),
        source.element_type,
        source.space,
        valid=sizes,
        layout=source.effective_layout,
        compact=source.is_compact,
    )


@irdl_op_definition
class GetValidShapeOp(FormattedOperation):
    """
    The valid rows and columns of a 2-D tile, as the run knows them.

    ```mlir
    %r, %c = tile.get_validshape %t : !tile.tile<16x64xf32, vec, valid = ?x?>
    ```
    """

    name = "tile.get_validshape"

    source = operand_def(TileType)
    rows = result_def(IndexType())
    columns = result_def(IndexType())

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source)"

    def __init__(self, source: SSAValue | Operation):
        super().__init__(operands=[source], result_types=[IndexType(), IndexType()])

    def verify_(self) -> None:
        if tile_type(self.source).get_num_dims() != 2:
            raise VerifyException(f"asks for the valid shape of 2-D tiles, got {self.source.type}")


@irdl_op_definition
class TransposeViewOp(FormattedOperation, HasFolderInterface):
    """
    The transpose of a tile without moving data: the last two dimensions, their valid extents and the major-ness of
    both levels of the layout swap. Source: tile_l0 section 6.

    ```mlir
    %t = tile.transpose_view %x : !tile.tile<64x16xbf16, mat> to !tile.tile<16x64xbf16, mat, layout = <row, col, 512>>
    ```
    """

    name = "tile.transpose_view"

    source = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source) `to` type($result)"

    def __init__(self, source: SSAValue | Operation):
        type_ = _transposed_type(SSAValue.get(source, type=TileType).type)
        super().__init__(operands=[source], result_types=[type_])

    def verify_(self) -> None:
        verify_same_type(self.result.type, _transposed_type(tile_type(self.source)))

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """The transpose of a transpose is the tile itself."""
        inner = self.source.owner
        if isinstance(inner, TransposeViewOp) and inner.source.type == self.result.type:
            return (inner.source,)
        return None


def _transposed_type(source: TileType) -> TileType:
    if source.get_num_dims() < 2:
        raise VerifyException(f"transposes tiles of at least two dimensions, got {source}")
    return TileType(
        _swapped(source.get_shape()),
        source.element_type,
        source.space,
        valid=_swapped(source.valid),
        layout=source.effective_layout.transposed,
        compact=source.is_compact,
    )


def _swapped(extents: tuple[int, ...]) -> tuple[int, ...]:
    return (*extents[:-2], extents[-1], extents[-2])


@irdl_op_definition
class ReshapeOp(FormattedOperation, HasFolderInterface):
    """
    The same elements, in row-major order, under another shape.

    Only a fully valid tile that lies in row-major order can be seen so (a vector does in any flat layout); source and
    result have as many elements.

    ```mlir
    %r = tile.reshape %x : !tile.tile<16x64xf32, vec> to !tile.tile<4x256xf32, vec>
    ```
    """

    name = "tile.reshape"

    source = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source) `to` type($result)"

    def __init__(self, source: SSAValue | Operation, shape: Sequence[int], *, layout: Layout | None = None):
        type_ = SSAValue.get(source, type=TileType).type
        layout = layout or implicit_layout(None, tuple(shape))
        super().__init__(
            operands=[source], result_types=[TileType(shape, type_.element_type, type_.space, layout=layout)]
        )

    def verify_(self) -> None:
        source, result = tile_type(self.source), self.result.type
        if (source.element_type, source.space) != (result.element_type, result.space):
            raise VerifyException(f"a reshape keeps element type and memory space, got {source} to {result}")
        if prod(source.get_shape()) != prod(result.get_shape()):
            raise VerifyException(f"{source} and {result} have different numbers of elements")
        if not source.is_fully_valid or not result.is_fully_valid:
            raise VerifyException(f"reshapes fully valid tiles, got {source} to {result}")
        if not _is_in_row_major_order(source) or not _is_in_row_major_order(result):
            raise VerifyException(f"reshapes elements in row-major order, got {source} to {result}; move them first")

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """A reshape to the type it has is the tile itself, also by way of another shape."""
        inner = self.source.owner
        origin = inner.source if isinstance(inner, ReshapeOp) else self.source
        return (origin,) if origin.type == self.result.type else None


def _is_in_row_major_order(tile: TileType) -> bool:
    layout = tile.effective_layout
    return not layout.is_boxed and (layout.blayout is Major.ROW or 1 in tile.get_shape()[-2:])
