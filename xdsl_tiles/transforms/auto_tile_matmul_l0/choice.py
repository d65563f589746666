"""The tile that the chooser gives a candidate, and the hints for what it declines (seed, "Diagnostics")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.l0 import L0Problem, L0Tile, NoLegalTile, choose, l0_problem
from xdsl_tiles.diagnostics import hint
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias_legality import has_illegal_bias, hint_needs_narrower_bias
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate

_choose = lru_cache(choose)
"""A program repeats its shapes: one search serves all matmuls of a shape."""


def chosen_tile(candidate: Candidate) -> L0Tile | None:
    """The L0 tile to use, or None where a hint says why there is none; the whole matmul where it fits as it is."""
    m, n, k = candidate.extents
    if _has_sub_byte_type(candidate) or has_illegal_bias(candidate):
        return None
    problem = l0_problem_of(candidate)
    if k % problem.align_k:
        aligned = align_up(k, problem.align_k)
        message = f"K = {k} is not a multiple of {problem.align_k}: load K = {aligned} with {k} of it valid"
        hint(candidate.op, "PH-AT-007", message, k=k, align_k=problem.align_k)
        return None
    try:
        tile = _tile(candidate, problem)
    except NoLegalTile as error:
        _hint_no_tile(candidate, problem, error)
        return None
    tile = _clipped(tile, candidate)
    if tile.perf_hint and tile.shape != (m, n, k):
        hint(candidate.op, "PH-AT-008", tile.perf_hint, m=m, n=n, k=k)
    return tile


def output_stationary_tile(candidate: Candidate) -> L0Tile:
    """The best tile under which no operand is held in L0 whole; there is one wherever `chosen_tile` gives one."""
    return _clipped(_tile(candidate, l0_problem_of(candidate, force_output_stationary=True)), candidate)


def _clipped(tile: L0Tile, candidate: Candidate) -> L0Tile:
    """The tile without the padding that the chooser may add."""
    m, n, k = candidate.extents
    return replace(tile, m=min(tile.m, m), n=min(tile.n, n), k=min(tile.k, k))


def _tile(candidate: Candidate, problem: L0Problem) -> L0Tile:
    return _choose(problem, candidate.tiling.objective)


def _hint_no_tile(candidate: Candidate, problem: L0Problem, error: NoLegalTile) -> None:
    m, n, k = candidate.extents
    if problem.min_n == n and _has_tile(candidate, replace(problem, min_n=problem.align_n)):
        hint_needs_narrower_bias(candidate, error)
    else:
        hint(candidate.op, "PH-AT-005", str(error), m=m, n=n, k=k)


def _has_tile(candidate: Candidate, problem: L0Problem) -> bool:
    try:
        _tile(candidate, problem)
    except NoLegalTile:
        return False
    return True


def whole_output_tile(candidate: Candidate) -> L0Tile | None:
    """The best tile that leaves the output whole and cuts K alone, or None where there is none."""
    m, n, _ = candidate.extents
    try:
        return _tile(candidate, replace(l0_problem_of(candidate), min_m=m, min_n=n, allow_padding=False))
    except NoLegalTile:
        return None


def chain_tile(candidate: Candidate, boxes: tuple[int, int]) -> L0Tile | None:
    """The output tile to cut a reduction of the program into, whose steps are the candidate; None where none is
    needed, or legal.

    Loads of a part of an operand come in boxes, which the part has to pay for in every memory. No operand is held: each
    step brings its own. Where the whole accumulator fits beside operands of any K, a cut would only load them again.
    """
    m, n, k = candidate.extents
    problem = l0_problem_of(candidate, force_output_stationary=True)
    problem = replace(problem, box_align_m=boxes[0], box_align_n=boxes[1], allow_padding=False)
    if k % problem.align_k:
        return None
    try:
        tile = _clipped(_tile(candidate, problem), candidate)
    except NoLegalTile:
        return None
    return None if (tile.m, tile.n) == (m, n) or whole_output_tile(candidate) else tile


def k_alone(candidate: Candidate) -> tuple[int, bool] | None:
    """The k to cut an output into that exceeds L0C, and whether two blocks fit L0 at a time; None where nothing helps.

    Whoever makes room for the accumulator finds the operands in order.
    """
    m, n, k = candidate.extents
    problem = l0_problem_of(candidate, force_output_stationary=True)
    acc_bytes = problem.l0c_rows(m) * n * problem.bytes_c
    problem = replace(problem, min_m=m, min_n=n, l0c_bytes=acc_bytes, allow_double_buffer_c=False, allow_padding=False)
    for depth in (2, 1):
        available = replace(problem, l0a_bytes=2 // depth * problem.l0a_bytes, l0b_bytes=2 // depth * problem.l0b_bytes)
        try:
            tile = _tile(candidate, available)
        except NoLegalTile:
            continue
        return (tile.k, depth == 2) if tile.k < k else None
    return None


def l0_problem_of(candidate: Candidate, *, force_output_stationary: bool = False) -> L0Problem:
    """What the chooser is asked about a candidate."""
    tiling = candidate.tiling
    return l0_problem(
        tiling.machine,
        candidate.extents,
        candidate.dtypes,
        planner=tiling.planner,
        kind=candidate.kind,
        bias=candidate.bias_source,
        double_buffer_c=tiling.double_buffer_c,
        allow_padding=tiling.allow_padding,
        force_output_stationary=force_output_stationary,
    )


def _has_sub_byte_type(candidate: Candidate) -> bool:
    for type_ in (candidate.lhs_type, candidate.rhs_type, candidate.result_type):
        if type_.element_bits % 8:
            message = f"{type_.element_type} is narrower than a byte, which the cube path does not take: cast it first"
            hint(candidate.op, "PH-AT-003", message, bits=type_.element_bits)
            return True
    return False


def covers_output(candidate: Candidate, tile: L0Tile) -> bool:
    """True where only K is tiled: the whole output fits L0C."""
    return (tile.m, tile.n) == candidate.extents[:2]


@dataclass(frozen=True)
class Refusal:
    """Why an output cannot be cut: the reason with its way out, the code of the hint, and its figures."""

    reason: str
    code: str = "PH-AT-006"
    figures: Mapping[str, int] = field(default_factory=dict[str, int])
