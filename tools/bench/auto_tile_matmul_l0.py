"""`auto-tile-matmul-l0`: time per matmul as the number of matmuls in one function grows."""

import statistics
import time
from collections.abc import Iterator

from tools.bench import Row
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import collector_paused
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

_SIZES = (20, 200, 2000)
_ROUNDS = {20: 20, 200: 6, 2000: 3}
_BUDGET = 1.2
"""How much longer a matmul may take among 2,000 than among 200."""

_HEAD = """
func.func @f(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %0: tensor<16x64xf32>) -> tensor<16x64xf32> {{
  {body}
  func.return %{count} : tensor<16x64xf32>
}}
"""
_MATMUL = """
  %l{i} = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %r{i} = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c{i} = tile.matmul %l{i}, %r{i}
      : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %{next} = tile.store %c{i} into %{i}[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
"""


def rows() -> Iterator[Row]:
    """Time per matmul, the rounds of all sizes interleaved."""
    taken: dict[int, list[float]] = {size: [] for size in _SIZES}
    for round_ in range(max(_ROUNDS.values())):
        for size in _SIZES:
            if round_ < _ROUNDS[size]:
                taken[size].append(_per_matmul_ms(size))
    medians = {size: statistics.median(times) for size, times in taken.items()}
    detail = ", ".join(f"{size}: {medians[size]:.2f} ms each" for size in _SIZES)
    yield Row(
        "auto-tile-matmul-l0, a matmul of 2,000 against one of 200", detail, medians[2000] / medians[200], _BUDGET
    )


def _per_matmul_ms(count: int) -> float:
    context = all_dialects()
    body = "".join(_MATMUL.format(i=i, next=i + 1) for i in range(count))
    with collector_paused():
        module = LocatedParser(context, _HEAD.format(body=body, count=count), "bench").parse_module()
        start = time.perf_counter()
        AutoTileMatmulL0Pass().apply(context, module)
        return (time.perf_counter() - start) * 1000 / count
