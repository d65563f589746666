"""Memory effects of tile ops, per memory space, so that generic CSE and DCE do the right thing.

A tile is an SSA value, so most ops have no effect at all. But some buffers are overwritten in place (an accumulator
by `tile.matmul_acc`, a target by `tile.assemble`): two such results are two buffers even when the ops that made them
are equal, and merging them would let one update destroy the other. Their ops carry an allocation effect on their
result, in the space of the result: never merged, removed when unused.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from xdsl.ir import Operation
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, Resource

from xdsl_tiles.dialects.tile.types import TileType


@dataclass(frozen=True)
class SpaceResource(Resource):
    """The memory space that an effect touches."""

    space: str

    def name(self) -> str:
        """The name of the memory space, as it stands in tile types."""
        return self.space


class OwnsResultBuffer(MemoryEffect):
    """The result is a buffer of its own that a later op may overwrite in place."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        """An allocation in the result's memory space."""
        result = op.results[0]
        space = result.type.space if isinstance(result.type, TileType) else None
        return {EffectInstance(MemoryEffectKind.ALLOC, result, SpaceResource(space or "tile"))}


class PipeEffect(MemoryEffect):
    """The op moves the pipe between the cube and its vector cores: keep it, in order."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        """A read and a write of the pipe."""
        pipe = SpaceResource("pipe")
        return {EffectInstance(MemoryEffectKind.READ, None, pipe), EffectInstance(MemoryEffectKind.WRITE, None, pipe)}
