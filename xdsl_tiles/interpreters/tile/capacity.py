"""What a machine can hold and multiply: each tile in L0 and the bias table by itself; totals are the planner's."""

from __future__ import annotations

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.values import RunError
from xdsl_tiles.machines import Machine

_CHECKED = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC, MemorySpace.BIAS)
_L0 = (MemorySpace.LEFT, MemorySpace.RIGHT)


def check_capacity(tile: TileType, machine: Machine | None) -> None:
    """Refuse a tile that does not fit into its memory by itself."""
    if machine is None or tile.space is None or tile.space not in _CHECKED:
        return
    capacity, needed = machine.capacity(tile.space), tile_bytes(tile, machine)
    if capacity is not None and needed is not None and needed > capacity:
        raise RunError(
            f"{tile} needs {needed} bytes, the {tile.space} of {machine.name} has {capacity}; "
            "make it smaller, or leave its operands in mat for auto-tile-matmul-l0"
        )


def check_product(lhs: TileType, rhs: TileType, result: TileType, machine: Machine | None) -> None:
    """Refuse a product that the machine can't compute in one go.

    Operands outside of L0 are still to be tiled: then neither the accumulator nor the element type is final.
    """
    if machine is None or lhs.space not in _L0 or rhs.space not in _L0:
        return
    dtype = str(lhs.element_type)
    if dtype not in machine.dtypes.matmul:
        raise RunError(f"the cube of {machine.name} can't multiply {dtype}, only {', '.join(machine.dtypes.matmul)}")
    for tile in (lhs, rhs, result):
        check_capacity(tile, machine)
