"""Rules about numbers that an op states."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.attributes import PipeAttr
from xdsl_tiles.dialects.pto.case_rules import is_given
from xdsl_tiles.dialects.pto.enums import Pipe
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule


class Within(Rule):
    """A number, where it is given, is at least `low` and at most `high`."""

    name: str
    low: int
    high: int | None = None

    def check(self, op: PtoOperation) -> None:
        number: IntegerAttr | None = getattr(op, self.name)
        if number is None:
            return
        if number.value.data < self.low or (self.high is not None and number.value.data > self.high):
            bounds = f"from {self.low} on" if self.high is None else f"from {self.low} to {self.high}"
            raise VerifyException(f"expects {self.name} {bounds}, got {number.value.data}")


class OneOf(Rule):
    """A number is one of these."""

    name: str
    numbers: tuple[int, ...]

    def check(self, op: PtoOperation) -> None:
        number: IntegerAttr = getattr(op, self.name)
        if number.value.data not in self.numbers:
            raise VerifyException(
                f"expects {self.name} to be {' or '.join(map(str, self.numbers))}, got {number.value.data}"
            )


class OnPipe(Rule):
    """The pipe is one of these."""

    pipes: tuple[Pipe, ...]
    name: str = "pipe"

    def check(self, op: PtoOperation) -> None:
        pipe: PipeAttr = getattr(op, self.name)
        if pipe.data not in self.pipes:
            raise VerifyException(f"expects {' or '.join(self.pipes)} on {op.arch}, got {pipe.data}")


class ExactlyOne(Rule):
    """One of these operands and properties is there, and no other."""

    names: tuple[str, ...]

    def check(self, op: PtoOperation) -> None:
        if sum(is_given(op, name) for name in self.names) != 1:
            raise VerifyException(f"takes one of {' and '.join(self.names)}")
