"""Which tiles are legal, under which schedules (tile_l0 section 2).

Capacity bounds each axis by the ones before it: the rows m bound the columns n through L0C, and both bound the depth k
through L0A and L0B. Each bound keeps a prefix of the ascending extents, so the tiles are a ragged array, laid out flat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.l0.problem import L0Problem, NoLegalTile, Stationarity

Ints = NDArray[np.int64]
Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]

_LARGEST_SPACE = 1 << 22


class Regime(NamedTuple):
    """A schedule: which operand is held in L0, and whether two accumulators alternate."""

    stationarity: Stationarity
    double_buffer_c: bool


REGIMES = tuple(Regime(held, twice) for held in Stationarity for twice in (False, True))
"""In order of preference; the first, the baseline, is in every lowering's reach."""


@dataclass(frozen=True)
class Grid:
    """The (m, n) whose accumulator fits L0C, ascending by m, then n, and the k that fit beside any of them.

    `blocks_m` and `blocks_n` tiles cover M and N; `l0c` elements of L0C hold one accumulator; `box_m` and `box_n` are
    the rows and columns that the operands occupy. `loads` are the cycles to load both operands, by what is held in L0
    meanwhile: neither (row 0), A (row 1) or B (row 2). `os_holds_a`: holding A is no dearer than holding B.
    """

    m: Ints
    n: Ints
    k: Ints
    box_m: Ints
    box_n: Ints
    l0c: Ints
    blocks_m: Ints
    blocks_n: Ints
    loads: Floats
    os_holds_a: Bools


class Candidates(NamedTuple):
    """Legal tiles in order of regime (a place in `REGIMES`), m, n and k.

    `pair` and `depth` are their places in the grid's (m, n) and k; `held` says what L0 holds: a row of `Grid.loads`.
    """

    regime: Ints
    pair: Ints
    depth: Ints
    held: Ints


