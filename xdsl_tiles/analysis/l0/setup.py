"""The chooser's question for a matmul of a program: figures from the machine, rules from planner and kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from xdsl_tiles.analysis.footprint import acc_row_alignment, box_extents
from xdsl_tiles.analysis.l0.problem import L0Problem
from xdsl_tiles.analysis.planner import Planner
from xdsl_tiles.dialects.tile.attributes import NZ
from xdsl_tiles.machines import Machine
from xdsl_tiles.numerics.dtypes import dtype_named


class MatmulKind(StrEnum):
    """What happens to the accumulator: written afresh, written afresh plus a bias row, or the caller's is added to."""

    PLAIN = "plain"
    BIAS = "bias"
    ACC = "acc"


@dataclass(frozen=True)
class BiasSource:
    """Where the bias of a matmul is, and the boxes (rows, columns) that its operands consist of.

    A bias in Mat is moved to the bias table window by window; a `resident` one is there already, and cannot be cut.
    """

    lhs_box: tuple[int, int]
    rhs_box: tuple[int, int]
    resident: bool = False

    @property
    def alignment(self) -> tuple[int, int, int]:
        """What M, N and K are multiples of, as far as boxes go: no window of a biased product is padded."""
        return self.lhs_box[0], self.rhs_box[1], max(self.lhs_box[1], self.rhs_box[0])


def l0_problem(
    machine: Machine,
    shape: tuple[int, int, int],
    dtypes: tuple[str, str, str],
    *,
    planner: Planner = Planner.DSA_RP,
    kind: MatmulKind = MatmulKind.PLAIN,
    bias: BiasSource | None = None,
    double_buffer_c: bool = False,
    allow_padding: bool = False,
    force_output_stationary: bool = False,
) -> L0Problem:
    """The problem of a matmul of `shape` (M, N, K: physical extents) and `dtypes` (lhs, rhs, accumulator) on `machine`.

    `bias` is for matmuls of that kind; without it they have one in Mat, and operands in Mat's own layout.
    `double_buffer_c` matters to the pypto planner only; the others always may. `force_output_stationary` closes the
    operand-stationary schedules. A type of less than a byte has size 0, which the chooser refuses.

    One-byte operands come in boxes of 32 along K: k steps by 32, so that every extract is whole boxes. Where K is no
    multiple of it there is no legal tile; load such operands as whole boxes, of which K is valid. Source: tile_l0
    section 3.
    """
    base = _on_machine(machine, shape, dtypes)
    base = replace(
        base,
        allow_a_stationary=not force_output_stationary,
        allow_b_stationary=not force_output_stationary,
        allow_double_buffer_c=double_buffer_c or planner is not Planner.PYPTO,
        c_read=kind is MatmulKind.ACC,
        allow_padding=allow_padding,
    )
    if kind is MatmulKind.BIAS:
        return _with_bias(base, machine, bias or _bias_in_mat(dtypes))
    fractal, row_bytes = machine.cube.fractal, machine.cube.box_row_bytes
    align_k = fractal if base.bytes_a == 0 else max(fractal, row_bytes // base.bytes_a)
    return replace(base, min_k=max(base.min_k, align_k), align_k=align_k)


def _bias_in_mat(dtypes: tuple[str, str, str]) -> BiasSource:
    boxes = [box_extents(NZ, dtype_named(dtype).bits) for dtype in dtypes[:2]]
    assert boxes[0] is not None and boxes[1] is not None, "NZ is made of boxes"
    return BiasSource(boxes[0], boxes[1])


def _with_bias(base: L0Problem, machine: Machine, bias: BiasSource) -> L0Problem:
    """Caps of the bias table, and whole boxes everywhere.

    A window of a bias in Mat takes a slot per iteration in flight: two where its loop is pipelined, four where that
    nest is. A resident bias takes one and is never cut: n is N.
    """
    columns = machine.memory["bias"].bytes // max(1, base.bytes_c)
    align_m, align_n, align_k = (max(machine.cube.fractal, extent) for extent in bias.alignment)
    return replace(
        base,
        box_align_m=bias.lhs_box[0],
        box_align_n=bias.rhs_box[1],
        align_m=align_m,
        align_n=align_n,
        align_k=align_k,
        min_m=max(base.min_m, align_m),
        min_n=base.N if bias.resident else max(base.min_n, align_n),
        min_k=max(base.min_k, align_k),
        max_n=columns,
        max_n_pipelined=0 if bias.resident else columns // 2,
        max_n_nested_pipelined=0 if bias.resident else columns // 4,
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
