"""The accumulator that a K loop starts from: created, not zeroed, and narrowed to what the product fills."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import CreateOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.views import GetValidShapeOp, SetValidShapeOp
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.windows import Window, window_valid


def emit_seed(emit: Emitter, candidate: Candidate, window: Window, name: str) -> SSAValue:
    """Emit the accumulator of one output window; narrowed rows make it `compact`, which the accumulates inherit
    (seed, "Row-narrowed left operand").
    """
    is_compact = window_valid(candidate.lhs_type, 0, window.row, window.rows) != window.rows
    shape = (window.rows, window.columns)
    storage_type = TileType(shape, candidate.result_type.element_type, MemorySpace.ACC, compact=is_compact)
    return emit_output(emit, candidate, window, storage_type, f"{name}_l0_init")


def emit_output(emit: Emitter, candidate: Candidate, window: Window, storage_type: TileType, name: str) -> SSAValue:
    """Emit a new tile for one output window, fully valid as `storage_type` has it.

    Its rows are then narrowed where the left operand's are, its columns where the right operand's are.
    """
    rows = window_valid(candidate.lhs_type, 0, window.row, window.rows)
    columns = window_valid(candidate.rhs_type, 1, window.column, window.columns)
    if (rows, columns) == (window.rows, window.columns):
        return emit.add(CreateOp(storage_type), name)
    storage = emit.add(CreateOp(storage_type), f"{name}_storage")
    valid = (
        _valid_extent(emit, candidate.lhs, 0, rows, window.row, window.rows),
        _valid_extent(emit, candidate.rhs, 1, columns, window.column, window.columns),
    )
    return emit.add(SetValidShapeOp(storage, valid), name)


def _valid_extent(
    emit: Emitter, source: SSAValue, axis: int, known: int, position: Position, extent: int
) -> MixedIndex:
    """The valid extent of a window, computed where only the run knows it.

    Extents are unsigned, so a window past the valid region clamps with a maximum before the offset is subtracted.
    """
    if known != DYNAMIC_INDEX:
        return known
    valid, bound = _source_valid(emit, source, axis), emit.constant(extent)
    if position == 0:
        return emit.add(arith.MinUIOp(valid, bound))
    offset = emit.index(position)
    reach = emit.add(arith.MaxUIOp(valid, offset))
    return emit.add(arith.MinUIOp(emit.add(arith.SubiOp(reach, offset)), bound))


def _source_valid(emit: Emitter, source: SSAValue, axis: int) -> SSAValue:
    known = tile_type(source).valid[axis]
    if known != DYNAMIC_INDEX:
        return emit.constant(known)
    shape = GetValidShapeOp(source)
    emit.add(shape)
    return shape.results[axis]
