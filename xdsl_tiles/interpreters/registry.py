"""What ops mean: tables from op types to the code that runs them.

An op has one of three kinds of meaning. An *expression* is Python source over its operands (scalar arithmetic). A
*kernel* is a plain function over its operand values, made once per op by a binder that works out everything static. A
*statement* writes control flow. A dialect fills one `OpTable`; tables are merged into the one a program runs with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from xdsl.ir import Operation, SSAValue

if TYPE_CHECKING:
    from xdsl_tiles.interpreters.environment import Environment
    from xdsl_tiles.interpreters.source import FunctionSource
    from xdsl_tiles.machines import Machine

OpT = TypeVar("OpT", bound=Operation)
Kernel: TypeAlias = Callable[..., Any]
Argument: TypeAlias = SSAValue | int | Sequence[SSAValue | int] | None
"""What a kernel is called with: an operand, a constant, or a tuple of them."""


class Scope(Protocol):
    """What a binder may ask about the function that its op is in."""

    @property
    def environment(self) -> Environment:
        """Block, pipes and arithmetic of the run."""
        ...

    @property
    def machine(self) -> Machine | None:
        """The machine that the op runs on, or None where its figures don't count."""
        ...

    def is_overwritten(self, value: SSAValue) -> bool:
        """Whether the memory of a tensor is written in place somewhere, so that a view of it would change."""
        ...

    def may_wait(self, op: Operation) -> bool:
        """Whether nobody looks at what an op writes before the outermost loop around it ends."""
        ...


class Waiting(Protocol):
    """What an op waits for before it can run."""

    def is_over(self) -> bool:
        """Whether the op can run now."""
        ...

    def reason(self) -> str:
        """What the op waits for, as a clause about it."""
        ...


Binder: TypeAlias = Callable[[OpT, Scope], Kernel]
Expression: TypeAlias = Callable[..., str]
Statement: TypeAlias = Callable[[OpT, "FunctionSource"], None]
Arguments: TypeAlias = Callable[[OpT], Sequence[Argument]]


def all_operands(op: Operation) -> Sequence[Argument]:
    """The operands of an op, in order."""
    return op.operands


class Handover(NamedTuple):
    """An operand whose value goes on as other values: a loop's init as its iteration argument and its result."""

    op: Operation
    operand: int
    receivers: Sequence[SSAValue]


Handovers: TypeAlias = Callable[[OpT], Sequence[Handover]]


@dataclass(frozen=True)
class KernelEntry:
    """How to make an op's kernel, what to call it with, and what it does to tensors.

    `overwrites` is the operand that it writes in place, to become its result; `views` the one that its result may be
    a view of. Any other tensor result is a new array. `waits` makes, for an op that waits for another core, what it
    waits for.
    """

    bind: Binder[Any]
    arguments: Arguments[Any] = all_operands
    overwrites: int | None = None
    views: int | None = None
    waits: Callable[[Any, Scope], Waiting] | None = None


class Flow(StrEnum):
    """How often the regions of an op run in one run of the op."""

    ONCE = "once"
    ONE_OF = "one of"
    AGAIN = "again"


@dataclass(frozen=True)
class StatementEntry:
    """How to write an op's statements, how often its regions run, and where the values it takes go on."""

    write: Statement[Any]
    flow: Flow = Flow.ONCE
    handovers: Handovers[Any] = lambda op: ()


@dataclass
class OpTable:
    """The meaning of ops by their type."""

    kernels: dict[type[Operation], KernelEntry] = field(default_factory=dict[type[Operation], KernelEntry])
    expressions: dict[type[Operation], Expression] = field(default_factory=dict[type[Operation], Expression])
    statements: dict[type[Operation], StatementEntry] = field(default_factory=dict[type[Operation], StatementEntry])

    def kernel(
        self,
        *op_types: type[OpT],
        arguments: Arguments[OpT] = all_operands,
        overwrites: int | None = None,
        views: int | None = None,
        waits: Callable[[OpT, Scope], Waiting] | None = None,
    ) -> Callable[[Binder[OpT]], Binder[OpT]]:
        """Register the decorated binder: `(op, scope)` to a function of the op's arguments.

        A kernel returns the value of the op's one result, a tuple for several, nothing for none. One that overwrites
        an operand gets an array that it may write and returns it.
        """

        def register(bind: Binder[OpT]) -> Binder[OpT]:
            self.kernels.update(dict.fromkeys(op_types, KernelEntry(bind, arguments, overwrites, views, waits)))
            return bind

        return register

    def expression(self, *op_types: type[OpT]) -> Callable[[Expression], Expression]:
        """Register the decorated builder: `(op, *operand_names)` to a Python expression for the one result.

        The expression may call what `xdsl_tiles.interpreters.upstream.scalar` defines.
        """

        def register(build: Expression) -> Expression:
            self.expressions.update(dict.fromkeys(op_types, build))
            return build

        return register

    def statement(
        self, op_type: type[OpT], *, flow: Flow = Flow.ONCE, handovers: Handovers[OpT] = lambda op: ()
    ) -> Callable[[Statement[OpT]], Statement[OpT]]:
        """Register the decorated writer: `(op, source)` appends the Python statements of the op."""

        def register(write: Statement[OpT]) -> Statement[OpT]:
            self.statements[op_type] = StatementEntry(write, flow, handovers)
            return write

        return register

    def update(self, *others: OpTable) -> OpTable:
        """Add the entries of other tables, which win over those already there."""
        for other in others:
            self.kernels.update(other.kernels)
            self.expressions.update(other.expressions)
            self.statements.update(other.statements)
        return self
