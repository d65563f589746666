"""Arithmetic on extents of which some are known only at run time.

An extent is a number of elements, or `DYNAMIC_INDEX` where the IR does not know it. Relations between extents have
three answers; verifiers refuse only what is provably wrong (tile_l0 section 6: unknown passes).
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException


def provably_different(a: int, b: int) -> bool:
    """True where both extents are known and differ."""
    return DYNAMIC_INDEX not in (a, b) and a != b


def provably_less(a: int, b: int) -> bool:
    """True where both extents are known and `a` is smaller."""
    return DYNAMIC_INDEX not in (a, b) and a < b


def shapes_provably_differ(a: Sequence[int], b: Sequence[int]) -> bool:
    """True where two shapes cannot be the same at run time."""
    return len(a) != len(b) or any(map(provably_different, a, b))


def clamp_window(valid: int, offset: int, extent: int) -> int:
    """Valid extent of a window at `offset` of physical `extent` in a region of `valid` elements.

    Constants give `clamp(valid - offset, 0, extent)`; anything unknown gives an unknown extent, except a window of
    which nothing can be valid.
    """
    if valid == 0:
        return 0
    if DYNAMIC_INDEX in (valid, offset):
        return DYNAMIC_INDEX
    return max(0, min(valid - offset, extent))


def smaller(a: int, b: int) -> int:
    """The minimum of two extents, unknown where it depends on an unknown one."""
    if 0 in (a, b):
        return 0
    return DYNAMIC_INDEX if DYNAMIC_INDEX in (a, b) else min(a, b)


def format_shape(shape: Sequence[int]) -> str:
    """A shape as it stands in a type: `128x?`."""
    return "x".join("?" if extent == DYNAMIC_INDEX else str(extent) for extent in shape)


def grow_valid(
    valid: Sequence[int], bounds: Sequence[int], offsets: Sequence[int], extents: Sequence[int]
) -> tuple[int, ...]:
    """Valid shape of a tile after a rectangle was written into it.

    The result stays one rectangle from the origin: writing may grow it along one axis without a gap, or not at all.
    Raises VerifyException where the write provably leaves a gap or an L; unknown extents give unknown extents.
    """
    if tuple(valid) == tuple(bounds):
        return tuple(valid)
    if DYNAMIC_INDEX in (*valid, *offsets, *extents):
        # An axis that is full stays full, unless nothing is valid because another is empty.
        may_be_empty = 0 in valid or DYNAMIC_INDEX in valid
        return tuple(v if v == b and not may_be_empty else DYNAMIC_INDEX for v, b in zip(valid, bounds))
    if 0 in extents:
        return tuple(valid)
    if 0 in valid:
        if any(offsets):
            raise VerifyException(f"the first write of a tile with nothing valid is at its origin, got {list(offsets)}")
        return tuple(extents)
    grown = [axis for axis, (v, o, e) in enumerate(zip(valid, offsets, extents)) if o + e > v]
    if not grown:
        return tuple(valid)
    axis = grown[0]
    covers_others = all(
        o == 0 and e == v for other, (v, o, e) in enumerate(zip(valid, offsets, extents)) if other != axis
    )
    if len(grown) > 1 or offsets[axis] > valid[axis] or not covers_others:
        raise VerifyException(
            f"writing {format_shape(extents)} at {list(offsets)} leaves valid {format_shape(valid)} "
            "no rectangle; grow one axis without a gap"
        )
    return tuple(o + e if a == axis else v for a, (v, o, e) in enumerate(zip(valid, offsets, extents)))
