"""Values of tiles: immutable rectangles of elements that know which of them exist.

A tile holds elements in its valid rectangle only. What lies outside, and what was never written, is poison: reading
it is a `RunError`, never a number. Windows share memory with what they were taken from; an accumulator is the list of
its products until something reads it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.interpreters.accumulator import CubeArithmetic, Operand, Product
from xdsl_tiles.interpreters.values import RunError

Array: TypeAlias = NDArray[Any]
Extents: TypeAlias = tuple[int, ...]


class Tile(ABC):
    """A tile's value: physical `shape`, `valid` extents (of a rectangle at the origin) and elements."""

    __slots__ = ("shape", "valid")
    shape: Extents
    valid: Extents

    @abstractmethod
    def is_written(self, extents: Extents) -> bool:
        """Whether every element of the rectangle at the origin has been written."""

    @abstractmethod
    def dense(self) -> Window:
        """The same value with its elements computed."""

    def read(self) -> Array:
        """The valid elements, not to be changed; a `RunError` if one of them was never written."""
        return self.dense().read()


class Window(Tile):
    """A window of an array: what loads, extracts and computed results are.

    `origin` is where the window starts in `base` (or in its transpose, where `transposed`), `written` a mask over the
    base, None where all of it was written. The base does not change.
    """

    __slots__ = ("base", "origin", "transposed", "written")

    def __init__(
        self,
        base: Array,
        origin: Extents,
        shape: Extents,
        valid: Extents,
        transposed: bool = False,
        written: NDArray[np.bool_] | None = None,
    ):
        self.base = base
        self.origin = origin
        self.shape = shape
        self.valid = valid
        self.transposed = transposed
        self.written = written

    def _see(self, base: Array, extents: Extents) -> Array:
        seen = base.swapaxes(-1, -2) if self.transposed else base
        return seen[_slices(self.origin, extents)]

    def is_written(self, extents: Extents) -> bool:
        if extents != self.valid and any(extent > bound for extent, bound in zip(extents, self.valid)):
            return False
        return self.written is None or bool(self._see(self.written, extents).all())

    def dense(self) -> Window:
        return self

    def read(self) -> Array:
        if not self.is_written(self.valid):
            raise RunError("reads elements that were never written")
        return self._see(self.base, self.valid)

    def mask(self) -> NDArray[np.bool_]:
        """Which of the valid elements were written."""
        if self.written is None:
            return np.ones(self.valid, dtype=np.bool_)
        return self._see(self.written, self.valid)

    def elements(self) -> Array:
        """The valid elements, with anything where they were never written."""
        return self._see(self.base, self.valid)

    def window(self, offsets: Extents, shape: Extents) -> Window:
        """The part of the tile from these offsets; what of it is valid is what meets the valid rectangle."""
        valid = tuple(max(0, min(valid - offset, extent)) for valid, offset, extent in zip(self.valid, offsets, shape))
        origin = tuple(start + offset for start, offset in zip(self.origin, offsets))
        return Window(self.base, origin, shape, valid, self.transposed, self.written)

    def transpose(self) -> Window:
        """The tile with its last two dimensions swapped, in the same memory."""

        def swap(extents: Extents) -> Extents:
            return (*extents[:-2], extents[-1], extents[-2])

        return Window(
            self.base, swap(self.origin), swap(self.shape), swap(self.valid), not self.transposed, self.written
        )

    def operand(self, rows: int, columns: int) -> Operand:
        """The leading rows and columns as the cube reads them."""
        row, column = self.origin
        return Operand(self.base, row, column, rows, columns, self.transposed)


def whole(array: Array, shape: Extents | None = None, written: NDArray[np.bool_] | None = None) -> Window:
    """A tile whose valid elements are those of a fresh array."""
    return Window(array, (0,) * array.ndim, shape or array.shape, array.shape, False, written)


class Undefined(Tile):
    """A tile of which nothing was ever written."""

    __slots__ = ("dtype", "why")

    def __init__(self, shape: Extents, valid: Extents, dtype: np.dtype[Any], why: str = "was never written"):
        self.shape = shape
        self.valid = valid
        self.dtype = dtype
        self.why = why

    def is_written(self, extents: Extents) -> bool:
        return prod(extents) == 0

    def dense(self) -> Window:
        elements = np.zeros(self.valid, dtype=self.dtype)
        return whole(elements, self.shape, np.zeros(self.valid, dtype=np.bool_))

    def read(self) -> Array:
        if prod(self.valid):
            raise RunError(f"reads a tile that {self.why}")
        return np.zeros(self.valid, dtype=self.dtype)


