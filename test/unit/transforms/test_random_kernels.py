"""Random kernels on tiles, scheduled for each machine and planner, compute the same after each pass."""

from typing import Any, cast

import pytest
from random_kernels import random_kernel

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.pipeline.check_semantics import SemanticsChecker
from xdsl_tiles.pipeline.named import TileSchedulePipeline, expand
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline

MACHINES = ("ascend910b", "ascend950")
PLANNERS = ("pypto", "dsa-rp", "ptoas")


@pytest.mark.random(60)
def test_schedules_keep_the_meaning(seed: int):
    module = random_kernel(seed)
    module.verify()
    checker = SemanticsChecker(module, seed)
    machine, planner = MACHINES[seed % 2], cast(Any, PLANNERS[seed % 3])
    for pass_ in expand([TileSchedulePipeline(machine=machine, planner=planner)]):
        with collecting():
            run_pipeline(module, all_dialects(), [pass_])
        checker.check(pass_.name, module)
