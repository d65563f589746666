"""What the operations of the pto dialect share: syntax stated as data, the pipe they run on, and their rules.

An op class declares, in reading order: name, operands, properties, results, format; `PIPE`, the queue it runs in;
`RULES`, what else must hold. There is no parse, print or verify_ per op.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import OptionalDef, ParsePropInAttrDict, traits_def

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.pto.arch import Arch, arch_of
from xdsl_tiles.dialects.pto.effects import TileEffects
from xdsl_tiles.dialects.pto.enums import Pipe
from xdsl_tiles.dialects.pto.rules import Rule

Value: TypeAlias = SSAValue | Operation
"""What builders take for an operand: a value, or the op whose only result it is."""


class PtoOperation(FormattedOperation, ABC):
    """An operation of the pto dialect."""

    irdl_options = (ParsePropInAttrDict(),)

    PIPE: ClassVar[Pipe | None] = None
    """The pipe the op runs on; None where it takes no time or depends on the operands (see `unit`)."""

    RULES: ClassVar[tuple[Rule, ...]] = ()
    """What must hold of operands and properties beyond their constraints, checked in this order."""

    def __post_init__(self) -> None:
        super().__post_init__()
        # The generic form lists properties by name.
        if len(self.properties) > 1:
            self.properties = dict(sorted(self.properties.items()))

    @property
    def unit(self) -> Pipe | None:
        """The pipe the op runs on, or None."""
        return self.PIPE

    @property
    def arch(self) -> Arch:
        """The architecture of the module that the op is in."""
        return arch_of(self)

    def verify_(self) -> None:
        for rule in self.RULES:
            rule.check(self)


class TileOperation(PtoOperation, ABC):
    """An op in destination-passing style: it reads the tiles `ins(...)` and writes those in `outs(...)`."""

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)
    """The operands that are written."""

    UPDATES: ClassVar[tuple[str, ...]] = ()
    """The operands that are read and written: scratch tiles, and destinations that are combined with."""

    traits = traits_def(TileEffects())


class VectorOperation(TileOperation, ABC):
    """An op of the vector unit."""

    PIPE: ClassVar = Pipe.V


class CountedSegments(PtoOperation, ABC):
    """An op with one optional operand whose generic form counts its operands all the same, in an attribute.

    The attribute may be missing from the text and is filled in.
    """

    def __post_init__(self) -> None:
        if "operandSegmentSizes" not in self.attributes:
            definitions = [definition for _, definition in self.get_irdl_definition().operands]
            is_complete = len(self.operands) == len(definitions)
            sizes = [0 if isinstance(each, OptionalDef) and not is_complete else 1 for each in definitions]
            self.attributes["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        super().__post_init__()


def ins_outs(*ins: str, outs: tuple[str, ...] = ("dst",), inline_attributes: bool = False, result: str = "") -> str:
    """The format `ins(%a, %b : A, B) outs(%c : C)`; the names of optional operands end in `?`.

    Attributes follow, or stand before the types of `ins` where `inline_attributes` says so, then the optional result.
    """
    inside, after = ("attr-dict ", "") if inline_attributes else ("", " attr-dict")
    arrow = f" (`->` type(${result})^)?" if result else ""
    return (
        f"`ins` `(` {_listed(ins, '{}')}{inside}`:` {_listed(ins, 'type({})')}`)` "
        f"`outs` `(` {_listed(outs, '{}')}`:` {_listed(outs, 'type({})')}`)`{after}{arrow}"
    )


def _listed(names: tuple[str, ...], pattern: str) -> str:
    """The directives of a list with commas; an optional name takes its comma with it."""
    text = ""
    for position, name in enumerate(names):
        directive = pattern.format(f"${name.removesuffix('?')}")
        if not position:
            text += f"{directive} "
        else:
            text += f"(`,` {directive}^)? " if name.endswith("?") else f"`,` {directive} "
    return text
