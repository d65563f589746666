"""The older way: buffers whose lives do not meet share one, as large as the largest; those are stacked.

A freed buffer is never divided, so a small one in the place of a large one wastes the rest. Source: tile_l0 section 7.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl_tiles.analysis.allocation.buffers import Buffer, Pairs, Placement, conflicts


def place_stacked(buffers: Sequence[Buffer], apart: Pairs = (), alignment: int = 1) -> Placement:
    """Offsets, multiples of `alignment`: classes of buffers that never meet, the largest first, then stacked.

    Pinned buffers keep their offset; the stack begins above the highest of them.
    """
    neighbours = [set(others) for others in conflicts(buffers, apart)]
    offsets = [buffer.pinned if buffer.pinned is not None else -1 for buffer in buffers]
    bottom = max((offset + buffer.size for offset, buffer in zip(offsets, buffers) if offset >= 0), default=0)
    classes: list[list[int]] = []
    for index in sorted(range(len(buffers)), key=lambda i: (-buffers[i].size, i)):
        if buffers[index].pinned is not None:
            continue
        home = next((members for members in classes if neighbours[index].isdisjoint(members)), None)
        if home is None:
            classes.append(home := [])
        home.append(index)
    for members in sorted(classes, key=min):
        bottom = -(-bottom // alignment) * alignment
        for index in members:
            offsets[index] = bottom
        bottom += max(buffers[index].size for index in members)
    return Placement(tuple(offsets), bottom)
