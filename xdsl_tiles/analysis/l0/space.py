"""What the tiles of an L0 problem cost: a roofline over loads, multiply-adds and drains (tile_l0 section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.analysis.l0.grid import (
    REGIMES,
    Candidates,
    Floats,
    Grid,
    Ints,
    build_grid,
    enumerate_tiles,
)
from xdsl_tiles.analysis.l0.problem import L0Problem


@dataclass(frozen=True)
class Space:
    """The legal tiles of a problem and their cost, in order of regime, m, n and k.

    `load`, `mad` and `drain` are cycles of the whole matmul, `wall` their roofline, rounded half away from zero.
    """

    problem: L0Problem
    grid: Grid
    tiles: Candidates
    load: Floats
    mad: Ints
    drain: Floats
    wall: Floats

    def shape(self, at: int) -> tuple[int, int, int]:
        """(m, n, k) of one candidate."""
        pair, depth = self.tiles.pair[at], self.tiles.depth[at]
        return int(self.grid.m[pair]), int(self.grid.n[pair]), int(self.grid.k[depth])

    def columns(self, at: Any = slice(None)) -> dict[str, NDArray[Any]]:
        """The fields of the candidates `at`; see `design_space`."""
        p, grid = self.problem, self.grid
        regime, pair, depth, held = (column[at] for column in self.tiles)
        m, n, k = grid.m[pair], grid.n[pair], grid.k[depth]
        blocks_m, blocks_n, k_blocks = grid.blocks_m[pair], grid.blocks_n[pair], -(-p.K // k)
        a_bytes = p.bytes_a * p.M * p.K * np.where(held == 1, 1, blocks_n)
        b_bytes = p.bytes_b * p.K * p.N * np.where(held == 2, 1, blocks_m)
        c_bytes = (2 if p.c_read else 1) * p.bytes_c * p.M * p.N
        return {
            "m": m,
            "n": n,
            "k": k,
            "k_blocks": k_blocks,
            "stationarity": _STATIONARITY[regime],
            "os_holds_a": grid.os_holds_a[pair],
            "double_buffer_c": _TWICE[regime],
            "load": self.load[at],
            "mad": self.mad[at],
            "drain": self.drain[at],
            "wall": self.wall[at],
            "traffic_bytes": a_bytes + b_bytes + c_bytes,
            "padded_compute": blocks_m * m * blocks_n * n * k_blocks * k,
        }


_STATIONARITY = np.array([regime.stationarity.value for regime in REGIMES])
_TWICE = np.array([regime.double_buffer_c for regime in REGIMES])


def design_space(p: L0Problem) -> NDArray[Any]:
    """Every legal tile under every schedule that `p` allows, as a structured array in order of schedule, m, n and k.

    Fields: `m`, `n`, `k` and `k_blocks`, the blocks that cover K; `stationarity` ('OS', 'A' or 'B'), `os_holds_a`,
    `double_buffer_c`; the cycles `load`, `mad`, `drain`, and `wall`, their roofline in whole cycles; `traffic_bytes`,
    what moves between L1 and L0: operand panels as often as they are loaded, C once, or twice where it is read;
    `padded_compute`, multiply-adds as if every block were a full one. The array may be empty. Raises `NoLegalTile`
    where the figures make no sense or the smallest tile doesn't fit.
    """
    p.check()
    columns = explore(p).columns()
    space = np.empty(len(columns["m"]), [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        space[name] = column
    return space


def explore(p: L0Problem) -> Space:
    """Cost every legal tile of a problem that `check` accepts, under every schedule; there may be none."""
    grid = build_grid(p)
    found = enumerate_tiles(p, grid)
    tiles = grid.blocks_m * grid.blocks_n
    load = grid.loads.ravel()[found.held * len(tiles) + found.pair]
    mad = _mad_cycles(p, grid, tiles, found)
    drain = _drain_cycles(p, grid, tiles)[found.pair]
    wall = _wall_cycles(found, tiles, np.maximum(load, mad), drain)
    return Space(p, grid, found, load, mad, drain, wall)


def _mad_cycles(p: L0Problem, grid: Grid, tiles: Ints, found: Candidates) -> Ints:
    """Cycles of the matrix unit: a head per MAD and a pass per fractal; a K tail counts at its own width."""
    fractal = max(1, p.mad_k_fractal_bytes // p.bytes_a)
    passes = p.mad_fp32_passes if p.bytes_a == 4 else max(1, p.bytes_a // 2)
    full, tail = np.divmod(p.K, grid.k)
    heads = p.mad_head * -(-p.K // grid.k)
    k_fractals = full * -(-grid.k // fractal) + -(-tail // fractal)
    mn_fractals = passes * -(-grid.m // p.align_m) * -(-grid.n // p.align_n)
    return tiles[found.pair] * (heads[found.depth] + mn_fractals[found.pair] * k_fractals[found.depth])


def _drain_cycles(p: L0Problem, grid: Grid, tiles: Ints) -> Floats:
    """Cycles to write every output tile back, row by row; an odd count of column fractals takes extra passes."""
    fractals = -(-grid.n // max(1, p.drain_c0_bytes // p.bytes_c))
    odd_part = fractals // (fractals & -fractals)
    row = np.maximum(p.drain_row_cycles, float(p.bytes_c) * grid.n / p.bw_drain)
    row = row + p.drain_penalty_cycles * (odd_part - 1)
    return tiles * (p.drain_fixed_cycles + grid.m * row)


def _wall_cycles(found: Candidates, tiles: Ints, compute: Floats, drain: Floats) -> Floats:
    """The roofline: drains follow compute; with a second accumulator they run beside it, but for one tile's worth."""
    wall = compute + drain
    twice = np.flatnonzero(_TWICE[found.regime])
    if len(twice):
        compute, drain = compute[twice], drain[twice]
        wall[twice] = np.maximum(compute, drain) + np.minimum(compute, drain) / tiles[found.pair[twice]]
    whole = np.floor(wall)
    return whole + (wall - whole >= 0.5)
