"""The axes of an output grid, and how its sub-tiles are visited: straight-line, or in loops where there are many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position

UNROLL_LIMIT = 256
"""Sub-tiles that are unrolled into straight-line code at most (tile_l0 section 8, item 6)."""


@dataclass(frozen=True)
class Axis:
    """One axis of the output, in elements, cut into tiles: `full` is what whole tiles cover, `tail` the rest."""

    extent: int
    tile: int

    @property
    def full(self) -> int:
        """Elements covered by whole tiles."""
        return self.extent // self.tile * self.tile

    @property
    def tail(self) -> int:
        """Elements left for the partial last tile."""
        return self.extent - self.full

    def __len__(self) -> int:
        return -(-self.extent // self.tile)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Offset and extent of each tile, in order."""
        for offset in range(0, self.extent, self.tile):
            yield offset, min(self.tile, self.extent - offset)


VisitTile = Callable[[Position, int, SSAValue], SSAValue]
"""Emits the work for the tile at a position, of an extent, on the carried destination; returns the destination."""


def visit(emit: Emitter, axis: Axis, carried: SSAValue, body: VisitTile, *, unroll: bool, name: str) -> SSAValue:
    """Emit `body` for each tile of an axis: copies of it, or a loop over the whole tiles and the tail after it."""

    def carry_one(position: Position, extent: int, held: Sequence[SSAValue]) -> Sequence[SSAValue]:
        return [body(position, extent, held[0])]

    return visit_carrying(emit, axis, [carried], carry_one, unroll=unroll, name=name)[0]


VisitTileCarrying = Callable[[Position, int, Sequence[SSAValue]], Sequence[SSAValue]]
"""As VisitTile, with several values that are carried from tile to tile."""


def visit_carrying(
    emit: Emitter,
    axis: Axis,
    carried: Sequence[SSAValue],
    body: VisitTileCarrying,
    *,
    unroll: bool = False,
    name: str,
) -> Sequence[SSAValue]:
    """Emit `body` for each tile of an axis, as `visit` does, on any number of carried values."""
    if unroll:
        for offset, extent in axis:
            carried = body(offset, extent, carried)
        return carried
    if axis.full == axis.tile:
        carried = body(0, axis.tile, carried)
    elif axis.full:
        bounds = emit.constant(0), emit.constant(axis.full), emit.constant(axis.tile)
        carried = emit.loop_carrying(
            bounds,
            carried,
            lambda index, inner: body(LoopIndex(index, axis.full), axis.tile, inner),
            names=(f"{name}_o", f"{name}_iter", f"{name}_full"),
        )
    return body(axis.full, axis.tail, carried) if axis.tail else carried
