"""`tile-schedule`: time per matmul on a module of 200 matmuls of mixed kinds, and as the module grows."""

import statistics
import time
from collections.abc import Iterator
from itertools import cycle, islice

from tools.bench import Row
from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.named import TileSchedulePipeline, expand
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline

_ROUNDS = 2
_BUDGET_MS, _BUDGET_GROWTH = 30.0, 1.2

_TYPES = """
!x = tensor<128x512xbf16>
!w = tensor<512x512xbf16>
!a = !tile.tile<128x512xbf16, mat>
!b = !tile.tile<512x128xbf16, mat>
!wide = !tile.tile<128x512xf32, acc>
!acc = !tile.tile<128x128xf32, acc>
!row = !tile.tile<1x128xf32, mat, layout = <row, none, 512>>
"""
_LOADS = """
  %a{i} = tile.load %x[0, 0] : !x to !a
  %b{i} = tile.load %w[0, {column}] : !w to !b"""
_STORE = "\n  %{next} = tile.store %p{i} into %{i}[0, 0] : !acc into !y"
_PLAIN = _LOADS + "\n  %p{i} = tile.matmul %a{i}, %b{i} : !a, !b -> !acc" + _STORE
_WIDE = """
  %a{i} = tile.load %x[0, 0] valid [128, 128] : !x to !tile.tile<128x128xbf16, mat>
  %b{i} = tile.load %w[0, 0] : !w to !tile.tile<128x512xbf16, mat>
  %p{i} = tile.matmul %a{i}, %b{i} : !tile.tile<128x128xbf16, mat>, !tile.tile<128x512xbf16, mat> -> !wide
  %{next} = tile.store %p{i} into %{i}[0, 0] : !wide into !y"""
_BIASED = (
    _LOADS
    + """
  %r{i} = tile.load %bias[0, 0] : tensor<1x128xf32> to !row
  %p{i} = tile.matmul_bias %a{i}, %b{i}, %r{i} : !a, !b, !row -> !acc"""
    + _STORE
)
_CHAINED = (
    """
  %a{i} = tile.load %x[0, 0] : !x to !a
  %b{i} = tile.load %w[0, 0] : !w to !b
  %m{i} = tile.matmul %a{i}, %b{i} : !a, !b -> !acc
  %n{i} = tile.cast %m{i} rint : !acc to !tile.tile<128x128xbf16, vec>
  %d{i} = tile.load %w[0, {column}] : !w to !tile.tile<128x128xbf16, mat>
  %p{i} = tile.matmul %n{i}, %d{i} : !tile.tile<128x128xbf16, vec>, !tile.tile<128x128xbf16, mat> -> !acc"""
    + _STORE
)
_SPLIT_K = (
    """
  %s{i} = tile.create : !acc
  %p{i} = scf.for %k{i} = %c0 to %c4 step %c1 iter_args(%t{i} = %s{i}) -> (!acc) {{
    %o{i} = arith.muli %k{i}, %c128 : index
    %a{i} = tile.load %x[0, %o{i}] : !x to !tile.tile<128x128xbf16, mat>
    %b{i} = tile.load %w[%o{i}, {column}] : !w to !tile.tile<128x128xbf16, mat>
    %f{i} = arith.cmpi eq, %k{i}, %c0 : index
    %u{i} = tile.matmul_acc %t{i}, %a{i}, %b{i} init %f{i}
        : !acc, !tile.tile<128x128xbf16, mat>, !tile.tile<128x128xbf16, mat>
    scf.yield %u{i} : !acc
  }} {{tile.pipeline_stages = 2 : i64}}"""
    + _STORE
)
_KINDS = {_PLAIN: 1, _WIDE: 1, _BIASED: 1, _CHAINED: 2, _SPLIT_K: 1}
"""The kinds of matmuls, and how many of them each has."""

_FUNCTION = """
func.func @f(%x: !x, %w: !w, %bias: tensor<1x128xf32>, %0: !y) -> !y {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index{body}
  func.return %{count} : !y
}}
"""


def rows() -> Iterator[Row]:
    """Time per matmul of programs of three sizes, the rounds interleaved."""
    taken: dict[int, list[float]] = {100: [], 200: [], 1000: []}
    for _ in range(_ROUNDS):
        for size, times in taken.items():
            times.append(_per_matmul_ms(size))
    small, middle, large = (statistics.median(times) for times in taken.values())
    yield Row("tile-schedule, 200 matmuls of mixed kinds", "time per matmul", middle, _BUDGET_MS, "ms")
    detail = f"100: {small:.2f} ms each, 1000: {large:.2f} ms each"
    yield Row("tile-schedule, a matmul of 1,000 against one of 100", detail, large / small, _BUDGET_GROWTH)


def _per_matmul_ms(count: int) -> float:
    context = all_dialects()
    module = LocatedParser(context, _program(count), "bench").parse_module()
    passes = expand([TileSchedulePipeline()])
    start = time.perf_counter()
    with collecting():
        run_pipeline(module, context, passes)
    return (time.perf_counter() - start) * 1000 / count


def _program(matmuls: int) -> str:
    kinds = list(islice(cycle(_KINDS), matmuls * len(_KINDS) // sum(_KINDS.values())))
    parts = [kind.format(i=i, next=i + 1, column=128 * (i % 4)) for i, kind in enumerate(kinds)]
    return "!y = tensor<128x512xf32>" + _TYPES + _FUNCTION.format(body="".join(parts), count=len(parts))
