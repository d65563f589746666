"""The pto dialect: loading it, and reading a kernel against xdsl-opt on its generic form, unregistered."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from tools.bench import Row

LINES = 2_000
REPEATS = 7
LOAD_BUDGET = 0.05
READ_BUDGET = 1.5

_HEAD = """\
func.func @kernel(%p: !pto.ptr<f32>, %n: index, %s: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 16 : index
  %cols = arith.constant 32 : index
  %v = pto.make_tensor_view %p, shape = [%n, %cols], strides = [%cols, %one] : !pto.tensor_view<?x?xf32>
"""
_STEP = """\
  %r{0} = arith.constant {0} : index
  %w{0} = pto.partition_view %v, offsets = [%r{0}, %zero], sizes = [%rows, %cols] : !pto.tensor_view<?x?xf32> -> \
!pto.partition_tensor_view<16x32xf32>
  %t{0} = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
  %u{0} = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf16>
  pto.tload ins(%w{0} : !pto.partition_tensor_view<16x32xf32>) outs(%t{0} : !pto.tile_buf<vec, 16x32xf32>)
  pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tmuls ins(%t{0}, %s : !pto.tile_buf<vec, 16x32xf32>, f32) outs(%t{0} : !pto.tile_buf<vec, 16x32xf32>)
  pto.tcvt ins(%t{0} {{rmode = #pto<round_mode RINT>}} : !pto.tile_buf<vec, 16x32xf32>) \
outs(%u{0} : !pto.tile_buf<vec, 16x32xf16>)
  pto.tadd ins(%t{0}, %t{0} : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>) \
outs(%t{0} : !pto.tile_buf<vec, 16x32xf32>)
  pto.tstore ins(%t{0} : !pto.tile_buf<vec, 16x32xf32>) outs(%w{0} : !pto.partition_tensor_view<16x32xf32>)
"""


def generate(lines: int = LINES) -> str:
    """A kernel of about that many lines, one op each."""
    return _HEAD + "".join(_STEP.format(number) for number in range(lines // 10)) + "  func.return\n}\n"


def rows() -> list[Row]:
    """What loading costs, in seconds, and the ratio of the times of reading; whole processes run in turns."""
    with tempfile.TemporaryDirectory() as directory:
        empty, single, kernel, generic = (Path(directory, name) for name in ("e.mlir", "s.mlir", "k.pto", "g.mlir"))
        empty.write_text("builtin.module {\n}\n")
        single.write_text("pto.trap\n")
        kernel.write_text(generate())
        # Another name for the dialect, so that xdsl-opt does not know it even where this package is installed.
        text = _run("tile-opt", str(kernel), "--print-op-generic").decode()
        generic.write_text(text.replace("pto.", "other.").replace("#pto<", "#other<"))
        return [_loading(empty, single), _reading(kernel, generic)]


def _loading(empty: Path, single: Path) -> Row:
    nothing, loaded = _medians(("xdsl-opt", str(empty)), ("tile-opt", str(single)))
    return Row(
        "pto, loading the dialect", f"{loaded:.2f} s against {nothing:.2f} s", loaded - nothing, LOAD_BUDGET, "s"
    )


def _reading(kernel: Path, generic: Path) -> Row:
    ours, theirs = _medians(
        ("tile-opt", str(kernel)), ("xdsl-opt", "--allow-unregistered-dialect", "--print-op-generic", str(generic))
    )
    name = f"tile-opt, parse + verify + print, {LINES} lines of pto"
    return Row(name, f"{ours:.2f} s against {theirs:.2f} s", ours / theirs, READ_BUDGET)


def _medians(*commands: tuple[str, ...]) -> list[float]:
    taken: list[list[float]] = [[] for _ in commands]
    for _ in range(REPEATS):
        for command, times in zip(commands, taken):
            start = time.perf_counter()
            _run(*command)
            times.append(time.perf_counter() - start)
    return [statistics.median(times) for times in taken]


def _run(tool: str, *arguments: str) -> bytes:
    path = shutil.which(tool)
    if path is None:
        raise RuntimeError(f"{tool} is not on PATH; `make bench` sees to that")
    return subprocess.run([path, *arguments], capture_output=True, check=True).stdout
