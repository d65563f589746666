"""Rules about what operands are: tiles or windows, where they lie, how they are laid out, what they are padded with."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.enums import PadValue
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule, tiles_of
from xdsl_tiles.dialects.pto.tile_buf import Config, TileBufType
from xdsl_tiles.dialects.pto.types import PartitionTensorViewType


class IsTile(Rule):
    """The operands are tiles: handles, or the memrefs that those become."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, type_ in _types(op, self.names):
            if not isinstance(type_, TileBufType | MemRefType):
                raise VerifyException(f"expects {name} to be a !pto.tile_buf<...>, got {type_}")


class IsWindow(Rule):
    """The operands are windows of global memory that hold something."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, type_ in _types(op, self.names):
            if not isinstance(type_, PartitionTensorViewType | MemRefType):
                raise VerifyException(
                    f"expects {name} to be a !pto.partition_tensor_view<...>, as pto.partition_view makes, got {type_}"
                )
            if any(extent != DYNAMIC_INDEX and extent <= 0 for extent in type_.get_shape()):
                raise VerifyException(f"expects {name} to have positive extents, got {type_}")


class LaidOut(Rule):
    """The operands are in one of these layouts, as to the order of boxes and in them."""

    names: tuple[str, ...]
    layouts: tuple[Config, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if tile.config[:2] not in [layout[:2] for layout in self.layouts]:
                wanted = " or ".join(f"{layout.blayout}/{layout.slayout}" for layout in self.layouts)
                raise VerifyException(
                    f"expects {name} laid out {wanted} (blayout/slayout) on {op.arch}, "
                    f"got {tile.config.blayout}/{tile.config.slayout} in {tile}"
                )


class Fractal(Rule):
    """The boxes of the operands have this many bytes."""

    names: tuple[str, ...]
    size: int

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if tile.config.fractal != self.size:
                raise VerifyException(f"expects {name} with fractal={self.size} on {op.arch}, got {tile}")


class PadIn(Rule):
    """Operands whose elements have this many bits are padded with one of these, if at all."""

    names: tuple[str, ...]
    bits: int
    pads: tuple[PadValue, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if tile.element_bytes * 8 == self.bits and tile.config.pad not in self.pads:
                raise VerifyException(
                    f"expects {name} of {tile.element_type} padded with {' or '.join(self.pads)} on {op.arch}, "
                    f"got {tile.config.pad}"
                )


def _types(op: PtoOperation, names: tuple[str, ...]) -> Iterator[tuple[str, Attribute]]:
    """The types of the named operands that are there."""
    for name in names:
        operand = getattr(op, name)
        if operand is not None:
            yield name, operand.type
