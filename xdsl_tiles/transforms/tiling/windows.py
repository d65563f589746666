"""Windows of the output and of the operands, and what of them is valid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import OpResult, SSAValue

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.extents import clamp_window
from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.dialects.tile.transfer import ExtractOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position


@dataclass(frozen=True)
class Window:
    """A sub-tile of the output: where it starts and its physical extents, in elements."""

    row: Position
    column: Position
    rows: int
    columns: int


def window_valid(source: TileType, axis: int, position: Position, extent: int) -> int:
    """Valid extent of a window of `source` along one axis, DYNAMIC_INDEX where it differs between iterations."""
    valid, bound = source.valid[axis], source.get_shape()[axis]
    if isinstance(position, int):
        return extent if valid == bound else clamp_window(valid, position, extent)
    return extent if valid != DYNAMIC_INDEX and valid >= position.end else DYNAMIC_INDEX


def extract(
    emit: Emitter,
    source: SSAValue,
    at: tuple[Position, Position],
    shape: tuple[int, int],
    space: MemorySpace,
    name: str,
) -> OpResult:
    """Emit the copy of a window of a Mat tile into L0A or L0B."""
    offsets = [position.value if isinstance(position, LoopIndex) else position for position in at]
    valid = [window_valid(tile_type(source), axis, at[axis], shape[axis]) for axis in (0, 1)]
    return emit.add(ExtractOp(source, offsets, shape, space, valid=valid), name)


def load_window(
    source: SSAValue,
    offsets: Sequence[MixedIndex],
    shape: tuple[int, int],
    valid: tuple[int, int],
    space: MemorySpace,
) -> LoadOp:
    """The load of `valid` elements of a tensor into a tile of at least their extents."""
    return LoadOp(source, offsets, shape, space, valid=None if valid == shape else valid)
