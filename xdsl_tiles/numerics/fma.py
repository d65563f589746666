"""Fused multiply-add on f32 arrays, which NumPy does not have."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def fused_multiply_add(a: NDArray[Any], b: NDArray[Any], c: NDArray[np.float32]) -> NDArray[np.float32]:
    """`a * b + c` with one rounding to f32, half to even; `a` and `b` have at most 24 significant bits.

    The product is exact in f64. The sum is rounded to odd there, by the error that Knuth's two-sum gives, so that
    rounding it again to f32 is right.
    """
    product = a.astype(np.float64) * b.astype(np.float64)
    wide = c.astype(np.float64)
    total = np.asarray(product + wide)
    virtual = total - product
    error = (product - (total - virtual)) + (wide - virtual)
    bits = total.view(np.int64)
    inexact = (error != 0) & np.isfinite(total) & (bits & 1 == 0)
    step = np.where((error > 0) == (total > 0), 1, -1)
    return np.where(inexact, bits + step, bits).view(np.float64).astype(np.float32)
