"""What lit cannot say of auto-tile-matmul-l0: over every known case, its output stays put and keeps its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

_INPUTS = Path(__file__).parents[2] / "filecheck" / "transforms" / "auto-tile-matmul-l0"
_CASES = sorted(path for path in _INPUTS.glob("*.mlir") if "expected-error" not in path.read_text())
_PASSES = [
    AutoTileMatmulL0Pass(machine=machine, planner=planner)
    for machine in ("ascend910b", "ascend950")
    for planner in ("pypto", "dsa-rp", "ptoas")
]


def _parse(context: Context, path: Path) -> ModuleOp:
    return LocatedParser(context, path.read_text(), str(path)).parse_module()


@pytest.mark.parametrize("path", _CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("tiling", _PASSES, ids=str)
def test_case_11_a_second_run_changes_nothing(path: Path, tiling: AutoTileMatmulL0Pass) -> None:
    context = all_dialects()
    module = _parse(context, path)
    with collecting():
        run_pipeline(module, context, [tiling])
        once = module.clone()
        run_pipeline(module, context, [tiling])
    assert module.is_structurally_equivalent(once)


@pytest.mark.parametrize("path", _CASES, ids=lambda path: path.stem)
def test_every_emitted_op_has_the_location_of_its_matmul(path: Path) -> None:
    context = all_dialects()
    module = _parse(context, path)
    with collecting():
        run_pipeline(module, context, [AutoTileMatmulL0Pass(machine="ascend910b")])
    assert not [op for op in module.walk() if isinstance(op.location, UnknownLoc) and op is not module]
