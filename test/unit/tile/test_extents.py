"""Arithmetic on partly known extents, against what every substitution of the unknown ones gives.

The models count elements one by one and share nothing with the code under test.
"""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.extents import (
    clamp_window,
    format_shape,
    grow_valid,
    provably_different,
    provably_less,
    shapes_provably_differ,
    smaller,
)

UNKNOWN = DYNAMIC_INDEX
KNOWN = range(5)
EXTENTS = (UNKNOWN, *KNOWN)
LARGER = range(max(KNOWN) + 2)
"""What an unknown extent may stand for: every known one, and one more."""


def substitutions(values: tuple[int, ...], candidates: range) -> Iterator[tuple[int, ...]]:
    """Every way to replace the unknown values."""
    return product(*(candidates if value == UNKNOWN else (value,) for value in values))


@pytest.mark.parametrize(
    ("provably", "relation"),
    [(provably_different, int.__ne__), (provably_less, int.__lt__)],
    ids=["different", "less"],
)
def test_provable_is_true_under_every_substitution(
    provably: Callable[[int, int], bool], relation: Callable[[int, int], bool]
):
    for a, b in product(EXTENTS, repeat=2):
        assert provably(a, b) == all(relation(x, y) for x, y in substitutions((a, b), LARGER)), (a, b)


def test_shapes_differ_where_an_extent_does_or_the_rank():
    for a, b in product(product(EXTENTS, repeat=2), repeat=2):
        assert shapes_provably_differ(a, b) == all(s[:2] != s[2:] for s in substitutions((*a, *b), LARGER))
    assert shapes_provably_differ((UNKNOWN,), (UNKNOWN, UNKNOWN))


def test_smaller_is_the_minimum_where_all_substitutions_agree():
    for a, b in product(EXTENTS, repeat=2):
        outcomes = {min(pair) for pair in substitutions((a, b), LARGER)}
        assert smaller(a, b) == (outcomes.pop() if len(outcomes) == 1 else UNKNOWN), (a, b)


def test_clamp_window_counts_the_valid_elements_of_the_window():
    for valid, offset, extent in product(EXTENTS, EXTENTS, range(1, 6)):
        outcomes = {
            sum(v in range(o, o + extent) for v in range(region))
            for region, o in substitutions((valid, offset), range(12))
        }
        assert clamp_window(valid, offset, extent) == (outcomes.pop() if len(outcomes) == 1 else UNKNOWN)


def written(valid: tuple[int, ...], offsets: tuple[int, ...], extents: tuple[int, ...]) -> tuple[int, ...] | None:
    """Valid shape after a write, element by element; None where the rule refuses it."""
    before = set(product(*map(range, valid)))
    after = before | set(product(*(range(o, o + e) for o, e in zip(offsets, extents))))
    if after == before:
        return valid
    shape = tuple(max(axis) + 1 for axis in zip(*after))
    is_rectangle = after == set(product(*map(range, shape)))
    grows_one_axis = not before or sum(new > old for new, old in zip(shape, valid)) == 1
    return shape if is_rectangle and grows_one_axis else None


def test_grow_valid_is_sound_under_every_substitution():
    bounds = (2, 3)
    axes = [list(product((UNKNOWN, *range(bound + 1)), repeat=3)) for bound in bounds]
    for rows, columns in product(*axes):
        valid, offsets, extents = zip(rows, columns)
        possible = [
            written(s[:2], s[2:4], s[4:])
            for s in substitutions((*valid, *offsets, *extents), range(4))
            if all(v <= b and o + e <= b for v, o, e, b in zip(s[:2], s[2:4], s[4:], bounds))
        ]
        if not possible:
            continue
        legal = [outcome for outcome in possible if outcome is not None]
        try:
            grown = grow_valid(valid, bounds, offsets, extents)
        except VerifyException:
            assert not legal, (valid, offsets, extents)
            continue
        for outcome in legal:
            assert not shapes_provably_differ(grown, outcome), (valid, offsets, extents)
        if UNKNOWN not in (*valid, *offsets, *extents):
            assert [grown] == possible, (valid, offsets, extents)


def test_shapes_are_written_as_in_types():
    assert format_shape((128, UNKNOWN, 0)) == "128x?x0"
