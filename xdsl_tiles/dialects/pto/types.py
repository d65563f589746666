"""The types of the pto dialect that are not tile buffers: pointers, views of global memory, handles.

Source: pto section 2.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloatConstr,
    ArrayAttr,
    ContainerType,
    IntAttr,
    IntegerType,
    MemRefType,
    ShapedType,
    Signedness,
    SignednessAttr,
    TensorType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    AnyAttr,
    AttrConstraint,
    EqAttrConstraint,
    MessageConstraint,
    ParamAttrConstraint,
    base,
    irdl_attr_definition,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.tile_buf import TileBufType


@irdl_attr_definition
class PtrType(ParametrizedAttribute, TypeAttribute):
    """A pointer into global memory: `!pto.ptr<f32>`."""

    name = "pto.ptr"

    element_type: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (parser.parse_type(),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element_type)


class ViewType(ParametrizedAttribute, TypeAttribute, ShapedType, ContainerType[Attribute], ABC):
    """A shape of known (`16`) and run-time (`?`) extents and an element type: `<?x16xf32>`."""

    shape: ArrayAttr[IntAttr]
    element_type: Attribute

    def get_num_dims(self) -> int:
        """Rank of the view."""
        return len(self.shape)

    def get_shape(self) -> tuple[int, ...]:
        """Extents in elements; DYNAMIC_INDEX where only the run knows."""
        return tuple(extent.data for extent in self.shape)

    def get_element_type(self) -> Attribute:
        """Element type of the view."""
        return self.element_type

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            shape = parser.parse_dimension_list()
            if shape:
                parser.parse_shape_delimiter()
            element_type = parser.expect(parser.parse_optional_type, "expected an extent or an element type")
        return _extents(shape), element_type

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if len(self.shape):
                printer.print_dimension_list(self.get_shape())
                printer.print_string("x")
            printer.print_attribute(self.element_type)

    def verify(self) -> None:
        if any(extent < 0 and extent != DYNAMIC_INDEX for extent in self.get_shape()):
            raise VerifyException(f"extents are not negative, got {self.get_shape()}")


def _extents(values: Sequence[int]) -> ArrayAttr[IntAttr]:
    return ArrayAttr([IntAttr(value) for value in values])


@irdl_attr_definition
class TensorViewType(ViewType):
    """A strided array in global memory: `!pto.tensor_view<?x?xf32>`."""

    name = "pto.tensor_view"

    def __init__(self, shape: Sequence[int], element_type: Attribute):
        super().__init__(_extents(shape), element_type)


@irdl_attr_definition
class PartitionTensorViewType(ViewType):
    """A rectangular window of a view, what loads read and stores write: `!pto.partition_tensor_view<16x32xf32>`."""

    name = "pto.partition_tensor_view"

    def __init__(self, shape: Sequence[int], element_type: Attribute):
        super().__init__(_extents(shape), element_type)


@irdl_attr_definition
class TileType(ViewType):
    """A tile without a memory space, as older texts have it: `!pto.tile<16x16xf32>`."""

    name = "pto.tile"

    def __init__(self, shape: Sequence[int], element_type: Attribute):
        super().__init__(_extents(shape), element_type)


class HandleType(ParametrizedAttribute, TypeAttribute, ABC):
    """A handle without parameters."""


@irdl_attr_definition
class PipeType(HandleType):
    """A FIFO between a cube core and its vector cores: `!pto.pipe`."""

    name = "pto.pipe"


@irdl_attr_definition
class AsyncSessionType(HandleType):
    """What copies between cards go through: `!pto.async_session`."""

    name = "pto.async_session"


@irdl_attr_definition
class AsyncEventType(HandleType):
    """The end of one copy between cards: `!pto.async_event`."""

    name = "pto.async_event"


@irdl_attr_definition
class EventIdArrayType(ParametrizedAttribute, TypeAttribute):
    """A small array of event ids: `!pto.eventid_array<4>`."""

    name = "pto.eventid_array"

    size: IntAttr

    def __init__(self, size: int | IntAttr):
        super().__init__(IntAttr(size) if isinstance(size, int) else size)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (IntAttr(parser.parse_integer(allow_boolean=False)),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_int(self.size.data)

    def verify(self) -> None:
        if self.size.data <= 0:
            raise VerifyException(f"an array of event ids has a positive size, got {self.size.data}")


SCALAR: AttrConstraint = base(IntegerType) | AnyFloatConstr
"""An integer or a float."""

SIGNLESS: AttrConstraint = MessageConstraint(
    ParamAttrConstraint(IntegerType, (AnyAttr(), EqAttrConstraint(SignednessAttr(Signedness.SIGNLESS)))),
    "expected an integer without a sign of its own, such as i16",
)
"""An integer such as i16, neither ui16 nor si16."""

NUMBER: AttrConstraint = SIGNLESS | AnyFloatConstr
"""What ops take for a scalar: a float, or an integer without a sign of its own."""

SHAPED: AttrConstraint = (
    base(TileBufType)
    | base(PartitionTensorViewType)
    | base(TensorViewType)
    | base(TileType)
    | base(MemRefType)
    | base(TensorType)
)
"""What the language takes where it says tile: which of them an op really takes is for its rules."""

TILE_HANDLE: AttrConstraint = base(TileBufType) | base(MemRefType)
"""A local tile by its handle, or the memref that it becomes later."""

ADDRESS: AttrConstraint = base(PtrType) | base(MemRefType)
"""Something in global memory that elements are addressed from."""


def element_of(type_: Attribute) -> Attribute:
    """The element type of whatever an op takes as a tile, view or pointer; a scalar is its own element."""
    if isinstance(type_, PtrType):
        return type_.element_type
    if isinstance(type_, ContainerType):
        return cast(ContainerType[Attribute], type_).get_element_type()
    return type_
