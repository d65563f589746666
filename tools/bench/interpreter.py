"""The interpreter: a tiled 2048^3 bf16 matmul against plain NumPy on the same data."""

import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np

from tools.bench import Row
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects

_EXTENT = 2048
_TILE = 128, 256, 64
_ROUNDS = 9
_TIME_BUDGET, _MEMORY_BUDGET = 1.3, 5.0

_TEXT = """
!a = !tile.tile<{m}x{size}xbf16, mat>
!b = !tile.tile<{size}x{n}xbf16, mat>
!acc = !tile.tile<{m}x{n}xf32, acc>
!out = tensor<{size}x{size}xf32>
func.func @matmul(%x: tensor<{size}x{size}xbf16>, %y: tensor<{size}x{size}xbf16>) -> !out {{
  %c0 = arith.constant 0 : index
  %m = arith.constant {m} : index
  %n = arith.constant {n} : index
  %k = arith.constant {k} : index
  %size = arith.constant {size} : index
  %empty = tensor.empty() : !out
  %rows = scf.for %i = %c0 to %size step %m iter_args(%0 = %empty) -> (!out) {{
    %a = tile.load %x[%i, 0] : tensor<{size}x{size}xbf16> to !a
    %columns = scf.for %j = %c0 to %size step %n iter_args(%1 = %0) -> (!out) {{
      %b = tile.load %y[0, %j] : tensor<{size}x{size}xbf16> to !b
      %seed = tile.create : !acc
      %c = scf.for %l = %c0 to %size step %k iter_args(%acc = %seed) -> (!acc) {{
        %left = tile.extract %a[0, %l] : !a to !tile.tile<{m}x{k}xbf16, left>
        %right = tile.extract %b[%l, 0] : !b to !tile.tile<{k}x{n}xbf16, right>
        %first = arith.cmpi eq, %l, %c0 : index
        %next = tile.matmul_acc %acc, %left, %right init %first
            : !acc, !tile.tile<{m}x{k}xbf16, left>, !tile.tile<{k}x{n}xbf16, right>
        scf.yield %next : !acc
      }} {{tile.pipeline_stages = 2 : i64}}
      %2 = tile.store %c into %1[%i, %j] : !acc into !out
      scf.yield %2 : !out
    }}
    scf.yield %columns : !out
  }}
  func.return %rows : !out
}}
"""


def rows() -> Iterator[Row]:
    """Time and peak memory of a run, NumPy and we in turns."""
    program = _program()
    generator = np.random.default_rng(0)
    x, y = (generator.standard_normal((_EXTENT, _EXTENT)).astype(ml_dtypes.bfloat16) for _ in range(2))

    def plain() -> Any:
        return x.astype(np.float32) @ y.astype(np.float32)

    def tiled() -> Any:
        return program.run("matmul", [x, y])[0]

    np.testing.assert_allclose(tiled(), plain(), rtol=1e-3, atol=1e-3)
    ratios = [_seconds(tiled) / _seconds(plain) for _ in range(_ROUNDS)]
    detail = f"a {_EXTENT}^3 bf16 matmul in {'x'.join(map(str, _TILE))} tiles"
    yield Row("interpreter", f"{detail}, to NumPy", statistics.median(ratios), _TIME_BUDGET)
    yield Row("interpreter", f"{detail}, peak memory to operands", _peak(tiled) / (x.nbytes + y.nbytes), _MEMORY_BUDGET)


def _program() -> Program:
    context = all_dialects()
    m, n, k = _TILE
    return Program(LocatedParser(context, _TEXT.format(size=_EXTENT, m=m, n=n, k=k), "bench").parse_module())


def _seconds(function: Callable[[], Any]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def _peak(function: Callable[[], Any]) -> int:
    tracemalloc.start()
    function()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak
