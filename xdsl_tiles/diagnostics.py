"""One way to say something to the user: errors, warnings, performance hints, remarks and plans.

Every diagnostic has a severity, a message that names the way out, the source position of the op it is about and, for
hints, a stable code (`PH-AT-006`) and the figures that led to it. Passes `emit` them; whoever runs the passes
collects them (`collecting`), else they are written to stderr, one line each: `file:line:col: hint: [PH-AT-006] ...`.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NoReturn, cast

from xdsl.dialects.builtin import ArrayAttr, CallSiteLoc, FileLineColLoc, FusedLoc, LocationAttr, NameLoc
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import PassFailedException


class Severity(StrEnum):
    """How much a diagnostic matters; only an error stops a run."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"
    REMARK = "remark"
    PLAN = "plan"


def position(location: Attribute) -> str | None:
    """The `file:line:col` that a location stands for, or None where it has none."""
    match location:
        case FileLineColLoc():
            return f"{location.filename.data}:{location.line.data}:{location.column.data}"
        case NameLoc():
            return position(location.location)
        case CallSiteLoc():
            return position(location.callee)
        case FusedLoc():
            parts = cast(ArrayAttr[Attribute], location.locations)
            return next((found for part in parts if (found := position(part))), None)
        case _:
            return None


@dataclass(frozen=True)
class Diagnostic:
    """One thing said to the user.

    `figures` holds the numbers behind a hint (bytes, cycles, extents) under stable names, for `--hints=json`.
    """

    severity: Severity
    message: str
    location: LocationAttr | None = None
    op: str | None = None
    code: str | None = None
    figures: Mapping[str, int | float | str | bool] = field(default_factory=dict[str, int | float | str | bool])

    @property
    def position(self) -> str | None:
        """The `file:line:col` this is about, or None."""
        return None if self.location is None else position(self.location)

    @property
    def text(self) -> str:
        """What is said, without where: the code, the op and the message."""
        code = f"[{self.code}] " if self.code else ""
        about = f"'{self.op}' op " if self.op else ""
        return f"{code}{about}{self.message}"

    def __str__(self) -> str:
        return f"{self.position or '<unknown>'}: {self.severity}: {self.text}"

    def as_json(self) -> dict[str, object]:
        """A JSON-ready object with the same facts as the text form."""
        return {
            "severity": str(self.severity),
            "code": self.code,
            "position": self.position,
            "op": self.op,
            "message": self.message,
            "figures": dict(self.figures),
        }


_sink: ContextVar[list[Diagnostic] | None] = ContextVar("xdsl_tiles_diagnostics", default=None)
_wants_plans: ContextVar[bool] = ContextVar("xdsl_tiles_wants_plans", default=False)


def emit(diagnostic: Diagnostic) -> None:
    """Hand a diagnostic to the innermost `collecting` block, or write it to stderr."""
    sink = _sink.get()
    if sink is None:
        print(diagnostic, file=sys.stderr)
    else:
        sink.append(diagnostic)


@contextmanager
def collecting(*, plans: bool = False) -> Generator[list[Diagnostic]]:
    """Collect what is emitted inside the block, in order, instead of writing it to stderr; plans only if asked for."""
    collected: list[Diagnostic] = []
    tokens = _sink.set(collected), _wants_plans.set(plans)
    try:
        yield collected
    finally:
        _sink.reset(tokens[0])
        _wants_plans.reset(tokens[1])


def hint(op: Operation, code: str, message: str, **figures: int | float | str | bool) -> None:
    """Tell the user what a pass declined or chose at `op`, under a stable code, with its figures."""
    emit(Diagnostic(Severity.HINT, message, op.location, op.name, code, figures))


def remark(op: Operation, message: str, **figures: int | float | str | bool) -> None:
    """Tell the user what a pass did at `op` and why."""
    emit(Diagnostic(Severity.REMARK, message, op.location, op.name, None, figures))


def plans_wanted() -> bool:
    """Whether anybody asked what passes choose; what goes into a plan need not be worked out else."""
    return _wants_plans.get()


def plan(op: Operation, message: str, **figures: int | float | str | bool) -> None:
    """Tell whoever asked what a pass chose for `op` and what that costs."""
    if plans_wanted():
        emit(Diagnostic(Severity.PLAN, message, op.location, op.name, None, figures))


class OperationError(PassFailedException):
    """A user error found by a pass or a run at one operation; printed as one `file:line:col: error: ...` line."""

    def __init__(self, op: Operation, message: str):
        self.diagnostic = Diagnostic(Severity.ERROR, message, op.location, op.name)
        super().__init__(str(self.diagnostic))


def fail(op: Operation, message: str) -> NoReturn:
    """Stop the pass with a user error at `op`; the message says what is wrong and the way out."""
    raise OperationError(op, message)
