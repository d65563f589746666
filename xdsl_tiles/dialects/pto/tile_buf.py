"""The tile buffer: a rectangle of elements in one memory of a core, how it is laid out, and what of it holds data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    ContainerType,
    IntAttr,
    IntegerType,
    ShapedType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.arch import arch_being_read
from xdsl_tiles.dialects.pto.attributes import (
    AddressSpaceAttr,
    BLayoutAttr,
    CompactModeAttr,
    PadValueAttr,
    SLayoutAttr,
)
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch, BLayout, CompactMode, PadValue, SLayout

BLAYOUTS, SLAYOUTS, PADS, COMPACTS = tuple(BLayout), tuple(SLayout), tuple(PadValue), tuple(CompactMode)
"""Enumerations by number, as `pad=1` writes them."""

LEFT_BLAYOUT = {Arch.A3: BLayout.ROW_MAJOR, Arch.A5: BLayout.COL_MAJOR}
"""The order of the boxes of every tile in L0A, which a program cannot choose."""


class Config(NamedTuple):
    """How a tile is laid out and filled: order of its boxes, order in a box, bytes of a box, padding, packing."""

    blayout: BLayout = BLayout.ROW_MAJOR
    slayout: SLayout = SLayout.NONE_BOX
    fractal: int = 512
    pad: PadValue = PadValue.NULL
    compact: CompactMode = CompactMode.NULL

    @property
    def is_boxed(self) -> bool:
        """True where elements come in boxes, as the cube reads and writes them."""
        return self.slayout is not SLayout.NONE_BOX


ND = Config()
DN = Config(BLayout.COL_MAJOR)
NZ = Config(BLayout.COL_MAJOR, SLayout.ROW_MAJOR)
ZZ = Config(BLayout.ROW_MAJOR, SLayout.ROW_MAJOR)
ZN = Config(BLayout.ROW_MAJOR, SLayout.COL_MAJOR)
L0C = Config(BLayout.COL_MAJOR, SLayout.ROW_MAJOR, 1024)


@irdl_attr_definition
class TileBufType(ParametrizedAttribute, TypeAttribute, ShapedType, ContainerType[Attribute]):
    """A tile of a core: `!pto.tile_buf<vec, 16x32xf32, valid=16x?, blayout=col_major, pad=1>`.

    Rows and columns of the valid region are at most those of the tile, or known only to the run (`?`). What is absent
    is the default: all of it valid, and the layout `ND`. The older spelling
    `<loc=vec, dtype=f32, rows=16, cols=32, v_row=16, v_col=?, ...>` is read as well. Source: pto section 2.
    """

    name = "pto.tile_buf"

    memory_space: AddressSpaceAttr
    shape: ArrayAttr[IntAttr]
    element_type: Attribute
    valid_shape: ArrayAttr[IntAttr]
    blayout: BLayoutAttr
    slayout: SLayoutAttr
    fractal: IntAttr
    pad: PadValueAttr
    compact: CompactModeAttr

    def __init__(
        self,
        space: AddressSpace,
        shape: Sequence[int],
        element_type: Attribute,
        *,
        valid: Sequence[int] | None = None,
        config: Config = ND,
    ):
        super().__init__(
            AddressSpaceAttr(space),
            _extents(shape),
            element_type,
            _extents(shape if valid is None else valid),
            BLayoutAttr(config.blayout),
            SLayoutAttr(config.slayout),
            IntAttr(config.fractal),
            PadValueAttr(config.pad),
            CompactModeAttr(config.compact),
        )

    @property
    def space(self) -> AddressSpace:
        """The memory that the tile is in."""
        return self.memory_space.data

    @property
    def valid(self) -> tuple[int, ...]:
        """Rows and columns that hold data; DYNAMIC_INDEX where only the run knows."""
        return tuple(extent.data for extent in self.valid_shape)

    @property
    def config(self) -> Config:
        """How the tile is laid out and filled."""
        return Config(self.blayout.data, self.slayout.data, self.fractal.data, self.pad.data, self.compact.data)

    @property
    def element_bytes(self) -> int:
        """Bytes of one element."""
        return cast("IntegerType | AnyFloat", self.element_type).bitwidth // 8

    def get_num_dims(self) -> int:
        """Rank of the tile, which is two."""
        return len(self.shape)

    def get_shape(self) -> tuple[int, ...]:
        """Rows and columns."""
        return tuple(extent.data for extent in self.shape)

    def get_element_type(self) -> Attribute:
        """Element type of the tile."""
        return self.element_type

    def with_valid(self, valid: Sequence[int]) -> TileBufType:
        """The same tile with another valid region."""
        return TileBufType(self.space, self.get_shape(), self.element_type, valid=valid, config=self.config)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        from xdsl_tiles.dialects.pto.tile_buf_text import parse_tile_buf

        start = parser.pos
        text = parse_tile_buf(parser)
        config = text.config
        if text.space is AddressSpace.LEFT:
            config = config._replace(blayout=LEFT_BLAYOUT[arch_being_read(parser)])
        return built(
            parser, start, lambda: cls(text.space, text.shape, text.element_type, valid=text.valid, config=config)
        )

    def print_parameters(self, printer: Printer) -> None:
        from xdsl_tiles.dialects.pto.tile_buf_text import print_tile_buf

        print_tile_buf(printer, self)

    def verify(self) -> None:
        shape, valid = self.get_shape(), self.valid
        if self.space in (AddressSpace.GM, AddressSpace.ZERO):
            raise VerifyException(f"a tile is in a memory of a core, not in {self.space}")
        if len(shape) != 2 or any(extent <= 0 for extent in shape):
            raise VerifyException(f"a tile has two positive extents, got {shape}")
        if len(valid) != 2:
            raise VerifyException(f"a tile has two valid extents, got {valid}")
        for extent, bound in zip(valid, shape):
            if extent != DYNAMIC_INDEX and not 0 <= extent <= bound:
                raise VerifyException(f"valid extent {extent} does not fit into {bound}")
        if not isinstance(self.element_type, IntegerType | AnyFloat):
            raise VerifyException(f"a tile holds integers or floats, got {self.element_type}")


def built(parser: AttrParser, start: int, build: Callable[[], ParametrizedAttribute]) -> Sequence[Attribute]:
    """The parameters of an attribute just read; what its verifier says is said about its text."""
    try:
        return build().parameters
    except VerifyException as error:
        parser.raise_error(str(error), start, parser.pos)


def _extents(values: Sequence[int]) -> ArrayAttr[IntAttr]:
    return ArrayAttr([IntAttr(value) for value in values])
