"""Between which memories data is copied, and how it is laid out where it arrives (tile_l0 sections 1 and 6).

What only some machines lack (the scale spaces, a direct path from Acc to Vec) is for passes that know the machine.
"""

from __future__ import annotations

from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.attributes import DN, ND, NZ, ZN, ZZ, Layout, MemorySpace, implicit_layout
from xdsl_tiles.dialects.tile.types import TileType

SCALE_SPACES = (MemorySpace.LEFT_SCALE, MemorySpace.RIGHT_SCALE)
_READ_BY_THE_CUBE_ALONE = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.BIAS, *SCALE_SPACES)
_DECLARED_LAYOUTS: dict[MemorySpace, tuple[Layout, ...]] = {
    MemorySpace.MAT: (ZN, ND, DN),
    MemorySpace.LEFT: (ZZ,),
    MemorySpace.VEC: (ND, DN, NZ, ZN),
}


def verify_layout(tile: TileType) -> None:
    """Check that a tile is laid out as its memory can hold it: as the space implies, or one that the space allows."""
    if tile.space is None:
        return
    implied = implicit_layout(tile.space, tile.get_shape())
    allowed = (implied, *_DECLARED_LAYOUTS.get(tile.space, ()))
    if tile.effective_layout not in allowed:
        raise VerifyException(f"{tile} should have the layout {' or '.join(map(str, dict.fromkeys(allowed)))}")


def verify_copy(source: TileType, result: TileType) -> None:
    """Check that data can be copied from the memory of one tile to the memory and layout of another."""
    if result.space is MemorySpace.ACC:
        raise VerifyException(f"cannot copy {source} to {result}: only a matmul writes acc")
    if source.space in _READ_BY_THE_CUBE_ALONE:
        raise VerifyException(f"cannot copy {source} to {result}: only the cube reads {source.space}; copy from mat")
    verify_layout(result)
