"""Physical footprints: the bytes a tile occupies in its memory space (tile_l0 section 1)."""

from collections.abc import Sequence
from math import prod

from xdsl_tiles.dialects.tile.attributes import Layout, Major, MemorySpace
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.machines import Machine

_LARGEST = (1 << 63) - 1
_BOX_ROWS = 16
_BOX_ROW_BITS = 32 * 8
_ACC_BOX = (16, 16)
_SCALE_BOX = (16, 2)


def align_up(value: int, alignment: int) -> int:
    """The smallest multiple of `alignment` that is at least `value`."""
    return -(-value // alignment) * alignment


def storage_bytes(elements: int, bits: int) -> int:
    """Bytes of `elements` packed elements of `bits` bits; two of 4 bits share a byte, a truth value has one."""
    return -(-elements // 2) if bits == 4 else elements * -(-bits // 8)


def acc_row_alignment(dtype: str, machine: Machine | None) -> int:
    """The multiple of rows that an accumulator of this dtype occupies in L0C.

    Without a machine, and for a dtype it doesn't list: 32 rows for i32, else 16, which every known machine can hold.
    """
    fallback = 32 if dtype == "i32" else 16
    return fallback if machine is None else machine.cube.acc_row_alignment.get(dtype, fallback)


def footprint(shape: Sequence[int], dtype: str, bits: int, space: str | None, machine: Machine | None) -> int | None:
    """Bytes that a tile of `shape` elements of `dtype` (`bits` wide) occupies in `space`.

    In `acc` the rows (the second-last dimension) are rounded up to the row alignment of the dtype; other spaces hold
    the elements packed. None where it can't be known: a dynamic (negative) extent, an accumulator of fewer than two
    dimensions, or a size beyond 64 bits.
    """
    extents = list(shape)
    if any(extent < 0 for extent in extents):
        return None
    if space == MemorySpace.ACC:
        if len(extents) < 2:
            return None
        extents[-2] = align_up(extents[-2], acc_row_alignment(dtype, machine))
    size = storage_bytes(prod(extents), bits)
    return size if size <= _LARGEST else None


def tile_bytes(tile: TileType, machine: Machine | None) -> int | None:
    """Bytes that a tile of this type occupies in its space, or None where that can't be known."""
    return footprint(tile.get_shape(), str(tile.element_type), tile.element_bits, tile.space, machine)


def box_extents(layout: Layout, bits: int) -> tuple[int, int] | None:
    """Rows and columns of one fractal of `layout` for elements of `bits` bits, or None where there are no fractals.

    A fractal of 512 bytes has 16 rows of 32 bytes, or 16 such columns where its inside is column-major. That of an
    accumulator (1024 bytes) is 16 x 16, that of block scales (32 bytes) 16 x 2 or 2 x 16.
    """
    if not layout.is_boxed:
        return None
    if layout.fractal == 1024:
        return _ACC_BOX
    rows, columns = _SCALE_BOX if layout.fractal == 32 else (_BOX_ROWS, _BOX_ROW_BITS // bits)
    return (rows, columns) if layout.slayout is Major.ROW else (columns, rows)
