"""Placements are legal, low, and the same every time."""

from itertools import combinations
from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.analysis.allocation import Buffer, Placement, conflicts, max_live, place_dynamically, place_stacked

ALIGNMENT = 32


def random_buffers(seed: int) -> list[Buffer]:
    """Up to 60 buffers: long and short lives, even and odd sizes."""
    random = Random(seed)
    steps = random.choice([20, 60, 120])
    sizes = random.choice([range(1, 101), [1, 2, 4, 8, 16, 32, 64], [24, 96, 160, 256, 512, 1024]])
    buffers: list[Buffer] = []
    for _ in range(random.randint(1, 60)):
        first = random.randrange(steps)
        last = min(steps, first + random.choice([random.randrange(10), random.randrange(steps)]))
        buffers.append(Buffer(ALIGNMENT * random.choice(sizes), first, last))
    return buffers


BUFFERS = st.lists(
    st.builds(
        lambda size, first, life: Buffer(size, first, first + life),
        st.integers(1, 5000),
        st.integers(0, 30),
        st.integers(0, 12),
    ),
    max_size=15,
)


def check(buffers: list[Buffer], placement: Placement, apart: set[tuple[int, int]]) -> None:
    ends = [offset + buffer.size for offset, buffer in zip(placement.offsets, buffers, strict=True)]
    assert all(offset >= 0 and offset % ALIGNMENT == 0 for offset in placement.offsets)
    assert max(ends, default=0) <= placement.peak
    for a, b in combinations(range(len(buffers)), 2):
        if buffers[a].meets(buffers[b]) or (a, b) in apart:
            assert ends[a] <= placement.offsets[b] or ends[b] <= placement.offsets[a]


@given(buffers=BUFFERS, data=st.data())
def test_no_two_buffers_that_meet_share_bytes(buffers: list[Buffer], data: st.DataObject):
    pairs = st.sampled_from([*combinations(range(len(buffers)), 2)] or [(0, 0)])
    apart = data.draw(st.sets(pairs, max_size=6)) if len(buffers) > 1 else set[tuple[int, int]]()
    for place in (place_dynamically, place_stacked):
        placement = place(buffers, apart, ALIGNMENT)
        check(buffers, placement, apart)
        assert placement == place(buffers, apart, ALIGNMENT)
        assert placement.peak >= max_live(buffers)


@given(buffers=BUFFERS)
def test_conflicts_are_what_a_look_at_every_pair_finds(buffers: list[Buffer]):
    pairs = [(a, b) for a, b in combinations(range(len(buffers)), 2) if buffers[a].meets(buffers[b])]
    expected = [
        sorted({*(b for a, b in pairs if a == i), *(a for a, b in pairs if b == i)}) for i in range(len(buffers))
    ]
    assert conflicts(buffers) == expected


def test_random_sets_come_close_to_what_is_live_at_once():
    ratios = sorted(place_dynamically(b).peak / max_live(b) for b in map(random_buffers, range(100)))
    assert exp(sum(map(log, ratios)) / len(ratios)) <= 1.02
    assert ratios[int(0.95 * len(ratios))] <= 1.05


def test_fault_A4_two_small_buffers_live_in_the_place_of_a_large_one():
    buffers = [Buffer(65536, 0, 3), Buffer(32768, 4, 9), Buffer(32768, 4, 9)]
    placement = place_dynamically(buffers)
    assert placement.peak == 65536
    assert sorted(placement.offsets[1:]) == [0, 32768]
    assert place_stacked(buffers).peak == 98304


def test_fault_D9_a_buffer_goes_around_one_that_has_its_address():
    pinned, free = Buffer(8192, 0, 5, pinned=4096), Buffer(8192, 3, 9)
    assert place_dynamically([pinned, free]).offsets == (4096, 12288)
    assert place_stacked([pinned, free]).offsets == (4096, 12288)


def test_stages_that_never_meet_are_kept_apart():
    buffers = [Buffer(100, 0, 1), Buffer(100, 2, 3)]
    assert place_dynamically(buffers).peak == 100
    assert place_dynamically(buffers, [(0, 1)]).peak == 200
    assert place_stacked(buffers, [(0, 1)]).peak == 200


def test_a_goal_ends_the_search():
    buffers = random_buffers(7)
    generous = 2 * max_live(buffers)
    assert place_dynamically(buffers, goal=generous).peak <= generous


@pytest.mark.parametrize("place", [place_dynamically, place_stacked])
def test_nothing_to_place(place: type[Placement]):
    assert place([]) == Placement((), 0)
