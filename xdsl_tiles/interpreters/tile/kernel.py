"""Block indices, and the pipes between a cube and its vector cores."""

from __future__ import annotations

from xdsl_tiles.dialects.tile import kernel
from xdsl_tiles.dialects.tile.attributes import CoreKind
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters.pipes import Pipe
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope, Waiting
from xdsl_tiles.interpreters.source import FunctionSource
from xdsl_tiles.interpreters.tile.memory import check_valid, tile_dtype
from xdsl_tiles.interpreters.tile.payload import Tile, Undefined, Window
from xdsl_tiles.interpreters.values import RunError, format_extents

KERNEL = OpTable()


@KERNEL.kernel(kernel.BlockIdxOp)
def bind_block_idx(op: kernel.BlockIdxOp, scope: Scope) -> Kernel:
    """The index of the block that runs."""
    environment = scope.environment
    return lambda: environment.block_index


@KERNEL.kernel(kernel.BlockNumOp)
def bind_block_num(op: kernel.BlockNumOp, scope: Scope) -> Kernel:
    """The number of blocks that run."""
    environment = scope.environment
    return lambda: environment.block_count


class _Slot:
    """What a push waits for."""

    def __init__(self, pipe: Pipe, depth: int):
        self.pipe = pipe
        self.depth = depth

    def is_over(self) -> bool:
        return self.pipe.occupied < self.depth

    def reason(self) -> str:
        taken = f"{self.pipe.occupied} of {self.depth} hold tiles that the {self.pipe.receiver} core has not freed"
        return f"for a slot of pipe {self.pipe.number}: {taken}"


class _Tile:
    """What a pop waits for."""

    def __init__(self, pipe: Pipe, sender: CoreKind):
        self.pipe = pipe
        self.sender = sender

    def is_over(self) -> bool:
        return bool(self.pipe.tiles)

    def reason(self) -> str:
        pushed = f"the {self.sender} core pushed {self.pipe.pushed}"
        return f"for tile {self.pipe.popped + 1} of pipe {self.pipe.number}: {pushed}"


def _pushed_into(op: kernel.PushOp, scope: Scope) -> Pipe:
    return scope.environment.pipes[op.pipe.value.data, op.receiver.data]


def _popped_from(op: kernel.PopOp, scope: Scope) -> Pipe:
    receiver = CoreKind.VECTOR if op.sender.data is CoreKind.CUBE else CoreKind.CUBE
    return scope.environment.pipes[op.pipe.value.data, receiver]


def _slot(op: kernel.PushOp, scope: Scope) -> Waiting:
    return _Slot(_pushed_into(op, scope), kernel.pipe_depth(op))


def _tile(op: kernel.PopOp, scope: Scope) -> Waiting:
    return _Tile(_popped_from(op, scope), op.sender.data)


@KERNEL.kernel(kernel.PushOp, waits=_slot)
def bind_push(op: kernel.PushOp, scope: Scope) -> Kernel:
    """Append a tile to a pipe."""
    pipe = _pushed_into(op, scope)

    def run(source: Tile) -> None:
        source.read()
        pipe.push(source.dense())

    return run


@KERNEL.kernel(kernel.PopOp, waits=_tile)
def bind_pop(op: kernel.PopOp, scope: Scope) -> Kernel:
    """The oldest tile of a pipe."""
    pipe, sender, type_ = _popped_from(op, scope), op.sender.data, op.result.type
    shape, dtype, declared = type_.get_shape(), tile_dtype(type_).numpy, type_.valid

    def run() -> Tile:
        if not pipe.tiles:
            raise RunError(f"pops from pipe {pipe.number}, which is empty: the {sender} core pushes no more tiles")
        tile: Window = pipe.pop()
        if (tile.shape, tile.base.dtype) != (shape, dtype):
            raise RunError(f"pops a tile of {format_extents(tile.shape)}x{tile.base.dtype.name} as {type_}")
        check_valid(tile.valid, declared)
        return tile

    return run


@KERNEL.statement(kernel.FreeOp)
def write_free(op: kernel.FreeOp, source: FunctionSource) -> None:
    """Poison the popped tile: its slot belongs to the sender again."""
    pop, type_ = op.source.owner, tile_type(op.source)
    assert isinstance(pop, kernel.PopOp)
    freed = Undefined(type_.get_shape(), type_.get_shape(), tile_dtype(type_).numpy, "was given back by tile.free")
    source.line(f"{source.name(op.source)} = {source.bind(freed, 'freed')}", op)
    source.line(f"{source.bind(_popped_from(pop, source).free, 'free')}()", op)
