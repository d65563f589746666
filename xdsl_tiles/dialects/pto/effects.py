"""Memory effects of pto ops: a tile op reads its inputs and writes its outputs, each in its memory space."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, Resource

from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr
from xdsl_tiles.dialects.pto.enums import AddressSpace
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.types import ViewType

if TYPE_CHECKING:
    from xdsl_tiles.dialects.pto.operation import TileOperation


@dataclass(frozen=True)
class SpaceResource(Resource):
    """The memory space that an effect touches."""

    space: AddressSpace

    def name(self) -> str:
        """The name of the memory space, as it stands in types."""
        return self.space


def space_of(type_: Attribute) -> AddressSpace | None:
    """The memory that a tile, view or memref type is in; None for what is in none."""
    match type_:
        case TileBufType():
            return type_.space
        case ViewType():
            return AddressSpace.GM
        case MemRefType():
            space = type_.memory_space
            return space.data if isinstance(space, AddressSpaceAttr) else AddressSpace.GM
        case _:
            return None


class TileEffects(MemoryEffect):
    """Reads of the inputs, writes of the outputs; scratch tiles are read and written."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        """One effect per tile operand, or two where it is updated."""
        return set(_effects(cast("TileOperation", op)))


def _effects(op: TileOperation) -> Iterator[EffectInstance]:
    for name, values in named_operands(op):
        for value in values:
            if (space := space_of(value.type)) is None:
                continue
            if name not in op.OUTPUTS:
                yield EffectInstance(MemoryEffectKind.READ, value, SpaceResource(space))
            if name in op.OUTPUTS or name in op.UPDATES:
                yield EffectInstance(MemoryEffectKind.WRITE, value, SpaceResource(space))


def named_operands(op: TileOperation) -> Iterator[tuple[str, tuple[SSAValue, ...]]]:
    """The operands of an op by the name of their group."""
    for name, _ in op.get_irdl_definition().operands:
        group = getattr(op, name)
        yield name, () if group is None else (group,) if isinstance(group, SSAValue) else tuple(group)


class OwnStorage(MemoryEffect):
    """The result is a tile of its own: two equal ops make two tiles, and one that nobody uses can go."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        """An allocation in the memory space of the result."""
        result = op.results[0]
        space = space_of(result.type) or AddressSpace.ZERO
        return {EffectInstance(MemoryEffectKind.ALLOC, result, SpaceResource(space))}
