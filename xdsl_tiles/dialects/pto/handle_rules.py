"""Rules of tile handles: what is valid in them, other handles of the same storage, windows of them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.constants import constant_index
from xdsl_tiles.dialects.pto.enums import BLayout, SLayout
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule
from xdsl_tiles.dialects.pto.tile_buf import TileBufType

if TYPE_CHECKING:
    from xdsl_tiles.dialects.pto.subset import SubsetOp
    from xdsl_tiles.dialects.pto.tiles import AllocTileOp, BitcastOp, SetValidShapeOp, TReshapeOp


class StatesValid(Rule):
    """What the type of a new tile leaves to the run is an operand, and only that."""

    def check(self, op: PtoOperation) -> None:
        alloc = cast("AllocTileOp", op)
        tile = alloc.result.type
        operands = {"valid_row": alloc.valid_row, "valid_col": alloc.valid_col}
        for (name, operand), extent in zip(operands.items(), tile.valid):
            if (operand is None) == (extent == DYNAMIC_INDEX):
                missing = f"needs the operand {name}" if operand is None else f"takes no operand {name}"
                raise VerifyException(
                    f"{missing}, as its type says {'?' if extent == DYNAMIC_INDEX else extent} there: {tile}"
                )


class ResizesLocalTile(Rule):
    """A tile whose valid shape is set was made here with both extents left open, and is as large as what is set."""

    def check(self, op: PtoOperation) -> None:
        resize = cast("SetValidShapeOp", op)
        type_ = resize.source.type
        if not isinstance(type_, TileBufType):
            return
        if type_.valid != (DYNAMIC_INDEX, DYNAMIC_INDEX):
            raise VerifyException(f"expects a source with valid=?x?, got {type_}")
        maker = resize.source.owner
        if not isinstance(maker, Operation) or maker.name == "func.call":
            raise VerifyException("expects a source made in this function, as by pto.alloc_tile, got one handed over")
        for name, bound in zip(("valid_row", "valid_col"), type_.get_shape()):
            extent = constant_index(getattr(op, name))
            if extent is not None and not 0 <= extent <= bound:
                raise VerifyException(f"expects {name} from 0 to {bound}, got {extent}")


class SameStorage(Rule):
    """The result is another view of the source's bytes: of as many of them, with or without boxes as it has."""

    def check(self, op: PtoOperation) -> None:
        reshape = cast("TReshapeOp", op)
        source, result = reshape.src.type, reshape.result.type
        if not isinstance(source, TileBufType) or not isinstance(result, TileBufType):
            return
        if source.space is not result.space:
            raise VerifyException(f"expects a result in {source.space}, where src is, got {result}")
        if _bytes(source) != _bytes(result):
            raise VerifyException(f"expects a result of {_bytes(source)} bytes, as src has, got {_bytes(result)}")
        if source.config.is_boxed != result.config.is_boxed:
            raise VerifyException(f"cannot reshape between tiles with and without boxes: {source} and {result}")


class OtherElements(Rule):
    """The result is the source with elements of another type, of no more bytes."""

    def check(self, op: PtoOperation) -> None:
        bitcast = cast("BitcastOp", op)
        source, result = cast(TileBufType, bitcast.src.type), bitcast.result.type
        if source.element_type == result.element_type:
            raise VerifyException(
                f"expects another element type than {source.element_type}; pto.treshape changes shapes"
            )
        expected = TileBufType(
            source.space, source.get_shape(), result.element_type, valid=source.valid, config=source.config
        )
        if result != expected:
            raise VerifyException(f"changes nothing but the element type: expects {expected}, got {result}")
        if _bytes(result) > _bytes(source):
            raise VerifyException(f"expects a result of at most {_bytes(source)} bytes, got {_bytes(result)}")


class KeepsBoxes(Rule):
    """A window of a tile with boxes is made of whole rows or columns of boxes, as they are stored."""

    def check(self, op: PtoOperation) -> None:
        subset = cast("SubsetOp", op)
        source = cast(TileBufType, subset.source.type)
        box = _box(source)
        if box is None:
            return
        sizes = [size.value.data for size in subset.sizes]
        offsets = [constant_index(offset) for offset in subset.offsets]
        if not len(sizes) == len(offsets) == 2:
            raise VerifyException(f"expects two offsets and two sizes, got {len(offsets)} and {len(sizes)}")
        for size, offset, extent in zip(sizes, offsets, box):
            if size <= 0 or size % extent or (offset is not None and (offset < 0 or offset % extent)):
                raise VerifyException(f"expects sizes and offsets that are multiples of a box of {box[0]}x{box[1]}")
        kept = 1 if source.config.blayout is BLayout.ROW_MAJOR else 0
        if sizes[kept] != source.get_shape()[kept] or offsets[kept] != 0:
            raise VerifyException(
                f"expects all {source.get_shape()[kept]} {('rows', 'columns')[kept]} from offset 0, "
                f"as boxes are stored {source.config.blayout}"
            )


def _bytes(tile: TileBufType) -> int:
    return prod(tile.get_shape()) * tile.element_bytes


def _box(tile: TileBufType) -> tuple[int, int] | None:
    """Rows and columns of a box of a tile; None where it has none."""
    config = tile.config
    if not config.is_boxed:
        return None
    if config.fractal == 1024:
        return 16, 16
    if config.fractal == 32:
        return 16, 2
    if config.fractal != 512 or not tile.element_bytes:
        raise VerifyException(f"has no boxes of this size: {tile}")
    along = 32 // tile.element_bytes
    return (16, along) if config.slayout is SLayout.ROW_MAJOR else (along, 16)
