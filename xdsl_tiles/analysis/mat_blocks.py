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
    """The blocks that read the fewest operand bytes, or None where not even the smallest block fits.

    A block's accumulator fits L0C, one box of K of each operand fits L0A and L0B twice, and two panels of each operand
    fit Mat. Each block reads a panel of either operand for every step of K, from GM into Mat and on into L0: large
    blocks read less. GM moves whole granules, so each row of a panel counts as whole ones. Panels are as deep as Mat
    allows, in steps of the innermost extent that GM transfers should have. Ties go to fewer blocks, then to wider ones.
    """
    outputs = _outputs(product, machine)
    cut = min(((m, n, _depth(product, machine, m, n)) for m, n in outputs), key=_Cost(product, machine), default=None)
    return None if cut is None else MatBlocks(*cut, _held(product, *cut))


def _outputs(product: Product, machine: Machine) -> Iterator[tuple[int, int]]:
    """Rows and columns of every block that fits with panels of one box of K."""
    unit, box_bytes = product.granularity, _SLOTS * storage_bytes(product.granularity.k, product.bits)
    row_alignment = acc_row_alignment(product.accumulator, machine)
    rows, columns, panels = (machine.memory[space].bytes // box_bytes for space in ("left", "right", "mat"))
    for m in range(unit.m, min(align_up(product.m, unit.m), rows) + 1, unit.m):
        acc_column = align_up(m, row_alignment) * product.accumulator_bits // 8
        most = min(align_up(product.n, unit.n), columns, panels - m, machine.memory["acc"].bytes // acc_column)
        for n in range(unit.n, most + 1, unit.n):
            yield m, n


def _depth(product: Product, machine: Machine, m: int, n: int) -> int:
    """The K of a panel: all of it where Mat holds that twice for either operand, else as much as it does."""
    unit = product.granularity.k
    deepest = machine.memory["mat"].bytes // (_SLOTS * storage_bytes(m + n, product.bits))
    if align_up(product.k, unit) <= deepest:
        return align_up(product.k, unit)
    step = align_up(machine.gm.advised_innermost * 8 // product.bits, unit)
    return deepest // step * step or deepest // unit * unit


@dataclass(frozen=True)
class _Cost:
    """What blocks are ranked by: bytes read, number of blocks, and columns downwards."""

    product: Product
    machine: Machine

    def __call__(self, cut: tuple[int, int, int]) -> tuple[int, int, int]:
        (m, n, k), product = cut, self.product
        down, across = _count(product.m, m), _count(product.n, n)
        lhs = product.m * self._row_bytes(product.k, k) * across
        rhs = product.k * self._row_bytes(product.n, n) * down
        return lhs + rhs, down * across, -n

    def _row_bytes(self, extent: int, step: int) -> int:
        """Bytes moved for one row of `extent` elements that is loaded in parts of `step`."""
        whole, rest = divmod(extent, step)
        bits, granule = self.product.bits, self.machine.gm.granularity
        return whole * align_up(storage_bytes(step, bits), granule) + align_up(storage_bytes(rest, bits), granule)


def _held(product: Product, m: int, n: int, k: int) -> Held:
    """The operand whose panels, loaded once, save more loads of the other's: none where panels don't span K."""
    if k < product.k:
        return Held.NEITHER
    holding_lhs = product.m + product.n * _count(product.m, m)
    holding_rhs = product.n + product.m * _count(product.n, n)
    return Held.LHS if holding_lhs <= holding_rhs else Held.RHS


def _count(extent: int, block: int) -> int:
    return -(-extent // block)
