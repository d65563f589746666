"""Ops that make tiles and move them between GM tensors and on-chip memory."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
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
from xdsl_tiles.dialects.tile.attributes import ND, NZ, ZN, Layout, MemorySpace, implicit_layout
from xdsl_tiles.dialects.tile.effects import OwnsResultBuffer
from xdsl_tiles.dialects.tile.extents import (
    clamp_window,
    format_shape,
    provably_less,
    shapes_provably_differ,
    smaller,
)
from xdsl_tiles.dialects.tile.inference import verify_refines
from xdsl_tiles.dialects.tile.placement import SCALE_SPACES, verify_layout
from xdsl_tiles.dialects.tile.types import SCALAR, TileType, tensor_type, tile_type
from xdsl_tiles.dialects.tile.windows import (
    MixedIndex,
    join_indices,
    known_indices,
    split_indices,
    verify_indices,
    verify_inside,
)

ATOMIC_ADD_TYPES = (f32, bf16, f16, i32, i16, i8)
_LOADED_IN = (MemorySpace.MAT, MemorySpace.VEC, None)
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
        if self.result.type.space in SCALE_SPACES:
            raise VerifyException(f"cannot create {self.result.type}: scales are moved there")
        _verify_new(self.result.type)


@irdl_op_definition
class FillOp(FormattedOperation):
    """
    A new tile in Vec or Mat with every valid element equal to a scalar.

    ```mlir
    %ones = tile.fill %one : f32 to !tile.tile<16x64xf32, vec>
    ```
    """

    name = "tile.fill"

    value = operand_def(SCALAR)
    result = result_def(TileType)

    traits = traits_def(OwnsResultBuffer())

    ASSEMBLY_FORMAT: ClassVar = "$value attr-dict `:` type($value) `to` type($result)"

    def __init__(self, value: SSAValue | Operation, result_type: TileType):
        super().__init__(operands=[value], result_types=[result_type])

    def verify_(self) -> None:
        if self.value.type != self.result.type.element_type:
            raise VerifyException(f"fills {self.result.type} with a scalar of another type, {self.value.type}")
        if self.result.type.space not in _LOADED_IN:
            raise VerifyException(f"fills tiles in mat or vec, got {self.result.type}")
        _verify_new(self.result.type)


def _verify_new(tile: TileType) -> None:
    """Check what holds of every tile that comes from nowhere."""
    if DYNAMIC_INDEX in tile.valid:
        raise VerifyException(f"nothing gives the valid extents of {tile}; make it whole and add a tile.set_validshape")
    verify_layout(tile)


@irdl_op_definition
class LoadOp(FormattedOperation):
    """
    Copy a window of a GM tensor into a new tile.

    The window starts at the offsets and has the shape of the tile, of which `valid` sizes are read (default: all of
    it). A tensor of higher rank is read through leading extents of 1, or through valid sizes for all of its
    dimensions, of which all but the last merge into the rows of a 2-D tile; a vector is read into a tile of one row
    so. Reading provably past the tensor is an error; with `clamp` the valid region shrinks to what the tensor holds
    instead. A Mat tile is laid out in fractals (NZ, or ZN where its transpose is wanted), but a single row is plain
    row-major, as a bias is read. Source: tile_l0 section 6.

    ```mlir
    %a = tile.load %x[%i, 0] : tensor<128x1024xbf16> to !tile.tile<16x256xbf16, mat>
    %b = tile.load %y[0, 0] valid [5, %n] : tensor<5x?xbf16> to !tile.tile<16x64xbf16, mat, valid = 5x?>
    %c = tile.load %z[%p, 0, 0] valid [4, 16, 64] : tensor<8x16x64xf32> to !tile.tile<64x64xf32, vec>
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
        layout = layout or _loaded_layouts(space, tuple(shape))[0]
        requested = known_indices(static_valid)
        if requested and len(requested) != len(shape):
            requested = merge_rows(requested)
        deduced = _loaded_valid(tensor.type, known_indices(static_offsets), shape, requested, clamp)
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
        """Requested valid sizes, one per dimension of the tile, or of the tensor where the load merges dimensions into
        rows; empty where the whole window is read.
        """
        return join_indices(self.valid_sizes, self.static_valid_sizes)

    @property
    def merges_rows(self) -> bool:
        """Whether all dimensions of the tensor but the last are merged into the rows of the tile."""
        rank = self.result.type.get_num_dims()
        return rank == 2 != tensor_type(self.source).get_num_dims() == len(self.static_valid_sizes)

    def verify_(self) -> None:
        source, result = tensor_type(self.source), self.result.type
        rank, merges, clamp = result.get_num_dims(), self.merges_rows, self.clamp is not None
        if source.get_num_dims() < rank and not merges:
            raise VerifyException(f"loads {result} from {source}, which has fewer dimensions")
        if source.element_type != result.element_type:
            raise VerifyException(f"loads {result} from {source}; add a tile.cast")
        if merges and clamp:
            raise VerifyException("clamps windows of as many dimensions as the tile has; state the valid sizes")
        _verify_load_placement(result)
        offsets = verify_indices(self.offsets, self.static_offsets, source.get_num_dims(), "offset")
        requested = ()
        if self.mixed_valid_sizes:
            sizes = source.get_num_dims() if merges else rank
            requested = verify_indices(self.valid_sizes, self.static_valid_sizes, sizes, "valid size")
        read = merge_rows(requested) if merges else requested
        if any(map(provably_less, result.get_shape(), read)):
            raise VerifyException(f"valid {format_shape(requested)} does not fit into {result}")
        window = () if clamp else requested or result.get_shape()
        leading = 0 if merges else source.get_num_dims() - rank
        verify_inside(offsets, _tensor_window(window, leading), source, "; state the valid sizes, or clamp")
        deduced = _loaded_valid(source, offsets, result.get_shape(), read, clamp)
        layout = result.effective_layout
        verify_refines(
            result, TileType(result.get_shape(), source.element_type, result.space, valid=deduced, layout=layout)
        )


def merge_rows(sizes: Sequence[int]) -> tuple[int, int]:
    """The extents of the 2-D tile that holds a window whose dimensions but the last are merged into rows."""
    *leading, columns = sizes
    return DYNAMIC_INDEX if DYNAMIC_INDEX in leading else prod(leading), columns


def _loaded_layouts(space: MemorySpace | None, shape: tuple[int, ...]) -> tuple[Layout, ...]:
    """The layouts in which a tile can be loaded, the usual one first."""
    if space is not MemorySpace.MAT:
        return (implicit_layout(space, shape),)
    return (ND,) if len(shape) == 2 and shape[0] == 1 else (NZ, ZN)


def _verify_load_placement(result: TileType) -> None:
    if result.space not in _LOADED_IN:
        raise VerifyException(f"cannot load GM into {result}: load into mat, then extract or move")
    layouts = _loaded_layouts(result.space, result.get_shape())
    if result.space is not None and result.effective_layout not in layouts:
        wanted = " or ".join(
            str(TileType(result.get_shape(), result.element_type, result.space, valid=result.valid, layout=layout))
            for layout in layouts
        )
        raise VerifyException(f"cannot load GM into {result} in that layout; load into {wanted}")


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


def _tensor_window(window: Sequence[int], leading: int) -> tuple[int, ...]:
    return (1,) * leading + tuple(window)


@irdl_op_definition
class StoreOp(FormattedOperation):
    """
    Write the valid rectangle of a tile into a GM tensor; the result is the tensor after the write.

    The result aliases the destination: stores chain the tensor through SSA. `sizes` gives the partition of a tensor
    of higher rank, whose leading extents are merged into the rows of the tile (default: leading extents of 1); a tile
    of one row is stored to a vector so.
    `atomic` adds instead of overwriting. An f32 accumulator may be stored as f16 or bf16, rounded half to even on the
    way out. Source: tile_l0 section 6.

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
        if rank < source.get_num_dims() and (rank, source.get_num_dims(), len(self.static_sizes)) != (1, 2, 1):
            raise VerifyException(f"stores {source} into {destination}, which has fewer dimensions")
        if source.space not in (MemorySpace.VEC, MemorySpace.ACC, None):
            raise VerifyException(f"stores tiles in vec or acc, got {source}; move it to vec")
        _verify_store_types(source, destination)
        offsets = verify_indices(self.offsets, self.static_offsets, rank, "offset")
        if not self.mixed_sizes:
            partition = _tensor_window(source.valid, rank - source.get_num_dims())
        else:
            partition = verify_indices(self.sizes, self.static_sizes, rank, "size")
            _verify_partition(source, partition)
        verify_inside(offsets, partition, destination, "; narrow the tile with tile.set_validshape")
        if self.atomic is not None and destination.element_type not in ATOMIC_ADD_TYPES:
            allowed = ", ".join(map(str, ATOMIC_ADD_TYPES))
            raise VerifyException(f"adds atomically to {allowed}, got {destination}")


def _verify_store_types(source: TileType, destination: TensorType[Attribute]) -> None:
    allowed = (source.element_type,)
    if source.space is MemorySpace.ACC:
        allowed = _FIXPIPE_STORES.get(source.element_type, ())
    if destination.element_type not in allowed:
        raise VerifyException(f"cannot store {source} into {destination}; add a tile.cast")


def _verify_partition(source: TileType, sizes: Sequence[int]) -> None:
    """Check that the partition, its leading extents merged into rows, is the valid rectangle."""
    merged = len(sizes) - source.get_num_dims() + 1
    rows = DYNAMIC_INDEX if DYNAMIC_INDEX in sizes[:merged] else prod(sizes[:merged])
    if shapes_provably_differ((rows, *sizes[merged:]), source.valid):
        raise VerifyException(
            f"partition {format_shape(sizes)} is not the valid rectangle {format_shape(source.valid)} of {source}; "
            "store all of it, or narrow it with tile.set_validshape"
        )