def build_grid(p: L0Problem) -> Grid:
    """The grid of a problem that `check` accepts."""
    axis_m, axis_n, k = _axes(p)
    box_m, box_n = _align(axis_m, p.box_align_m), _align(axis_n, p.box_align_n)
    rows = _align(box_m, p.l0c_align_m)
    i, j = _ragged(np.searchsorted(box_n, p.l0c_elements(1) // rows, side="right"))
    blocks_m, blocks_n = -(-p.M // axis_m), -(-p.N // axis_n)
    a, b = float(p.bytes_a) * p.M * p.K, float(p.bytes_b) * p.K * p.N
    a_streams, b_streams = (a * blocks_n / p.bw_a)[j], (b * blocks_m / p.bw_b)[i]
    loads = np.stack([a_streams + b_streams, a / p.bw_a + b_streams, a_streams + b / p.bw_b])
    return Grid(
        m=axis_m[i],
        n=axis_n[j],
        k=k,
        box_m=box_m[i],
        box_n=box_n[j],
        l0c=rows[i] * box_n[j],
        blocks_m=blocks_m[i],
        blocks_n=blocks_n[j],
        loads=loads,
        os_holds_a=loads[1] <= loads[2],
    )


def enumerate_tiles(p: L0Problem, grid: Grid) -> Candidates:
    """Every legal tile under every schedule that the problem allows, the baseline's first."""
    longest = np.minimum(p.l0a_elements(2) // grid.box_m, p.l0b_elements(2) // grid.box_n)
    pair, depth = _ragged(np.searchsorted(grid.k, longest // p.align_k * p.align_k, side="right"))
    baseline = np.zeros_like(pair)
    whole_k = int(np.searchsorted(grid.k, p.K))
    if whole_k == len(grid.k):
        return Candidates(baseline, pair, depth, held=baseline)
    os_held = np.where(grid.os_holds_a, 1, 2)
    found = Candidates(baseline, pair, depth, np.where(depth >= whole_k, os_held[pair], 0))
    if grid.k[whole_k] != p.K:
        return found
    if _has_pipelined_caps(p):
        kept = (depth != whole_k) | _within_pipelined_caps(p, grid, Stationarity.OUTPUT)[pair]
        found = Candidates(*(column[kept] for column in found))
    place, pair = np.nonzero(np.stack([_takes_whole_k(p, grid, regime) for regime in REGIMES[1:]]))
    held = _HELD[place + 1]
    held = np.where(held == 0, os_held[pair], held)
    others = Candidates(place + 1, pair, np.full_like(pair, whole_k), held)
    return Candidates(*(np.concatenate(columns) for columns in zip(found, others)))


_HELD = np.array([list(Stationarity).index(regime.stationarity) for regime in REGIMES])
"""What each regime holds by its definition, a row of `Grid.loads`; output-stationary ones decide by cost."""


def _takes_whole_k(p: L0Problem, grid: Grid, regime: Regime) -> Bools:
    """Whether each pair, as deep as the whole K, is legal under a schedule other than the baseline."""
    held, twice = regime
    allowed = {Stationarity.A: p.allow_a_stationary, Stationarity.B: p.allow_b_stationary}.get(held, True)
    if not allowed or (twice and not p.allow_double_buffer_c):
        return np.zeros(len(grid.m), np.bool_)
    depth = align_up(p.K, p.align_k)
    legal = grid.box_m <= p.l0a_elements(1 if held is Stationarity.A else 2) // depth
    legal &= grid.box_n <= p.l0b_elements(1 if held is Stationarity.B else 2) // depth
    if twice:
        legal &= grid.l0c <= p.l0c_elements(2)
        legal &= _alternates(p, grid, held)
    if _has_pipelined_caps(p):
        legal &= _within_pipelined_caps(p, grid, held)
    return legal


def _alternates(p: L0Problem, grid: Grid, held: Stationarity) -> Bools:
    """Whether the inner loop, over the operand that isn't held, has two full tiles for two accumulators."""
    columns, rows = grid.n <= p.N // 2, grid.m <= p.M // 2
    if held is Stationarity.OUTPUT:
        return np.where(grid.os_holds_a, columns, rows)
    return columns if held is Stationarity.A else rows


def _has_pipelined_caps(p: L0Problem) -> bool:
    return p.max_n_pipelined > 0 or p.max_n_nested_pipelined > 0


def _within_pipelined_caps(p: L0Problem, grid: Grid, held: Stationarity) -> Bools:
    """Whether each pair, as deep as the whole K, keeps to the caps on n where n is a pipelined loop's axis."""
    capped = np.zeros(len(grid.m), np.bool_)
    if p.max_n_pipelined and held is not Stationarity.B:
        capped |= grid.n > p.max_n_pipelined
    if p.max_n_nested_pipelined and held is Stationarity.OUTPUT:
        capped |= grid.os_holds_a & (grid.n > p.max_n_nested_pipelined)
    return ~capped | ((grid.m == p.M) & (grid.n == p.N))


def _axes(p: L0Problem) -> tuple[Ints, Ints, Ints]:
    """Extents of m, n and k in the problem's grid, as far as a single buffer of each memory reaches."""
    last_m, last_n, last_k = p.M, p.N, p.K
    if p.allow_padding:
        last_m, last_n = align_up(p.M, p.align_m), align_up(p.N, p.align_n)
        last_k = max(align_up(p.K, p.align_k), p.min_k)
    if p.max_n > 0:
        last_n = min(last_n, p.max_n)
    most_a, most_b = p.l0a_elements(1), p.l0b_elements(1)
    last_k = min(last_k, most_a // p.boxed_m(p.min_m), most_b // p.boxed_n(p.min_n)) // p.align_k * p.align_k
    k = _extents(p.min_k, last_k, p.align_k)
    if not p.allow_padding and not (p.allow_k_boundary and p.K % p.align_k == 0):
        k = k[p.K % k == 0]
    last_m, last_n = min(last_m, most_a // p.min_k), min(last_n, most_b // p.min_k)
    return _extents(p.min_m, last_m, p.align_m), _extents(p.min_n, last_n, p.align_n), k


def _extents(first: int, last: int, step: int) -> Ints:
    if (last - first) // step > _LARGEST_SPACE:
        raise NoLegalTile("too_large", f"{first}, {first + step} ... {last}: more extents than can be searched")
    return np.arange(first, last + 1, step)


def _align(extents: Ints, alignment: int) -> Ints:
    return extents if alignment == 1 else -(-extents // alignment) * alignment


def _ragged(counts: Ints) -> tuple[Ints, Ints]:
    """Owners and positions of `counts[i]` items each: `[2, 0, 1]` gives `[0, 0, 2]` and `[0, 1, 0]`."""
    total = int(counts.sum())
    if total > _LARGEST_SPACE:
        raise NoLegalTile("too_large", f"the memories admit {total} tiles, more than the {_LARGEST_SPACE} searched")
    starts = np.cumsum(counts) - counts
    return np.repeat(np.arange(len(counts)), counts), np.arange(total) - np.repeat(starts, counts)
