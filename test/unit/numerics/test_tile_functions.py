"""Masks, sorts, gathers, counts, reductions and random words against loops over elements."""

import heapq
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics import indexing, masks, reductions, sorting
from xdsl_tiles.numerics.philox import philox4x32

extents = st.integers(1, 37)
seeds = st.integers(0, 1 << 30)


def generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@given(extents, extents, seeds)
def test_masks(rows: int, columns: int, seed: int):
    flags = generator(seed).random((rows, columns)) < 0.5
    width = -(-columns // 8) + 1
    by_rows, stream = masks.pack_rows(flags, width), masks.pack_stream(flags, rows, width)
    for r in range(rows):
        for c in range(columns):
            assert (by_rows[r, c // 8] >> c % 8) & 1 == flags[r, c]
            bit = r * columns + c
            assert (stream.flat[bit // 8] >> bit % 8) & 1 == flags[r, c]
    np.testing.assert_array_equal(masks.unpack_rows(by_rows, columns), flags)
    np.testing.assert_array_equal(masks.unpack_stream(stream, rows, columns), flags)


def test_masks_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="17 mask bits do not fit into rows of 2 bytes"):
        masks.pack_rows(np.ones((1, 17), np.bool_), 2)
    with pytest.raises(ValueError, match="hold no 17 mask bits"):
        masks.unpack_rows(np.ones((1, 2), np.uint8), 17)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@given(st.integers(1, 3), st.integers(1, 70), seeds)
def test_sort32(dtype: Any, rows: int, columns: int, seed: int):
    scores = generator(seed).integers(-4, 5, (rows, columns)).astype(dtype)
    indices = generator(seed + 1).permutation(rows * columns).reshape(rows, columns).astype(np.uint32)
    raw = sorting.sort32(scores, indices).view(np.uint8).reshape(rows, columns, 8)
    for r in range(rows):
        for start in range(0, columns, 32):
            group = range(start, min(start + 32, columns))
            expected = sorted((-float(scores[r, c]), int(indices[r, c])) for c in group)
            for at, (negated, index) in zip(group, expected):
                assert raw[r, at, : scores.itemsize].copy().view(dtype)[0] == -negated
                assert not raw[r, at, scores.itemsize : 4].any()
                assert raw[r, at, 4:].copy().view(np.uint32)[0] == index


def merged_by_heads(lists: list[list[tuple[float, int]]], exhausted: bool) -> tuple[list[int], list[int]]:
    """Take the largest head, of equal ones the first list's; the indices in order and how many of each list."""
    heads = [(-part[0][0], number, 0) for number, part in enumerate(lists) if part]
    heapq.heapify(heads)
    order, taken = list[int](), [0] * len(lists)
    while heads:
        _, number, at = heapq.heappop(heads)
        order.append(lists[number][at][1])
        taken[number] += 1
        if at + 1 < len(lists[number]):
            heapq.heappush(heads, (-lists[number][at + 1][0], number, at + 1))
        elif exhausted:
            break
    return order, taken


scored = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=9)


@given(st.lists(scored, min_size=2, max_size=4), st.booleans(), st.booleans())
def test_merging_lists_sorted_or_not(scores: list[list[float]], in_order: bool, exhausted: bool):
    index = iter(range(100))
    lists = [[(s, next(index)) for s in (sorted(part, reverse=True) if in_order else part)] for part in scores]
    arrays = [np.array([[s, np.uint32(i).view(np.float32)] for s, i in part], np.float32).reshape(-1) for part in lists]
    merged, taken = sorting.merge_lists(arrays, exhausted)
    order, expected = merged_by_heads(lists, exhausted)
    assert merged.reshape(-1, 2)[:, 1].copy().view(np.uint32).tolist() == order
    assert taken == expected


def test_merging_blocks_by_four():
    scores = np.array([5, 1, 8, 2, 9, 0, 7, 3, 6, 4], np.float32)
    row = np.stack([scores, np.arange(10, dtype=np.uint32).view(np.float32)], axis=1).reshape(-1)
    merged = sorting.merge_blocks(row, 2).reshape(-1, 2)[:, 0]
    assert merged.tolist() == [8, 5, 2, 1, 9, 7, 3, 0, 6, 4]
    with pytest.raises(ValueError, match="no list of pairs"):
        sorting.merge_blocks(row, 3)


@pytest.mark.parametrize("pattern", ["P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"])
def test_mask_patterns_read_from_the_right(pattern: str):
    digits = pattern[1:][::-1]
    expected = [c for c in range(23) if digits[c % 4] == "1"]
    assert indexing.kept_columns(pattern, 23).tolist() == expected


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=20), st.integers(1, 20))
def test_out_of_bounds_indices(indices: list[int], capacity: int):
    array = np.array(indices, np.int32)
    resolved, _ = indexing.resolve_indices(array, capacity, "clamp")
    assert resolved.tolist() == [i if 0 <= i < capacity else capacity - 1 for i in indices]
    resolved, _ = indexing.resolve_indices(array, capacity, "wrap")
    assert resolved.tolist() == [i % capacity for i in indices]
    _, counted = indexing.resolve_indices(array, capacity, "skip")
    assert counted.tolist() == [0 <= i < capacity for i in indices]
    if not counted.all():
        with pytest.raises(ValueError, match="out of"):
            indexing.resolve_indices(array, capacity, "undefined")


@pytest.mark.parametrize("update", ["none", "add", "max", "min"])
@given(seed=seeds, count=st.integers(1, 30))
def test_scatters(update: str, seed: int, count: int):
    table = generator(seed).integers(-9, 9, 11).astype(np.int32)
    indices, values = generator(seed + 1).integers(0, 11, count), generator(seed + 2).integers(-9, 9, count)
    expected = table.tolist()
    for index, value in zip(indices.tolist(), values.tolist()):
        here = expected[index]
        expected[index] = {"none": value, "add": here + value, "max": max(here, value), "min": min(here, value)}[update]
    indexing.scatter(table, indices, values.astype(np.int32), update)
    assert table.tolist() == expected


@given(st.integers(1, 3), extents, seeds)
def test_histograms(rows: int, columns: int, seed: int):
    values = generator(seed).integers(0, 1 << 10, (rows, columns)).astype(np.uint16)
    selected = generator(seed).integers(0, 4, rows).astype(np.uint8)
    high, low = indexing.cumulative_histogram(values), indexing.cumulative_histogram(values, selected)
    for r in range(rows):
        digits = [int(v) for v in values[r]]
        for digit in range(256):
            assert high[r, digit] == sum(v // 256 <= digit for v in digits)
            assert low[r, digit] == sum(v // 256 == selected[r] and v % 256 <= digit for v in digits)


FLOATS = [np.float16, np.float32, ml_dtypes.bfloat16]


def summed(values: list[Any], wide: Any, dtype: Any) -> Any:
    total = values[0].astype(wide)
    for value in values[1:]:
        total = (total + value.astype(wide)).astype(wide)
    return total.astype(dtype)


@pytest.mark.parametrize("dtype", [*FLOATS, np.int16])
@given(st.integers(1, 19), st.integers(1, 19), seeds)
def test_sums_in_the_order_of_the_unit(dtype: Any, rows: int, columns: int, seed: int):
    values = (generator(seed).standard_normal((rows, columns)) * 1000).astype(dtype)
    wide = dtype if dtype == np.int16 else np.float32
    with np.errstate(over="ignore"):
        by_row = [[summed(list(row), wide, dtype)] for row in values]
        by_column = [[summed(list(column), dtype, dtype) for column in values.T]]
        np.testing.assert_array_equal(reductions.accumulate_rows(values, np.add), np.array(by_row, dtype))
        np.testing.assert_array_equal(reductions.accumulate_columns(values, np.add), np.array(by_column, dtype))


@given(st.integers(1, 19), seeds)
def test_column_sums_as_a_tree(rows: int, seed: int):
    values = generator(seed).standard_normal((rows, 3)).astype(np.float16)
    level = list(values)
    while len(level) > 1:
        pairs = [level[i] + level[i + 1] for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    np.testing.assert_array_equal(reductions.sum_columns_pairwise(values)[0], level[0])


@given(st.integers(1, 9), st.integers(1, 30))
def test_block_operands_repeat(width: int, columns: int):
    values = np.arange(2 * width).reshape(2, width)
    repeated = np.broadcast_to(reductions.repeated_columns(values, columns), (2, columns))
    assert repeated.tolist() == [[row[c % width] for c in range(columns)] for row in values.tolist()]


def test_extremes_propagate_nan():
    values = np.array([[1, np.nan, 3], [4, 5, 6]], np.float32)
    assert np.isnan(reductions.largest(values, 1)).tolist() == [[True], [False]]
    assert np.isnan(reductions.smallest(values, 0)).tolist() == [[False, True, False]]


@pytest.mark.parametrize(
    "word, expected",
    [(0, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
     (0xFFFFFFFF, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD])],
)  # fmt: skip
def test_philox_known_answers(word: int, expected: list[int]):
    assert philox4x32((word, word), (word,) * 4, 4).tolist() == expected


def test_philox_counts_on_with_carry():
    first = philox4x32((1, 2), (0xFFFFFFFF, 7, 0, 0), 11)
    assert first[:4].tolist() == philox4x32((1, 2), (0xFFFFFFFF, 7, 0, 0), 4).tolist()
    assert first[4:8].tolist() == philox4x32((1, 2), (0, 8, 0, 0), 4).tolist()
    assert len(first) == 11
    assert philox4x32((1, 2), (0, 0, 0, 0), 4, rounds=7).tolist() != philox4x32((1, 2), (0, 0, 0, 0), 4).tolist()
