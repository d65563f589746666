"""The Python source of one function, written op by op."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from xdsl.dialects.builtin import ShapedType, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.diagnostics import OperationError, fail
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.ownership import Ownership
from xdsl_tiles.interpreters.registry import Argument, Kernel, KernelEntry, OpTable
from xdsl_tiles.interpreters.values import RunError, as_shaped, check_size, dtype_of
from xdsl_tiles.machines import Machine

_DEEPEST_LOOPS = 18
"""Python compiles at most 20 blocks inside each other."""


class FunctionSource:
    """Writes the body of a function as Python statements, one op at a time; the `Scope` of its kernels.

    `link` gives the callable of another function by name, with True as a coroutine, `foreign` a kernel for an op that
    no table knows.
    """

    def __init__(
        self,
        function: FuncOp,
        table: OpTable,
        environment: Environment,
        namespace: dict[str, Any],
        link: Callable[..., Kernel],
        foreign: Callable[[Operation], Kernel],
        *,
        is_coroutine: bool = False,
    ):
        self.function = function
        self.table = table
        self._environment = environment
        self.namespace = namespace
        self.link = link
        self._foreign = foreign
        self._is_coroutine = is_coroutine
        self._ownership = Ownership(function, table)
        self._names: dict[SSAValue, str] = {}
        self._waiting: set[Operation] = set()
        self._loops = 0
        self._indent = 0
        self._lines: list[str] = []
        self.origins: list[Operation] = []

    @property
    def environment(self) -> Environment:
        """Block, pipes and arithmetic of the run."""
        return self._environment

    @property
    def machine(self) -> Machine | None:
        """The machine that the function runs on, or None where its figures don't count."""
        return self._machine

    @cached_property
    def _machine(self) -> Machine | None:
        return machine_for(self.function, self._environment.machine)

    @property
    def text(self) -> str:
        """The source so far; line n comes from op `origins[n - 1]`."""
        return "\n".join(self._lines)

    @property
    def is_in_loop(self) -> bool:
        """Whether what is written now stands in a loop of the function."""
        return self._loops > 0

    def is_overwritten(self, value: SSAValue) -> bool:
        """Whether the memory of a tensor is written in place somewhere in the function."""
        return self._ownership.is_overwritten(value)

    def may_wait(self, op: Operation) -> bool:
        """Whether nobody looks at what an op writes before the outermost loop around it ends."""
        return op in self._waiting

    def let_wait(self, ops: Iterable[Operation]) -> None:
        """Note that nobody looks at what these ops write before the outermost loop around them ends."""
        self._waiting.update(ops)

    def name(self, value: SSAValue) -> str:
        """The Python variable of a value."""
        return self._names.setdefault(value, f"v{len(self._names)}")

    def names(self, values: Iterable[SSAValue]) -> list[str]:
        """The Python variables of values."""
        return [self.name(value) for value in values]

    def share_name(self, value: SSAValue, other: SSAValue) -> None:
        """Let a value live in the variable of another, as a loop's result does in its iteration argument's."""
        self._names[value] = self.name(other)

    def handed_over(self, op: Operation, index: int) -> str:
        """The operand as an expression, copied where whoever takes it may write what others still look at."""
        name = self.name(op.operands[index])
        return f"{name}.copy()" if self._ownership.must_copy(op, index) else name

    def lent(self, value: SSAValue) -> str:
        """The value as an expression for someone who may keep a view of it, copied where it is written later."""
        name = self.name(value)
        return f"{name}.copy()" if isinstance(value.type, TensorType) and self.is_overwritten(value) else name

    def bind(self, thing: object, hint: str) -> str:
        """Make a Python object known to the source; returns its name."""
        name = f"{hint.replace('.', '_')}_{len(self.namespace)}"
        self.namespace[name] = thing
        return name

    def line(self, text: str, op: Operation) -> None:
        """Append one line that comes from the op."""
        self._lines.append(" " * self._indent + text)
        self.origins.append(op)

    def assign(self, targets: Iterable[str], values: Iterable[str], op: Operation) -> None:
        """Append one simultaneous assignment, unless there is nothing to assign."""
        pairs = [(target, value) for target, value in zip(targets, values) if target != value]
        if pairs:
            left, right = zip(*pairs)
            self.line(f"{', '.join(left)} = {', '.join(right)}", op)

    @contextmanager
    def suite(self, header: str, op: Operation, *, loops: bool = False) -> Generator[None]:
        """An indented block under a header such as `while True:`."""
        if loops and self._loops == _DEEPEST_LOOPS:
            fail(op, f"cannot run loops nested deeper than {_DEEPEST_LOOPS}; put the inner ones into a function")
        self.line(header, op)
        self._indent += 1
        self._loops += loops
        empty = len(self._lines)
        yield
        if len(self._lines) == empty:
            self.line("pass", op)
        self._indent -= 1
        self._loops -= loops

    def body(self, block: Block) -> Operation:
        """Append the ops of a block up to its terminator, which is returned."""
        terminator = block.last_op
        assert terminator is not None
        self.statements(block, terminator)
        return terminator

    def statements(self, block: Block, end: Operation | None = None) -> None:
        """Append the ops of a block, all of them or those before `end`."""
        dying = self._dying(block)
        for op in block.ops:
            if op is end:
                break
            try:
                self._operation(op)
            except RunError as error:
                raise OperationError(op, str(error)) from error
            if op in dying:
                self.line(f"del {', '.join(self.names(dying[op]))}", op)

    def _operation(self, op: Operation) -> None:
        for result in op.results:
            if (type_ := as_shaped(result.type)) is not None:
                check_size(type_.get_shape(), dtype_of(type_.get_element_type()))
        op_type = type(op)
        if statement := self.table.statements.get(op_type):
            statement.write(op, self)
        elif (expression := self.table.expressions.get(op_type)) and not isinstance(op.results[0].type, ShapedType):
            self.line(f"{self.name(op.results[0])} = {expression(op, *self.names(op.operands))}", op)
        elif kernel := self.table.kernels.get(op_type):
            self._call(op, kernel)
        else:
            self._call_foreign(op)

    def _call(self, op: Operation, entry: KernelEntry) -> None:
        kernel = self.bind(entry.bind(op, self), op.name)
        if self._is_coroutine and entry.waits is not None:
            waiting = self.bind(entry.waits(op, self), "waiting")
            with self.suite(f"while not {waiting}.is_over():", op):
                self.line(f"yield {waiting}", op)
        target = None if entry.overwrites is None else op.operands[entry.overwrites]
        arguments = ", ".join(
            self.handed_over(op, entry.overwrites)
            if entry.overwrites is not None and argument is target
            else self._argument(argument)
            for argument in entry.arguments(op)
        )
        copied = ".copy()" if entry.views is not None and self.is_overwritten(op.results[0]) else ""
        self._results(op, f"{kernel}({arguments}){copied}")

    def _call_foreign(self, op: Operation) -> None:
        kernel = self.bind(self._foreign(op), op.name)
        arguments = ", ".join(map(self.lent, (*op.operands, *captured(op))))
        self._results(op, f"{kernel}({arguments})")

    def _results(self, op: Operation, call: str) -> None:
        results = ", ".join(self.names(op.results))
        self.line(f"{results} = {call}" if results else call, op)

    def _argument(self, argument: Argument) -> str:
        match argument:
            case SSAValue():
                return self.name(argument)
            case int() | None:
                return str(argument)
            case _:
                return f"({''.join(f'{self._argument(part)}, ' for part in argument)})"

    def _dying(self, block: Block) -> dict[Operation, list[SSAValue]]:
        """Per op of the block, the tiles and tensors that nothing reads after it."""
        dying: dict[Operation, list[SSAValue]] = {}
        for op in block.ops:
            for result in op.results:
                if isinstance(result.type, ShapedType) and (last := self._last_reader(result, block)):
                    dying.setdefault(last, []).append(result)
        terminator = block.last_op
        return {op: values for op, values in dying.items() if op is not terminator}

    def _last_reader(self, value: SSAValue, block: Block) -> Operation | None:
        last = value.owner if isinstance(value.owner, Operation) else None
        for use in value.uses:
            reader: Operation | None = use.operation
            while reader is not None and reader.parent is not block:
                reader = reader.parent_op()
            if reader is not None and (last is None or self._ownership.order[reader] > self._ownership.order[last]):
                last = reader
        return last


def captured(op: Operation) -> list[SSAValue]:
    """The values that the regions of an op use from outside of it."""
    inside: set[SSAValue] = set()
    used: dict[SSAValue, None] = {}
    for inner in op.walk():
        inside.update(inner.results)
        inside.update(argument for region in inner.regions for block in region.blocks for argument in block.args)
        if inner is not op:
            used.update(dict.fromkeys(inner.operands))
    return [value for value in used if value not in inside]
