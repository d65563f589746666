"""Block indices, and the pipes between a cube and its vector cores."""

from __future__ import annotations

from collections import deque
from typing import Any

from xdsl_tiles.dialects.tile import kernel
from xdsl_tiles.dialects.tile.attributes import CoreKind
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
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


@KERNEL.kernel(kernel.PushOp)
def bind_push(op: kernel.PushOp, scope: Scope) -> Kernel:
    """Append a tile to a pipe."""
    pipes, key = scope.environment.pipes, (op.pipe.value.data, op.receiver.data)

    def run(source: Tile) -> None:
        source.read()
        pipes.setdefault(key, deque[Any]()).append(source.dense())

    return run


@KERNEL.kernel(kernel.PopOp)
def bind_pop(op: kernel.PopOp, scope: Scope) -> Kernel:
    """The oldest tile of a pipe."""
    receiver = CoreKind.VECTOR if op.sender.data is CoreKind.CUBE else CoreKind.CUBE
    pipes, key = scope.environment.pipes, (op.pipe.value.data, receiver)
    type_ = op.result.type
    shape, dtype, declared = type_.get_shape(), tile_dtype(type_).numpy, type_.valid

    def run() -> Tile:
        waiting = pipes.get(key)
        if not waiting:
            raise RunError(f"pops from pipe {key[0]}, which is empty: the {op.sender.data} core pushes no more tiles")
        tile: Window = waiting.popleft()
        if (tile.shape, tile.base.dtype) != (shape, dtype):
            raise RunError(f"pops a tile of {format_extents(tile.shape)}x{tile.base.dtype.name} as {type_}")
        check_valid(tile.valid, declared)
        return tile

    return run


@KERNEL.statement(kernel.FreeOp)
def write_free(op: kernel.FreeOp, source: FunctionSource) -> None:
    """Poison the popped tile: its slot belongs to the sender again."""
    type_ = tile_type(op.source)
    freed = Undefined(type_.get_shape(), type_.get_shape(), tile_dtype(type_).numpy, "was given back by tile.free")
    source.line(f"{source.name(op.source)} = {source.bind(freed, 'freed')}", op)
