"""Choosing L0 tiles: an exhaustive search over a roofline cost model (tile_l0 section 2)."""

from xdsl_tiles.analysis.l0.chooser import L0Tile, choose, ranking
from xdsl_tiles.analysis.l0.cost import TileCost, cost_of
from xdsl_tiles.analysis.l0.problem import L0Problem, NoLegalTile, Stationarity
from xdsl_tiles.analysis.l0.setup import BiasSource, MatmulKind, l0_problem
from xdsl_tiles.analysis.l0.space import design_space
from xdsl_tiles.analysis.objective import Objective
from xdsl_tiles.analysis.planner import Planner

__all__ = [
    "BiasSource",
    "L0Problem",
    "L0Tile",
    "MatmulKind",
    "NoLegalTile",
    "Objective",
    "Planner",
    "Stationarity",
    "TileCost",
    "choose",
    "cost_of",
    "design_space",
    "l0_problem",
    "ranking",
]
