"""Choosing how a matrix product is cut so that its operands stream through Mat (L1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from xdsl_tiles.analysis.footprint import acc_row_alignment, align_up, storage_bytes
from xdsl_tiles.analysis.granularity import Granularity
from xdsl_tiles.machines import Machine

_SLOTS = 2
"""Buffers per operand: one is filled while the other is read."""


class Held(Enum):
    """Which operand's panel serves a whole row (LHS) or column (RHS) of output blocks once it is loaded."""

    NEITHER = auto()
    LHS = auto()
    RHS = auto()


@dataclass(frozen=True)
class MatBlocks:
    """Output blocks of `m x n`, each reduced over panels of `k`; extents in elements, multiples of the granularity.

    An operand is held where one panel spans all of K; else each block streams the panels of both.
    """

    m: int
    n: int
    k: int
    held: Held


@dataclass(frozen=True)
class Product:
    """The product to cut: true extents, bits of an operand element, accumulator dtype and bits, granularity."""

    m: int
    n: int
    k: int
    bits: int
    accumulator: str
    accumulator_bits: int
    granularity: Granularity


@lru_cache
def choose_mat_blocks(product: Product, machine: Machine) -> MatBlocks | None:
    """The blocks that move the fewest bytes from GM, or None where not even the smallest block fits.

    A block's accumulator fits L0C, one box of K of each operand fits L0A and L0B twice, and two panels of each operand
    fit Mat. Panels are as deep as Mat allows, in steps of the innermost extent that GM transfers should have. GM moves
    whole granules, so each row of a panel counts as whole ones. Ties go to fewer blocks, then to wider ones.
    """
    blocks = [_block(product, machine, m, n) for m, n in _outputs(product, machine)]
    return min(blocks, key=lambda block: _cost(product, machine, block), default=None)


def _outputs(product: Product, machine: Machine) -> Iterator[tuple[int, int]]:
    """Each number of rows with the most columns that fit beside them, and with the most in whole granules of GM."""
    unit, bits = product.granularity, product.bits
    granule = max(unit.n, machine.gm.granularity * 8 // bits)
    row_alignment = acc_row_alignment(product.accumulator, machine)
    tall, wide = (machine.memory[space].bytes // (_SLOTS * storage_bytes(unit.k, bits)) for space in ("left", "right"))
    for m in range(unit.m, min(align_up(product.m, unit.m), tall) + 1, unit.m):
        acc_row = align_up(m, row_alignment) * product.accumulator_bits // 8
        panels = machine.memory["mat"].bytes // (_SLOTS * storage_bytes(unit.k, bits))
        most = min(align_up(product.n, unit.n), wide, machine.memory["acc"].bytes // acc_row, panels - m)
        for n in {most // unit.n * unit.n, most // granule * granule}:
            if n > 0:
                yield m, n


def _block(product: Product, machine: Machine, m: int, n: int) -> MatBlocks:
    unit = product.granularity.k
    deepest = machine.memory["mat"].bytes // (_SLOTS * storage_bytes(m + n, product.bits))
    whole = align_up(product.k, unit)
    if whole <= deepest:
        held = min((Held.LHS, Held.RHS), key=lambda held: _moved(product, machine, MatBlocks(m, n, whole, held)))
        return MatBlocks(m, n, whole, held)
    step = align_up(machine.gm.advised_innermost * 8 // product.bits, unit)
    return MatBlocks(m, n, deepest // step * step or deepest // unit * unit, Held.NEITHER)


def _cost(product: Product, machine: Machine, block: MatBlocks) -> tuple[int, int, int]:
    blocks = _count(product.m, block.m) * _count(product.n, block.n)
    return _moved(product, machine, block), blocks, -block.n


def _moved(product: Product, machine: Machine, block: MatBlocks) -> int:
    """Bytes that GM moves for the operands of all blocks."""
    lhs_loads = 1 if block.held is Held.LHS else _count(product.n, block.n)
    rhs_loads = 1 if block.held is Held.RHS else _count(product.m, block.m)
    lhs_row, rhs_row = (
        _row_bytes(extent, step, product.bits, machine.gm.granularity)
        for extent, step in ((product.k, block.k), (product.n, block.n))
    )
    return lhs_loads * product.m * lhs_row + rhs_loads * product.k * rhs_row


def _row_bytes(extent: int, step: int, bits: int, granule: int) -> int:
    """Bytes moved for one row of `extent` elements that is loaded in parts of `step`."""
    whole, rest = divmod(extent, step)
    return whole * align_up(storage_bytes(step, bits), granule) + align_up(storage_bytes(rest, bits), granule)


def _count(extent: int, block: int) -> int:
    return -(-extent // block)
