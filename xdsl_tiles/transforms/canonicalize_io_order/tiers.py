"""What goes first in a pipelined body: tiers, stages, and computing before storing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.kernel import BlockIdxOp, BlockNumOp, PopOp, PushOp
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.pipelining import DOUBLE_BUFFER_C, GROUP, OVERLAP_STORES, STAGE, StageAttr, is_set
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp, MoveOp, SliceOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.views import GetValidShapeOp, ReshapeOp, SetValidShapeOp, TransposeViewOp


class Tier(IntEnum):
    """What an op is to the order of a body."""

    SCALAR = 0
    LOAD = 1
    WORK = 2


_COPIES = (ExtractOp, MoveOp)
_LOADS = (LoadOp, PopOp, *_COPIES)
_STORES = (StoreOp, AssembleOp, PushOp)
_VIEWS = (SliceOp, SetValidShapeOp, GetValidShapeOp, TransposeViewOp, ReshapeOp)
_QUERIES = (BlockIdxOp, BlockNumOp)
_SCALAR_DIALECTS = ("arith", "math", "scf")


def order_keys(loop: scf.ForOp, ops: Sequence[Operation]) -> list[tuple[int, ...]]:
    """A key for each op of a body; the smallest goes first."""
    pairs = bool(is_set(loop, DOUBLE_BUFFER_C))
    overlap = is_set(loop, OVERLAP_STORES) is not False
    tiers: dict[Operation, Tier] = {}
    keys: list[tuple[int, ...]] = []
    for op, stage in zip(ops, _stages(loop, ops)):
        tier = tiers[op] = _tier(op, tiers)
        if tier is not Tier.WORK:
            keys.append((tier,))
        else:
            late = _is_drain(op) and (pairs or (overlap and not _drains_accumulator(op)))
            keys.append((tier, stage // 2 if pairs else stage, late))
    return keys


def _stages(loop: scf.ForOp, ops: Sequence[Operation]) -> list[int]:
    """The stage of each op: copies follow each other, and what heads or makes a tile in one tells its stage."""
    group = loop.attributes.get(GROUP)
    number = group.value.data if isinstance(group, IntegerAttr) else None
    stages: list[int] = []
    current = 0
    for op in ops:
        mark = op.attributes.get(STAGE)
        if isinstance(mark, StageAttr) and mark.group.data == number:
            current = max(current, mark.stage.data)
        stages.append(current)
    return stages


def _tier(op: Operation, tiers: dict[Operation, Tier]) -> Tier:
    if isinstance(op, _VIEWS):
        maker = op.source.owner
        return tiers.get(maker, Tier.SCALAR) if isinstance(maker, Operation) else Tier.SCALAR
    if isinstance(op, _LOADS) and not _is_drain(op):
        return Tier.LOAD
    is_scalar = all(inner.dialect_name() in _SCALAR_DIALECTS or isinstance(inner, _QUERIES) for inner in op.walk())
    return Tier.SCALAR if is_scalar else Tier.WORK


def _is_drain(op: Operation) -> bool:
    """Whether an op takes a finished tile away."""
    return isinstance(op, _STORES) or _drains_accumulator(op)


def _drains_accumulator(op: Operation) -> bool:
    return isinstance(op, (*_STORES, *_COPIES)) and tile_type(op.source).space is MemorySpace.ACC
