"""The plan report: per matmul, the tile that was chosen and what it costs."""

from __future__ import annotations

from xdsl_tiles import diagnostics
from xdsl_tiles.analysis.l0 import L0Tile, Stationarity, TileCost, cost_of
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import l0_problem_of

_MEMORIES: tuple[str, ...] = ("left", "right", "acc")


def report_plan(candidate: Candidate, tile: L0Tile) -> None:
    """Report what became of a matmul, where somebody wants to know; figures are elements, cycles and bytes."""
    if not diagnostics.plans_wanted():
        return
    cost = cost_of(l0_problem_of(candidate), tile)
    if cost is None:
        return
    figures = _figures(candidate, tile) | _cycles(cost) | _bytes(candidate, tile, cost)
    diagnostics.plan(candidate.op, _sentence(figures), **figures)


def _figures(candidate: Candidate, tile: L0Tile) -> dict[str, int | float | str | bool]:
    extents, dtypes = candidate.extents, candidate.dtypes
    rows, columns, blocks = (-(-extent // step) for extent, step in zip(extents, tile.shape))
    holds = {Stationarity.A: "lhs", Stationarity.B: "rhs"}.get(tile.stationarity, "output")
    return {
        **dict(zip("MNK", extents)),
        "operands": dtypes[0],
        "accumulator": dtypes[2],
        **dict(zip("mnk", tile.shape)),
        "rows": rows,
        "columns": columns,
        "k_blocks": blocks,
        "holds": holds,
        "rows_outer": _rows_outer(tile, blocks),
        "double_buffer_c": tile.double_buffer_c,
    }


def _rows_outer(tile: L0Tile, blocks: int) -> bool:
    """Whether the grid is walked row by row; one whose tiles are reductions goes column by column."""
    if tile.stationarity is Stationarity.OUTPUT:
        return blocks == 1 and tile.os_holds_a
    return tile.stationarity is Stationarity.A


def _cycles(cost: TileCost) -> dict[str, int | float | str | bool]:
    return {
        "wall_cycles": cost.wall,
        "load_cycles": round(cost.load, 1),
        "mad_cycles": cost.mad,
        "drain_cycles": round(cost.drain, 1),
        "traffic_bytes": cost.traffic_bytes,
    }


def _bytes(candidate: Candidate, tile: L0Tile, cost: TileCost) -> dict[str, int | float | str | bool]:
    machine = candidate.tiling.machine
    needed: dict[str, int] = dict(zip(_MEMORIES, (cost.left_bytes, cost.right_bytes, cost.acc_bytes)))
    if candidate.bias is not None:
        needed["bias"] = tile.n * candidate.result_type.element_bits // 8
    figures: dict[str, int | float | str | bool] = {}
    for memory, size in needed.items():
        figures |= {f"{memory}_bytes": size, f"{memory}_capacity": machine.memory[memory].bytes}
    return figures


def _sentence(figures: dict[str, int | float | str | bool]) -> str:
    buffers = ", ".join(
        f"{memory} {figures[f'{memory}_bytes']} of {figures[f'{memory}_capacity']}"
        for memory in (*_MEMORIES, "bias")
        if f"{memory}_bytes" in figures
    )
    blocks = "K at once" if figures["k_blocks"] == 1 else f"{figures['k_blocks']} K blocks each"
    schedule = f"{blocks}, {figures['holds']} held" + (
        ", two accumulators in turns" if figures["double_buffer_c"] else ""
    )
    return (
        "{M}x{N}x{K} in tiles of {m}x{n}x{k}: {rows} x {columns} of them, ".format(**figures)
        + schedule
        + "; {wall_cycles} cycles (load {load_cycles}, MAD {mad_cycles}, drain {drain_cycles}), ".format(**figures)
        + f"{figures['traffic_bytes']} bytes between L1 and L0; {buffers} bytes"
    )
