"""The tile type: a rectangle of elements in one on-chip memory, and what of it holds data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    AnyFloatConstr,
    ArrayAttr,
    BFloat16Type,
    ContainerType,
    Float4E2M1FNType,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    IntAttr,
    IntegerType,
    NoneAttr,
    ShapedType,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import base, irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.attributes import Layout, Major, MemorySpace, MemorySpaceAttr, implicit_layout
from xdsl_tiles.dialects.tile.extents import format_shape

SCALAR = base(IntegerType) | AnyFloatConstr
"""What a scalar operand of a tile op may be."""

_FLOATS = (Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type, Float4E2M1FNType)
_INTEGER_WIDTHS: dict[Attribute, int] = {IntegerType(width): width for width in (1, 4, 8, 16, 32, 64)}
_BY_NAME: dict[str, Attribute] = {str(type_): type_ for type_ in (*(cls() for cls in _FLOATS), *_INTEGER_WIDTHS)}
_FRACTALS = (32, 512, 1024)
_COMPACT_SPACES = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC, None)


def is_float(element_type: Attribute) -> bool:
    """True for the floating-point element types of tiles."""
    return isinstance(element_type, _FLOATS)


def integer_width(element_type: Attribute) -> int | None:
    """Bits of an integer element type of tiles, or None for any other type."""
    return _INTEGER_WIDTHS.get(element_type)


def element_type_named(name: str) -> Attribute:
    """The element type of tiles with that MLIR name; `KeyError` for any other."""
    return _BY_NAME[name]


def element_bits(element_type: Attribute) -> int:
    """Storage bits of one element of a tile."""
    match element_type:
        case IntegerType():
            return element_type.bitwidth
        case _:
            return cast(AnyFloat, element_type).bitwidth


@irdl_attr_definition
class LayoutAttr(ParametrizedAttribute):
    """An explicit layout: `#tile.layout<col, row, 512>` (block order, order inside a block, block bytes)."""

    name = "tile.layout"

    blayout: IntAttr
    slayout: IntAttr
    fractal: IntAttr

    def __init__(self, layout: Layout):
        blayout, slayout, fractal = layout
        super().__init__(IntAttr(_MAJORS.index(blayout)), IntAttr(_MAJORS.index(slayout)), IntAttr(fractal))

    @property
    def layout(self) -> Layout:
        """The layout as a Python value."""
        return Layout(_MAJORS[self.blayout.data], _MAJORS[self.slayout.data], self.fractal.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        start = parser.pos
        with parser.in_angle_brackets():
            blayout = parser.parse_str_enum(Major)
            parser.parse_punctuation(",")
            slayout = parser.parse_str_enum(Major)
            parser.parse_punctuation(",")
            fractal = parser.parse_integer(allow_boolean=False)
        return _built(parser, start, lambda: cls(Layout(blayout, slayout, fractal)))

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(str(self.layout))

    def verify(self) -> None:
        if self.layout.blayout is Major.NONE:
            raise VerifyException("the block order of a layout is row or col, got none")
        if self.layout.fractal not in _FRACTALS:
            allowed = ", ".join(map(str, _FRACTALS))
            raise VerifyException(f"a fractal has one of {allowed} bytes, got {self.layout.fractal}")


_MAJORS = tuple(Major)
_SPACES = frozenset(map(str, MemorySpace))


def _built(parser: AttrParser, start: int, build: Callable[[], ParametrizedAttribute]) -> Sequence[Attribute]:
    """The parameters of an attribute just read; what its verifier says is said about its text."""
    try:
        return build().parameters
    except VerifyException as error:
        parser.raise_error(str(error), start, parser.pos)


@irdl_attr_definition
class TileType(ParametrizedAttribute, TypeAttribute, ShapedType, ContainerType[Attribute]):
    """A tile: static physical shape, element type, memory space, valid shape, layout and the compact mode.

    `!tile.tile<128x256xbf16, mat, valid = 100x?>`: 128 rows of 256 bf16 in L1, of which 100 rows and a run-time
    number of columns hold data. What is absent is implied: no space means not yet inferred, no `valid` means all of
    it, no `layout` means the layout of the space. A `compact` accumulator is laid out with the pitch of its valid
    rows. Elements outside the valid rectangle are undefined. Source: tile_l0 section 6.
    """

    name = "tile.tile"

    shape: ArrayAttr[IntAttr]
    element_type: Attribute
    memory_space: MemorySpaceAttr | NoneAttr
    valid_shape: ArrayAttr[IntAttr] | NoneAttr
    layout: LayoutAttr | NoneAttr
    compact: UnitAttr | NoneAttr

    def __init__(
        self,
        shape: Sequence[int],
        element_type: Attribute,
        space: MemorySpace | None = None,
        *,
        valid: Sequence[int] | None = None,
        layout: Layout | None = None,
        compact: bool = False,
    ):
        shape, valid = tuple(shape), None if valid is None else tuple(valid)
        super().__init__(
            _extents(shape),
            element_type,
            NoneAttr() if space is None else MemorySpaceAttr(space),
            NoneAttr() if valid is None or valid == shape else _extents(valid),
            NoneAttr() if layout is None or layout == implicit_layout(space, shape) else LayoutAttr(layout),
            UnitAttr() if compact else NoneAttr(),
        )

    def get_num_dims(self) -> int:
        """Rank of the tile."""
        return len(self.shape)

    def get_shape(self) -> tuple[int, ...]:
        """Physical extents, in elements."""
        return tuple(extent.data for extent in self.shape)

    def get_element_type(self) -> Attribute:
        """Element type of the tile."""
        return self.element_type

    @property
    def space(self) -> MemorySpace | None:
        """The memory the tile lives in, or None where it is not yet inferred."""
        return None if isinstance(self.memory_space, NoneAttr) else self.memory_space.data

    @property
    def valid(self) -> tuple[int, ...]:
        """Extents of the region that holds data, in elements; DYNAMIC_INDEX where only the run knows."""
        return self.get_shape() if isinstance(self.valid_shape, NoneAttr) else _values(self.valid_shape)

    @property
    def is_fully_valid(self) -> bool:
        """True where every element provably holds data."""
        return isinstance(self.valid_shape, NoneAttr)

    @property
    def effective_layout(self) -> Layout:
        """The declared layout, or the one its memory space implies."""
        if isinstance(self.layout, NoneAttr):
            return implicit_layout(self.space, self.get_shape())
        return self.layout.layout

    @property
    def is_compact(self) -> bool:
        """True where the accumulator's pitch follows its valid rows."""
        return not isinstance(self.compact, NoneAttr)

    @property
    def element_bits(self) -> int:
        """Storage bits of one element."""
        return element_bits(self.element_type)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        start = parser.pos
        remaining = {*_SPACES, "valid", "layout", "compact"}
        space: MemorySpace | None = None
        valid: list[int] | None = None
        layout: Layout | None = None
        compact = False
        with parser.in_angle_brackets():
            shape = parser.parse_dimension_list()
            if shape:
                parser.parse_shape_delimiter()
            element_type = parser.expect(parser.parse_optional_type, "expected a positive extent or an element type")
            while parser.parse_optional_punctuation(","):
                keyword = parser.parse_keyword_in(remaining, " in a tile type, each at most once")
                remaining -= _SPACES if keyword in _SPACES else {keyword}
                match keyword:
                    case "valid":
                        parser.parse_punctuation("=")
                        valid = parser.parse_dimension_list()
                    case "layout":
                        parser.parse_punctuation("=")
                        layout = LayoutAttr.new(LayoutAttr.parse_parameters(parser)).layout
                    case "compact":
                        compact = True
                    case _:
                        space = MemorySpace(keyword)
        return _built(
            parser, start, lambda: cls(shape, element_type, space, valid=valid, layout=layout, compact=compact)
        )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_dimension_list(self.get_shape())
            printer.print_string("x")
            printer.print_attribute(self.element_type)
            if self.space is not None:
                printer.print_string(f", {self.space}")
            if not self.is_fully_valid:
                printer.print_string(", valid = ")
                printer.print_dimension_list(self.valid)
            if isinstance(self.layout, LayoutAttr):
                printer.print_string(f", layout = {self.layout.layout}")
            if self.is_compact:
                printer.print_string(", compact")

    def verify(self) -> None:
        _verify_extents(self.get_shape(), self.valid)
        if not is_float(self.element_type) and integer_width(self.element_type) is None:
            integers = ", ".join(map(str, _INTEGER_WIDTHS))
            raise VerifyException(
                f"a tile holds {integers}, f32, f16, bf16, f8E4M3FN, f8E5M2 or f4E2M1FN, got {self.element_type}"
            )
        if self.is_compact and self.space not in _COMPACT_SPACES:
            raise VerifyException(f"only tiles in left, right or acc are compact, got one in {self.space}")


