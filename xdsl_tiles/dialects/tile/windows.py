"""Offsets and sizes of which some are constants: what ops that address a window of a tile or tensor share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IntegerType, ShapedType, i64
from xdsl.dialects.utils import get_dynamic_index_list, split_dynamic_index_list, verify_dynamic_index_list
from xdsl.ir import SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.extents import format_shape, provably_less

MixedIndex: TypeAlias = SSAValue | int
"""An index that is a constant or an SSA value of type `index`."""

StaticIndices: TypeAlias = DenseArrayBase[IntegerType]


def split_indices(values: Sequence[MixedIndex]) -> tuple[list[SSAValue], StaticIndices]:
    """The operands and the static array that stand for a list of mixed indices."""
    static, dynamic = split_dynamic_index_list(values, DYNAMIC_INDEX)
    return dynamic, DenseArrayBase.from_list(i64, static)


def join_indices(dynamic: Sequence[SSAValue], static: StaticIndices) -> list[MixedIndex]:
    """The mixed indices that operands and a static array stand for."""
    return get_dynamic_index_list(static.get_values(), dynamic, DYNAMIC_INDEX)


def known_indices(static: StaticIndices) -> tuple[int, ...]:
    """The indices as extents: constants, and DYNAMIC_INDEX for SSA values."""
    return tuple(static.get_values())


def verify_indices(dynamic: Sequence[SSAValue], static: StaticIndices, rank: int, what: str) -> tuple[int, ...]:
    """Check that mixed indices are well formed, `rank` many and not negative; returns them as extents."""
    verify_dynamic_index_list(static.get_values(), dynamic, DYNAMIC_INDEX, f" in the {what}s")
    values = known_indices(static)
    if len(values) != rank:
        raise VerifyException(f"needs {rank} {what}s, one per dimension, got {len(values)}")
    for value in values:
        if value < 0 and value != DYNAMIC_INDEX:
            raise VerifyException(f"{what} {value} is negative")
    return values


def verify_inside(offsets: Sequence[int], window: Sequence[int], container: ShapedType, way_out: str = "") -> None:
    """Check that a window does not provably end past a tile or tensor; unknown offsets and extents may be 0."""
    for offset, extent, bound in zip(offsets, window, container.get_shape()):
        reach = sum(value for value in (offset, extent) if value != DYNAMIC_INDEX)
        if provably_less(bound, reach):
            at = ", ".join("?" if value == DYNAMIC_INDEX else str(value) for value in offsets)
            raise VerifyException(f"window {format_shape(window)} at [{at}] ends past {container}{way_out}")
