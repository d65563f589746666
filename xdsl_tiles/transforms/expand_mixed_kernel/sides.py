"""Which core an op runs on."""

from __future__ import annotations

from typing import TypeGuard

from xdsl.dialects import scf
from xdsl.ir import Operation
from xdsl.traits import IsTerminator, MemoryEffectKind, get_effects

from xdsl_tiles.dialects.tile.attributes import CoreKind, MemorySpace
from xdsl_tiles.dialects.tile.kernel import FreeOp, PopOp, PushOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type

CONTROL = (scf.ForOp, scf.IfOp, scf.IndexSwitchOp)
"""Control flow that both cores may follow, each with the values of its own."""

OTHER = {CoreKind.CUBE: CoreKind.VECTOR, CoreKind.VECTOR: CoreKind.CUBE}
"""The core at the other end of a pipe."""


def core_of_space(space: MemorySpace | None) -> CoreKind:
    """The core that a memory belongs to."""
    return CoreKind.VECTOR if space is MemorySpace.VEC else CoreKind.CUBE


def core_of(op: Operation) -> CoreKind | None:
    """The core that an op on tiles runs on, a move between cores on the receiving one; None for any other op."""
    if isinstance(op, CONTROL) or op.has_trait(IsTerminator):
        return None
    for value in (*op.results, *op.operands):
        if isinstance(value.type, TileType):
            return core_of_space(value.type.space)
    return None


def is_crossing(op: Operation) -> TypeGuard[MoveOp]:
    """Whether an op moves a tile from one core to the other."""
    if not isinstance(op, MoveOp):
        return False
    return core_of_space(tile_type(op.source).space) is not core_of_space(op.result.type.space)


def has_side_effects(op: Operation) -> bool:
    """Whether an op does something that only one of two cores may do, besides giving results."""
    if isinstance(op, PushOp | PopOp | FreeOp):
        return True
    if op.regions or op.has_trait(IsTerminator):
        return False
    effects = get_effects(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)
