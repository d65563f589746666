"""The rules of pto operations beyond the constraints of their declaration, as small values that op classes list.

A rule looks at one op and raises `VerifyException` with the way out. Where a rule differs between architectures it is
told the op's own (`op.arch`), never one kept elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast, dataclass_transform

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.enums import AddressSpace, BLayout
from xdsl_tiles.dialects.pto.tile_buf import TileBufType

if TYPE_CHECKING:
    from xdsl.ir import SSAValue

    from xdsl_tiles.dialects.pto.operation import PtoOperation


@dataclass_transform(frozen_default=True)
class Rule(ABC):
    """Something that must hold of an op. A rule states its fields in order, as a dataclass does.

    It is none: to compile the methods of all of them would take as long as the rest of the dialect takes to load.
    """

    def __init__(self, *values: object, **named: object):
        vars(self).update(zip(type(self).__annotations__, values), **named)

    @abstractmethod
    def check(self, op: PtoOperation) -> None:
        """Raise `VerifyException` where it does not hold."""


def tiles_of(op: PtoOperation, names: tuple[str, ...]) -> Iterator[tuple[str, TileBufType]]:
    """The named operands that are tile handles, with their types; memrefs, views and absent operands have no rules."""
    for name in names:
        operand = cast("SSAValue | None", getattr(op, name))
        if operand is not None and isinstance(operand.type, TileBufType):
            yield name, operand.type


class InSpace(Rule):
    """The operands are in one of these memories."""

    names: tuple[str, ...]
    spaces: tuple[AddressSpace, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if tile.space not in self.spaces:
                raise VerifyException(f"expects {name} in {' or '.join(self.spaces)}, got {tile}")


class RowMajor(Rule):
    """The operands are stored row by row."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if tile.config.blayout is not BLayout.ROW_MAJOR:
                raise VerifyException(f"expects {name} in blayout row_major, got {tile}")


class SameValid(Rule):
    """The operands have one valid shape, as far as it is known."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        tiles = dict(tiles_of(op, self.names))
        for extents in zip(*(tile.valid for tile in tiles.values())):
            if len(set(extents) - {DYNAMIC_INDEX}) > 1:
                described = " and ".join(f"{name} of {tile}" for name, tile in tiles.items())
                raise VerifyException(f"expects one valid shape, got {described}")
