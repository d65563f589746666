"""Tiles and windows of tiles between the memories of a core, and other readings of the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch
from xdsl_tiles.dialects.pto.subset import SubsetOp
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.tiles import TReshapeOp
from xdsl_tiles.dialects.pto.transfer import TMovOp
from xdsl_tiles.dialects.pto.windows import TExtractOp, TInsertOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp, MoveOp, SliceOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.views import GetValidShapeOp, ReshapeOp, SetValidShapeOp, TransposeViewOp
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_types import buffer_type
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Extent, Extents, Handle, Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.memory import added, clamped, larger
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

TRANSFER = Rules()

_MAT, _LEFT, _RIGHT, _ACC = AddressSpace.MAT, AddressSpace.LEFT, AddressSpace.RIGHT, AddressSpace.ACC
_VEC, _BIAS, _SCALING = AddressSpace.VEC, AddressSpace.BIAS, AddressSpace.SCALING

Pairs = Mapping[tuple[AddressSpace, AddressSpace], frozenset[str]]
"""From which memory to which an op goes, and for which element types of the destination."""


def _types(names: str) -> frozenset[str]:
    return frozenset(names.split())


_ALL = _types("i8 i16 i32 i64 f16 bf16 f32 f8E4M3FN f8E5M2")
_OPERANDS_A3, _OPERANDS_A5 = _types("i8 f16 bf16 f32"), _types("i8 f16 bf16 f32 f8E4M3FN f8E5M2")
_VEC_WINDOWS_A5 = _types("i8 i32 f16 bf16 f32 f8E4M3FN f8E5M2")

_MOVES: dict[Arch, Pairs] = {
    Arch.A3: {
        **dict.fromkeys([(_MAT, _LEFT), (_MAT, _RIGHT), (_MAT, _BIAS), (_VEC, _VEC), (_ACC, _MAT)], _ALL),
    },
    Arch.A5: {
        **dict.fromkeys([(_MAT, _LEFT), (_MAT, _RIGHT), (_MAT, _BIAS), (_VEC, _VEC), (_ACC, _MAT)], _ALL),
        **dict.fromkeys([(_MAT, _SCALING), (_ACC, _VEC), (_VEC, _MAT)], _ALL),
    },
}
_EXTRACTS: dict[Arch, Pairs] = {
    Arch.A3: dict.fromkeys([(_MAT, _LEFT), (_MAT, _RIGHT)], _OPERANDS_A3),
    Arch.A5: dict.fromkeys([(_MAT, _LEFT), (_MAT, _RIGHT), (_MAT, _SCALING), (_VEC, _MAT), (_VEC, _VEC)], _OPERANDS_A5),
}
_INSERTS: dict[Arch, Pairs] = {
    Arch.A3: {(_ACC, _MAT): _types("f16 bf16")},
    Arch.A5: {
        (_ACC, _MAT): _types("f16 bf16 f32 i32"),
        (_VEC, _MAT): _VEC_WINDOWS_A5,
        (_VEC, _VEC): _VEC_WINDOWS_A5,
    },
}


def _has(table: dict[Arch, Pairs], lowering: Lowering, source: TileBufType, target: TileBufType) -> bool:
    """Whether the architecture has an op between two buffers."""
    return str(target.element_type) in table[lowering.arch].get((source.space, target.space), ())


@TRANSFER.of(MoveOp)
def convert_move(op: MoveOp, lowering: Lowering) -> None:
    """All of a tile, in another memory."""
    source = lowering.tile(op.source)
    target = lowering.define(op.result, source.valid)
    _read_window(op, lowering, source, (0, 0), target)


@TRANSFER.of(ExtractOp)
def convert_extract(op: ExtractOp, lowering: Lowering) -> None:
    """A window of a tile."""
    source, offsets = lowering.tile(op.source), lowering.mixed(op.mixed_offsets)
    valid = _window_valid(lowering, op.result.type, tile_type(op.source), source.valid, offsets)
    target = lowering.define(op.result, valid)
    if _has(_EXTRACTS, lowering, source.type, _buffer(target)):
        row, column = map(lowering.index, offsets)
        lowering.emit(TExtractOp(source.value, row, column, target))
    else:
        _read_window(op, lowering, source, offsets, target)


def _read_window(
    op: Operation, lowering: Lowering, source: Handle, offsets: Sequence[Extent], target: SSAValue
) -> None:
    """Move a part of a tile, by way of a handle for it where that is not all of it."""
    type_ = _buffer(target)
    if not _has(_MOVES, lowering, source.type, type_):
        fail(
            op,
            f"moves {type_.element_type} from {source.type.space} to {type_.space}, which {lowering.arch} has no "
            "instruction for; go through global memory or hand the tile to the other core by tile.push",
        )
    if any(offset != 0 for offset in offsets) or source.type.get_shape() != type_.get_shape():
        source = Handle(_subset(op, lowering, source.value, offsets, type_.get_shape()), source.valid)
    lowering.emit(TMovOp(source.value, target))


@TRANSFER.of(AssembleOp)
def convert_assemble(op: AssembleOp, lowering: Lowering) -> None:
    """A tile written into a window of another."""
    source, offsets = lowering.tile(op.source), lowering.mixed(op.mixed_offsets)
    before = lowering.tile(op.target)
    target = lowering.update(op.result, op.target, _grown(op, lowering, offsets))
    if _has(_INSERTS, lowering, source.type, _buffer(target)):
        row, column = map(lowering.index, offsets)
        lowering.emit(TInsertOp(source.value, row, column, target))
        return
    if not _has(_MOVES, lowering, source.type, _buffer(target)):
        fail(op, f"writes {source.type.space} into {before.type.space}, which {lowering.arch} has no instruction for")
    if any(offset != 0 for offset in offsets) or source.type.get_shape() != _buffer(target).get_shape():
        target = _subset(op, lowering, target, offsets, source.type.get_shape())
        if _buffer(target).valid != source.type.valid:
            fail(op, f"the window {_buffer(target)} is not what of {source.type} is valid; assemble whole tiles")
    lowering.emit(TMovOp(source.value, target))


def _grown(op: AssembleOp, lowering: Lowering, offsets: Sequence[Extent]) -> Extents:
    """What of a tile is valid after a window of it was written: as far as before, or as that reaches."""
    source, target = lowering.tile(op.source).valid, lowering.tile(op.target).valid
    rows, columns = (
        larger(lowering, known, added(lowering, offset, extent)) if declared == DYNAMIC_INDEX else declared
        for declared, known, offset, extent in zip(op.result.type.valid, target, offsets, source)
    )
    return rows, columns


@TRANSFER.of(SliceOp)
def convert_slice(op: SliceOp, lowering: Lowering) -> None:
    """A handle of a window."""
    source, offsets = lowering.tile(op.source), lowering.mixed(op.mixed_offsets)
    valid = _window_valid(lowering, op.result.type, tile_type(op.source), source.valid, offsets)
    shape = buffer_type(op.result.type, lowering.arch).get_shape()
    lowering.alias(op.result, _subset(op, lowering, source.value, offsets, shape), valid)


def _subset(
    op: Operation, lowering: Lowering, source: SSAValue, offsets: Sequence[Extent], shape: tuple[int, ...]
) -> SSAValue:
    return lowering.emit(SubsetOp(source, list(map(lowering.index, offsets)), shape), op.results[0].name_hint).result


@TRANSFER.of(TransposeViewOp, ReshapeOp)
def convert_reinterpretation(op: TransposeViewOp | ReshapeOp, lowering: Lowering) -> None:
    """The same bytes in another order."""
    source = lowering.tile(op.source)
    valid = (source.valid[1], source.valid[0]) if isinstance(op, TransposeViewOp) else op.result.type.valid
    type_ = buffer_type(op.result.type, lowering.arch)
    if _bytes(type_) != _bytes(source.type):
        fail(op, f"{type_} and {source.type} take different bytes; use extents of whole lines of 32 bytes")
    lowering.alias(op.result, reinterpret(lowering, source, type_, (valid[0], valid[1])), (valid[0], valid[1]))


def _bytes(type_: TileBufType) -> int:
    rows, columns = type_.get_shape()
    return rows * columns * type_.element_bytes


def reinterpret(lowering: Lowering, source: Handle, type_: TileBufType, valid: Extents) -> SSAValue:
    """A handle of the same bytes with another type, of which `valid` is valid."""
    if DYNAMIC_INDEX not in type_.valid:
        return lowering.emit(TReshapeOp(source.value, type_), source.value.name_hint).result
    open_type = type_.with_valid((DYNAMIC_INDEX, DYNAMIC_INDEX))
    handle = lowering.emit(TReshapeOp(source.value, open_type), source.value.name_hint).result
    lowering.resize(handle, valid)
    return handle


@TRANSFER.of(SetValidShapeOp)
def convert_set_validshape(op: SetValidShapeOp, lowering: Lowering) -> None:
    """The same buffer."""
    rows, columns = lowering.mixed(op.mixed_sizes)
    lowering.update(op.result, op.source, (rows, columns))


@TRANSFER.of(GetValidShapeOp)
def convert_get_validshape(op: GetValidShapeOp, lowering: Lowering) -> None:
    """What is known of the tile."""
    rows, columns = lowering.tile(op.source).valid
    lowering.scalars[op.rows], lowering.scalars[op.columns] = lowering.index(rows), lowering.index(columns)


def _buffer(value: SSAValue) -> TileBufType:
    assert isinstance(value.type, TileBufType)
    return value.type


def _window_valid(
    lowering: Lowering, result: TileType, source: TileType, valid: Extents, offsets: Sequence[Extent]
) -> Extents:
    """What of a window is valid; a source that is valid all over fills it."""
    rows, columns = (
        declared if declared != DYNAMIC_INDEX else extent if full == bound else clamped(lowering, known, offset, extent)
        for declared, extent, full, bound, known, offset in zip(
            result.valid, result.get_shape(), source.valid, source.get_shape(), valid, offsets
        )
    )
    return rows, columns
