"""The pipes between a cube and its vector cores."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Pipe:
    """One direction of one pipe: the tiles on their way, oldest first, and how many were ever pushed, popped, freed.

    `held` is for receivers that look after what they popped until they free it.
    """

    number: int
    receiver: str
    tiles: deque[Any] = field(default_factory=deque[Any])
    pushed: int = 0
    popped: int = 0
    freed: int = 0
    held: deque[Any] = field(default_factory=deque[Any])

    @property
    def occupied(self) -> int:
        """Slots that hold a tile, on its way or popped and not yet freed."""
        return self.pushed - self.freed

    def push(self, tile: Any) -> None:
        """Put a tile into the next slot."""
        self.tiles.append(tile)
        self.pushed += 1

    def pop(self) -> Any:
        """The oldest tile, whose slot stays occupied."""
        self.popped += 1
        return self.tiles.popleft()

    def free(self) -> None:
        """Give the slot of a popped tile back."""
        self.freed += 1

    def reset(self) -> None:
        """Empty the pipe."""
        self.tiles.clear()
        self.held.clear()
        self.pushed = self.popped = self.freed = 0


class Pipes:
    """The pipes of a run, by their number and receiving core; they are made as they are asked for."""

    def __init__(self) -> None:
        self._pipes: dict[tuple[int, str], Pipe] = {}

    def __getitem__(self, key: tuple[int, str]) -> Pipe:
        return self._pipes.setdefault(key, Pipe(*key))

    def __iter__(self) -> Iterator[Pipe]:
        return iter(self._pipes.values())

    @property
    def transfers(self) -> int:
        """How often anything was pushed, popped or freed."""
        return sum(pipe.pushed + pipe.popped + pipe.freed for pipe in self)

    def reset(self) -> None:
        """Empty all of them."""
        for pipe in self:
            pipe.reset()
