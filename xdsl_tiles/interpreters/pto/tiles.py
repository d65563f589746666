"""Handles of tiles: new ones, ones at an address, windows and other readings of the same bytes."""

from __future__ import annotations

from xdsl.ir import Attribute

from xdsl_tiles.dialects.pto.lowered import BindTileOp, DeclareTileMemRefOp, PointerCastOp
from xdsl_tiles.dialects.pto.subset import SubsetOp, SubviewOp
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.tiles import (
    AllocTileOp,
    BitcastOp,
    DeclareTileOp,
    SetValidShapeOp,
    TAssignOp,
    TReshapeOp,
)
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.pto.handle import TileHandle, fresh_tile, place_of, run_time_valid, tile_buf
from xdsl_tiles.interpreters.pto.memory import Memory
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.memory import check_window
from xdsl_tiles.interpreters.tile.payload import Extents
from xdsl_tiles.interpreters.values import RunError
from xdsl_tiles.machines import Machine

TILES = OpTable()


def memory_of(environment: Environment, space: str) -> Memory:
    """The memory of the core that runs, by the name of its space."""
    return environment.memories.setdefault((environment.subblock_index, space), Memory())


def tile_at(environment: Environment, type_: TileBufType, address: int, machine: Machine | None) -> TileHandle:
    """A tile at a byte address of the core's memory; a `RunError` where it leaves that memory."""
    check_room(type_, address, machine)
    place = place_of(type_, address)
    return TileHandle(memory_of(environment, type_.space), place, type_.get_shape(), run_time_valid(type_))


def check_room(type_: TileBufType, address: int, machine: Machine | None) -> None:
    """Check that a tile fits into its memory from a byte address on; reserved bytes may be addressed too."""
    memory = None if machine is None else machine.memory.get(type_.space)
    size = place_of(type_).layout.size
    limit = None if memory is None else memory.bytes + memory.reserved
    if address < 0 or (limit is not None and address + size > limit):
        raise RunError(f"{size} bytes at address {address} of {type_.space}, which has {limit}")


def _alloc_arguments(op: AllocTileOp) -> list[Argument]:
    return [op.addr, op.valid_row, op.valid_col]


@TILES.kernel(AllocTileOp, arguments=_alloc_arguments)
def bind_alloc(op: AllocTileOp, scope: Scope) -> Kernel:
    """Memory of the tile's own, or the bytes of the core at its address."""
    type_, environment, machine = op.result.type, scope.environment, scope.machine
    check_room(type_, 0, machine)

    def run(address: int | None, row: int | None, column: int | None) -> TileHandle:
        if address is None:
            return fresh_tile(type_, (row, column))
        handle = tile_at(environment, type_, address, machine)
        handle.valid = run_time_valid(type_, (row, column))
        return handle

    return run


@TILES.kernel(DeclareTileOp, DeclareTileMemRefOp)
def bind_declare(op: DeclareTileOp | DeclareTileMemRefOp, scope: Scope) -> Kernel:
    """A handle without memory."""
    type_ = tile_buf(op.results[0].type)

    def run() -> TileHandle:
        return TileHandle(None, place_of(type_), type_.get_shape(), run_time_valid(type_))

    return run


@TILES.kernel(SetValidShapeOp)
def bind_set_valid(op: SetValidShapeOp, scope: Scope) -> Kernel:
    """Other valid extents of the same handle."""

    def run(handle: TileHandle, row: int, column: int) -> None:
        check_window((0, 0), (row, column), handle.shape)
        handle.valid = (row, column)

    return run


def _subset_arguments(op: SubsetOp | SubviewOp) -> list[Argument]:
    given = (op.valid_row, op.valid_col) if isinstance(op, SubviewOp) else (None, None)
    return [op.source, tuple(op.offsets), *given]


@TILES.kernel(SubsetOp, SubviewOp, arguments=_subset_arguments)
def bind_subset(op: SubsetOp | SubviewOp, scope: Scope) -> Kernel:
    """A window in the same memory; what of it is valid is what meets the valid rectangle."""
    type_ = tile_buf(op.result.type)
    shape = type_.get_shape()

    def run(source: TileHandle, offsets: Extents, *given: int | None) -> TileHandle:
        check_window(offsets, shape, source.shape)
        meets = [max(0, min(known - at, extent)) for known, at, extent in zip(source.valid, offsets, shape)]
        valid = run_time_valid(type_, [met if own is None else own for met, own in zip(meets, given)])
        row, column = source.origin
        return TileHandle(source.memory, source.place, shape, valid, (row + offsets[0], column + offsets[1]))

    return run


@TILES.kernel(BitcastOp, TReshapeOp)
def bind_reinterpretation(op: BitcastOp | TReshapeOp, scope: Scope) -> Kernel:
    """The bytes from the first element on, read as another tile."""
    type_ = tile_buf(op.result.type)

    def run(source: TileHandle) -> TileHandle:
        place = place_of(type_, source.offset)
        is_same_shape = place.layout.rows == source.shape[0] and place.layout.columns == source.shape[1]
        given = source.valid if is_same_shape else (None, None)
        return TileHandle(source.memory, place, type_.get_shape(), run_time_valid(type_, given))

    return run


@TILES.kernel(TAssignOp)
def bind_assign(op: TAssignOp, scope: Scope) -> Kernel:
    """The tile at another address: the bytes there, with the valid extents that it had."""
    type_, environment, machine = tile_buf(op.result.type), scope.environment, scope.machine

    def run(tile: TileHandle, address: int) -> TileHandle:
        handle = tile_at(environment, type_, address, machine)
        handle.valid = tile.valid
        return handle

    return run


def _configured(type_: Attribute, op: BindTileOp | PointerCastOp) -> TileBufType:
    tile = tile_buf(type_)
    if op.config is None:
        return tile
    return TileBufType(tile.space, tile.get_shape(), tile.element_type, config=op.config.config)


def _bind_arguments(op: BindTileOp) -> list[Argument]:
    return [op.source, op.valid_row, op.valid_col]


@TILES.kernel(BindTileOp, arguments=_bind_arguments)
def bind_bind_tile(op: BindTileOp, scope: Scope) -> Kernel:
    """The same bytes in the layout of the configuration."""
    type_ = _configured(op.result.type, op)

    def run(source: TileHandle, row: int | None, column: int | None) -> TileHandle:
        place = place_of(type_, source.offset)
        return TileHandle(source.memory, place, type_.get_shape(), _overridden(source, row, column))

    return run


def _overridden(handle: TileHandle, row: int | None, column: int | None) -> Extents:
    """The valid extents that a program gives, else those that the tile has."""
    valid = handle.valid[0] if row is None else row, handle.valid[1] if column is None else column
    check_window((0, 0), valid, handle.shape)
    return valid


def _cast_arguments(op: PointerCastOp) -> list[Argument]:
    return [tuple(op.addrs), op.valid_row, op.valid_col]


@TILES.kernel(PointerCastOp, arguments=_cast_arguments)
def bind_pointer_cast(op: PointerCastOp, scope: Scope) -> Kernel:
    """A tile at the first of the addresses."""
    type_, environment, machine = _configured(op.result.type, op), scope.environment, scope.machine

    def run(addresses: tuple[int, ...], row: int | None, column: int | None) -> TileHandle:
        if len(addresses) != 1:
            raise RunError(f"takes {len(addresses)} addresses; which of them a use means is decided by later passes")
        handle = tile_at(environment, type_, addresses[0], machine)
        handle.valid = _overridden(handle, row, column)
        return handle

    return run
