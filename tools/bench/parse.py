"""tile-opt against xdsl-opt: start-up, and parse + verify + print of a generated file of arith, scf and tile ops."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from tools.bench import Row

OPS = 10_000
REPEATS = 5
STARTUP_BUDGET = 1.1
PARSE_BUDGET = 0.8

_KERNEL = """\
func.func @kernel_{number}(%x: tensor<128x{k}xbf16>, %y: tensor<{k}x256xbf16>, %out: tensor<128x256xf32>, %n: index,
    %scale: f32) -> (tensor<128x256xf32>, f32) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %step = arith.constant 64 : index
  %extent = arith.constant {k} : index
  %seed = tile.create : !tile.tile<128x256xf32, acc>
  %sum = scf.for %ko = %zero to %extent step %step iter_args(%acc = %seed) -> (!tile.tile<128x256xf32, acc>) {{
    %a = tile.load %x[0, %ko] : tensor<128x{k}xbf16> to !tile.tile<128x64xbf16, mat>
    %b = tile.load %y[%ko, 0] : tensor<{k}x256xbf16> to !tile.tile<64x256xbf16, mat>
    %left = tile.extract %a[0, 0] : !tile.tile<128x64xbf16, mat> to !tile.tile<128x64xbf16, left>
    %right = tile.extract %b[0, 0] : !tile.tile<64x256xbf16, mat> to !tile.tile<64x256xbf16, right>
    %first = arith.cmpi eq, %ko, %zero : index
    %next = tile.matmul_acc %acc, %left, %right init %first
      : !tile.tile<128x256xf32, acc>, !tile.tile<128x64xbf16, left>, !tile.tile<64x256xbf16, right>
    scf.yield %next : !tile.tile<128x256xf32, acc>
  }}
  %stored = tile.store %sum into %out[0, 0] : !tile.tile<128x256xf32, acc> into tensor<128x256xf32>
  %total = scf.for %i = %zero to %n step %one iter_args(%t = %scale) -> (f32) {{
    %0 = arith.addi %i, %one : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.muli %1, %1 : i32
    %3 = arith.cmpi slt, %2, %1 : i32
    %4 = arith.select %3, %t, %scale : f32
    %5 = arith.mulf %4, %scale : f32
    %6 = scf.if %3 -> (f32) {{
      %7 = arith.addf %5, %t : f32
      scf.yield %7 : f32
    }} else {{
      scf.yield %5 : f32
    }}
    %8 = arith.maximumf %6, %scale : f32
    scf.yield %8 : f32
  }}
  func.return %stored, %total : tensor<128x256xf32>, f32
}}
"""
_KERNEL_OPS = 30


def generate(ops: int = OPS) -> str:
    """MLIR text of about that many ops: functions of a tiled matmul and a scalar loop each."""
    kernels = (_KERNEL.format(number=number, k=256 + 64 * (number % 7)) for number in range(ops // _KERNEL_OPS))
    return "".join(kernels)


def rows() -> list[Row]:
    """The ratios of tile-opt's time to xdsl-opt's, whole processes run in turns."""
    with tempfile.TemporaryDirectory() as directory:
        generated, empty = Path(directory, "generated.mlir"), Path(directory, "empty.mlir")
        generated.write_text(generate())
        empty.write_text("builtin.module {\n}\n")
        return [
            _compare("tile-opt, start-up", empty, STARTUP_BUDGET),
            _compare(f"tile-opt, parse + verify + print, {OPS} ops", generated, PARSE_BUDGET),
        ]


def _compare(name: str, file: Path, budget: float) -> Row:
    """Run both tools on a file in turns; the medians and their ratio."""
    taken: dict[str, list[float]] = {"xdsl-opt": [], "tile-opt": []}
    printed: dict[str, bytes] = {}
    for _ in range(REPEATS):
        for tool, times in taken.items():
            start = time.perf_counter()
            printed[tool] = _run(tool, file)
            times.append(time.perf_counter() - start)
    if printed["xdsl-opt"] != printed["tile-opt"]:
        raise RuntimeError(f"tile-opt and xdsl-opt print different bytes for {file.name}")
    theirs, ours = (statistics.median(times) for times in taken.values())
    return Row(name, f"{ours:.2f} s against {theirs:.2f} s", ours / theirs, budget)


def _run(tool: str, file: Path) -> bytes:
    path = shutil.which(tool)
    if path is None:
        raise RuntimeError(f"{tool} is not on PATH; `make bench` sees to that")
    return subprocess.run([path, str(file)], capture_output=True, check=True).stdout
