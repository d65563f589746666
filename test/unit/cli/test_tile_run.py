"""The progress bar, and what a failed write leaves."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest

from xdsl_tiles.cli import progress
from xdsl_tiles.cli.array_files import write_arrays
from xdsl_tiles.cli.progress import ProgressBar


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress.time, "monotonic", clock)
    return clock


def test_a_quick_run_shows_nothing(clock: Clock, capsys: pytest.CaptureFixture[str]):
    bar = ProgressBar()
    assert list(bar(range(3, 9, 2))) == [3, 5, 7]
    bar.wipe()
    assert capsys.readouterr().err == ""


def test_a_long_run_shows_how_far_it_is_and_cleans_up(clock: Clock, capsys: pytest.CaptureFixture[str]):
    bar = ProgressBar()
    for step in bar(range(10)):
        clock.now += 0.3
        if step == 3:
            assert capsys.readouterr().err == ""
    drawn = capsys.readouterr().err
    assert drawn.startswith("\r[################........................] 4/10\r[")
    bar.wipe()
    assert capsys.readouterr().err == "\r\033[K"


def test_a_program_reports_its_outermost_loops(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from xdsl_tiles.cli import tile_run

    seen: list[range] = []

    class Watch(ProgressBar):
        def __call__(self, steps: range):
            seen.append(steps)
            return iter(steps)

    monkeypatch.setattr(progress, "ProgressBar", Watch)
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    file = tmp_path / "loops.mlir"
    file.write_text("""
    func.func @f() -> index {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %c0) -> (index) {
        %s = scf.for %j = %c0 to %i step %c1 iter_args(%y = %x) -> (index) {
          %z = arith.addi %y, %c1 : index
          scf.yield %z : index
        }
        scf.yield %s : index
      }
      func.return %r : index
    }""")
    tile_run.run([str(file)])
    assert seen == [range(4)]


def test_if_one_output_cannot_be_written_none_is(tmp_path: Path):
    (tmp_path / "in_the_way").write_text("a file")
    with pytest.raises(OSError):
        write_arrays([tmp_path / "first.npy", tmp_path / "in_the_way" / "second.npy"], [np.ones(2), np.ones(2)])
    assert [path.name for path in tmp_path.iterdir()] == ["in_the_way"]
