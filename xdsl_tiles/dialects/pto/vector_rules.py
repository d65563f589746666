"""Bundles of rules that ops of the vector unit share, and rules about their attributes and constants.

Element types are listed with spaces between, each by the names of `element_rules`, first those of a3.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.attributes import CmpAttr
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import AddressSpace, PadValue
from xdsl_tiles.dialects.pto.extent_rules import ScratchRow
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import InSpace, RowMajor, Rule, SameValid, tiles_of
from xdsl_tiles.dialects.pto.subset import constant_index
from xdsl_tiles.dialects.pto.tile_buf import ND
from xdsl_tiles.dialects.pto.tile_rules import IsTile, LaidOut
from xdsl_tiles.dialects.pto.types import SCALAR
from xdsl_tiles.numerics.comparison import Comparison

ARITHMETIC = "int16 int32 f16 f32"
"""The elements that a3 calculates with."""

FLOATS = "f16 f32"
"""The elements of functions that only floats have."""

STORED = "int8 int16 int32 f16 bf16 f32"
"""The elements that are moved about as they are."""


class Distinct(Rule):
    """The operands are different tiles: the op reads one of them after it has written another."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        seen: dict[SSAValue, str] = {}
        for name in self.names:
            other = seen.setdefault(cast(SSAValue, getattr(op, name)), name)
            if other != name:
                raise VerifyException(
                    f"expects {other} and {name} to be different tiles on {op.arch}, got one for both; "
                    f"write {name} to a tile of its own"
                )


class Padded(Rule):
    """The type of the tile says what it is padded with."""

    name: str

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, (self.name,)):
            if tile.config.pad is PadValue.NULL:
                raise VerifyException(f"expects {name} to say what it is padded with, pad=1, 2 or 3, got {tile}")


class OneTile(Rule):
    """One of the two operands is a tile, the other a scalar."""

    names: tuple[str, str]

    def check(self, op: PtoOperation) -> None:
        types = [cast(SSAValue, getattr(op, name)).type for name in self.names]
        if sum(map(SCALAR.verifies, types)) != 1:
            raise VerifyException(f"expects a tile and a scalar, got {types[0]} and {types[1]}")


class NotNegative(Rule):
    """The scalar is not a negative constant."""

    name: str

    def check(self, op: PtoOperation) -> None:
        number = constant_index(getattr(op, self.name))
        if number is not None and number < 0:
            raise VerifyException(f"expects {self.name} not to be negative, got {number}")


class NumberIn(Rule):
    """The number that the property is, is one of these."""

    name: str
    numbers: tuple[int, ...]

    def check(self, op: PtoOperation) -> None:
        number: IntegerAttr = getattr(op, self.name)
        if number.value.data not in self.numbers:
            wanted = " or ".join(map(str, self.numbers))
            raise VerifyException(f"expects {self.name} to be {wanted}, got {number.value.data}")


class CompareWith(Rule):
    """The comparison that the property asks for, if any, is one of these."""

    name: str
    comparisons: tuple[Comparison, ...]

    def check(self, op: PtoOperation) -> None:
        asked: CmpAttr | None = getattr(op, self.name)
        if asked is not None and asked.data not in self.comparisons:
            raise VerifyException(f"compares by {' or '.join(self.comparisons)}, got {asked.data}")


def in_vec(*names: str) -> tuple[Rule, ...]:
    """The operands are tiles of the vector unit's memory."""
    return (IsTile(names), InSpace(names, (AddressSpace.VEC,)))


def by_rows(*names: str) -> tuple[Rule, ...]:
    """The operands are tiles of the vector unit's memory that are stored by rows."""
    return (*in_vec(*names), RowMajor(names))


def plain(*names: str) -> tuple[Rule, ...]:
    """The operands are tiles of the vector unit's memory that are stored by rows, without boxes."""
    return (*in_vec(*names), LaidOut(names, (ND,)))


def elements_in(*names: str, a3: str, a5: str | None = None) -> Rule:
    """The elements of every operand are one of these, each its own; `a5` is as `a3` where it is not given."""

    def combination(listed: str) -> tuple[str]:
        return ("/".join([listed.replace(" ", ",")] * len(names)),)

    return Elements(names, combination(a3), combination(a3 if a5 is None else a5))


def one_element(*names: str, a3: str, a5: str | None = None) -> tuple[Rule, ...]:
    """The operands have one element type, which is one of these."""
    return (OneElement(names), elements_in(names[0], a3=a3, a5=a5))


def elementwise(*names: str, a3: str, a5: str | None = None) -> tuple[Rule, ...]:
    """The rules of an elementwise op on these operands."""
    return (*by_rows(*names), *one_element(*names, a3=a3, a5=a5), SameValid(names))


def remainder_scratch() -> tuple[Rule, ...]:
    """The rules of the scratch tile of a remainder: a row of it."""
    return (*by_rows("tmp"), OneElement(("dst", "tmp")), ScratchRow("tmp", "dst"))


def scratch_like(name: str, other: str) -> tuple[Rule, ...]:
    """The scratch tile is stored by rows, with the elements and the valid shape of another operand."""
    return (*by_rows(name), OneElement((other, name)), SameValid((other, name)))
