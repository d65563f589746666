"""Rules about the element types of operands together.

Types are listed by name. `int8` stands for i8, ui8 and si8, and so on, as the hardware tells them apart in few places;
`fp8` for every 8-bit float. A combination lists the alternatives of each operand: `i32,f32/f16` is i32 to f16 or f32
to f16.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects.builtin import AnyFloat, IntegerType, MemRefType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule, tiles_of
from xdsl_tiles.dialects.pto.types import element_of


class Elements(Rule):
    """The elements of the operands are one of these combinations; those of a5 are those of a3 unless given."""

    names: tuple[str, ...]
    a3: tuple[str, ...]
    a5: tuple[str, ...] | None = None

    def check(self, op: PtoOperation) -> None:
        elements = dict(elements_of(op, self.names))
        allowed = self.a3 if self.a5 is None or op.arch is Arch.A3 else self.a5
        if len(elements) == len(self.names) and not any(_combines(each, elements.values()) for each in allowed):
            raise VerifyException(
                f"takes {'/'.join(self.names)} with elements of {' or '.join(allowed)} on {op.arch}, "
                f"got {'/'.join(map(str, elements.values()))}"
            )


class OneElement(Rule):
    """The operands have one element type."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        elements = dict(elements_of(op, self.names))
        if len(set(elements.values())) > 1:
            raise VerifyException(f"expects one element type, got {_described(elements)}")


class OneWidth(Rule):
    """The elements of the operands have as many bytes as each other."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        elements = dict(elements_of(op, self.names))
        if len({_bits(element) for element in elements.values()}) > 1:
            raise VerifyException(f"expects elements of the same width, got {_described(elements)}")


class Printable(Rule):
    """The elements of a tile can be printed; a window of global memory prints as it is."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        for name, tile in tiles_of(op, self.names):
            if not _combines("f16,f32,int8,int16,int32", (tile.element_type,)):
                raise VerifyException(f"cannot print elements of {tile.element_type}, which {name} has")


class OfMemref(Rule):
    """A memref has elements of one of these types, which are listed with commas."""

    name: str
    types: str

    def check(self, op: PtoOperation) -> None:
        element = element_of(getattr(op, self.name).type)
        if not _combines(self.types, (element,)):
            raise VerifyException(f"expects {self.name} with elements of {self.types}, got {element}")


class PointsTo(Rule):
    """The value is an element of what the pointer points to."""

    pointer: str
    value: str

    def check(self, op: PtoOperation) -> None:
        element, value = element_of(getattr(op, self.pointer).type), getattr(op, self.value).type
        if value != element:
            raise VerifyException(f"expects {self.value} of {element}, the element of {self.pointer}, got {value}")


def elements_of(op: PtoOperation, names: tuple[str, ...]) -> Iterator[tuple[str, Attribute]]:
    """The element types of the named operands that are there; memrefs have no rules."""
    for name in names:
        operand = getattr(op, name)
        if operand is not None and not isinstance(operand.type, MemRefType):
            yield name, element_of(operand.type)


def _combines(combination: str, elements: Iterable[Attribute]) -> bool:
    pairs = zip(combination.split("/"), elements)
    return all(any(_is(element, name) for name in names.split(",")) for names, element in pairs)


def _is(element: Attribute, name: str) -> bool:
    if name.startswith("int"):
        return isinstance(element, IntegerType) and element.bitwidth == int(name[3:])
    if name == "fp8":
        return isinstance(element, AnyFloat) and element.bitwidth == 8
    return str(element) == name


def _bits(element: Attribute) -> int | None:
    return element.bitwidth if isinstance(element, IntegerType | AnyFloat) else None


def _described(elements: dict[str, Attribute]) -> str:
    return " and ".join(f"{name} of {element}" for name, element in elements.items())
