"""Chains of native casts against the direct cast, over every pair of element types, round mode and machine."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from xdsl_tiles.analysis.cast_chain import CastChain, cast_chain
from xdsl_tiles.machines import Machine, available, load
from xdsl_tiles.numerics.casting import Array, cast_array
from xdsl_tiles.numerics.dtypes import DTYPES, DType, Kind
from xdsl_tiles.numerics.round_mode import RoundMode

TILE_TYPES = [d for name, d in DTYPES.items() if d.kind is not Kind.UNSIGNED and name not in ("f64", "index", "i1")]
PAIRS = [pair for pair in product(TILE_TYPES, repeat=2) if pair[0] != pair[1]]


def every_or_edges(dtype: DType) -> Array:
    """All elements of a type of up to 16 bits; of a wider one those around every element of the narrower types."""
    if dtype.bits == 4:
        return np.arange(16, dtype=np.uint8).astype(np.int8).astype(dtype.numpy) if not dtype.is_float else fp4(dtype)
    if dtype.bits <= 16:
        return np.arange(1 << dtype.bits).astype(f"uint{dtype.bits}").view(dtype.numpy)
    return wide_floats() if dtype.is_float else wide_integers(dtype)


def fp4(dtype: DType) -> Array:
    return np.array([sign * value for value in (0, 0.5, 1, 1.5, 2, 3, 4, 6) for sign in (1, -1)]).astype(dtype.numpy)


def wide_floats() -> Array:
    """f32 elements: many f16 and bf16 ones, the points half-way between them, and the neighbours of all these."""
    with np.errstate(invalid="ignore", over="ignore"):
        known = [every_or_edges(DTYPES[name]).astype(np.float32) for name in ("f16", "bf16")]
        grid = np.unique(np.concatenate([values[np.isfinite(values)] for values in known]))
        middles = ((grid[1:].astype(np.float64) + grid[:-1]) / 2).astype(np.float32)
        wholes = np.arange(-70000, 70001, 7, dtype=np.float32) + 0.5
        limits = np.array([2.0**31, 2.0**63, -(2.0**31), -(2.0**63), 65519.0, 65520.0, 3.4e38], np.float32)
        near = np.concatenate([grid[::17], middles[::17], wholes, limits])
        around = [near, np.nextafter(near, np.float32(np.inf)), np.nextafter(near, np.float32(-np.inf))]
    return np.concatenate([*around, np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45, -1e-45], np.float32)])


def wide_integers(dtype: DType) -> Array:
    """Integers around sums of two powers of two, where ties of shorter floats and the ends of ranges are."""
    powers = [1 << exponent for exponent in range(dtype.bits - 1)]
    near = {a + sign * b + step for a in powers for b in powers for sign in (1, -1) for step in (-1, 0, 1)}
    both = {value for number in (*near, *range(-300, 300), dtype.lowest, dtype.highest) for value in (number, -number)}
    return np.array([value for value in sorted(both) if dtype.lowest <= value <= dtype.highest], dtype=dtype.numpy)


def through(values: Array, source: DType, chain: CastChain) -> Array:
    for target, mode in chain.steps:
        values, source = converted(values, source, target, mode), target
    return values


def converted(values: Array, source: DType, target: DType, mode: RoundMode) -> Array:
    with np.errstate(invalid="ignore"):  # signalling NaNs among all bit patterns
        return cast_array(values, source, target, mode)


def bits_of(values: Array, dtype: DType) -> Array:
    """What distinguishes elements: numbers with the sign of zero, one NaN."""
    if not dtype.is_float:
        return values.astype(np.int64)
    with np.errstate(invalid="ignore"):
        wide = values.astype(np.float64)
    return np.where(np.isnan(wide), np.nan, wide).view(np.int64)


@pytest.fixture(scope="module")
def elements() -> dict[DType, Array]:
    return {dtype: every_or_edges(dtype) for dtype in TILE_TYPES}


@pytest.mark.parametrize("mode", list(RoundMode))
@pytest.mark.parametrize("name", available())
def test_chains_of_shipped_machines_give_what_the_direct_cast_gives(
    name: str, mode: RoundMode, elements: dict[DType, Array]
):
    machine, chains = load(name), 0
    for source, target in PAIRS:
        chain = cast_chain(source, target, mode, machine)
        if chain is None or len(chain.steps) == 1:
            continue
        chains += 1
        assert chain.faithful, (source.name, target.name)
        path = [source, *(via for via, _ in chain.steps)]
        assert all(machine.can_cast(a.name, b.name) for a, b in pairwise(path))
        values = elements[source]
        actual = bits_of(through(values, source, chain), target)
        expected = bits_of(converted(values, source, target, mode), target)
        wrong = np.flatnonzero(actual != expected)
        assert not wrong.size, ([via.name for via in path], values[wrong[:3]], actual[wrong[:3]], expected[wrong[:3]])
    assert chains > 10


def with_casts(casts: dict[str, tuple[str, ...]]) -> Machine:
    machine = load("ascend950")
    return replace(machine, dtypes=replace(machine.dtypes, cast=casts))


@pytest.mark.parametrize("mode", list(RoundMode))
def test_a_chain_through_any_one_type_is_faithful_only_where_it_gives_the_same(
    mode: RoundMode, elements: dict[DType, Array]
):
    unfaithful = 0
    for source, target in PAIRS:
        values = elements[source] if source.bits < 16 else elements[source][::7]
        direct = converted(values, source, target, mode)
        for via in TILE_TYPES:
            if via in (source, target):
                continue
            chain = cast_chain(source, target, mode, with_casts({source.name: (via.name,), via.name: (target.name,)}))
            assert chain is not None and len(chain.steps) == 2
            same = np.array_equal(bits_of(through(values, source, chain), target), bits_of(direct, target))
            assert same or not chain.faithful, (source.name, via.name, target.name)
            unfaithful += not chain.faithful
    assert unfaithful > 100


def test_types_on_the_way_are_ones_that_tiles_hold():
    """ascend950 casts i32 to ui8 and ui8 to f16, but no tile holds ui8."""
    chain = cast_chain(DTYPES["i32"], DTYPES["i8"], RoundMode.RINT, load("ascend950"))
    assert chain is not None and [via.name for via, _ in chain.steps] == ["f32", "f16", "i8"]


def test_a_longer_faithful_chain_comes_before_a_shorter_one_that_rounds_twice():
    machine = with_casts({"i32": ("f16", "i64"), "f16": ("bf16",), "i64": ("f32",), "f32": ("bf16",)})
    chain = cast_chain(DTYPES["i32"], DTYPES["bf16"], RoundMode.RINT, machine)
    assert chain is not None and chain.faithful
    assert [(via.name, str(mode)) for via, mode in chain.steps] == [("i64", "none"), ("f32", "odd"), ("bf16", "rint")]


def test_no_chain():
    assert cast_chain(DTYPES["f32"], DTYPES["i4"], RoundMode.RINT, load("ascend950")) is None
