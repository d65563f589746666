"""How far two results may differ and still be the same: stated once, per element type (tile_l0 section 8, item 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.numerics.dtypes import DType


@dataclass(frozen=True)
class Tolerance:
    """The accepted difference of an array from its reference.

    `relative` and `absolute` bound each element, as in `numpy.isclose`; `of_rms` widens the absolute bound by a
    multiple of the reference's root mean square; `norm` bounds the norm of the difference relative to that of the
    reference.
    """

    relative: float = 0.0
    absolute: float = 0.0
    of_rms: float = 0.0
    norm: float | None = None


EXACT = Tolerance()
DOUBLE = Tolerance(relative=1e-9, absolute=1e-9)
SINGLE = Tolerance(relative=1e-3, absolute=1e-3)
# An element may be off by five standard deviations of the accepted norm, so that a small wrong patch of a large
# result, which moves the norm little, is still seen.
NARROW = Tolerance(relative=5e-2, of_rms=0.25, norm=5e-2)
BYTE = Tolerance(relative=0.25, of_rms=0.5, norm=0.125)


def tolerance(dtype: DType, *, narrowed: bool = False) -> Tolerance:
    """The tolerance for results of an element type.

    `narrowed` says that a value on the way was rounded to 16 bits or fewer, which the f32 result shows.
    """
    if not dtype.is_float:
        return EXACT
    if dtype.bits <= 8:
        return BYTE
    if dtype.bits <= 16 or narrowed:
        return NARROW
    return SINGLE if dtype.bits <= 32 else DOUBLE


@dataclass(frozen=True)
class Mismatch:
    """Where and by how much a result first differs from its reference.

    `index` is in row-major order, None where the shapes differ or only the norm is exceeded; `count` says how many of
    `size` elements are out of tolerance.
    """

    index: tuple[int, ...] | None
    message: str
    count: int = 0
    size: int = 0

    def __str__(self) -> str:
        return self.message


def compare(actual: NDArray[Any], expected: NDArray[Any], accepted: Tolerance) -> Mismatch | None:
    """The first difference of `actual` from `expected` beyond what is accepted, or None.

    NaN equals NaN and infinities equal themselves; anything else against them is a difference.
    """
    if actual.shape != expected.shape:
        return Mismatch(None, f"shape {_shape(actual)} where {_shape(expected)} is expected")
    if accepted == EXACT:
        wrong = actual != expected
    else:
        wrong = ~_close(actual.astype(np.float64), expected.astype(np.float64), accepted)
    if wrong.any():
        index = tuple(int(i) for i in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
        count = int(np.count_nonzero(wrong))
        where = f" at [{', '.join(map(str, index))}]" if index else ""
        message = f"{actual[index]}{where} where {expected[index]} is expected ({count} of {wrong.size} differ)"
        return Mismatch(index, message, count, wrong.size)
    return _norm_mismatch(actual, expected, accepted)


def _close(actual: NDArray[np.float64], expected: NDArray[np.float64], accepted: Tolerance) -> NDArray[np.bool_]:
    finite = np.isfinite(expected)
    rms = float(np.sqrt(np.mean(np.square(expected[finite])))) if finite.any() else 0.0
    absolute = accepted.absolute + accepted.of_rms * rms
    return np.isclose(actual, expected, rtol=accepted.relative, atol=absolute, equal_nan=True)


def _norm_mismatch(actual: NDArray[Any], expected: NDArray[Any], accepted: Tolerance) -> Mismatch | None:
    if accepted.norm is None or not actual.size:
        return None
    wide = expected.astype(np.float64)
    finite = np.isfinite(wide)
    distance = float(np.linalg.norm((actual.astype(np.float64) - wide)[finite]))
    norm = float(np.linalg.norm(wide[finite]))
    if distance <= accepted.norm * norm:
        return None
    return Mismatch(None, f"relative norm of the difference {distance / norm:.3g} exceeds {accepted.norm:g}")


def _shape(array: NDArray[Any]) -> str:
    return "x".join(map(str, array.shape)) or "scalar"
