"""What tile-opt says and how it ends, beyond what the lit tests see."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sample_passes import PASSES

from xdsl_tiles.cli import tile_opt

TEXT = '"test.op"() : () -> ()\n'


class WithSamplePasses(tile_opt.TileOpt):
    """tile-opt with the passes of the tests."""

    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.available_passes.update(PASSES)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An input, with the passes of the tests to run on it."""
    monkeypatch.setattr(tile_opt, "TileOpt", WithSamplePasses)
    path = tmp_path / "a.mlir"
    path.write_text(TEXT)
    return str(path)


def test_hints_as_text(file: str, capsys: pytest.CaptureFixture[str]):
    assert tile_opt.run([file, "-p", "talk"]) == tile_opt.SUCCESS
    out, err = capsys.readouterr()
    assert "test.op" in out
    assert err.splitlines() == [
        f"{file}:1:1: hint: [PH-AT-006] 'test.op' op K is split",
        f"{file}:1:1: remark: 'test.op' op it is the first",
    ]


def test_hints_as_json(file: str, capsys: pytest.CaptureFixture[str]):
    assert tile_opt.run([file, "-p", "talk, refuse", "--hints=json"]) == tile_opt.USER_ERROR
    out, err = capsys.readouterr()
    hint, remark, error = err.splitlines()
    assert json.loads(hint) == {
        "severity": "hint",
        "code": "PH-AT-006",
        "position": f"{file}:1:1",
        "op": "test.op",
        "message": "K is split",
        "figures": {"blocks": 4},
    }
    assert json.loads(remark)["severity"] == "remark"
    assert error == f"{file}:1:1: error: 'test.op' op is too large (in pass refuse)"
    assert not out


def test_hints_can_be_expected(file: str, capsys: pytest.CaptureFixture[str]):
    comments = "// expected-hint {{[PH-AT-006] 'test.op' op K is split}} expected-remark {{first}}"
    Path(file).write_text(f"{TEXT.strip()} {comments}\n")
    assert tile_opt.run([file, "-p", "talk", "--verify-diagnostics"]) == tile_opt.SUCCESS
    assert tile_opt.run([file, "--verify-diagnostics"]) == tile_opt.USER_ERROR
    assert "was not produced" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["refuse", "refuse-module", "break"])
def test_user_errors_take_one_line(file: str, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    output = tmp_path / "out.mlir"
    output.write_text("as it was")
    assert tile_opt.run([file, "-p", f"mark,{name},mark", "-o", str(output)]) == tile_opt.USER_ERROR
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"{re.escape(file)}:1:1: error: [^\n]* \(in pass {name}\)\n", err)
    assert not out
    assert output.read_text() == "as it was"


def test_module_is_printed_on_request(file: str, capsys: pytest.CaptureFixture[str]):
    tile_opt.run([file, "-p", "mark,break", "--print-ir-on-failure"])
    assert '"test.op"() <{unknown = i64}> {marked}' in capsys.readouterr().err


def test_internal_error_leaves_what_reproduces_it(file: str, capsys: pytest.CaptureFixture[str]):
    assert tile_opt.run([file, "-p", "mark, crash"]) == tile_opt.INTERNAL_ERROR
    out, err = capsys.readouterr()
    found = re.fullmatch(r"tile-opt: internal error: KeyError: '[^\n]+'; (\S+) reproduces it, please report it\n", err)
    assert found and not out
    reproducer = Path(found[1])
    text = reproducer.read_text()
    assert text.startswith("// RUN: tile-opt %s -p 'mark, crash'\n// Traceback")
    assert text.endswith(TEXT)
    assert tile_opt.run([str(reproducer), "-p", "mark, crash"]) == tile_opt.INTERNAL_ERROR
    reproducer.unlink()


def test_chunks_after_a_wrong_one_are_read(file: str, capsys: pytest.CaptureFixture[str]):
    Path(file).write_text(f"nothing.here\n// -----\n{TEXT}// -----\nnor.here\n")
    assert tile_opt.run([file, "--split-input-file", "-p", "mark"]) == tile_opt.USER_ERROR
    out, err = capsys.readouterr()
    assert out.count("marked") == 1
    assert [line.split(": ")[0] for line in err.splitlines()] == [f"{file}:1:1", f"{file}:5:1"]


def test_dumps_of_chunks_are_kept_apart(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    Path(file).write_text(f"{TEXT}// -----\n{TEXT}")
    assert tile_opt.run([file, "--split-input-file", "-p", "mark", f"--dump-after-all={tmp_path}/dumps"]) == 0
    names = [str(path.relative_to(tmp_path / "dumps")) for path in sorted((tmp_path / "dumps").rglob("*.mlir"))]
    assert names == [f"chunk-{n}/{name}.mlir" for n in (0, 1) for name in ("000-input", "001-mark")]


def test_shrink_and_parsing_diagnostics_are_xdsls(file: str, capsys: pytest.CaptureFixture[str]):
    assert tile_opt.run([file, "--shrink"]) == tile_opt.USER_ERROR
    assert capsys.readouterr().out.endswith("Failure, can't shrink\n")
    Path(file).write_text("->")
    assert tile_opt.run([file, "--parsing-diagnostics"]) == tile_opt.SUCCESS
    assert "expected an operation" in capsys.readouterr().out


def test_reader_that_has_seen_enough(tmp_path: Path):
    large = tmp_path / "large.mlir"
    large.write_text(TEXT * 5000)
    command = [sys.executable, "-m", "xdsl_tiles.cli.tile_opt", str(large)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


def test_interrupt_is_silent(file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(WithSamplePasses, "run", interrupt)
    assert tile_opt.run([file]) == tile_opt.INTERRUPTED
    assert capsys.readouterr() == ("", "")
