"""The chooser's question for a matmul of a program: figures from the machine, rules from planner and kind."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from xdsl_tiles.analysis.footprint import acc_row_alignment, align_up
from xdsl_tiles.analysis.l0.problem import L0Problem
from xdsl_tiles.analysis.planner import Planner
from xdsl_tiles.machines import Machine
from xdsl_tiles.numerics.dtypes import dtype_named


class MatmulKind(StrEnum):
    """What happens to the accumulator: written afresh, or the caller's is added to."""

    PLAIN = "plain"
    ACC = "acc"


def l0_problem(
    machine: Machine,
    shape: tuple[int, int, int],
    dtypes: tuple[str, str, str],
    *,
    planner: Planner = Planner.DSA_RP,
    kind: MatmulKind = MatmulKind.PLAIN,
    double_buffer_c: bool = False,
    allow_padding: bool = False,
    force_output_stationary: bool = False,
) -> L0Problem:
    """The problem of a matmul of `shape` (M, N, K: physical extents) and `dtypes` (lhs, rhs, accumulator) on `machine`.

    `double_buffer_c` matters to the pypto planner only; the others always may. `force_output_stationary` closes the
    operand-stationary schedules. A type of less than a byte has size 0, which the chooser refuses.

    One-byte operands come in boxes of 32 along K: k steps by 32 and K is rounded up to it, so that every extract is
    whole boxes and a narrower tail a box with a valid extent. Source: tile_l0 section 3.
    """
    base = _on_machine(machine, shape, dtypes)
    fractal, row_bytes, k = machine.cube.fractal, machine.cube.box_row_bytes, shape[2]
    align_k = fractal if base.bytes_a == 0 else max(fractal, row_bytes // base.bytes_a)
    return replace(
        base,
        K=align_up(k, align_k) if align_k > fractal and k % fractal == 0 else k,
        min_k=max(base.min_k, align_k),
        align_k=align_k,
        allow_a_stationary=not force_output_stationary,
        allow_b_stationary=not force_output_stationary,
        allow_double_buffer_c=double_buffer_c or planner is not Planner.PYPTO,
        c_read=kind is MatmulKind.ACC,
        allow_padding=allow_padding,
    )


def _on_machine(machine: Machine, shape: tuple[int, int, int], dtypes: tuple[str, str, str]) -> L0Problem:
    """A fresh matmul with the machine's figures: no padding, no caps, K may have a partial last block."""
    bytes_a, bytes_b, bytes_c = (_element_bytes(dtype) for dtype in dtypes)
    cube, cost = machine.cube, machine.cost
    return L0Problem(
        M=shape[0],
        N=shape[1],
        K=shape[2],
        l0a_bytes=machine.memory["left"].bytes,
        l0b_bytes=machine.memory["right"].bytes,
        l0c_bytes=machine.memory["acc"].bytes,
        bytes_a=bytes_a,
        bytes_b=bytes_b,
        bytes_c=bytes_c,
        min_m=cube.min_tile,
        min_n=cube.min_tile,
        min_k=cube.min_tile,
        align_m=cube.fractal,
        align_n=cube.fractal,
        align_k=cube.fractal,
        l0c_align_m=acc_row_alignment(dtypes[2], machine),
        box_align_m=1,
        box_align_n=1,
        max_n=0,
        max_n_pipelined=0,
        max_n_nested_pipelined=0,
        allow_a_stationary=True,
        allow_b_stationary=True,
        allow_double_buffer_c=False,
        c_read=False,
        allow_padding=False,
        allow_k_boundary=True,
        bw_a=cost.left_bytes_per_cycle,
        bw_b=cost.right_bytes_per_cycle,
        bw_drain=cost.drain_bytes_per_cycle,
        drain_fixed_cycles=cost.drain_fixed_cycles,
        drain_row_cycles=cost.drain_row_cycles,
        drain_penalty_cycles=cost.drain_misaligned_cycles,
        drain_c0_bytes=cost.drain_c0_bytes,
        mad_head=cost.mad_head_cycles,
        mad_k_fractal_bytes=cost.mad_k_fractal_bytes,
        mad_fp32_passes=cost.mad_f32_passes,
    )


def _element_bytes(dtype: str) -> int:
    bits = dtype_named(dtype).bits
    return bits // 8 if bits % 8 == 0 else 0
