"""The L0 tile chooser, uncached, with every schedule allowed."""

import statistics
import time
from collections.abc import Iterator

from tools.bench import Row
from xdsl_tiles.analysis.l0 import L0Problem, Planner, choose, design_space, l0_problem
from xdsl_tiles.machines import load

_MACHINES = ("ascend910b", "ascend950")
_SHAPES = ((256, 256, 256), (4096, 4096, 4096), (8192, 8192, 8192), (16, 4096, 7168))
_REPEATS = 300
_BUDGET_MS = 1.0


def rows() -> Iterator[Row]:
    """The median time of one call per machine and shape, for bf16 operands."""
    for machine in _MACHINES:
        for shape in _SHAPES:
            problem = l0_problem(load(machine), shape, ("bf16", "bf16", "f32"), planner=Planner.DSA_RP)
            name = f"choose L0 tile, {machine}, {' x '.join(map(str, shape))}"
            yield Row(name, f"{len(design_space(problem))} candidates", _median_ms(problem), _BUDGET_MS, "ms")


def _median_ms(problem: L0Problem) -> float:
    taken: list[float] = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        choose(problem)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000
