"""The tile with the smallest roofline, by exhaustive search (tile_l0 section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.analysis.l0.problem import L0Problem, NoLegalTile, Stationarity
from xdsl_tiles.analysis.l0.space import Space, explore
from xdsl_tiles.analysis.objective import Objective

_WITHIN = 0.02


@dataclass(frozen=True)
class L0Tile:
    """The chosen tile (extents in elements) and its schedule.

    `os_holds_a`: an output-stationary schedule of the whole K holds A (rows outer), not B. `double_buffer_c`: two
    accumulators alternate. `cost_cycles` is the predicted wall clock, `traffic_bytes` what moves between L1 and L0,
    `padded_compute` the multiply-adds of the padded grid. `perf_hint` is '' or the code of a concession: 'padded_up'.
    """

    m: int
    n: int
    k: int
    stationarity: Stationarity
    os_holds_a: bool
    double_buffer_c: bool
    cost_cycles: int
    traffic_bytes: int
    padded_compute: int
    perf_hint: str = ""

    @property
    def shape(self) -> tuple[int, int, int]:
        """(m, n, k)."""
        return (self.m, self.n, self.k)


def choose(p: L0Problem, objective: Objective = Objective.SEED) -> L0Tile:
    """The legal tile and schedule of least predicted wall clock.

    The baseline (output-stationary, one accumulator) is kept where its best tile is the whole matmul, since then
    nothing needs tiling; another schedule needs a strictly smaller rounded wall. Ties within a schedule go to the
    smaller padded volume, fewer K blocks, less hidden loading, the larger m x n, the larger k, then the smaller m and
    n. That is under the seed's objective; see `Objective` for the other. Raises `NoLegalTile` where there is none,
    also where the baseline alone has none.
    """
    p.check()
    space = explore(p)
    baseline = int(np.searchsorted(space.tiles.regime, 0, side="right"))
    if baseline == 0:
        raise NoLegalTile("no_legal_tile", _why_none(p))
    considered = baseline
    best = _best(space, considered)
    if space.shape(best) != p.whole:
        considered = len(space.wall)
        best = _best(space, considered)
    if objective is Objective.BALANCED:
        best = _fewest_blocks(space, considered, space.wall[best])
    row = {name: column[0] for name, column in space.columns([best]).items()}
    return L0Tile(
        m=int(row["m"]),
        n=int(row["n"]),
        k=int(row["k"]),
        stationarity=Stationarity(str(row["stationarity"])),
        os_holds_a=bool(row["os_holds_a"]),
        double_buffer_c=bool(row["double_buffer_c"]),
        cost_cycles=int(row["wall"]),
        traffic_bytes=int(row["traffic_bytes"]),
        padded_compute=int(row["padded_compute"]),
        perf_hint="padded_up" if p.min_m > p.M or p.min_n > p.N or p.min_k > p.K else "",
    )


def _best(space: Space, count: int) -> int:
    """The place of the best of the first `count` candidates."""
    wall = space.wall[:count]
    ties = np.flatnonzero(wall == wall.min())
    return int(ties[0] if len(ties) == 1 else ties[ranking(space.columns(ties))[0]])


def _fewest_blocks(space: Space, count: int, wall: np.floating[Any]) -> int:
    """The place of the best of those of the first `count` candidates that are near `wall` in the fewest K blocks."""
    near = np.flatnonzero(space.wall[:count] <= wall * (1 + _WITHIN))
    k = space.grid.k[space.tiles.depth[near]]
    blocks = -(-space.problem.K // k)
    ties = near[blocks == blocks.min()]
    return int(ties[ranking(space.columns(ties))[0]])


def ranking(table: NDArray[Any] | Mapping[str, NDArray[Any]]) -> NDArray[np.int64]:
    """The places of the rows of a design space (or of its columns), best first, as `choose` prefers them."""
    held = 1 * (table["stationarity"] == "A") + 2 * (table["stationarity"] == "B")
    return np.lexsort(
        (
            -table["k"],
            -table["m"] * table["n"],
            table["load"],
            table["k_blocks"],
            table["padded_compute"],
            table["double_buffer_c"],
            held,
            table["wall"],
        )
    )


def _why_none(p: L0Problem) -> str:
    """What the smallest tiles, which fit, would need of K."""
    depth = min(p.l0a_elements(2) // p.boxed_m(p.min_m), p.l0b_elements(2) // p.boxed_n(p.min_n), p.K)
    steps = f"{p.min_k}, {p.min_k + p.align_k} ... at most {depth}"
    if p.allow_k_boundary and p.K % p.align_k == 0:
        return f"no legal tile for {p.M} x {p.N} x {p.K}: no n keeps to the caps of pipelined loops"
    needs = f"a k of {steps} that divides K = {p.K}"
    if p.allow_k_boundary:
        needs += f", or K a multiple of {p.align_k}"
    return f"no legal tile for {p.M} x {p.N} x {p.K}: needs {needs}, or padding"
