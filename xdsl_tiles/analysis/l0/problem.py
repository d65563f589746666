"""What the chooser is asked: a matmul, the memories and figures of a cube, and which schedules may be used."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from xdsl_tiles.analysis.footprint import align_up

_INT_LIMIT = 1 << 31
_WORK_LIMIT = 1 << 60
_SLOWEST, _COSTLIEST = 1e-9, 1e18


class Stationarity(StrEnum):
    """Which operand stays in L0 while the output grid is walked: none (the output does), A (lhs) or B (rhs)."""

    OUTPUT = "OS"
    A = "A"
    B = "B"


class NoLegalTile(ValueError):
    """No tile answers the problem. `code` is stable; the message says what is needed and what there is."""

    def __init__(self, code: str, message: str):
        self.code = code
        super().__init__(message)


@dataclass(frozen=True)
class L0Problem:
    """A matmul C[M, N] = A[M, K] x B[K, N] to be tiled for L0, and what may be done about it.

    Extents, minimums, alignments and caps are elements, capacities and element sizes bytes, bandwidths bytes per cycle.

    - `min_*`, `align_*`: tiles are min, min + align, min + 2 align ... elements;
    - `l0c_align_m`: rows of an accumulator in L0C; `box_align_*`: rows and columns that a tile occupies as an operand;
    - `max_n`: caps n where it isn't 0; the pipelined caps hold for tiles of the whole K whose n is the moving axis;
    - `allow_*`: the schedules, paddings and K tails that the caller can emit; `c_read`: C is also loaded;
    - `bw_*`, `drain_*`, `mad_*`: the cost model's coefficients, as in `machines.Cost`.

    A problem may be impossible; `check` and the chooser say how. Source: tile_l0 section 2.
    """

    M: int
    N: int
    K: int
    l0a_bytes: int
    l0b_bytes: int
    l0c_bytes: int
    bytes_a: int
    bytes_b: int
    bytes_c: int
    min_m: int
    min_n: int
    min_k: int
    align_m: int
    align_n: int
    align_k: int
    l0c_align_m: int
    box_align_m: int
    box_align_n: int
    max_n: int
    max_n_pipelined: int
    max_n_nested_pipelined: int
    allow_a_stationary: bool
    allow_b_stationary: bool
    allow_double_buffer_c: bool
    c_read: bool
    allow_padding: bool
    allow_k_boundary: bool
    bw_a: float
    bw_b: float
    bw_drain: float
    drain_fixed_cycles: float
    drain_row_cycles: float
    drain_penalty_cycles: float
    drain_c0_bytes: int
    mad_head: int
    mad_k_fractal_bytes: int
    mad_fp32_passes: int

    @property
    def whole(self) -> tuple[int, int, int]:
        """The tile that is the whole matmul."""
        return (self.M, self.N, self.K)

    def boxed_m(self, m: int) -> int:
        """Rows that an operand tile of m rows occupies."""
        return align_up(m, self.box_align_m)

    def boxed_n(self, n: int) -> int:
        """Columns that an operand tile of n columns occupies."""
        return align_up(n, self.box_align_n)

    def l0c_rows(self, m: int) -> int:
        """Rows that an accumulator of m rows occupies in L0C."""
        return align_up(self.boxed_m(m), self.l0c_align_m)

    def l0a_elements(self, depth: int) -> int:
        """Elements of A that each of `depth` buffers in L0A may have."""
        return self.l0a_bytes // (self.bytes_a * depth)

    def l0b_elements(self, depth: int) -> int:
        """Elements of B that each of `depth` buffers in L0B may have."""
        return self.l0b_bytes // (self.bytes_b * depth)

    def l0c_elements(self, depth: int) -> int:
        """Elements of C that each of `depth` accumulators may have."""
        return self.l0c_bytes // (self.bytes_c * depth)

    def check(self) -> None:
        """Raise `NoLegalTile` where the figures make no sense or the smallest tile doesn't fit."""
        self._check_signs()
        self._check_caps()
        self._check_rates()
        self._check_sizes()
        self._check_minimums()
        self._check_smallest_tile()

    def _values(self, *names: str) -> dict[str, int]:
        return {name: cast(int, getattr(self, name)) for name in names}

    def _require_positive(self, code: str, what: str, *names: str) -> None:
        values = self._values(*names)
        for name, value in values.items():
            if value <= 0:
                raise NoLegalTile(code, f"{what} must be positive, got {name} = {value}")

    def _check_signs(self) -> None:
        self._require_positive("nonpositive_dim", "the extents of a matmul", "M", "N", "K")
        self._require_positive("nonpositive_capacity", "L0 capacities", "l0a_bytes", "l0b_bytes", "l0c_bytes")
        self._require_positive("nonpositive_bytes", "element sizes", "bytes_a", "bytes_b", "bytes_c")
        self._require_positive("nonpositive_min", "minimum tile extents", "min_m", "min_n", "min_k")

    def _check_caps(self) -> None:
        if self.max_n != 0 and self.max_n < self.min_n:
            raise NoLegalTile(
                "max_n_below_min_n", f"max_n = {self.max_n} must be 0 (no cap) or at least min_n = {self.min_n}"
            )
        for code, cap, above in (
            ("max_n_pipelined_above_max_n", "max_n_pipelined", "max_n"),
            ("max_n_nested_above_pipelined", "max_n_nested_pipelined", "max_n_pipelined"),
        ):
            value, limit = self._values(cap, above).values()
            if value < 0 or 0 < limit < value:
                raise NoLegalTile(code, f"{cap} = {value} must be 0 (no cap) or positive and at most {above} = {limit}")

    def _check_rates(self) -> None:
        self._require_positive(
            "nonpositive_alignment",
            "alignments",
            *("align_m", "align_n", "align_k", "l0c_align_m", "box_align_m", "box_align_n"),
        )
        for name in ("bw_a", "bw_b", "bw_drain"):
            rate = cast(float, getattr(self, name))
            if not 0 < rate < math.inf:
                raise NoLegalTile("nonpositive_bandwidth", f"bandwidths must be positive, got {name} = {rate}")
        self._require_positive("bad_drain", "the width of a drained fractal", "drain_c0_bytes")
        for name in ("drain_fixed_cycles", "drain_row_cycles", "drain_penalty_cycles"):
            cycles = cast(float, getattr(self, name))
            if not 0 <= cycles < math.inf:
                raise NoLegalTile("bad_drain", f"drain costs must be 0 or more, got {name} = {cycles}")

    def _check_sizes(self) -> None:
        """What the cost model multiplies has to fit 64 bits, and what it divides has to stay finite."""
        for name, value in vars(self).items():
            if isinstance(value, int) and not -_INT_LIMIT <= value < _INT_LIMIT:
                raise NoLegalTile("too_large", f"{name} = {value} does not fit 32 bits")
        slowest = min(self.bw_a, self.bw_b, self.bw_drain)
        costliest = max(self.drain_fixed_cycles, self.drain_row_cycles, self.drain_penalty_cycles)
        if slowest < _SLOWEST or costliest > _COSTLIEST:
            raise NoLegalTile(
                "too_large",
                f"bandwidths must be at least {_SLOWEST} and drain costs at most {_COSTLIEST}, "
                f"got {slowest} and {costliest}",
            )
        padded = (
            (max(self.M, self.min_m) + self.align_m)
            * (max(self.N, self.min_n) + self.align_n)
            * (max(self.K, self.min_k) + self.align_k)
        )
        heaviest = max(self.bytes_a, self.bytes_b, self.bytes_c, abs(self.mad_head), abs(self.mad_fp32_passes))
        if padded * heaviest > _WORK_LIMIT:
            raise NoLegalTile(
                "too_large",
                f"a matmul of {self.M} x {self.N} x {self.K} is too large to cost: "
                f"{padded * heaviest} weighted multiply-adds, at most {_WORK_LIMIT}",
            )

    def _check_minimums(self) -> None:
        if self.allow_padding:
            return
        for axis in "MNK":
            extent, minimum = self._values(axis, f"min_{axis.lower()}").values()
            if extent < minimum:
                raise NoLegalTile(
                    f"{axis}_below_min",
                    f"{axis} = {extent} is below the smallest tile extent {minimum}; pad {axis} or allow padding",
                )

    def _check_smallest_tile(self) -> None:
        m, n, k = self.min_m, self.min_n, self.min_k
        for code, memory, shape, elements, limit, size, depth in (
            ("l0a", "L0A", f"{m} x {k}", self.boxed_m(m) * k, self.l0a_elements(2), self.bytes_a, 2),
            ("l0b", "L0B", f"{k} x {n}", self.boxed_n(n) * k, self.l0b_elements(2), self.bytes_b, 2),
            ("l0c", "L0C", f"{m} x {n}", self.l0c_rows(m) * self.boxed_n(n), self.l0c_elements(1), self.bytes_c, 1),
        ):
            if elements > limit:
                capacity = cast(int, getattr(self, f"{code}_bytes"))
                raise NoLegalTile(
                    f"{code}_too_small_for_min_tile",
                    f"the smallest tile, {shape}, needs {elements * size * depth} bytes of {memory} "
                    f"({depth} x {elements} elements of {size} bytes), which has {capacity}",
                )
