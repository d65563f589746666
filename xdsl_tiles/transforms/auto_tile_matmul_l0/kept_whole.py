"""What is left to do where an output cannot be cut as the chooser would like: K alone, and a hint."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.diagnostics import hint
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.extents import format_shape
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, whole_output_tile
from xdsl_tiles.transforms.auto_tile_matmul_l0.k_reduction import Accumulator, tile_over_k
from xdsl_tiles.transforms.auto_tile_matmul_l0.source_reduction import gives_carried_accumulator, reduction_of


def keep_output_whole(
    candidate: Candidate, tile: L0Tile, refusal: Refusal, rewriter: PatternRewriter, caller: Accumulator | None = None
) -> None:
    """Cut K alone where the output cannot be cut into `tile`, if that fits; a hint tells what it costs."""
    whole = whole_output_tile(candidate)
    if whole is None:
        # Of a reduction it was said where the loop is that carries the accumulator.
        if reduction_of(candidate.op) is None:
            hint_no_placement(candidate, tile, refusal)
        return
    if not gives_carried_accumulator(candidate.op):
        _hint_costs(candidate, tile, whole, refusal)
    tile_over_k(candidate, whole, rewriter, caller)


def hint_no_placement(candidate: Candidate, tile: L0Tile, refusal: Refusal) -> None:
    """Say that the output exceeds L0C, which buffer is too small by the figures, and why it cannot be cut."""
    machine, type_ = candidate.tiling.machine, candidate.result_type
    needed, available = tile_bytes(type_, machine), machine.capacity(MemorySpace.ACC)
    assert needed is not None and available is not None, "candidates are static and cube machines have L0C"
    excess = "exceeds" if needed > available else "leaves no room for L0 operands beside"
    message = (
        f"output {format_shape(type_.get_shape())}x{type_.element_type} takes {needed} bytes, which {excess} "
        f"L0C ({available}), and cannot be tiled to {tile.m}x{tile.n}: {refusal.reason}"
    )
    figures = {"needed": needed, "available": available, "m": tile.m, "n": tile.n, **refusal.figures}
    hint(candidate.op, refusal.code, message, **figures)


def _hint_costs(candidate: Candidate, tile: L0Tile, whole: L0Tile, refusal: Refusal) -> None:
    """Say what leaving an output whole that fits L0C costs."""
    message = (
        f"output {format_shape(candidate.result_type.get_shape())} stays whole in L0C for {whole.cost_cycles} cycles; "
        f"{tile.m}x{tile.n} tiles would take {tile.cost_cycles}: {refusal.reason}"
    )
    figures = {
        "m": tile.m,
        "n": tile.n,
        "cycles": tile.cost_cycles,
        "cycles_whole": whole.cost_cycles,
        **refusal.figures,
    }
    hint(candidate.op, refusal.code, message, **figures)
