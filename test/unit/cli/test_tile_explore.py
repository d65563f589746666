"""tile-explore in process: batches, formats, and what bad input is told."""

import csv
import json
import os
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from xdsl_tiles.cli.tile_explore import run

DATA = Path(__file__).parent.parent / "data"
ANSWER = (
    *("m", "n", "k", "stationarity", "os_holds_a", "double_buffer_c"),
    *("cost_cycles", "traffic_bytes", "padded_compute", "perf_hint", "error"),
)


@pytest.fixture
def row() -> dict[str, Any]:
    """A row's question, without its answer."""
    known: dict[str, Any] = json.loads((DATA / "chooser_pinned.jsonl").read_text().splitlines()[0])
    return {name: value for name, value in known.items() if name not in (*ANSWER, "tag", "error_kind")}


@pytest.mark.parametrize("name", ["chooser_pinned.jsonl", "chooser_sample.jsonl"])
def test_a_batch_answers_every_row(name: str, capsys: pytest.CaptureFixture[str]):
    rows = [json.loads(line) for line in (DATA / name).read_text().splitlines()]
    assert run(["--jsonl", str(DATA / name)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [{field: row[field] for field in ANSWER} for row in rows]
    assert all(tuple(answer) == ANSWER for answer in answers)


BAD_ROWS: list[tuple[dict[str, Any], str]] = [
    ({"M": None}, "field 'M' should be a whole number, got null"),
    ({"M": 16.0}, "field 'M' should be a whole number, got 16.0"),
    ({"M": True}, "field 'M' should be a whole number, got true"),
    ({"M": "16"}, "field 'M' should be a whole number, got \"16\""),
    ({"c_read": 1}, "field 'c_read' should be true or false, got 1"),
    ({"bw_a": "fast"}, "field 'bw_a' should be a number, got \"fast\""),
    ({"min_q": 16}, "unknown field 'min_q'; did you mean"),
]


@pytest.mark.parametrize(("change", "message"), BAD_ROWS, ids=[message for _, message in BAD_ROWS])
def test_a_bad_row_is_named_and_nothing_is_written(
    change: dict[str, Any], message: str, row: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{json.dumps(row)}\n\n{json.dumps({**row, **change})}\n")
    assert run(["--jsonl", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}:3: error: {message}")
    assert err.count("\n") == 1


def test_a_missing_field_is_named(row: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "rows.jsonl"
    del row["mad_head"]
    path.write_text(json.dumps(row))
    assert run(["--jsonl", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}:1: error: missing field 'mad_head', a whole number\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "not JSON: "),
        (b"\xff\xfe", "not JSON: "),
        (b"[" * 100_000, "not JSON: nested too deeply"),
        (b"[1]", "expected a JSON object"),
    ],
)
def test_what_is_no_row_is_refused(
    line: bytes, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(line)))
    assert run(["--jsonl", "-"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"<stdin>:1: error: {message}")
    assert err.count("\n") == 1


def test_figures_out_of_range_are_answers_not_crashes(
    row: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    changes = [{"M": 1 << 70}, {"bw_a": float("nan")}, {"bw_b": 10**400}, {"drain_row_cycles": float("inf")}]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps({**row, **change}) for change in changes))
    assert run(["--jsonl", str(path)]) == 0
    codes = [json.loads(line)["error"] for line in capsys.readouterr().out.splitlines()]
    assert codes == ["too_large", "nonpositive_bandwidth", "too_large", "bad_drain"]


def test_csv_holds_the_design_space_best_first(capsys: pytest.CaptureFixture[str]):
    assert run(["384", "640", "64", "--planner", "pypto", "--csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert len(rows) == 1723
    assert (rows[0]["m"], rows[0]["n"], rows[0]["k"], rows[0]["wall"]) == ("192", "128", "64", "14234.0")
    walls = [float(row["wall"]) for row in rows]
    assert walls == sorted(walls)


def test_json_holds_problem_tile_and_candidates(capsys: pytest.CaptureFixture[str]):
    assert run(["384", "640", "64", "--planner", "pypto", "--json", "--top", "2"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["problem"]["M"] == 384
    assert (report["tile"]["m"], report["tile"]["stationarity"]) == (192, "OS")
    assert [row["stationarity"] for row in report["candidates"]] == ["OS", "A"]


def test_accumulating_reads_c(capsys: pytest.CaptureFixture[str]):
    for extra, traffic in ([], 1196032), (["--accumulate"], 1196032 + 4 * 384 * 640):
        assert run(["384", "640", "64", "--planner", "pypto", "--json", *extra]) == 0
        assert json.loads(capsys.readouterr().out)["tile"]["traffic_bytes"] == traffic


def test_a_plot_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "space.png"
    assert run(["384", "640", "64", "--planner", "pypto", "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "192 x 128 x 64" in capsys.readouterr().out


def test_a_plot_without_matplotlib_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert run(["64", "64", "64", "--plot", str(tmp_path / "space.png")]) == 1
    assert capsys.readouterr() == (
        "",
        "tile-explore: error: --plot needs matplotlib: install the extra, pip install 'xdsl-tiles[plot]'\n",
    )


def test_a_reader_that_has_seen_enough_is_no_error():
    command = [sys.executable, "-m", "xdsl_tiles.cli.tile_explore", "256", "256", "256", "--csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_help_needs_no_numpy():
    """Nor does anything else at start-up."""
    run_help = "try: run(['--help'])\nfinally: print('numpy' in sys.modules)"
    script = f"import sys\nfrom xdsl_tiles.cli.tile_explore import run\n{run_help}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "--planner" in done.stdout
    assert done.stdout.endswith("False\n")
