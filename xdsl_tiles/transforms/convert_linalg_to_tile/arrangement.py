"""How the operands and the output of a product are seen as matrices, and which loops walk from one to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from xdsl_tiles.analysis.contraction import Contraction
from xdsl_tiles.analysis.footprint import align_up, storage_bytes
from xdsl_tiles.analysis.granularity import product_granularity
from xdsl_tiles.analysis.matrix_view import MatrixView, matrix_view
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.cube import accumulator_type
from xdsl_tiles.dialects.tile.types import element_bits
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.output import Output


@dataclass(frozen=True)
class Arrangement:
    """A product as products of matrices: `counts` are M, N and K of one, `pages` the loops from one to the next.

    `is_batch`: all of them are one `tile.batch_matmul`. `has_bias`: the addend is a row that the cube adds.
    """

    contraction: Contraction
    pages: tuple[int, ...]
    counts: tuple[int, int, int]
    lhs: MatrixView
    rhs: MatrixView
    target: MatrixView
    addend: MatrixView | None
    is_batch: bool = False
    has_bias: bool = False


def arrange(contraction: Contraction, output: Output, machine: Machine | None) -> Arrangement:
    """The arrangement with the largest matrices; an error where there is none."""
    for candidate in (contraction, contraction.swapped()):
        for m, n in _splits(candidate):
            arrangement = _arranged(candidate, m, n, output, machine)
            if arrangement is not None:
                return arrangement
    fail(contraction.op, "its tensors don't lie in memory as matrices; copy them into tensors that do")


def _splits(contraction: Contraction) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Which loops may be rows and columns: all that there are, else fewer of the inner ones, else any one."""
    for m in _parts(contraction.m):
        for n in _parts(contraction.n):
            yield m, n


def _parts(loops: tuple[int, ...]) -> list[tuple[int, ...]]:
    inner = [loops[start:] for start in range(max(1, len(loops)))]
    return list(dict.fromkeys([*inner, *((loop,) for loop in loops)]))


def _arranged(
    contraction: Contraction, m: tuple[int, ...], n: tuple[int, ...], output: Output, machine: Machine | None
) -> Arrangement | None:
    extents, k = contraction.extents, contraction.k
    lhs = matrix_view(contraction.lhs, m, k, extents)
    rhs = matrix_view(contraction.rhs, k, n, extents)
    target = matrix_view(output.destination, m, n, extents)
    addend = None if output.addend is None else matrix_view(output.addend, m, n, extents)
    if lhs is None or rhs is None or target is None or target.transposed:
        return None
    if output.addend is not None and addend is None:
        return None
    counts = (contraction.count(m), contraction.count(n), contraction.count(k))
    pages = tuple(c.loop for c in contraction.output.coordinates if c.loop is not None and c.loop not in (*m, *n))
    arrangement = Arrangement(contraction, pages, counts, lhs, rhs, target, addend)
    is_batch = bool(pages) and not output.is_added_to and _fits_mat(arrangement, machine, _page_count(arrangement))
    if is_batch and all(_lies_page_by_page(view, pages) for view in (lhs, rhs, target)):
        return Arrangement(contraction, pages, counts, lhs, rhs, target, addend, is_batch=True)
    if _is_bias(arrangement) and _fits_mat(arrangement, machine, 1):
        return Arrangement(contraction, pages, counts, lhs, rhs, target, addend, has_bias=True)
    return arrangement


def _lies_page_by_page(view: MatrixView, pages: tuple[int, ...]) -> bool:
    """Whether one page lies behind the other, in dimensions of their own."""
    leading = view.places[:-2]
    walked = tuple(place.loops for place in leading if place.loops)
    is_last = all(place.loops for place in leading[len(leading) - len(pages) :])
    return is_last and walked == tuple(((loop, 1),) for loop in pages) and not any(p.loops for p in view.places[-2:])


def _is_bias(arrangement: Arrangement) -> bool:
    addend, contraction = arrangement.addend, arrangement.contraction
    if addend is None or addend.has_rows or not addend.has_columns or addend.transposed:
        return False
    return contraction.result_element_type == accumulator_type(contraction.element_type)


def _page_count(arrangement: Arrangement) -> int:
    return prod(arrangement.contraction.extents[loop] for loop in arrangement.pages)


def _fits_mat(arrangement: Arrangement, machine: Machine | None, pages: int) -> bool:
    """Whether the operands of so many products lie in L1 together, with a bias row where there is one."""
    if machine is None:
        return True
    m, n, k = arrangement.counts
    element_type = arrangement.contraction.element_type
    unit = product_granularity(element_type, machine)
    rows, columns, depth = align_up(m, unit.n), align_up(n, unit.n), align_up(k, unit.k)
    bits = element_bits(element_type)
    needed = storage_bytes(pages * (rows + columns) * depth, bits) + storage_bytes(columns, 32)
    return needed <= machine.memory["mat"].bytes
