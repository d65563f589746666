"""Ops that make tiles and move them between GM tensors and on-chip memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    TensorType,
    UnitAttr,
    bf16,
    f16,
    f32,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
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
from xdsl_tiles.dialects.tile.extents import clamp_window, format_shape, provably_different, provably_less, smaller
from xdsl_tiles.dialects.tile.inference import verify_refines
from xdsl_tiles.dialects.tile.types import SCALAR, TileType, tensor_type, tile_type
from xdsl_tiles.dialects.tile.windows import (
    MixedIndex,
    join_indices,
    known_indices,
    split_indices,
    verify_indices,
)

ATOMIC_ADD_TYPES = (f32, bf16, f16, i32, i16, i8)
_SCALES = (MemorySpace.LEFT_SCALE, MemorySpace.RIGHT_SCALE)
_FIXPIPE_STORES: dict[Attribute, tuple[Attribute, ...]] = {f32: (f32, f16, bf16), i32: (i32,)}


@irdl_op_definition
class CreateOp(FormattedOperation):
    """
    A new tile whose elements are undefined: the seed of an accumulator, a scratch buffer.

    Reading it before writing it is an error that the interpreters report. All of it counts as valid unless its type
    says otherwise; an accumulator declared `compact` keeps the pitch of its valid rows through the accumulates.

    ```mlir
    %acc = tile.create : !tile.tile<16x64xf32, acc>
    ```
    """

    name = "tile.create"

    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = "attr-dict `:` type($result)"

    def __init__(self, result_type: TileType):
        super().__init__(result_types=[result_type])

    def verify_(self) -> None:
        if self.result.type.space in _SCALES:
            raise VerifyException(f"cannot create a tile in {self.result.type.space}: scales are moved there")


@irdl_op_definition
class FillOp(FormattedOperation):
    """
    A new tile with every valid element equal to a scalar.

    ```mlir
    %ones = tile.fill %one : f32 to !tile.tile<16x64xf32, vec>
    ```
    """

    name = "tile.fill"

    value = operand_def(SCALAR)
    result = result_def(TileType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$value attr-dict `:` type($value) `to` type($result)"

    def __init__(self, value: SSAValue | Operation, result_type: TileType):
        super().__init__(operands=[value], result_types=[result_type])

    def verify_(self) -> None:
        if self.value.type != self.result.type.element_type:
            raise VerifyException(f"fills {self.result.type} with a scalar of another type, {self.value.type}")
        if self.result.type.space not in (MemorySpace.VEC, MemorySpace.MAT, None):
            raise VerifyException(f"fills tiles in vec or mat, got {self.result.type.space}")


@irdl_op_definition
class LoadOp(FormattedOperation):
    """
    Copy a window of a GM tensor into a new tile.

    The window starts at the offsets and has the shape of the tile, of which `valid` sizes are read (default: all of
    it). A tensor of higher rank is read through leading extents of 1. Reading provably past the tensor is an error;
    with `clamp` the valid region shrinks to what the tensor holds instead. Source: tile_l0 section 6.

    ```mlir
    %a = tile.load %x[%i, 0] : tensor<128x1024xbf16> to !tile.tile<16x256xbf16, mat>
    %b = tile.load %x[0, 0] valid [5, %n] : tensor<5x?xbf16> to !tile.tile<16x64xbf16, mat, valid = 5x?>
    ```
    """

    name = "tile.load"

    source = operand_def(TensorType)
    offsets = var_operand_def(IndexType)
    valid_sizes = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    static_valid_sizes = prop_def(DenseArrayBase.constr(i64), default_value=DenseArrayBase.from_list(i64, []))
    clamp = opt_prop_def(UnitAttr)
    result = result_def(TileType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets)"
        "(`valid` custom<DynamicIndexList>($valid_sizes, $static_valid_sizes)^)? (`clamp` $clamp^)?"
        "attr-dict `:` type($source) `to` type($result)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(
        self,
        source: SSAValue | Operation,
        offsets: Sequence[MixedIndex],
        shape: Sequence[int],
        space: MemorySpace | None = None,
        *,
        valid: Sequence[MixedIndex] | None = None,
        clamp: bool = False,
        layout: Layout | None = None,
    ):
        dynamic_offsets, static_offsets = split_indices(offsets)
        dynamic_valid, static_valid = split_indices(() if valid is None else valid)
        tensor = SSAValue.get(source, type=TensorType)
        deduced = _loaded_valid(tensor.type, known_indices(static_offsets), shape, known_indices(static_valid), clamp)
        super().__init__(
            operands=[source, dynamic_offsets, dynamic_valid],
            result_types=[TileType(shape, tensor.type.element_type, space, valid=deduced, layout=layout)],
            properties={
                "static_offsets": static_offsets,
                "static_valid_sizes": static_valid,
                "clamp": UnitAttr() if clamp else None,
            },
        )

    @property
    def mixed_offsets(self) -> list[MixedIndex]:
        """Offsets of the window, one per dimension of the tensor."""
        return join_indices(self.offsets, self.static_offsets)

    @property
    def mixed_valid_sizes(self) -> list[MixedIndex]:
        """Requested valid sizes, one per dimension of the tile; empty where the whole window is read."""
        return join_indices(self.valid_sizes, self.static_valid_sizes)

    def verify_(self) -> None:
        source, result = tensor_type(self.source), self.result.type
        rank = result.get_num_dims()
        if source.get_num_dims() < rank:
            raise VerifyException(f"loads {result} from {source}, which has fewer dimensions")
        if source.element_type != result.element_type:
            raise VerifyException(f"loads {result.element_type} from {source}; add a tile.cast")
        if result.space in (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC):
            raise VerifyException(f"cannot load GM into {result.space}: load into mat and extract from there")
        offsets = verify_indices(self.offsets, self.static_offsets, source.get_num_dims(), "offset")
        requested = ()
        if self.mixed_valid_sizes:
            requested = verify_indices(self.valid_sizes, self.static_valid_sizes, rank, "valid size")
        if any(provably_less(bound, size) for size, bound in zip(requested, result.get_shape())):
            raise VerifyException(f"valid {format_shape(requested)} does not fit into {result}")
        clamp = self.clamp is not None
        if not clamp:
            _verify_window_in_tensor(source, offsets, requested or result.get_shape())
        deduced = _loaded_valid(source, offsets, result.get_shape(), requested, clamp)
        verify_refines(result, TileType(result.get_shape(), result.element_type, valid=deduced))


def _loaded_valid(
    source: TensorType[Attribute],
    offsets: Sequence[int],
    shape: Sequence[int],
    requested: Sequence[int],
    clamp: bool,
) -> tuple[int, ...]:
    wanted = tuple(requested or shape)
    if not clamp:
        return wanted
    rank = len(shape)
    inside = map(clamp_window, source.get_shape()[-rank:], offsets[-rank:], shape)
    return tuple(map(smaller, wanted, inside))


def _verify_window_in_tensor(source: TensorType[Attribute], offsets: Sequence[int], sizes: Sequence[int]) -> None:
    bounds = source.get_shape()
    window = (1,) * (len(bounds) - len(sizes)) + tuple(sizes)
    for offset, size, bound in zip(offsets, window, bounds):
        reach = size if offset == DYNAMIC_INDEX else DYNAMIC_INDEX if size == DYNAMIC_INDEX else offset + size
        if provably_less(bound, reach):
            shown = ", ".join("?" if value == DYNAMIC_INDEX else str(value) for value in offsets)
            raise VerifyException(f"window {format_shape(window)} at [{shown}] ends past {source}")


@irdl_op_definition
class StoreOp(FormattedOperation):
    """
    Write the valid rectangle of a tile into a GM tensor; the result is the tensor after the write.

    The result aliases the destination: stores chain the tensor through SSA. `sizes` gives the partition of a tensor
    of higher rank (default: leading extents of 1). `atomic` adds instead of overwriting. An f32 accumulator may be
    stored as f16 or bf16, rounded half to even on the way out. Source: tile_l0 section 6.

    ```mlir
    %1 = tile.store %c into %0[0, %n] : !tile.tile<16x64xf32, acc> into tensor<16x1024xf32>
    ```
    """

    name = "tile.store"

    T: ClassVar = VarConstraint("T", base(TensorType))
    source = operand_def(TileType)
    destination = operand_def(T)
    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    static_sizes = prop_def(DenseArrayBase.constr(i64), default_value=DenseArrayBase.from_list(i64, []))
    atomic = opt_prop_def(UnitAttr)
    result = result_def(T)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `into` $destination `` custom<DynamicIndexList>($offsets, $static_offsets)"
        "(`sizes` custom<DynamicIndexList>($sizes, $static_sizes)^)? (`atomic` $atomic^)?"
        "attr-dict `:` type($source) `into` type($destination)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(
        self,
        source: SSAValue | Operation,
        destination: SSAValue | Operation,
        offsets: Sequence[MixedIndex],
        *,
        sizes: Sequence[MixedIndex] = (),
        atomic: bool = False,
    ):
        dynamic_offsets, static_offsets = split_indices(offsets)
        dynamic_sizes, static_sizes = split_indices(sizes)
        super().__init__(
            operands=[source, destination, dynamic_offsets, dynamic_sizes],
            result_types=[SSAValue.get(destination).type],
            properties={
                "static_offsets": static_offsets,
                "static_sizes": static_sizes,
                "atomic": UnitAttr() if atomic else None,
            },
        )

    @property
    def mixed_offsets(self) -> list[MixedIndex]:
        """Offsets of the partition, one per dimension of the tensor."""
        return join_indices(self.offsets, self.static_offsets)

    @property
    def mixed_sizes(self) -> list[MixedIndex]:
        """Sizes of the partition, one per dimension of the tensor; empty for the valid rectangle of the tile."""
        return join_indices(self.sizes, self.static_sizes)

    def verify_(self) -> None:
        source, destination = tile_type(self.source), tensor_type(self.destination)
        rank = destination.get_num_dims()
        if rank < source.get_num_dims():
            raise VerifyException(f"stores {source} into {destination}, which has fewer dimensions")
        if source.space not in (MemorySpace.VEC, MemorySpace.ACC, None):
            raise VerifyException(f"stores tiles in vec or acc, got {source}")
        _verify_store_types(source, destination)
        offsets = verify_indices(self.offsets, self.static_offsets, rank, "offset")
        if self.mixed_sizes:
            sizes = verify_indices(self.sizes, self.static_sizes, rank, "size")
            _verify_partition(source, sizes)
            _verify_window_in_tensor(destination, offsets, sizes)
        _verify_window_in_tensor(destination, offsets, source.valid)
        if self.atomic is not None and destination.element_type not in ATOMIC_ADD_TYPES:
            allowed = ", ".join(map(str, ATOMIC_ADD_TYPES))
            raise VerifyException(f"atomic add is for {allowed}, got {destination.element_type}")


def _verify_store_types(source: TileType, destination: TensorType[Attribute]) -> None:
    allowed = (source.element_type,)
    if source.space is MemorySpace.ACC:
        allowed = _FIXPIPE_STORES.get(source.element_type, ())
    if destination.element_type not in allowed:
        raise VerifyException(f"cannot store {source} into {destination}; add a tile.cast")


def _verify_partition(source: TileType, sizes: Sequence[int]) -> None:
    rank = source.get_num_dims()
    leading, window = sizes[:-rank], sizes[-rank:]
    if any(provably_different(size, 1) for size in leading) or any(map(provably_different, window, source.valid)):
        raise VerifyException(
            f"partition {format_shape(sizes)} is not the valid rectangle {format_shape(source.valid)} of {source}"
        )
