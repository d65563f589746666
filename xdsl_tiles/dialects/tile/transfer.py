"""Ops that move tiles, or windows of tiles, between on-chip memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, IndexType, bf16, f16, f32, i64
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
from xdsl_tiles.dialects.tile.attributes import Layout, MemorySpace
from xdsl_tiles.dialects.tile.effects import OwnsResultBuffer
from xdsl_tiles.dialects.tile.extents import clamp_window, grow_valid
from xdsl_tiles.dialects.tile.inference import verify_refines, verify_same_type
from xdsl_tiles.dialects.tile.placement import verify_copy
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.windows import (
    MixedIndex,
    join_indices,
    known_indices,
    split_indices,
    verify_indices,
    verify_inside,
)

_L0_OPERANDS = (MemorySpace.LEFT, MemorySpace.RIGHT)
_ASSEMBLED_IN = (MemorySpace.MAT, MemorySpace.VEC, None)
_NARROWED: dict[Attribute, tuple[Attribute, ...]] = {f32: (f32, bf16, f16)}


@irdl_op_definition
class ExtractOp(FormattedOperation):
    """
    Copy a window of a 2-D tile into a new tile, usually from L1 into L0A or L0B.

    The window lies inside the physical tile; what of it is valid is the part that meets the source's valid
    rectangle. A Left or Right window that is not fully valid is `compact`. Source: tile_l0 section 6.

    ```mlir
    %a = tile.extract %x[0, %k] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
    ```
    """

    name = "tile.extract"

    source = operand_def(TileType)
    offsets = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets) attr-dict `:` type($source) `to` type($result)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(
        self,
        source: SSAValue | Operation,
        offsets: Sequence[MixedIndex],
        shape: Sequence[int],
        space: MemorySpace = MemorySpace.VEC,
        *,
        valid: Sequence[int] | None = None,
    ):
        """`valid` states what the caller knows of the valid extents where the offsets leave them open."""
        dynamic, static = split_indices(offsets)
        type_ = _extracted_type(SSAValue.get(source, type=TileType).type, known_indices(static), shape, space, valid)
        super().__init__(operands=[source, dynamic], result_types=[type_], properties={"static_offsets": static})

    @property
    def mixed_offsets(self) -> list[MixedIndex]:
        """Row and column of the window in the source."""
        return join_indices(self.offsets, self.static_offsets)

    def verify_(self) -> None:
        source, result = tile_type(self.source), self.result.type
        if (source.get_num_dims(), result.get_num_dims()) != (2, 2):
            raise VerifyException(f"extracts 2-D tiles from 2-D tiles, got {source} to {result}")
        if result.space is None:
            raise VerifyException("the result of an extract names its memory space")
        if source.element_type != result.element_type:
            raise VerifyException(f"extracts {result} from {source}; add a tile.cast")
        verify_copy(source, result)
        offsets = verify_indices(self.offsets, self.static_offsets, 2, "offset")
        verify_inside(offsets, result.get_shape(), source)
        verify_refines(result, _extracted_type(source, offsets, result.get_shape(), result.space))
        is_narrowed_operand = result.space in _L0_OPERANDS and not result.is_fully_valid
        if result.is_compact is not is_narrowed_operand:
            raise VerifyException(
                f"result {result} should {'' if is_narrowed_operand else 'not '}be compact: "
                "left and right tiles that are not fully valid are, others are not"
            )


def _extracted_type(
    source: TileType,
    offsets: Sequence[int],
    shape: Sequence[int],
    space: MemorySpace,
    valid: Sequence[int] | None = None,
) -> TileType:
    if valid is None:
        valid = _window_valid(source, offsets, shape)
    is_compact = space in _L0_OPERANDS and tuple(valid) != tuple(shape)
    return TileType(shape, source.element_type, space, valid=valid, compact=is_compact)


def _window_valid(source: TileType, offsets: Sequence[int], shape: Sequence[int]) -> tuple[int, ...]:
    return tuple(
        extent if valid == bound else clamp_window(valid, offset, extent)
        for valid, bound, offset, extent in zip(source.valid, source.get_shape(), offsets, shape)
    )


@irdl_op_definition
class MoveOp(FormattedOperation):
    """
    Copy a whole tile into another memory space.

    Shape, element type and valid rectangle stay; the layout becomes that of the destination, but Vec keeps a flat
    layout of the source; `compact` is dropped. Nothing moves to Acc, which only the cube writes, or out of what only
    the cube reads. Source: tile_l0 section 6.

    ```mlir
    %m = tile.move %v : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xbf16, mat>
    ```
    """

    name = "tile.move"

    source = operand_def(TileType)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source) `to` type($result)"

    def __init__(self, source: SSAValue | Operation, space: MemorySpace, *, layout: Layout | None = None):
        type_ = SSAValue.get(source, type=TileType).type
        if layout is None and space is MemorySpace.VEC and not type_.effective_layout.is_boxed:
            layout = type_.effective_layout
        super().__init__(operands=[source], result_types=[_moved_type(type_, space, layout)])

    def verify_(self) -> None:
        result = self.result.type
        if result.space is None:
            raise VerifyException("the result of a move names its memory space")
        verify_copy(tile_type(self.source), result)
        verify_same_type(result, _moved_type(tile_type(self.source), result.space, result.effective_layout))


def _moved_type(source: TileType, space: MemorySpace, layout: Layout | None) -> TileType:
    return TileType(source.get_shape(), source.element_type, space, valid=source.valid, layout=layout)


@irdl_op_definition
class SliceOp(FormattedOperation, HasFolderInterface):
    """
    A zero-copy window of a tile: same memory, same layout, no data moves.

    The window lies inside the physical source. Source: tile_l0 section 6.

    ```mlir
    %s = tile.slice %x[0, %k] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, mat>
    ```
    """

    name = "tile.slice"

    source = operand_def(TileType)
    offsets = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets) attr-dict `:` type($source) `to` type($result)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(self, source: SSAValue | Operation, offsets: Sequence[MixedIndex], shape: Sequence[int]):
        dynamic, static = split_indices(offsets)
        type_ = _sliced_type(SSAValue.get(source, type=TileType).type, known_indices(static), shape)
        super().__init__(operands=[source, dynamic], result_types=[type_], properties={"static_offsets": static})

    @property
    def mixed_offsets(self) -> list[MixedIndex]:
        """Offsets of the window in the source."""
        return join_indices(self.offsets, self.static_offsets)

    def verify_(self) -> None:
        source, result = tile_type(self.source), self.result.type
        if source.get_num_dims() != result.get_num_dims():
            raise VerifyException(f"slices {result} from {source}, which has another rank")
        offsets = verify_indices(self.offsets, self.static_offsets, source.get_num_dims(), "offset")
        verify_inside(offsets, result.get_shape(), source)
        verify_same_type(result, _sliced_type(source, offsets, result.get_shape()))

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """A window of the source's own type is the source."""
        return (self.source,) if self.source.type == self.result.type else None


