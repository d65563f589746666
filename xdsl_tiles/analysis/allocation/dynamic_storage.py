"""Dynamic storage allocation: buffers with lifetimes in as few bytes as possible, parts of freed buffers reused.

Buffers are placed one by one, each at the lowest offset that is free through its life; the order decides how well that
packs. The search starts from the best of some usual orders and moves buffers that are in the way of the highest one
forward, until nothing can be better or its work is spent. It is the same for the same input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from xdsl_tiles.analysis.allocation.buffers import Buffer, Pairs, Placement, conflicts, max_live

_WORK, _WORK_PER_BUFFER = 150_000, 800
"""Neighbours that the search looks at in all, whichever gives more: a fraction of a second."""
_MOVES_PER_BUFFER = 20
"""Moves that the search tries at most: few buffers have few orders."""
_SIDEWAYS = 0.02
"""How often the search takes a worse order, to get out of a corner."""


def place_dynamically(buffers: Sequence[Buffer], apart: Pairs = (), alignment: int = 1, goal: int = 0) -> Placement:
    """Offsets, multiples of `alignment`, with a peak as low as the search finds, or at most `goal` bytes.

    `apart` are pairs that must not share bytes although they are never live together, such as two stages of a pipeline.
    """
    return _Search(buffers, conflicts(buffers, apart), alignment).run(goal)


class _Search:
    def __init__(self, buffers: Sequence[Buffer], neighbours: Sequence[Sequence[int]], alignment: int):
        self.buffers = buffers
        self.neighbours = neighbours
        self.sizes = [-(-buffer.size // alignment) * alignment for buffer in buffers]
        self.pinned = [index for index, buffer in enumerate(buffers) if buffer.pinned is not None]
        self.work = max(_WORK, _WORK_PER_BUFFER * len(buffers))

    def run(self, goal: int) -> Placement:
        """Search until the peak reaches the goal or a bound that holds for every placement."""
        goal = max(goal, max_live(self.buffers))
        order, best = self._best_order()
        current, random = best, Random(0)
        for _ in range(_MOVES_PER_BUFFER * len(order) if len(order) > 1 else 0):
            if best.peak <= goal or self.work < 0:
                break
            moved = self._moved(order, current, random)
            placement = self._place(moved)
            if placement.peak <= current.peak or random.random() < _SIDEWAYS:
                order, current = moved, placement
            best = min(best, placement, key=lambda found: found.peak)
        return best

    def _best_order(self) -> tuple[list[int], Placement]:
        """The order to start from, of those that there is time to try."""
        tried: list[tuple[list[int], Placement]] = []
        for order in self._orders():
            tried.append((order, self._place(order)))
            if self.work < 0:
                break
        return min(tried, key=lambda found: found[1].peak)

    def _orders(self) -> Iterator[list[int]]:
        """Orders that often pack well: the big, the big and long-lived, the long-lived, the early first."""
        free = [index for index, buffer in enumerate(self.buffers) if buffer.pinned is None]
        keys: tuple[Callable[[int], tuple[int, int]], ...] = (
            lambda i: (-self.sizes[i], 0),
            lambda i: (-self.sizes[i] * self._life(i), 0),
            lambda i: (-self._life(i), -self.sizes[i]),
            lambda i: (self.buffers[i].first, -self.sizes[i]),
        )
        for key in keys:
            yield sorted(free, key=key)

    def _life(self, index: int) -> int:
        return self.buffers[index].last - self.buffers[index].first + 1

    def _place(self, order: Sequence[int]) -> Placement:
        """Each buffer in turn at the lowest offset where none of its neighbours is."""
        sizes, offsets = self.sizes, [-1] * len(self.buffers)
        for index in self.pinned:
            offsets[index] = self.buffers[index].pinned or 0
        for index in order:
            neighbours = self.neighbours[index]
            self.work -= len(neighbours) + 1
            busy = sorted((offsets[other], sizes[other]) for other in neighbours if offsets[other] >= 0)
            at, size = 0, sizes[index]
            for offset, extent in busy:
                if offset - at >= size:
                    break
                at = max(at, offset + extent)
            offsets[index] = at
        return Placement(tuple(offsets), max(map(int.__add__, offsets, sizes), default=0))

    def _moved(self, order: Sequence[int], placement: Placement, random: Random) -> list[int]:
        """The order with a buffer at the peak, or a neighbour of one, moved forward."""
        highest = {i for i in order if placement.offsets[i] + self.sizes[i] == placement.peak}
        around = highest.union(*(self.neighbours[index] for index in highest))
        pool = highest if random.random() < 0.5 else around
        places = [place for place, index in enumerate(order) if index in pool]
        place = random.choice(places or range(len(order))) or random.randrange(1, len(order))
        moved = list(order)
        moved.insert(random.randrange(place), moved.pop(place))
        return moved