class Accumulator(Tile):
    """An accumulator after its last product: `inner` steps of K from where the windows `lhs` and `rhs` start.

    `written` are the extents of the rectangle at the origin that holds numbers. `previous` is what the product is
    added to, or what stays outside of its rectangle where it `starts` afresh there; None for nothing.
    """

    __slots__ = ("_computed", "arithmetic", "inner", "lhs", "previous", "rhs", "starts", "written")

    def __init__(
        self,
        arithmetic: CubeArithmetic,
        shape: Extents,
        valid: Extents,
        written: Extents,
        lhs: Window,
        rhs: Window,
        inner: int,
        previous: Tile | None = None,
        starts: bool = True,
    ):
        self.arithmetic = arithmetic
        self.shape = shape
        self.valid = valid
        self.written = written
        self.lhs = lhs
        self.rhs = rhs
        self.inner = inner
        self.previous = previous
        self.starts = starts
        self._computed: Window | None = None

    def plus(self, lhs: Window, rhs: Window, written: Extents) -> Accumulator:
        """This accumulator and one more product, which is joined to the last where it continues that along K."""
        a, b, steps = self.lhs, self.rhs, self.inner
        if (
            a.base is lhs.base
            and b.base is rhs.base
            and self._computed is None
            and lhs.origin == (a.origin[0], a.origin[1] + steps)
            and rhs.origin == (b.origin[0] + steps, b.origin[1])
            and lhs.valid[0] == a.valid[0]
            and rhs.valid[1] == b.valid[1]
            and lhs.transposed is a.transposed
            and rhs.transposed is b.transposed
        ):
            return Accumulator(
                self.arithmetic,
                self.shape,
                self.valid,
                written,
                a,
                b,
                steps + lhs.valid[1],
                self.previous,
                self.starts,
            )
        if (lhs.valid[0], rhs.valid[1]) != self.extents:
            # or a long chain of changing extents would be computed by as deep a recursion
            self.dense()
        return Accumulator(
            self.arithmetic, self.shape, self.valid, written, lhs, rhs, lhs.valid[1], previous=self, starts=False
        )

    @property
    def extents(self) -> Extents:
        """Valid rows and columns of the product."""
        return self.lhs.valid[0], self.rhs.valid[1]

    def is_written(self, extents: Extents) -> bool:
        written = self.written
        return extents == written or (extents[0] <= written[0] and extents[1] <= written[1])

    def dense(self) -> Window:
        if self._computed is None:
            self._computed = self._compute()
        return self._computed

    def sole_product(self) -> Product | None:
        """The product that all of the valid elements are, where they are not computed yet and come from one alone."""
        if self._computed is not None or not self.starts or not self.valid == self.written == self.extents:
            return None
        rows, columns = self.extents
        return Product(self.lhs.operand(rows, self.inner), self.rhs.operand(self.inner, columns))

    def read_into(self, target: Array) -> None:
        """Put the valid elements into an array of their shape and of the accumulator's element type."""
        if self._computed is None and self.valid == self.written == self.extents:
            start, products, _ = self._steps()
            self.arithmetic.accumulate(start, products, target)
        else:
            target[...] = self.read()

    def _steps(self) -> tuple[Array | None, list[Product], Tile | None]:
        """What the products of this rectangle start from, the products, and the tile around the rectangle."""
        products: list[Product] = []
        node: Tile | None = self
        while isinstance(node, Accumulator) and node._computed is None and node.extents == self.extents:
            rows, columns = node.extents
            products.append(Product(node.lhs.operand(rows, node.inner), node.rhs.operand(node.inner, columns)))
            starts, node = node.starts, node.previous
            if starts:
                return None, products[::-1], node
        assert node is not None
        rows, columns = self.extents
        return node.dense().elements()[:rows, :columns], products[::-1], node

    def _compute(self) -> Window:
        start, products, around = self._steps()
        product = self.arithmetic.accumulate(start, products)
        if product.shape == self.valid:
            return whole(product, self.shape)
        return self._embed(product, around)

    def _embed(self, product: Array, around: Tile | None) -> Window:
        """The product in the corner of what was there before."""
        elements = np.zeros(self.valid, dtype=product.dtype)
        if around is not None:
            kept = around.dense().elements()
            elements[: kept.shape[0], : kept.shape[1]] = kept
        elements[: product.shape[0], : product.shape[1]] = product
        written = np.zeros(self.valid, dtype=np.bool_)
        written[: self.written[0], : self.written[1]] = True
        return whole(elements, self.shape, None if self.written == self.valid else written)


class Assembled(Tile):
    """A tile after another was written into a window of it at `offsets`, laid down when something reads it.

    What the physical source covers beyond its valid rectangle is poison afterwards.
    """

    __slots__ = ("_computed", "offsets", "previous", "source")

    def __init__(self, previous: Tile, source: Tile, offsets: Extents, valid: Extents):
        self.previous = previous
        self.source = source
        self.offsets = offsets
        self.shape = previous.shape
        self.valid = valid
        self._computed: Window | None = None

    def is_written(self, extents: Extents) -> bool:
        return self.dense().is_written(extents)

    def dense(self) -> Window:
        if self._computed is None:
            self._computed = self._compute()
        return self._computed

    def _compute(self) -> Window:
        patches: list[Assembled] = []
        node: Tile = self
        while isinstance(node, Assembled) and node._computed is None:
            patches.append(node)
            node = node.previous
        below = node.dense()
        elements = np.zeros(self.valid, dtype=below.base.dtype)
        written = np.zeros(self.valid, dtype=np.bool_)
        kept = tuple(map(slice, below.valid))
        elements[kept], written[kept] = below.elements(), below.mask()
        for patch in reversed(patches):
            written[_slices(patch.offsets, patch.source.shape)] = False
            rectangle = _slices(patch.offsets, patch.source.valid)
            elements[rectangle], written[rectangle] = patch.source.read(), True
        return whole(elements, self.shape, None if written.all() else written)


def _slices(offsets: Extents, extents: Extents) -> tuple[slice, ...]:
    return tuple(slice(offset, offset + extent) for offset, extent in zip(offsets, extents))
