"""Tiles between the two kernels of a launch: all pipes of one direction are one FIFO (isa section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto import fifo
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.tile.attributes import CoreKind
from xdsl_tiles.dialects.tile.kernel import FreeOp, PopOp, PushOp
from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_types import buffer_type
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

FIFO = Rules()

Trace: TypeAlias = "tuple[int | Trace, ...]"
"""The pipes of transfers in program order; those of a region apart."""

_TO_VECTOR, _TO_CUBE = 1, 2
_DIRECTION = {CoreKind.VECTOR: _TO_VECTOR, CoreKind.CUBE: _TO_CUBE}
_SLOTS = {_TO_VECTOR: 8, _TO_CUBE: 8, _TO_VECTOR | _TO_CUBE: 4}
_LOCAL_SLOTS_A3 = 2
_BUFFERS = {_TO_VECTOR: ("c2v", AddressSpace.VEC), _TO_CUBE: ("v2c", AddressSpace.MAT)}
_PUSHES = {CoreKind.VECTOR: fifo.TPushToAivOp, CoreKind.CUBE: fifo.TPushToAicOp}
_POPS = {CoreKind.CUBE: fifo.TPopFromAicOp, CoreKind.VECTOR: fifo.TPopFromAivOp}
_FREES = {CoreKind.CUBE: fifo.TFreeFromAicOp, CoreKind.VECTOR: fifo.TFreeFromAivOp}


@dataclass(frozen=True)
class Fifos:
    """What the two kernels of a launch pass each other: in which directions, in slots of how many bytes."""

    cube: str
    vector: str
    directions: int
    slot_bytes: int
    arch: Arch

    @property
    def slots(self) -> int:
        """How many tiles one direction holds."""
        return _SLOTS[self.directions]

    @property
    def memory(self) -> TensorType[Attribute] | None:
        """The global memory that both kernels need for it, where tiles go by way of that."""
        if self.arch is not Arch.A3:
            return None
        count = self.slots * self.slot_bytes // 4 * len([each for each in _BUFFERS if each & self.directions])
        return TensorType(f32, [count])

    def set_up(self, core: CoreKind, memory: SSAValue | None) -> list[Operation]:
        """The ops by which a kernel sets up its ends: it reserves what it pops from, and imports the other's."""
        own = _DIRECTION[core]
        peer = self.vector if core is CoreKind.CUBE else self.cube
        local = _LOCAL_SLOTS_A3 if self.arch is Arch.A3 else self.slots
        buffers: list[Operation] = []
        for direction, (name, space) in _BUFFERS.items():
            if not direction & self.directions:
                buffers.append(arith.ConstantOp(IntegerAttr(0, i32)))
            elif direction == own:
                buffers.append(fifo.ReserveBufferOp(name, local * self.slot_bytes, space))
            else:
                buffers.append(fifo.ImportReservedBufferOp(name, peer))
        initialize = fifo.AicInitializePipeOp if core is CoreKind.CUBE else fifo.AivInitializePipeOp
        return [*buffers, initialize(self.directions, self.slot_bytes, buffers[0], buffers[1], memory)]


def fifos_of(launch: LaunchOp, arch: Arch) -> Fifos | None:
    """What the kernels of a launch pass each other, None where nothing.

    All tiles of a direction go through one FIFO, so both kernels have to name the pipes in one order.
    """
    cube, vector = launch.halves
    directions, slot_bytes = 0, 0
    for sender, receiver, core in ((cube, vector, CoreKind.VECTOR), (vector, cube, CoreKind.CUBE)):
        sent, taken = _trace(sender.body.block, PushOp), _trace(receiver.body.block, PopOp)
        if not sent and not taken:
            continue
        if sent != taken:
            fail(
                launch,
                f"its {core} kernel pops from pipes in another order than the other one pushes into them, and all go "
                "through one FIFO; push and pop in one order",
            )
        directions |= _DIRECTION[core]
        for push in sender.walk():
            if isinstance(push, PushOp):
                slot_bytes = max(slot_bytes, _whole_tile(push, arch))
    if not directions:
        return None
    return Fifos(cube.sym_name.data, vector.sym_name.data, directions, slot_bytes, arch)


def _trace(block: Block, kind: type[PushOp] | type[PopOp]) -> Trace:
    trace: list[int | Trace] = []
    for op in block.ops:
        if isinstance(op, kind):
            trace.append(op.pipe.value.data)
        inner = [_trace(inside, kind) for region in op.regions for inside in region.blocks]
        if any(inner):
            trace.append(tuple(inner))
    return tuple(trace)


def _whole_tile(push: PushOp, arch: Arch) -> int:
    """The bytes of the slot of a tile, which has the same extents on both sides."""
    type_ = tile_type(push.source)
    buffer = buffer_type(type_, arch)
    landing = buffer_type(_landing(type_, push.receiver.data), arch)
    if buffer.get_shape() != landing.get_shape():
        fail(push, f"pushes {buffer}, which lands as {landing}; give the tile extents of whole boxes of 16 rows")
    return _bytes(buffer)


def _landing(type_: TileType, receiver: CoreKind) -> TileType:
    from xdsl_tiles.dialects.tile.attributes import MemorySpace

    space = MemorySpace.VEC if receiver is CoreKind.VECTOR else MemorySpace.MAT
    return TileType(type_.get_shape(), type_.element_type, space, valid=type_.valid)


def _bytes(type_: TileBufType) -> int:
    rows, columns = type_.get_shape()
    return rows * columns * type_.element_bytes


@FIFO.of(PushOp)
def convert_push(op: PushOp, lowering: Lowering) -> None:
    """All of the tile goes into the next slot."""
    lowering.emit(_PUSHES[op.receiver.data](lowering.tile(op.source).value))


@FIFO.of(PopOp)
def convert_pop(op: PopOp, lowering: Lowering) -> None:
    """The tile is the next slot."""
    type_ = buffer_type(op.result.type, lowering.arch)
    popped = lowering.emit(_POPS[op.sender.data](type_), op.result.name_hint)
    lowering.alias(op.result, popped.tile, lowering.valid_of(op.result, None))
    lowering.held[op.sender.data].append(op.result)


@FIFO.of(FreeOp)
def convert_free(op: FreeOp, lowering: Lowering) -> None:
    """Slots go back in the order in which they were taken: one that is freed early waits for those before it."""
    assert isinstance(op.source.owner, PopOp)
    sender = op.source.owner.sender.data
    lowering.freed.add(op.source)
    held = lowering.held[sender]
    while held and held[0] in lowering.freed:
        held.pop(0)
        lowering.emit(_FREES[sender]())


def paired(function: FuncOp, launches: Sequence[LaunchOp]) -> LaunchOp | None:
    """The launch that a kernel is a half of; an error where it passes tiles and there is none."""
    name = function.sym_name.data
    for launch in launches:
        if name in (launch.cube.string_value(), launch.vector.string_value()):
            return launch
    transfer = next((op for op in function.walk() if isinstance(op, PushOp | PopOp)), None)
    if transfer is not None:
        fail(transfer, "passes tiles to a kernel that is not known; tile.launch both together")
    return None
