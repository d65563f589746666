"""Giving the slots of popped tiles back."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects import scf
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.kernel import FreeOp, PopOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp, SliceOp
from xdsl_tiles.dialects.tile.views import ReshapeOp, SetValidShapeOp, TransposeViewOp

_VIEWS = (SliceOp, SetValidShapeOp, TransposeViewOp, ReshapeOp)


def free_slots(function: FuncOp) -> None:
    """Free what a function pops, after the last op that reads it.

    A Vec tile that outlives its block is copied, so that its slot can go back; a Mat tile can't be.
    """
    order = {op: index for index, op in enumerate(function.walk())}
    for op in [op for op in order if isinstance(op, PopOp)]:
        assert op.parent is not None
        readers = _readers(op)
        last = _copied(op) if readers.outlives else _last(readers.ops, op.parent, order)
        free = FreeOp(op.result)
        free.location = last.location
        Rewriter.insert_op(free, InsertPoint.after(last))


class _Readers(NamedTuple):
    """The ops that read a tile, also through views of it, and whether one hands it on beyond its block."""

    ops: list[Operation]
    outlives: bool


def _readers(pop: PopOp) -> _Readers:
    ops: list[Operation] = []
    outlives = False
    queue: list[SSAValue] = [pop.result]
    seen: set[SSAValue] = set()
    while queue:
        tile = queue.pop()
        if tile in seen:
            continue
        seen.add(tile)
        for use in tile.uses:
            ops.append(use.operation)
            if isinstance(use.operation, ReturnOp | scf.YieldOp) and use.operation.parent is pop.parent:
                outlives = True
            else:
                queue += _views(use.operation, use.index)
    return _Readers(ops, outlives)


def _views(op: Operation, index: int) -> list[SSAValue]:
    """The values in the memory of an op's operand."""
    if isinstance(op, _VIEWS):
        return [op.result]
    if isinstance(op, AssembleOp):
        return [op.result] if index == 1 else []
    if isinstance(op, scf.ForOp):
        return [op.body.block.args[index - 2], op.results[index - 3]]
    if isinstance(op, scf.YieldOp):
        around = op.parent_op()
        assert around is not None
        carried = [around.body.block.args[index + 1]] if isinstance(around, scf.ForOp) else []
        return [*carried, around.results[index]]
    return []


def _copied(pop: PopOp) -> Operation:
    """Let everybody read a copy of a popped tile; the op that makes it."""
    type_ = pop.result.type
    if type_.space is not MemorySpace.VEC:
        fail(
            pop,
            f"pops {type_}, which its block hands on: its slot can't be given back; move the tile where it is read",
        )
    origin = DenseArrayBase.from_list(i64, [0, 0])
    copy = ExtractOp.build(operands=[pop.result, []], result_types=[type_], properties={"static_offsets": origin})
    copy.location = pop.location
    pop.result.replace_uses_with_if(copy.result, lambda use: use.operation is not copy)
    Rewriter.insert_op(copy, InsertPoint.after(pop))
    return copy


def _last(ops: list[Operation], block: Block, order: dict[Operation, int]) -> Operation:
    """The op of a block in which the last of these ops stands."""
    last = max(ops, key=order.__getitem__)
    while last.parent is not block:
        around = last.parent_op()
        assert around is not None
        last = around
    return last
