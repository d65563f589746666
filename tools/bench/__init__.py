"""Benchmarks: every module here has a `rows()` that measures something and gives a `Row` for each figure."""

from typing import NamedTuple


class Row(NamedTuple):
    """One figure: what was measured, how it came about, its value, the most it should be, and its unit.

    Ratios, taken within one run, have the unit `x`.
    """

    name: str
    detail: str
    value: float
    budget: float
    unit: str = "x"
