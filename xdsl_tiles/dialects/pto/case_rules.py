"""Rules that say when others apply: on one architecture, between these memories, where an optional part is given."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule, tiles_of
from xdsl_tiles.dialects.pto.tile_rules import IsTile


class OnlyOn(Rule):
    """The op is one of this architecture."""

    arch: Arch

    def check(self, op: PtoOperation) -> None:
        if op.arch is not self.arch:
            raise VerifyException(
                f"is there on {self.arch} only, and this module is for {op.arch}; "
                f'a program for {self.arch} says so: module attributes {{pto.target_arch = "{self.arch}"}}'
            )


class On(Rule):
    """Rules of one architecture."""

    arch: Arch
    rules: tuple[Rule, ...]

    def check(self, op: PtoOperation) -> None:
        if op.arch is self.arch:
            check_all(self.rules, op)


class BySpaces(Rule):
    """The op is there for these combinations of memories that the operands are in, each with its rules."""

    names: tuple[str, ...]
    cases: Mapping[tuple[AddressSpace, ...], tuple[Rule, ...]]

    def check(self, op: PtoOperation) -> None:
        IsTile(self.names).check(op)
        spaces = tuple(tile.space for _, tile in tiles_of(op, self.names))
        if len(spaces) < len(self.names):
            return
        if spaces not in self.cases:
            raise VerifyException(
                f"expects {'/'.join(self.names)} in {_listed(['/'.join(each) for each in self.cases])} "
                f"on {op.arch}, got {'/'.join(spaces)}"
            )
        check_all(self.cases[spaces], op)


class Given(Rule):
    """Rules for where an optional part is there, and for where it is not; what `unless` says is as good as none."""

    name: str
    rules: tuple[Rule, ...]
    otherwise: tuple[Rule, ...] = ()
    unless: Attribute | None = None

    def check(self, op: PtoOperation) -> None:
        check_all(self.rules if is_given(op, self.name, self.unless) else self.otherwise, op)


class Needs(Rule):
    """An optional operand is there."""

    name: str

    def check(self, op: PtoOperation) -> None:
        if not is_given(op, self.name):
            raise VerifyException(f"needs the operand {self.name} on {op.arch}")


class Exclusive(Rule):
    """At most one of these operands is there."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        if sum(is_given(op, name) for name in self.names) > 1:
            raise VerifyException(f"takes one of {' and '.join(self.names)}, not both")


class Together(Rule):
    """All of these operands are there, or none of them."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        if len({is_given(op, name) for name in self.names}) > 1:
            raise VerifyException(f"takes {' and '.join(self.names)} together or none of them")


class With(Rule):
    """All of these operands are there, as the form of the op says."""

    names: tuple[str, ...]
    form: str

    def check(self, op: PtoOperation) -> None:
        for name in self.names:
            if not is_given(op, name):
                raise VerifyException(f"needs {name}, as {self.form}")


class Without(Rule):
    """None of these operands is there, as the form of the op says."""

    names: tuple[str, ...]
    form: str

    def check(self, op: PtoOperation) -> None:
        for name in self.names:
            if is_given(op, name):
                raise VerifyException(f"takes no {name}, as {self.form}")


class ByWord(Rule):
    """Rules for each word that a property may be."""

    name: str
    cases: Mapping[str, tuple[Rule, ...]]

    def check(self, op: PtoOperation) -> None:
        check_all(self.cases[getattr(op, self.name).data], op)


def check_all(rules: tuple[Rule, ...], op: PtoOperation) -> None:
    """Check one rule after the other."""
    for rule in rules:
        rule.check(op)


def is_given(op: PtoOperation, name: str, unless: Attribute | None = None) -> bool:
    """Whether an optional operand or property is there and is not the one that stands for none."""
    value: SSAValue | Attribute | None = getattr(op, name)
    return value is not None and value != unless


def _listed(texts: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))