def _sliced_type(source: TileType, offsets: Sequence[int], shape: Sequence[int]) -> TileType:
    return TileType(
        shape,
        source.element_type,
        source.space,
        valid=_window_valid(source, offsets, shape),
        layout=source.effective_layout,
        compact=source.is_compact,
    )


@irdl_op_definition
class AssembleOp(FormattedOperation):
    """
    Write a whole tile into a window of another; the result is the target after the write, in the same buffer.

    The physical source fits inside the target. Element types are equal, or f32 into bf16 or f16, which rounds half
    to even. The valid rectangle of the target grows with the window and stays one rectangle from the origin.
    Source: tile_l0 section 6.

    ```mlir
    %1 = tile.assemble %c into %0[0, %n]
        : !tile.tile<16x64xf32, acc> into !tile.tile<16x256xbf16, mat> -> !tile.tile<16x256xbf16, mat>
    ```
    """

    name = "tile.assemble"

    source = operand_def(TileType)
    target = operand_def(TileType)
    offsets = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `into` $target `` custom<DynamicIndexList>($offsets, $static_offsets) attr-dict "
        "`:` type($source) `into` type($target) `->` type($result)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(
        self,
        source: SSAValue | Operation,
        target: SSAValue | Operation,
        offsets: Sequence[MixedIndex],
        *,
        within_valid: bool = False,
    ):
        """`within_valid`: the caller knows that the target's valid rectangle doesn't grow."""
        dynamic, static = split_indices(offsets)
        source_type, target_type = (SSAValue.get(value, type=TileType).type for value in (source, target))
        type_ = target_type if within_valid else _assembled_type(source_type, target_type, known_indices(static))
        super().__init__(
            operands=[source, target, dynamic],
            result_types=[type_],
            properties={"static_offsets": static},
        )

    @property
    def mixed_offsets(self) -> list[MixedIndex]:
        """Offsets of the window in the target."""
        return join_indices(self.offsets, self.static_offsets)

    def verify_(self) -> None:
        source, target = tile_type(self.source), tile_type(self.target)
        if source.get_num_dims() != target.get_num_dims():
            raise VerifyException(f"assembles {source} into {target}, which has another rank")
        if target.space not in _ASSEMBLED_IN:
            raise VerifyException(f"assembles into tiles in mat or vec, got {target}")
        verify_copy(source, target)
        if target.element_type not in _accepted(source.element_type):
            raise VerifyException(f"cannot assemble {source} into {target}: f32 narrows to bf16 or f16, others stay")
        offsets = verify_indices(self.offsets, self.static_offsets, target.get_num_dims(), "offset")
        verify_inside(offsets, source.get_shape(), target)
        verify_same_type(self.result.type, _assembled_type(source, target, offsets))


def _accepted(element_type: Attribute) -> tuple[Attribute, ...]:
    return _NARROWED.get(element_type, (element_type,))


def _assembled_type(source: TileType, target: TileType, offsets: Sequence[int]) -> TileType:
    return TileType(
        target.get_shape(),
        target.element_type,
        target.space,
        valid=grow_valid(target.valid, target.get_shape(), offsets, source.valid),
        layout=target.effective_layout,
        compact=target.is_compact,
    )
