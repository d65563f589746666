"""What the chooser says where there is no tile: the code, and what is needed against what there is (fault H8)."""

import re
from dataclasses import replace
from typing import Any

import pytest

from xdsl_tiles.analysis.l0 import NoLegalTile, choose, design_space, l0_problem
from xdsl_tiles.machines import load

FINE = l0_problem(load("ascend910b"), (256, 256, 256), ("bf16", "bf16", "f32"))

REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"M": 0}, "nonpositive_dim", "got M = 0"),
    ({"K": -16}, "nonpositive_dim", "got K = -16"),
    ({"l0c_bytes": 0}, "nonpositive_capacity", "got l0c_bytes = 0"),
    ({"bytes_b": 0}, "nonpositive_bytes", "got bytes_b = 0"),
    ({"min_k": 0}, "nonpositive_min", "got min_k = 0"),
    ({"max_n": 8}, "max_n_below_min_n", "max_n = 8 must be 0 (no cap) or at least min_n = 16"),
    ({"max_n": -1}, "max_n_below_min_n", "max_n = -1"),
    ({"max_n": 64, "max_n_pipelined": 65}, "max_n_pipelined_above_max_n", "at most max_n = 64"),
    ({"max_n_pipelined": -1}, "max_n_pipelined_above_max_n", "max_n_pipelined = -1"),
    (
        {"max_n_pipelined": 64, "max_n_nested_pipelined": 65},
        "max_n_nested_above_pipelined",
        "at most max_n_pipelined = 64",
    ),
    ({"align_n": 0}, "nonpositive_alignment", "got align_n = 0"),
    ({"l0c_align_m": -16}, "nonpositive_alignment", "got l0c_align_m = -16"),
    ({"box_align_m": 0}, "nonpositive_alignment", "got box_align_m = 0"),
    ({"bw_a": 0}, "nonpositive_bandwidth", "got bw_a = 0"),
    ({"bw_drain": float("nan")}, "nonpositive_bandwidth", "got bw_drain = nan"),
    ({"drain_c0_bytes": 0}, "bad_drain", "got drain_c0_bytes = 0"),
    ({"drain_penalty_cycles": -0.5}, "bad_drain", "got drain_penalty_cycles = -0.5"),
    ({"drain_row_cycles": float("nan")}, "bad_drain", "got drain_row_cycles = nan"),
    ({"M": 8}, "M_below_min", "M = 8 is below the smallest tile extent 16"),
    ({"N": 15}, "N_below_min", "N = 15 is below the smallest tile extent 16"),
    ({"K": 1}, "K_below_min", "pad K or allow padding"),
    (
        {"l0a_bytes": 1023},
        "l0a_too_small_for_min_tile",
        "16 x 16, needs 1024 bytes of L0A (2 x 256 elements of 2 bytes), which has 1023",
    ),
    ({"l0b_bytes": 1023}, "l0b_too_small_for_min_tile", "needs 1024 bytes of L0B (2 x 256 elements of 2 bytes)"),
    (
        {"l0c_bytes": 1023},
        "l0c_too_small_for_min_tile",
        "needs 1024 bytes of L0C (1 x 256 elements of 4 bytes), which has 1023",
    ),
    (
        {"box_align_n": 48, "l0b_bytes": 3071},
        "l0b_too_small_for_min_tile",
        "needs 3072 bytes of L0B (2 x 768 elements of 2 bytes), which has 3071",
    ),
    (
        {"l0c_align_m": 32, "l0c_bytes": 2047},
        "l0c_too_small_for_min_tile",
        "needs 2048 bytes of L0C (1 x 512 elements of 4 bytes), which has 2047",
    ),
    ({"K": 50}, "no_legal_tile", "a k of 16, 32 ... at most 50 that divides K = 50, or K a multiple of 16, or padding"),
    ({"K": 24, "allow_k_boundary": False}, "no_legal_tile", "that divides K = 24, or padding"),
    (
        {"M": 32, "K": 16, "max_n_pipelined": 8, "l0c_bytes": 1024},
        "no_legal_tile",
        "no n keeps to the caps of pipelined loops",
    ),
    ({"M": 1 << 40}, "too_large", "M = 1099511627776 does not fit 32 bits"),
    ({"M": 1 << 30, "N": 1 << 30}, "too_large", "1073741824 x 1073741824 x 256 is too large to cost"),
    ({"bw_a": 1e-300}, "too_large", "got 1e-300"),
    ({"M": 1 << 30, "align_m": 1, "l0a_bytes": (1 << 31) - 1}, "too_large", "more extents than can be searched"),
    (
        {"M": 1 << 16, "N": 1 << 16, "l0a_bytes": 1 << 30, "l0b_bytes": 1 << 30, "l0c_bytes": 1 << 30},
        "too_large",
        "more than the 4194304 searched",
    ),
]


@pytest.mark.parametrize(("change", "code", "message"), REFUSALS, ids=[f"{code}-{said}" for _, code, said in REFUSALS])
def test_fault_H8_a_refusal_says_what_is_needed(change: dict[str, Any], code: str, message: str):
    with pytest.raises(NoLegalTile, match=re.escape(message)) as raised:
        choose(replace(FINE, **change))
    assert raised.value.code == code
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize(
    "change",
    [
        {"l0a_bytes": 1024},
        {"l0b_bytes": 1024},
        {"l0c_bytes": 1024},
        {"max_n": 16},
        {"max_n": 64, "max_n_pipelined": 64, "max_n_nested_pipelined": 64},
        {"M": 16, "N": 16, "K": 16},
        {"M": 1, "N": 1, "K": 1, "allow_padding": True},
        {"K": 50, "allow_padding": True},
        {"drain_fixed_cycles": 0, "drain_row_cycles": 0, "drain_penalty_cycles": 0},
    ],
    ids=str,
)
def test_just_inside_the_limits_there_is_a_tile(change: dict[str, Any]):
    problem = replace(FINE, **change)
    assert choose(problem).shape in {(row["m"], row["n"], row["k"]) for row in design_space(problem)}


def test_only_the_baseline_can_make_a_problem_possible():
    """A held operand would fit the whole K, but every lowering starts from the output-stationary schedule."""
    problem = replace(FINE, M=16, N=16, K=53, min_k=2, align_k=1, l0a_bytes=2 * 16 * 53, allow_k_boundary=False)
    assert {str(name) for name in design_space(problem)["stationarity"]} == {"A"}
    with pytest.raises(NoLegalTile) as raised:
        choose(problem)
    assert raised.value.code == "no_legal_tile"
