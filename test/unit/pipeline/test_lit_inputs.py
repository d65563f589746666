"""Every input that a lit test runs passes on, once more with `--check-semantics` and `--verify-roundtrip`.

A file that holds what no interpreter can run says so with a comment, `not run: why`, and is then found not to run.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from xdsl_tiles.cli import tile_opt

FILECHECK = Path(__file__).parents[2] / "filecheck"
RUN = re.compile(r"RUN: (tile-opt (?=[^|\n]*%s)[^|<>\n]* (?:-p|--passes) [^|<>\n]*?)(?: \d?>.*| \|.*)?$", re.MULTILINE)
NOT_RUN = "// not run: "


def runs() -> Iterator[tuple[str, list[str]]]:
    """Each test file, below `FILECHECK`, with the arguments of each of its runs that has passes."""
    tests = [file for file in sorted(FILECHECK.rglob("*.mlir")) if file.parent.name not in ("Inputs", "Output")]
    for file in tests:
        for command in RUN.findall(file.read_text(encoding="utf-8")):
            arguments = shlex.split(command)[1:]
            yield (
                str(file.relative_to(FILECHECK)),
                [a for a in arguments if a not in ("--verify-diagnostics", "--split-input-file")],
            )


@pytest.mark.parametrize(("name", "arguments"), [*runs()])
def test_lit_input(name: str, arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = (FILECHECK / name).read_text(encoding="utf-8")
    for number, chunk in enumerate(re.split(r"^// -----$", text, flags=re.MULTILINE)):
        if "expected-error" in chunk:
            continue
        file = tmp_path / f"{number}.mlir"
        file.write_text(chunk, encoding="utf-8")
        places = {"%s": str(file), "%t": str(tmp_path), "%S": str((FILECHECK / name).parent)}
        spelled = arguments
        for mark, place in places.items():
            spelled = [argument.replace(mark, place) for argument in spelled]
        assert tile_opt.run([*spelled, "--verify-roundtrip"]) == tile_opt.SUCCESS, capsys.readouterr().err
        code, said = tile_opt.run([*spelled, "--check-semantics"]), capsys.readouterr().err
        if NOT_RUN in text:
            assert "cannot check the semantics" in said
        else:
            assert code == tile_opt.SUCCESS, said
