"""FIFOs between the cube core and its vector cores: slots that hold whole tiles or halves of them (isa section 6)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_tiles.dialects.pto import fifo, fifo_handles
from xdsl_tiles.dialects.pto.arch import arch_of
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.tile.attributes import CoreKind
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.pipes import Pipe
from xdsl_tiles.interpreters.pto.handle import TileHandle, fresh_tile, tile_buf
from xdsl_tiles.interpreters.pto.kernel import write_nothing
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope, Waiting
from xdsl_tiles.interpreters.tile.payload import Array, Extents, whole
from xdsl_tiles.interpreters.values import RunError, format_extents

FIFO = OpTable()

_LANES = 2
"""Vector cores beside one cube core."""
_SLOTS = {1: 8, 2: 8, 3: 4}
"""Slots of a direction by `dir_mask`, where the op does not say."""
_HANDLES = (fifo_handles.InitializeL2LPipeOp, fifo_handles.InitializeL2G2LPipeOp)
_SETUPS = (fifo.AicInitializePipeOp, fifo.AivInitializePipeOp, *_HANDLES)
_Transfer = (
    fifo.PushOperation
    | fifo.PopOperation
    | fifo.FreeOperation
    | fifo_handles.TPushOp
    | fifo_handles.TPopOp
    | fifo_handles.TFreeOp
)


def function_of(op: Operation) -> FuncOp:
    """The function that an op is in."""
    around = op.parent_op()
    while not isinstance(around, FuncOp):
        assert around is not None
        around = around.parent_op()
    return around


def _setup(op: _Transfer) -> tuple[int, int]:
    """Which FIFO of its function an op means, and how many slots that has in each direction."""
    setups = [setup for setup in function_of(op).walk() if isinstance(setup, _SETUPS)]
    handle = getattr(op, "pipe_handle", None)
    wanted = [setup for setup in setups if handle is None or handle.owner is setup]
    if not wanted:
        raise RunError("uses a FIFO that its function does not set up")
    setup = wanted[0]
    slots = setup.slot_num.value.data if isinstance(setup, _HANDLES) else _SLOTS[setup.dir_mask.value.data]
    return setups.index(setup), slots


class _End:
    """One end of a FIFO as an op uses it: the pipes of its vector cores, and what the op waits for."""

    def __init__(self, op: _Transfer, scope: Scope, receiver: CoreKind, sends: bool):
        self._environment: Environment = scope.environment
        self._number, self._slots = _setup(op)
        self._receiver = receiver
        self._sends = sends
        self._is_vector = sends is (receiver is CoreKind.CUBE)
        self.split = op.split.value.data

    @property
    def pipes(self) -> Sequence[Pipe]:
        """The pipes to or from the vector core that runs, or to or from all that take a part."""
        lanes = [self._environment.subblock_index] if self._is_vector else range(_LANES if self.split else 1)
        return [self._environment.pipes[self._number * _LANES + lane, self._receiver.value] for lane in lanes]

    def is_over(self) -> bool:
        """Whether there is room, or something to take."""
        return all(pipe.occupied < self._slots if self._sends else bool(pipe.tiles) for pipe in self.pipes)

    def reason(self) -> str:
        """What is missing."""
        pipe = self.pipes[0]
        if self._sends:
            return f"for a slot: {pipe.occupied} of {self._slots} hold tiles for the {pipe.receiver} core"
        return f"for tile {pipe.popped + 1} to the {pipe.receiver} core, which was sent {pipe.pushed}"


def _receiver(op: _Transfer) -> CoreKind:
    """The core at whose end the tiles of an op arrive."""
    match op:
        case fifo.TPushToAivOp() | fifo.TPopFromAicOp() | fifo.TFreeFromAicOp():
            return CoreKind.VECTOR
        case fifo.TPushToAicOp() | fifo.TPopFromAivOp() | fifo.TFreeFromAivOp():
            return CoreKind.CUBE
        case _:
            kind = function_of(op).attributes.get("pto.kernel_kind")
            if kind is None:
                raise RunError("uses a FIFO outside of a cube or vector kernel")
            own = CoreKind(str(getattr(kind, "data", kind)))
            other = CoreKind.VECTOR if own is CoreKind.CUBE else CoreKind.CUBE
            return other if isinstance(op, fifo_handles.TPushOp) else own


def _sending(op: _Transfer, scope: Scope) -> _End:
    return _End(op, scope, _receiver(op), sends=True)


def _receiving(op: _Transfer, scope: Scope) -> _End:
    return _End(op, scope, _receiver(op), sends=False)


def _room(op: _Transfer, scope: Scope) -> Waiting:
    return _sending(op, scope)


def _tiles(op: _Transfer, scope: Scope) -> Waiting:
    return _receiving(op, scope)


_PUSHES = (fifo.TPushToAivOp, fifo.TPushToAicOp, fifo_handles.TPushOp)


@FIFO.kernel(*_PUSHES, arguments=lambda op: [op.tile], waits=_room)
def bind_push(op: fifo.PushOperation | fifo_handles.TPushOp, scope: Scope) -> Kernel:
    """The valid elements of a tile into the next slot of each core that takes a part."""
    end = _sending(op, scope)

    def run(tile: TileHandle) -> None:
        pipes = end.pipes
        elements = tile.read()
        if len(pipes) == 1:
            pipes[0].push((tile.shape, elements))
            return
        axis = end.split - 1
        if tile.shape[axis] % _LANES:
            raise RunError(f"splits a tile of {format_extents(tile.shape)} into unequal halves")
        half = tile.shape[axis] // _LANES
        shape = (half, tile.shape[1]) if axis == 0 else (tile.shape[0], half)
        for lane, pipe in enumerate(pipes):
            part = slice(lane * half, (lane + 1) * half)
            pipe.push((shape, elements[part] if axis == 0 else elements[:, part]))

    return run


def _pop_arguments(op: fifo.PopOperation) -> list[Argument]:
    return [op.valid_row, op.valid_col]


@FIFO.kernel(fifo.TPopFromAicOp, fifo.TPopFromAivOp, arguments=_pop_arguments, waits=_tiles)
def bind_pop(op: fifo.PopOperation, scope: Scope) -> Kernel:
    """The oldest tile; the parts of several cores joined."""
    take = _taking(op, scope)

    def run(row: int | None, column: int | None) -> TileHandle:
        return take((row, column))

    return run


@FIFO.kernel(fifo_handles.TPopOp, arguments=lambda op: [op.tile], waits=_tiles)
def bind_pop_into(op: fifo_handles.TPopOp, scope: Scope) -> Kernel:
    """The oldest tile becomes what a declared handle refers to."""
    take = _taking(op, scope)

    def run(tile: TileHandle) -> None:
        tile.become(take((None, None)))

    return run


def _taking(op: fifo.PopOperation | fifo_handles.TPopOp, scope: Scope):
    end, type_, frees = _receiving(op, scope), tile_buf(op.tile.type), arch_of(op) is Arch.A3

    def take(given: tuple[int | None, int | None]) -> TileHandle:
        pipes = end.pipes
        if not end.is_over():
            raise RunError(f"pops from an empty FIFO: the other core pushed {pipes[0].pushed} tiles")
        shapes, parts = zip(*(pipe.pop() for pipe in pipes))
        if frees:
            for pipe in pipes:
                pipe.free()
        shape, elements = _joined(shapes, parts, end.split - 1)
        handle = fresh_tile(type_, [own if extent is None else extent for own, extent in zip(elements.shape, given)])
        if shape != handle.shape or elements.dtype != handle.place.dtype:
            raise RunError(f"pops a tile of {format_extents(shape)}x{elements.dtype.name} as {type_}")
        handle.put(whole(elements, shape))
        if not frees:
            pipes[0].held.append(handle)
        return handle

    return take


def _joined(shapes: Sequence[Extents], parts: Sequence[Array], axis: int) -> tuple[Extents, Array]:
    if len(parts) == 1:
        return shapes[0], parts[0]
    elements = np.concatenate(parts, axis=axis)
    rows, columns = shapes[0]
    if parts[0].shape[axis] != shapes[0][axis] and parts[1].shape[axis]:
        raise RunError("joins halves of which the first is not valid all over")
    return ((rows * _LANES, columns) if axis == 0 else (rows, columns * _LANES)), elements


@FIFO.kernel(fifo.TFreeFromAicOp, fifo.TFreeFromAivOp, fifo_handles.TFreeOp, arguments=lambda op: [])
def bind_free(op: fifo.FreeOperation | fifo_handles.TFreeOp, scope: Scope) -> Kernel:
    """Give the slots of the oldest tile back, which has no storage any more; on A3 the pop has done so."""
    end, is_needed = _receiving(op, scope), arch_of(op) is not Arch.A3

    def run() -> None:
        if not is_needed:
            return
        pipes = end.pipes
        if not pipes[0].held:
            raise RunError("gives back a slot that was not popped")
        handle: TileHandle = pipes[0].held.popleft()
        handle.memory = None
        for pipe in pipes:
            pipe.free()

    return run


@FIFO.kernel(fifo.ReserveBufferOp, fifo.ImportReservedBufferOp)
def bind_buffer(op: fifo.ReserveBufferOp | fifo.ImportReservedBufferOp, scope: Scope) -> Kernel:
    """An address; slots hold values, so nothing is ever read there."""
    base = 0 if isinstance(op, fifo.ImportReservedBufferOp) or op.base is None else op.base.value.data
    return lambda: base


@FIFO.kernel(*_HANDLES)
def bind_handle(op: Operation, scope: Scope) -> Kernel:
    """A handle; which FIFO an op means is read off the program."""

    def run(*addresses: int) -> None:
        return None

    return run


FIFO.statement(fifo.AicInitializePipeOp)(write_nothing)
FIFO.statement(fifo.AivInitializePipeOp)(write_nothing)
