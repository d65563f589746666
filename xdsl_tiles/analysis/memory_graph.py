"""Which ways a tile can take from one on-chip memory to another."""

from __future__ import annotations

from collections import deque

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.machines import Machine

CROSSINGS: dict[MemorySpace, tuple[MemorySpace, ...]] = {
    MemorySpace.ACC: (MemorySpace.VEC,),
    MemorySpace.MAT: (MemorySpace.VEC,),
    MemorySpace.VEC: (MemorySpace.MAT,),
}
"""The moves between a cube and a vector core: through the pipe between them, on every machine (tile_l0 section 7)."""


def next_spaces(source: MemorySpace, machine: Machine) -> tuple[MemorySpace, ...]:
    """The spaces that one move takes a tile to."""
    direct = [MemorySpace(space) for space in machine.moves.get(source, ()) if space != "gm"]
    return tuple(dict.fromkeys((*direct, *CROSSINGS.get(source, ()))))


def route(source: MemorySpace, target: MemorySpace, machine: Machine) -> tuple[MemorySpace, ...] | None:
    """The fewest moves from one space to another, as the spaces they lead to; None where there is no way."""
    reached: dict[MemorySpace, tuple[MemorySpace, ...]] = {source: ()}
    queue = deque([source])
    while queue and target not in reached:
        space = queue.popleft()
        for following in next_spaces(space, machine):
            if following not in reached:
                reached[following] = (*reached[space], following)
                queue.append(following)
    return reached.get(target)