def tile_type(value: SSAValue) -> TileType:
    """The type of a value that constraints or context know to be a tile."""
    assert isinstance(value.type, TileType)
    return value.type


def tensor_type(value: SSAValue) -> TensorType[Attribute]:
    """The type of a value that constraints or context know to be a ranked tensor."""
    assert isinstance(value.type, TensorType)
    return cast(TensorType[Attribute], value.type)


def _extents(values: Sequence[int]) -> ArrayAttr[IntAttr]:
    return ArrayAttr([IntAttr(value) for value in values])


def _values(extents: ArrayAttr[IntAttr]) -> tuple[int, ...]:
    return tuple(extent.data for extent in extents)


def _verify_extents(shape: tuple[int, ...], valid: tuple[int, ...]) -> None:
    if not shape:
        raise VerifyException("a tile has at least one dimension")
    if any(extent <= 0 for extent in shape):
        raise VerifyException(f"tile extents are positive constants, got {format_shape(shape)}")
    if len(valid) != len(shape):
        raise VerifyException(f"valid shape {format_shape(valid)} has another rank than {format_shape(shape)}")
    for extent, bound in zip(valid, shape):
        if extent != DYNAMIC_INDEX and not 0 <= extent <= bound:
            raise VerifyException(f"valid shape {format_shape(valid)} does not fit into {format_shape(shape)}")
