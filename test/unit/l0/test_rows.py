"""The chooser against 788 rows of known problems: every figure and every error, bit for bit."""

import json
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from xdsl_tiles.analysis.l0 import BiasSource, L0Problem, L0Tile, MatmulKind, NoLegalTile, Planner, choose, l0_problem
from xdsl_tiles.machines import load

DATA = Path(__file__).parent.parent / "data"
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("chooser_pinned.jsonl", "chooser_sample.jsonl")
    for line in (DATA / name).read_text().splitlines()
]
CONFIGURATION = [field.name for field in fields(L0Problem)]
RESULT = [field.name for field in fields(L0Tile)]


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [f"{number}-{row['tag']}" for number, row in enumerate(rows)]


def test_all_rows_are_here():
    assert len(ROWS) == 788


@pytest.mark.parametrize("row", ROWS, ids=ids(ROWS))
def test_row(row: dict[str, Any]):
    problem = L0Problem(**{name: row[name] for name in CONFIGURATION})
    if row["error"] is not None:
        with pytest.raises(NoLegalTile) as raised:
            choose(problem)
        assert raised.value.code == row["error"]
    else:
        assert asdict(choose(problem)) == {name: row[name] for name in RESULT}


PASS_ROWS = [row for row in ROWS if row["tag"].startswith("passC|") and row["tag"].split("|")[3] != "canon"]
BOXES = {"i8": (16, 32), "bf16": (16, 16), "f32": (16, 8)}
PLANNERS = {
    "PYPTO": (Planner.PYPTO, False),
    "PYPTO+optin": (Planner.PYPTO, True),
    "DSA_RP": (Planner.DSA_RP, False),
    "PTOAS": (Planner.PTOAS, False),
}


@pytest.mark.parametrize("row", PASS_ROWS, ids=ids(PASS_ROWS))
def test_the_pass_asks_what_the_rows_ask(row: dict[str, Any]):
    _, machine, dtype, kind, planner, *forced = row["tag"].split("|")
    name, opt_in = PLANNERS[planner]
    shape = (row["M"], row["N"], row["K"])
    kind, _, bias_space = kind.partition("@")
    problem = l0_problem(
        load(machine),
        shape,
        (dtype, dtype, "i32" if dtype == "i8" else "f32"),
        planner=name,
        kind=MatmulKind(kind),
        bias=BiasSource(BOXES[dtype], BOXES[dtype], resident=True) if bias_space == "Bias" else None,
        double_buffer_c=opt_in,
        force_output_stationary=bool(forced),
    )
    if dtype == "i8" and not bias_space:
        # Ours keeps to whole boxes of one-byte operands, 32 along K; the rows step by 16.
        assert (problem.align_k, problem.min_k) == (32, 32)
        problem = replace(problem, align_k=16, min_k=16)
    assert asdict(problem) == {field: row[field] for field in CONFIGURATION}


STALE = {
    ("ascend910b", "f32", (256, 256, 256)): (128, 256, 32),
    ("ascend910b", "bf16", (320, 320, 64)): (160, 128, 64),
    ("ascend910b", "bf16", (384, 640, 64)): (192, 128, 64),
    ("ascend910b", "bf16", (272, 416, 32)): (96, 256, 32),
    ("ascend950", "f32", (384, 384, 512)): (192, 192, 32),
    ("ascend910b", "bf16", (256, 256, 256)): (128, 256, 64),
    ("ascend910b", "f32", (128, 128, 256)): (128, 128, 64),
    ("ascend950", "f32", (128, 128, 256)): (128, 128, 64),
    ("ascend910b", "bf16", (128, 128, 256)): (128, 128, 128),
    ("ascend950", "f32", (512, 512, 512)): (256, 256, 32),
    ("ascend910b", "f32", (512, 512, 512)): (128, 256, 32),
}
"""Tiles under the pypto planner, where prose about this chooser says something else, and the model is right."""


@pytest.mark.parametrize(("question", "tile"), STALE.items(), ids=str)
def test_figures_that_prose_gets_wrong(question: tuple[str, str, tuple[int, int, int]], tile: tuple[int, int, int]):
    machine, dtype, shape = question
    assert choose(l0_problem(load(machine), shape, (dtype, dtype, "f32"), planner=Planner.PYPTO)).shape == tile


@pytest.mark.parametrize("planner", [Planner.DSA_RP, Planner.PTOAS])
def test_double_buffering_planners_pick_thin_tiles_for_f32(planner: Planner):
    tile = choose(l0_problem(load("ascend910b"), (512, 512, 512), ("f32", "f32", "f32"), planner=planner))
    assert (tile.shape, tile.stationarity, tile.double_buffer_c) == ((16, 32, 512), "B", True)
