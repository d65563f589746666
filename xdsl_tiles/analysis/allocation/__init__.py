"""Placing buffers in one memory space: what overlaps, the search of `dsa-rp`, the reuse and stacking of `pypto`."""

from xdsl_tiles.analysis.allocation.buffers import Buffer, Placement, conflicts, max_live
from xdsl_tiles.analysis.allocation.dynamic_storage import place_dynamically
from xdsl_tiles.analysis.allocation.stacking import place_stacked

__all__ = ["Buffer", "Placement", "conflicts", "max_live", "place_dynamically", "place_stacked"]
