"""Rules of pointers, views of global memory and windows of those."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.constants import constant_index
from xdsl_tiles.dialects.pto.effects import space_of
from xdsl_tiles.dialects.pto.enums import AddressSpace
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.types import PtrType, TensorViewType, element_of

if TYPE_CHECKING:
    from xdsl_tiles.dialects.pto.views import MakeTensorViewOp, PartitionViewOp


class OneType(Rule):
    """Operands and results have one type."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        types = [getattr(op, name).type for name in self.names]
        if len(set(types)) > 1:
            raise VerifyException(
                f"expects {' and '.join(self.names)} of one type, got {' and '.join(map(str, types))}"
            )


class DescribesView(Rule):
    """There is a shape and a stride for each dimension of a view, and its elements are those of the pointer."""

    def check(self, op: PtoOperation) -> None:
        view = cast("MakeTensorViewOp", op)
        pointer, result = cast(PtrType, view.ptr.type), view.result.type
        rank = result.get_num_dims()
        if not len(view.shape) == len(view.strides) == rank:
            raise VerifyException(
                f"expects a shape and a stride for each of the {rank} dimensions, "
                f"got {len(view.shape)} and {len(view.strides)}"
            )
        if pointer.element_type != result.element_type:
            raise VerifyException(f"expects a view of {pointer.element_type}, as ptr is, got {result}")


class InsideView(Rule):
    """A window has an offset and a size for each dimension of its view and lies inside of it, as far as is known."""

    def check(self, op: PtoOperation) -> None:
        window = cast("PartitionViewOp", op)
        view = cast(TensorViewType, window.source.type)
        result = window.result.type
        if not len(window.offsets) == len(window.sizes) == view.get_num_dims():
            raise VerifyException(
                f"expects an offset and a size for each of the {view.get_num_dims()} dimensions of the source, "
                f"got {len(window.offsets)} and {len(window.sizes)}"
            )
        if view.element_type != result.element_type:
            raise VerifyException(f"expects a window of {view.element_type}, as source is, got {result}")
        sizes = [constant_index(size) for size in window.sizes]
        for number, (offset, size, bound) in enumerate(zip(window.offsets, sizes, view.get_shape())):
            _check_bounds(number, constant_index(offset), size, bound)
        if result.get_num_dims() == view.get_num_dims():
            for number, (size, extent) in enumerate(zip(sizes, result.get_shape())):
                if size is not None and extent not in (size, DYNAMIC_INDEX):
                    raise VerifyException(f"expects size {number} to be that of the result, {extent}, got {size}")


def _check_bounds(number: int, offset: int | None, size: int | None, bound: int) -> None:
    if offset is not None and offset < 0:
        raise VerifyException(f"expects offset {number} not to be negative, got {offset}")
    if size is not None and size <= 0:
        raise VerifyException(f"expects size {number} to be positive, got {size}")
    if bound != DYNAMIC_INDEX and size is not None and (offset or 0) + size > bound:
        raise VerifyException(
            f"expects a window inside the source: offset {offset or 0} and size {size} exceed {bound}"
        )


class FlatWindow(Rule):
    """The operand is a window of global memory of known extents, all of them 1 but the last."""

    name: str

    def check(self, op: PtoOperation) -> None:
        type_ = getattr(op, self.name).type
        shape = type_.get_shape()
        if space_of(type_) is not AddressSpace.GM:
            raise VerifyException(f"expects {self.name} in global memory, got {type_}")
        if not shape or DYNAMIC_INDEX in shape or prod(shape[:-1]) != 1:
            raise VerifyException(f"expects {self.name} to be one row of a known length, got {type_}")


class Bytes(Rule):
    """The pointer or memref is one of bytes in global memory."""

    name: str

    def check(self, op: PtoOperation) -> None:
        type_ = getattr(op, self.name).type
        if getattr(element_of(type_), "bitwidth", None) != 8 or space_of(type_) not in (None, AddressSpace.GM):
            raise VerifyException(f"expects {self.name} to be 8-bit integers in global memory, got {type_}")


class OneShape(Rule):
    """The windows have one shape."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        shapes = [getattr(op, name).type.get_shape() for name in self.names]
        if len(set(shapes)) > 1:
            raise VerifyException(
                f"expects {' and '.join(self.names)} of one shape, got {' and '.join(map(str, shapes))}"
            )


class Holds(Rule):
    """A tile has at least this many bytes."""

    name: str
    size: int

    def check(self, op: PtoOperation) -> None:
        tile = getattr(op, self.name).type
        if isinstance(tile, TileBufType) and prod(tile.get_shape()) * tile.element_bytes < self.size:
            raise VerifyException(f"expects {self.name} of at least {self.size} bytes, got {tile}")
