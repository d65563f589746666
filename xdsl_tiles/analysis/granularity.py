"""The multiples that the extents of a matrix product come in, so that its operands are whole fractals."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import Attribute

from xdsl_tiles.analysis.footprint import align_up, box_extents
from xdsl_tiles.dialects.tile.attributes import L0C, NZ
from xdsl_tiles.dialects.tile.types import element_bits
from xdsl_tiles.machines import Machine

_ACC_BITS = 32


class Granularity(NamedTuple):
    """What M, N and K of a product are multiples of, in elements."""

    m: int
    n: int
    k: int

    def padded(self, m: int, n: int, k: int) -> tuple[int, int, int]:
        """The extents, each rounded up to its multiple."""
        return align_up(m, self.m), align_up(n, self.n), align_up(k, self.k)


def product_granularity(element_type: Attribute, machine: Machine | None) -> Granularity:
    """The granularity of a product of operands of this element type, both in Mat as NZ fractals.

    M covers rows of left boxes, N columns of right boxes, and both those of accumulator boxes; K covers columns of left
    and rows of right boxes. A machine's fractal grid bounds all three from below. Source: tile_l0 section 1, seed
    'Fractal boundary'.
    """
    operand, accumulator = box_extents(NZ, element_bits(element_type)), box_extents(L0C, _ACC_BITS)
    assert operand is not None and accumulator is not None
    (rows, columns), (acc_rows, acc_columns) = operand, accumulator
    fractal = 1 if machine is None else machine.cube.fractal
    return Granularity(max(rows, acc_rows, fractal), max(columns, acc_columns, fractal), max(columns, rows, fractal))
