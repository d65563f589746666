"""What one tile of a problem costs, for whoever reports a choice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.l0.chooser import L0Tile
from xdsl_tiles.analysis.l0.problem import L0Problem, Stationarity
from xdsl_tiles.analysis.l0.space import explore


@dataclass(frozen=True)
class TileCost:
    """Cycles of the whole matmul under one tile and its schedule, and the bytes its buffers take in each memory.

    `wall` is the roofline of the other three cycles, rounded. Buffers that are filled while another is read count
    twice.
    """

    load: float
    mad: int
    drain: float
    wall: int
    traffic_bytes: int
    left_bytes: int
    right_bytes: int
    acc_bytes: int


def cost_of(p: L0Problem, tile: L0Tile) -> TileCost | None:
    """The cost of a tile of a problem that `check` accepts, or None where it is not a legal one."""
    m, n, k = tile.shape
    if p.allow_padding:
        m, n, k = align_up(m, p.align_m), align_up(n, p.align_n), align_up(k, p.align_k)
    p = replace(p, min_m=m, min_n=n, min_k=k)
    columns = explore(p).columns()
    found = (columns["m"] == m) & (columns["n"] == n) & (columns["k"] == k)
    found &= (columns["stationarity"] == tile.stationarity) & (columns["double_buffer_c"] == tile.double_buffer_c)
    places = np.flatnonzero(found)
    if not len(places):
        return None
    row = {name: column[places[0]].item() for name, column in columns.items()}
    return TileCost(
        load=row["load"],
        mad=row["mad"],
        drain=row["drain"],
        wall=int(row["wall"]),
        traffic_bytes=row["traffic_bytes"],
        left_bytes=p.boxed_m(m) * k * p.bytes_a * (1 if tile.stationarity is Stationarity.A else 2),
        right_bytes=p.boxed_n(n) * k * p.bytes_b * (1 if tile.stationarity is Stationarity.B else 2),
        acc_bytes=p.l0c_rows(m) * p.boxed_n(n) * p.bytes_c * (2 if tile.double_buffer_c else 1),
    )
