"""What counts as the same result."""

import numpy as np
import pytest

from xdsl_tiles.numerics.dtypes import BF16, F32, I32
from xdsl_tiles.numerics.tolerance import compare, tolerance


def test_integers_are_exact():
    found = compare(np.array([[1, 2], [3, 5]]), np.array([[1, 2], [3, 4]]), tolerance(I32))
    assert found is not None
    assert found.index == (1, 1) and found.count == 1
    assert str(found) == "5 at [1, 1] where 4 is expected (1 of 4 differ)"


@pytest.mark.parametrize("error, same", [(0.9e-3, True), (2.2e-3, False)])
def test_single_precision(error: float, same: bool):
    ones = np.ones(8, dtype=np.float32)
    assert (compare(ones + np.float32(error), ones, tolerance(F32)) is None) == same


def test_narrow_types_see_a_small_wrong_patch():
    reference = np.random.default_rng(0).standard_normal((512, 512)).astype(np.float32)
    patched = reference.copy()
    patched[256:272, 16:32] = 0
    assert np.linalg.norm(patched - reference) < 5e-2 * np.linalg.norm(reference)
    found = compare(patched, reference, tolerance(BF16))
    assert found is not None and found.index is not None and found.index[0] == 256


def test_narrow_types_bound_the_norm():
    reference = np.random.default_rng(0).standard_normal(4096).astype(np.float32)
    drifted = reference * np.float32(1.0501) + np.float32(0.02)
    assert compare(reference * np.float32(1.03), reference, tolerance(F32, narrowed=True)) is None
    found = compare(drifted, reference, tolerance(BF16))
    assert found is not None and found.index is None and "relative norm" in str(found)


def test_special_values_and_shapes():
    values = np.array([np.nan, np.inf, -np.inf, 1.0])
    assert compare(values, values, tolerance(F32)) is None
    found = compare(np.array([np.nan, np.inf, np.inf, 1.0]), values, tolerance(F32))
    assert found is not None and found.index == (2,)
    found = compare(np.zeros((2, 3)), np.zeros(6), tolerance(F32))
    assert found is not None and str(found) == "shape 2x3 where 6 is expected"
