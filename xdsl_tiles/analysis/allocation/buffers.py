"""Buffers of one memory space, and which of them must not share bytes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

Pairs = Collection[tuple[int, int]]
"""Pairs of buffers, by their indices."""


@dataclass(frozen=True)
class Buffer:
    """So many bytes that are live from step `first` to step `last`, both included.

    A `pinned` buffer has its offset already: a reservation, or an address that the program gives.
    """

    size: int
    first: int
    last: int
    pinned: int | None = None

    def meets(self, other: Buffer) -> bool:
        """Whether both are live at some step."""
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True)
class Placement:
    """The byte offset of each buffer, and the bytes of the space that are used up to the highest of them."""

    offsets: tuple[int, ...]
    peak: int


def max_live(buffers: Sequence[Buffer]) -> int:
    """The most bytes that are live at one step: no placement has a lower peak."""
    changes: dict[int, int] = {}
    for buffer in buffers:
        changes[buffer.first] = changes.get(buffer.first, 0) + buffer.size
        changes[buffer.last + 1] = changes.get(buffer.last + 1, 0) - buffer.size
    return max(accumulate(changes[step] for step in sorted(changes)), default=0)


def conflicts(buffers: Sequence[Buffer], apart: Pairs = ()) -> list[list[int]]:
    """Per buffer, those that must not share bytes with it: live at the same time, or `apart` by wish."""
    found: list[set[int]] = [set() for _ in buffers]
    live: list[int] = []
    for index in sorted(range(len(buffers)), key=lambda i: buffers[i].first):
        live = [other for other in live if buffers[other].last >= buffers[index].first]
        for other in live:
            found[index].add(other)
            found[other].add(index)
        live.append(index)
    for a, b in apart:
        found[a].add(b)
        found[b].add(a)
    return [sorted(others) for others in found]
