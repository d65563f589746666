"""The pitch of accumulators: how far apart column fractals lie in L0C, and who reads them otherwise.

The cube takes M from the valid rows of its left operand and lays the product out with that many rows, in whole
fractals, between one block of columns and the next. A reader goes by the type of the tile: its valid rows where it is
`compact`, else its physical rows. Where the two differ, every block of columns but the first is read from the wrong
place. Source: tile_l0 section 8, item 12; seed, "Row-narrowed left operand".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xdsl.dialects import scf
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.diagnostics import position
from xdsl_tiles.dialects.tile.attributes import L0C, MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.transfer import SliceOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.views import GetValidShapeOp, SetValidShapeOp

_FRACTAL_ROWS = _FRACTAL_COLUMNS = 16
_WRITERS = (MatmulOp, MatmulAccOp, MatmulBiasOp)
_ALIASES = (SetValidShapeOp, SliceOp)


class DisagreeingReader(NamedTuple):
    """An op that reads an accumulator with another pitch than it was written with, and how it does."""

    op: Operation
    reason: str


def disagreeing_readers(function: FuncOp) -> Iterator[DisagreeingReader]:
    """Every op that reads an accumulator with a pitch that is known to be wrong."""
    for op in function.walk():
        if isinstance(op, (*_ALIASES, GetValidShapeOp, scf.ForOp, scf.YieldOp, scf.IfOp)):
            continue
        for operand in op.operands:
            if _is_accumulator(operand):
                yield from _disagreements(op, operand)


def _is_accumulator(value: SSAValue) -> bool:
    return isinstance(value.type, TileType) and value.type.space is MemorySpace.ACC and value.type.get_num_dims() == 2


def _disagreements(reader: Operation, operand: SSAValue) -> Iterator[DisagreeingReader]:
    adds = isinstance(reader, MatmulAccOp) and operand is reader.acc
    while isinstance(operand.owner, SliceOp):
        operand = operand.owner.source
    type_ = tile_type(operand)
    if type_.effective_layout != L0C or _is_one_block_of_columns(type_):
        return
    expected = _product_pitch(reader) if adds else _type_pitch(type_)
    if expected is None:
        return
    for writer, written in _writers(operand):
        if written not in (None, expected):
            yield DisagreeingReader(
                reader,
                f"reads the accumulator {type_} with {expected} rows to a block of columns, but {writer} "
                f"wrote it with {written}; give both the same valid rows, and make the tile.create of a narrowed "
                "accumulator compact",
            )


def _is_one_block_of_columns(type_: TileType) -> bool:
    """Whether no pitch matters, since all valid columns lie in the first fractal."""
    columns = type_.get_shape()[1] if type_.valid[1] == DYNAMIC_INDEX else type_.valid[1]
    return columns <= _FRACTAL_COLUMNS


def _type_pitch(type_: TileType) -> int | None:
    """Rows between column blocks of an accumulator, as its type tells a reader; None where only the run knows."""
    rows = type_.valid[0] if type_.is_compact else type_.get_shape()[0]
    return None if rows == DYNAMIC_INDEX else align_up(max(rows, 1), _FRACTAL_ROWS)


def _product_pitch(op: Operation) -> int | None:
    """Rows between column blocks that a product is written with; None where only the run knows."""
    assert isinstance(op, _WRITERS)
    rows = tile_type(op.lhs).valid[0]
    return None if rows == DYNAMIC_INDEX else align_up(max(rows, 1), _FRACTAL_ROWS)


def _writers(value: SSAValue) -> Iterator[tuple[str, int | None]]:
    """Who may have written an accumulator, through views, branches and loops, and with which pitch."""
    seen: set[SSAValue] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        owner = current.owner
        if isinstance(owner, _WRITERS):
            place = f" at {where}" if (where := position(owner.location)) else ""
            yield f"'{owner.name}'{place}", _product_pitch(owner)
        elif isinstance(owner, Block) and isinstance(function := owner.parent_op(), FuncOp):
            yield f"the caller of '{function.sym_name.data}'", _type_pitch(tile_type(current))
        else:
            pending.extend(_origins(current))


def _origins(value: SSAValue) -> list[SSAValue]:
    """The values that a value is under another name."""
    owner = value.owner
    match value, owner:
        case OpResult(), SetValidShapeOp() | SliceOp():
            return [owner.source]
        case OpResult(), scf.ForOp():
            return [owner.iter_args[value.index], _yielded(owner, 0, value.index)]
        case OpResult(), scf.IfOp():
            return [_yielded(owner, index, value.index) for index in range(2)]
        case BlockArgument(), _ if isinstance(loop := value.block.parent_op(), scf.ForOp) and value.index:
            return [loop.iter_args[value.index - 1], _yielded(loop, 0, value.index - 1)]
        case _:
            return []


def _yielded(op: Operation, region: int, index: int) -> SSAValue:
    terminator = op.regions[region].block.last_op
    assert terminator is not None
    return terminator.operands[index]
