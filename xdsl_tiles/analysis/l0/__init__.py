"""Choosing L0 tiles: an exhaustive search over a roofline cost model (tile_l0 section 2)."""

from xdsl_tiles.analysis.l0.chooser import L0Tile, choose, ranking
from xdsl_tiles.analysis.l0.problem import L0Problem, NoLegalTile, Stationarity
from xdsl_tiles.analysis.l0.setup import BiasSource, MatmulKind, l0_problem
from xdsl_tiles.analysis.l0.space import design_space
from xdsl_tiles.analysis.planner import Planner

__all__ = [
    "BiasSource",
    "L0Problem",
    "L0Tile",
    "MatmulKind",
    "NoLegalTile",
    "Planner",
    "Stationarity",
    "choose",
    "design_space",
    "l0_problem",
    "ranking",
]
