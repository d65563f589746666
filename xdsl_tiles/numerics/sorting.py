"""Sorted lists of (score, index) pairs, eight bytes each, as the vector unit makes and merges them (isa section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

PAIR_BYTES = 8
_GROUP = 32
"""Elements that one sort step orders."""
_WAYS = 4
"""Lists that one merge takes."""


def pair_columns(dtype: np.dtype[Any]) -> int:
    """Elements of a score type that a pair takes."""
    return PAIR_BYTES // dtype.itemsize


def sort32(scores: Array, indices: Array) -> Array:
    """Each row's groups of 32 as pairs in descending order; ties go by the smaller index, NaN last.

    A pair is the score, zero bytes up to four, and the index as a 32-bit word, in elements of the score type.
    """
    rows, columns = scores.shape
    pairs = np.zeros((rows, columns, PAIR_BYTES), dtype=np.uint8)
    wide, ranks = scores.astype(np.float64), indices.astype(np.uint32)
    itemsize = scores.dtype.itemsize
    for start in range(0, columns, _GROUP):
        group = slice(start, min(start + _GROUP, columns))
        order = np.lexsort((ranks[:, group], -wide[:, group]), axis=1)
        sorted_scores = np.take_along_axis(scores[:, group], order, axis=1)
        sorted_ranks = np.take_along_axis(ranks[:, group], order, axis=1)
        pairs[:, group, :itemsize] = _bytes(sorted_scores)
        pairs[:, group, PAIR_BYTES // 2 :] = _bytes(sorted_ranks)
    return pairs.reshape(rows, -1).view(scores.dtype)


def _bytes(elements: Array) -> Array:
    return np.ascontiguousarray(elements).view(np.uint8).reshape(*elements.shape, elements.dtype.itemsize)


def merge_lists(lists: Sequence[Array], exhausted: bool = False) -> tuple[Array, list[int]]:
    """Merge lists of pairs (flat arrays of the score type) by descending score; the merged list and the pairs taken.

    Of equal scores the earlier list's comes first. `exhausted` stops when the first list has been used up.
    """
    width = pair_columns(lists[0].dtype)
    pairs = [part.reshape(-1, width) for part in lists]
    # the head of an unsorted list hides what follows it: the smallest score so far decides when an element is taken
    keys = np.concatenate([-np.minimum.accumulate(part[:, 0].astype(np.float64)) for part in pairs])
    order = np.argsort(keys, kind="stable")
    owners = np.repeat(np.arange(len(pairs)), [len(part) for part in pairs])[order]
    if exhausted:
        ends = [int(np.flatnonzero(owners == index)[-1]) for index, part in enumerate(pairs) if len(part)]
        order, owners = order[: min(ends) + 1], owners[: min(ends) + 1]
    taken = np.bincount(owners, minlength=len(pairs)).tolist()
    return np.concatenate(pairs)[order].reshape(-1), taken


def merge_blocks(row: Array, block: int) -> Array:
    """A row of sorted blocks of `block` elements with every four merged into one; the last group may be short."""
    if block <= 0 or block % pair_columns(row.dtype):
        raise ValueError(f"a block of {block} elements is no list of pairs")
    group = block * _WAYS
    merged: list[Array] = []
    for start in range(0, row.size, group):
        part = row[start : start + group]
        merged.append(merge_lists([part[at : at + block] for at in range(0, part.size, block)])[0])
    return np.concatenate(merged)
