"""Memory spaces, layouts, round modes and function kinds: the vocabulary of the tile dialect."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.numerics.round_mode import RoundMode


class MemorySpace(StrEnum):
    """Where a tile lives on a cube core (tile_l0 section 1).

    MAT is L1, LEFT and RIGHT are L0A and L0B, ACC is L0C, BIAS the bias table, VEC the unified buffer of a vector
    core; the two scale spaces hold the block scales of microscaled operands.
    """

    MAT = "mat"
    LEFT = "left"
    RIGHT = "right"
    ACC = "acc"
    BIAS = "bias"
    VEC = "vec"
    LEFT_SCALE = "left_scale"
    RIGHT_SCALE = "right_scale"


class Major(StrEnum):
    """The order of elements (inside a fractal) or of fractals (inside a tile); NONE: there are no fractals."""

    NONE = "none"
    ROW = "row"
    COL = "col"


class Layout(NamedTuple):
    """How a tile's elements are laid out: order of the blocks, order inside a block, bytes of a block.

    `(col, row, 512)` is NZ, `(row, col, 512)` ZN, `(row, row, 512)` ZZ, `(col, row, 1024)` the L0C fractal,
    `(row, none, 512)` plain row-major (ND) and `(col, none, 512)` plain column-major (DN).
    """

    blayout: Major
    slayout: Major
    fractal: int

    @property
    def is_boxed(self) -> bool:
        """True where elements come in fractals, as the cube reads and writes them."""
        return self.slayout is not Major.NONE

    @property
    def transposed(self) -> Layout:
        """The layout under which the same bytes are the transposed tile."""
        return Layout(_FLIPPED[self.blayout], _FLIPPED[self.slayout], self.fractal)

    def __str__(self) -> str:
        return f"<{self.blayout}, {self.slayout}, {self.fractal}>"


_FLIPPED = {Major.ROW: Major.COL, Major.COL: Major.ROW, Major.NONE: Major.NONE}

NZ = Layout(Major.COL, Major.ROW, 512)
ZN = Layout(Major.ROW, Major.COL, 512)
ZZ = Layout(Major.ROW, Major.ROW, 512)
ND = Layout(Major.ROW, Major.NONE, 512)
DN = Layout(Major.COL, Major.NONE, 512)
L0C = Layout(Major.COL, Major.ROW, 1024)

_IMPLICIT = {
    MemorySpace.MAT: NZ,
    MemorySpace.LEFT: NZ,
    MemorySpace.RIGHT: ZN,
    MemorySpace.ACC: L0C,
    MemorySpace.LEFT_SCALE: Layout(Major.ROW, Major.ROW, 32),
    MemorySpace.RIGHT_SCALE: Layout(Major.COL, Major.COL, 32),
}


def implicit_layout(space: MemorySpace | None, shape: tuple[int, ...]) -> Layout:
    """The layout of a tile of this space that declares none (tile_l0 section 6)."""
    if space is not None and space in _IMPLICIT:
        return _IMPLICIT[space]
    is_column = len(shape) == 2 and shape[1] == 1 and shape[0] > 1
    return DN if is_column else ND


class CoreKind(StrEnum):
    """The two halves of a cluster that exchange tiles: the matrix core and the vector cores."""

    CUBE = "cube"
    VECTOR = "vector"


class FunctionKind(StrEnum):
    """What a function is to the compiler: IN_CORE runs on a core, ORCHESTRATION launches, OPAQUE is left alone."""

    IN_CORE = "in_core"
    ORCHESTRATION = "orchestration"
    OPAQUE = "opaque"


@irdl_attr_definition
class MemorySpaceAttr(EnumAttribute[MemorySpace], SpacedOpaqueSyntaxAttribute):
    """A memory space: `#tile<space mat>`."""

    name = "tile.space"


@irdl_attr_definition
class RoundModeAttr(EnumAttribute[RoundMode], SpacedOpaqueSyntaxAttribute):
    """A round mode: `#tile<round rint>`."""

    name = "tile.round"


@irdl_attr_definition
class ComparisonAttr(EnumAttribute[Comparison], SpacedOpaqueSyntaxAttribute):
    """A comparison: `#tile<cmp lt>`."""

    name = "tile.cmp"


@irdl_attr_definition
class CoreKindAttr(EnumAttribute[CoreKind], SpacedOpaqueSyntaxAttribute):
    """A kind of core: `#tile<core cube>`."""

    name = "tile.core"


@irdl_attr_definition
class FunctionKindAttr(EnumAttribute[FunctionKind], SpacedOpaqueSyntaxAttribute):
    """A function kind, carried as `tile.kind` by a function: `#tile<kind in_core>`."""

    name = "tile.kind"
