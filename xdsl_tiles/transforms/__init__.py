"""What changes programs: one pass per file, loaded when first used."""

from collections.abc import Callable
from functools import partial
from importlib import import_module

from xdsl.passes import ModulePass

_PASSES = {
    "auto-tile-matmul-l0": "AutoTileMatmulL0Pass",
    "canonicalize-io-order": "CanonicalizeIOOrderPass",
    "canonicalize-tile-slice": "CanonicalizeTileSlicePass",
    "convert-linalg-to-tile": "ConvertLinalgToTilePass",
    "convert-tile-to-pto": "ConvertTileToPtoPass",
    "distribute-blocks": "DistributeBlocksPass",
    "expand-mixed-kernel": "ExpandMixedKernelPass",
    "flatten-tile-nd-to-2d": "FlattenTileNdTo2DPass",
    "infer-tile-memory-space": "InferTileMemorySpacePass",
    "legalize-tile-cast": "LegalizeTileCastPass",
    "lower-pipeline-loops": "LowerPipelineLoopsPass",
    "lower-pipeline-to-slots": "LowerPipelineToSlotsPass",
    "tile-matmul-to-mat": "TileMatmulToMatPass",
}
"""The class of each pass, in the module that has the name of the pass."""


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass of the package by name; a pass is imported when its entry is called."""
    return {name: partial(_load, name) for name in _PASSES}


def _load(name: str) -> type[ModulePass]:
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    return getattr(module, _PASSES[name])
