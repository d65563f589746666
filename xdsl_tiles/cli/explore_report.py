"""What tile-explore says about one matmul: the chosen tile, why, and the runners-up."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.analysis.l0 import L0Problem, L0Tile, Stationarity
from xdsl_tiles.analysis.objective import Objective

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADINGS = ("m", "n", "k", "schedule", "load", "MAD", "drain", "wall", "over best")


def text(title: str, problem: L0Problem, tile: L0Tile, ranked: NDArray[Any], top: int, objective: Objective) -> str:
    """For people: the tile, where its cycles go, and the `top` candidates (rows of a design space, best first)."""
    chosen = ranked[find(tile, ranked)]
    candidates = [_HEADINGS, *(_cells(row, ranked[0]) for row in ranked[:top])]
    paragraphs = [title, _choice(problem, tile), _reasons(problem, tile, chosen, ranked, objective)]
    if top:
        paragraphs.append(f"best {min(top, len(ranked))} of {len(ranked)} candidates\n{_table(candidates)}")
    return "\n\n".join(paragraphs) + "\n"


def as_csv(ranked: NDArray[Any]) -> str:
    """The rows of a design space as CSV, cycles unrounded."""
    assert ranked.dtype.names is not None
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(ranked.dtype.names)
    writer.writerows(row.item() for row in ranked)
    return out.getvalue()


def as_json(problem: L0Problem, tile: L0Tile, ranked: NDArray[Any]) -> str:
    """The problem, the chosen tile and the rows of a design space as one JSON object."""
    assert ranked.dtype.names is not None
    rows = [dict(zip(ranked.dtype.names, row.item())) for row in ranked]
    return json.dumps({"problem": asdict(problem), "tile": asdict(tile), "candidates": rows}, indent=2) + "\n"


def schedule_name(stationarity: str, os_holds_a: bool, double_buffer_c: bool, covers_k: bool) -> str:
    """A short name: OS, OS A or OS B (what it holds where k covers K), A or B; with dbC for a second accumulator."""
    held = (" A" if os_holds_a else " B") if stationarity == Stationarity.OUTPUT and covers_k else ""
    return f"{stationarity}{held}{' dbC' if double_buffer_c else ''}"


def row_schedule(row: Any) -> str:
    """The schedule name of a row of a design space."""
    return schedule_name(
        str(row["stationarity"]), bool(row["os_holds_a"]), bool(row["double_buffer_c"]), int(row["k_blocks"]) == 1
    )


def find(tile: L0Tile, space: NDArray[Any]) -> int:
    """The place of a tile among the rows of a design space that holds it."""
    found = space["wall"] == tile.cost_cycles
    for name in ("m", "n", "k", "stationarity", "double_buffer_c"):
        found &= space[name] == getattr(tile, name)
    return int(np.flatnonzero(found)[0])


def _choice(problem: L0Problem, tile: L0Tile) -> str:
    grid = [-(-extent // step) for extent, step in zip(problem.whole, tile.shape)]
    schedule = {
        Stationarity.OUTPUT: "output-stationary",
        Stationarity.A: "A-stationary: each lhs panel stays in L0A while the rhs streams by",
        Stationarity.B: "B-stationary: each rhs panel stays in L0B while the lhs streams by",
    }[tile.stationarity]
    if tile.stationarity is Stationarity.OUTPUT and tile.k >= problem.K:
        schedule += f", {'lhs' if tile.os_holds_a else 'rhs'} panels in the outer loop"
    lines = [
        f"tile      {tile.m} x {tile.n} x {tile.k} (m x n x k)",
        f"grid      {grid[0]} x {grid[1]} output tiles, {grid[2]} K block{'s' if grid[2] > 1 else ''} each",
        f"schedule  {schedule}{'; two accumulators alternate' if tile.double_buffer_c else ''}",
        f"traffic   {tile.traffic_bytes} bytes between L1 and L0",
        f"padding   {tile.padded_compute / (problem.M * problem.N * problem.K) - 1:.1%} more multiply-adds",
    ]
    if tile.perf_hint:
        lines.append("hint      an extent below the smallest tile was padded up")
    return "\n".join(lines)


def _reasons(problem: L0Problem, tile: L0Tile, row: Any, ranked: NDArray[Any], objective: Objective) -> str:
    parts = {"load": float(row["load"]), "MAD": float(row["mad"]), "drain": float(row["drain"])}
    rule = "max(load, MAD) + drain"
    if tile.double_buffer_c:
        rule = "the larger of max(load, MAD) and drain, and one tile's worth of the smaller"
    where = {"load": "L1 to L0A and L0B", "MAD": "matrix unit", "drain": "L0C to memory"}
    lines = [f"wall      {tile.cost_cycles} cycles: {rule}"]
    lines += [f"  {name:6}  {cycles:12.1f}  {where[name]}" for name, cycles in parts.items()]
    lines.append(f"most in   {max(parts, key=parts.__getitem__)}")
    if tile.shape == problem.whole and (tile.stationarity, tile.double_buffer_c) == (Stationarity.OUTPUT, False):
        lines.append("why       the whole matmul fits L0, with room to load ahead: nothing else is considered")
    elif objective is Objective.BALANCED:
        lines.append(f"why       the fewest K blocks within 2% of the smallest wall of {len(ranked)} legal candidates")
    else:
        lines.append(f"why       the smallest wall of {len(ranked)} legal candidates; ties by padding, K blocks, load")
    return "\n".join(lines)


def _cells(row: Any, best: Any) -> tuple[str, ...]:
    cycles = (f"{float(row[name]):.0f}" for name in ("load", "mad", "drain", "wall"))
    over = f"{float(row['wall']) / float(best['wall']) - 1:.1%}"
    return (*(str(row[name]) for name in "mnk"), row_schedule(row), *cycles, over)


def _table(lines: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines)
