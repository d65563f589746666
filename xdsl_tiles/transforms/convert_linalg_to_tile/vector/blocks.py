"""How large the blocks of a group are: as many rows as the unified buffer holds, else parts of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from xdsl_tiles.analysis.footprint import align_up, tile_bytes
from xdsl_tiles.dialects.tile.reduction import Expansion
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.dialects.tile.vector import BinaryOperation, ScalarOperation, UnaryOperation
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.layout import GroupLayout
from xdsl_tiles.transforms.tiling.emitter import Emitter

Attempt = Callable[[Emitter, int, int], None]
"""Emits one block of so many rows and columns."""

_IN_PLACE = (UnaryOperation, BinaryOperation, ScalarOperation, Expansion)


@dataclass(frozen=True)
class BlockSize:
    """Rows and columns of a block; the last block along an axis may be smaller."""

    rows: int
    columns: int


def choose_block(layout: GroupLayout, attempt: Attempt, machine: Machine | None) -> BlockSize | int:
    """The largest block that lets the next one be loaded meanwhile, or the bytes that the smallest one needs.

    Whole rows come first; only a group of one member may have less. Without a machine one block is everything.
    """
    whole = BlockSize(layout.row_count, layout.column_count)
    if machine is None:
        return whole
    available = machine.memory["vec"].bytes
    row_unit, column_unit = layout.row_unit, layout.column_unit

    def needs(rows: int, columns: int) -> int:
        return _bytes(attempt, align_up(rows, row_unit), align_up(columns, column_unit), machine)

    if needs(whole.rows, whole.columns) <= available:
        return whole
    rows = _largest(lambda rows: needs(rows, whole.columns), row_unit, whole.rows, available)
    if rows is not None:
        return BlockSize(rows, whole.columns)
    least = needs(row_unit, column_unit)
    if len(layout.group.members) > 1:
        return least
    columns = _largest(lambda columns: needs(row_unit, columns), column_unit, whole.columns, available)
    return least if columns is None else BlockSize(min(row_unit, whole.rows), columns)


def _largest(needs: Callable[[int], int], unit: int, extent: int, available: int) -> int | None:
    """The largest multiple of a unit whose needs, which grow linearly, fit twice; else once; else None."""
    first, growth = needs(unit), needs(2 * unit) - needs(unit)
    if first > available:
        return None
    room = max(available // 2 - first, 0)
    return min(extent, unit * (1 + (room // growth if growth > 0 else extent)))


def _bytes(attempt: Attempt, rows: int, columns: int, machine: Machine) -> int:
    """The most bytes of tiles that are alive at once in a block; elementwise ops work in place where they may."""
    emit = Emitter()
    attempt(emit, rows, columns)
    last_use: dict[SSAValue, Operation] = {}
    for op in emit.ops:
        for operand in op.operands:
            last_use[operand] = op
    alive = most = 0
    for op in emit.ops:
        made = sum(_size(result, machine) for result in op.results)
        ended = {value for value in (*op.operands, *op.results) if last_use.get(value, op) is op}
        freed = sum(_size(value, machine) for value in ended)
        most = max(most, alive + made - (min(made, freed) if isinstance(op, _IN_PLACE) else 0))
        alive += made - freed
    emit.discard()
    return most


def _size(value: SSAValue, machine: Machine) -> int:
    return (tile_bytes(value.type, machine) or 0) if isinstance(value.type, TileType) else 0
