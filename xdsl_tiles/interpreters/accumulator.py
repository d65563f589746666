"""How the cube accumulates: the products of one drain, in the order that the run asks for.

A matrix unit adds one product per step into its accumulator. Nobody can look at the accumulator before it is drained,
so the products wait and are computed together: windows that continue each other along K become one, and a drain is
one BLAS product. Where nobody looks at the drained tensor for a while, the drains wait too, and those to windows side
by side become one. The interpreters and the simulator share this, so their bits agree.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.numerics.fma import fused_multiply_add

Array: TypeAlias = NDArray[Any]

_EXACT_K = 1024
"""Steps of K over which sums of int8 products stay below 2^24, so that f32 holds them exactly."""
_WHOLE = 64
"""A base is widened as a whole when a window of it is at least one part in this many."""
_WAITING = 4
"""Drains that wait at most: a strip and the rectangle before it, in a grid that is visited by rows or by columns."""

_INTEGERS = (np.dtype(np.int8), np.dtype(ml_dtypes.int4))


class Order(StrEnum):
    """In which order the products of a float accumulator are added.

    BLAS adds the dot product of each drain, in the order of the BLAS, to what was there. CHAIN is the device: a chain
    of fused multiply-adds along K that starts from the accumulator. Integers are exact in both.
    """

    BLAS = "blas"
    CHAIN = "chain"


class Operand(NamedTuple):
    """A window of a matrix: `rows` x `columns` elements of `base`, or of its transpose, from (`row`, `column`).

    The base must not change while the operand waits.
    """

    base: Array
    row: int
    column: int
    rows: int
    columns: int
    transposed: bool = False

    def of(self, base: Array) -> Array:
        """The window of a base of the same shape."""
        seen = base.T if self.transposed else base
        return seen[self.row : self.row + self.rows, self.column : self.column + self.columns]

    def is_same(self, other: Operand) -> bool:
        """Whether both are the same window of the same base."""
        return self.base is other.base and self[1:] == other[1:]

    def beside(self, right: Operand) -> Operand | None:
        """This window and the one right of it as one, or None where they do not touch."""
        joined = self._replace(columns=self.columns + right.columns)
        moved = self._replace(column=self.column + self.columns, columns=right.columns)
        return joined if moved.is_same(right) else None

    def above(self, below: Operand) -> Operand | None:
        """This window and the one below it as one, or None where they do not touch."""
        joined = self._replace(rows=self.rows + below.rows)
        moved = self._replace(row=self.row + self.rows, rows=below.rows)
        return joined if moved.is_same(below) else None


class Product(NamedTuple):
    """One step of a reduction: the product of two windows, inner extents equal."""

    lhs: Operand
    rhs: Operand


class Drain(NamedTuple):
    """A product that goes to a window of a matrix, from (`row`, `column`) of `target`."""

    product: Product
    target: Array
    row: int
    column: int

    @property
    def window(self) -> Array:
        """The elements of the target that it writes."""
        rows, columns = self.product.lhs.rows, self.product.rhs.columns
        return self.target[self.row : self.row + rows, self.column : self.column + columns]

    def joined(self, after: Drain) -> Drain | None:
        """This drain and one to the window right of it or below it as one, where they share the other operand."""
        (lhs, rhs), (lhs_after, rhs_after) = self.product, after.product
        way = after.row - self.row, after.column - self.column
        if self.target is not after.target:
            return None
        if way == (0, rhs.columns) and lhs.is_same(lhs_after) and (wider := rhs.beside(rhs_after)):
            return self._replace(product=Product(lhs, wider))
        if way == (lhs.rows, 0) and rhs.is_same(rhs_after) and (taller := lhs.above(lhs_after)):
            return self._replace(product=Product(taller, rhs))
        return None


@dataclass
class _Widened:
    """What is known of one base: how much of it was widened piecewise, and the f32 copy once that pays."""

    base: weakref.ref[Array]
    elements: int = 0
    whole: Array | None = None


class CubeArithmetic:
    """Computes the value of an accumulator from its start and its products; operands are widened to f32 once."""

    def __init__(self, order: Order = Order.BLAS):
        self.order = order
        self._widened: dict[int, _Widened] = {}
        self._waiting: list[Drain] = []

    def accumulate(self, start: Array | None, products: Sequence[Product], out: Array | None = None) -> Array:
        """The sum of the start (None for nothing) and at least one product, in a new f32 or int32 array or in `out`."""
        if products[0].lhs.base.dtype in _INTEGERS:
            return self._integer(start, products, out)
        if self.order is Order.CHAIN:
            return self._chain(start, products, out)
        return self._dot(start, products, out)

    def drain_later(self, drain: Drain) -> None:
        """Compute a drain by the next `drain` at the latest; until then nobody may look at its target."""
        waiting = self._waiting
        while waiting and (joined := waiting[-1].joined(drain)):
            waiting.pop()
            drain = joined
        waiting.append(drain)
        if len(waiting) > _WAITING:
            self._compute(waiting.pop(0))

    def drain(self) -> None:
        """Compute what waits, in order."""
        for drain in self._waiting:
            self._compute(drain)
        self._waiting.clear()

    def _compute(self, drain: Drain) -> None:
        self.accumulate(None, [drain.product], drain.window)

    def forget(self) -> None:
        """Drop what waits and the widened copies: after a run its arrays may be written again."""
        self._waiting.clear()
        self._widened.clear()

    def _dot(self, start: Array | None, products: Sequence[Product], out: Array | None) -> Array:
        lhs, rhs = products[0]
        total = np.matmul(self._widen(lhs), self._widen(rhs), out=out)
        for lhs, rhs in products[1:]:
            total += np.matmul(self._widen(lhs), self._widen(rhs))
        return total if start is None else np.add(start, total, out=total)

    def _chain(self, start: Array | None, products: Sequence[Product], out: Array | None) -> Array:
        total = _started(start, products, np.float32, out)
        for lhs, rhs in products:
            a, b = self._widen(lhs), self._widen(rhs)
            for k in range(lhs.columns):
                total[...] = fused_multiply_add(a[:, k : k + 1], b[k : k + 1], total)
        return total

    def _integer(self, start: Array | None, products: Sequence[Product], out: Array | None) -> Array:
        total = _started(start, products, np.int32, out)
        for lhs, rhs in products:
            a, b = self._widen(lhs), self._widen(rhs)
            for k in range(0, lhs.columns, _EXACT_K):
                total += np.matmul(a[:, k : k + _EXACT_K], b[k : k + _EXACT_K]).astype(np.int32)
        return total

    def _widen(self, operand: Operand) -> Array:
        """The window in f32, from a copy of the whole base where enough of it is used."""
        base = operand.base
        if base.dtype == np.float32:
            return operand.of(base)
        known = self._widened.get(id(base))
        if known is None or known.base() is not base:
            forget = partial(_forget, self._widened, id(base))
            known = self._widened[id(base)] = _Widened(weakref.ref(base, forget))
        if known.whole is None:
            known.elements += operand.rows * operand.columns
            if known.elements * _WHOLE < base.size:
                return operand.of(base).astype(np.float32)
            known.whole = base.astype(np.float32)
        return operand.of(known.whole)


def _forget(widened: dict[int, _Widened], key: int, _base: weakref.ref[Array]) -> None:
    widened.pop(key, None)


def _started(start: Array | None, products: Sequence[Product], dtype: type[Any], out: Array | None) -> Array:
    shape = products[0].lhs.rows, products[0].rhs.columns
    total = np.empty(shape, dtype=dtype) if out is None else out
    total[...] = 0 if start is None else start
    return total
