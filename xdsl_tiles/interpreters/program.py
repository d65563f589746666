"""Running the functions of a module: each is compiled to Python once, then called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from types import CodeType
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.tensor import EmptyOp
from xdsl.interpreter import InterpreterFunctions
from xdsl.ir import Attribute, BlockArgument, Operation
from xdsl.utils.exceptions import DiagnosticException

from xdsl_tiles.analysis.abi import chain_origin
from xdsl_tiles.diagnostics import OperationError, fail
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.bridge import Bridge
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.registry import Kernel, OpTable
from xdsl_tiles.interpreters.source import FunctionSource
from xdsl_tiles.interpreters.tables import table_for, uses_pto
from xdsl_tiles.interpreters.tile.memory import check_valid
from xdsl_tiles.interpreters.tile.payload import Tile, whole
from xdsl_tiles.interpreters.upstream.scalar import NAMESPACE
from xdsl_tiles.interpreters.values import RunError, as_shaped, check_size, check_value, describe_array, dtype_of

_FAULTS = (RunError, ArithmeticError, MemoryError, RecursionError, IndexError, DiagnosticException)
"""What a program can do wrong while it runs."""


class Program:
    """The functions of a module, ready to be called.

    `table` says what ops mean (default: everything in this package), `plugins` are xDSL interpreter functions for ops
    that it does not know. The module must not change afterwards.
    """

    def __init__(
        self,
        module: ModuleOp,
        environment: Environment | None = None,
        *,
        table: OpTable | None = None,
        plugins: Sequence[InterpreterFunctions] = (),
    ):
        self.environment = environment or Environment()
        self._table = table or table_for(module)
        self._uses_pto = uses_pto(module)
        self._bridge = Bridge(module, self._table, self.environment, plugins)
        self._functions = {op.sym_name.data: op for op in module.walk() if isinstance(op, FuncOp)}
        self._compiled: dict[tuple[str, bool], Kernel] = {}
        self._origins: dict[CodeType, list[Operation]] = {}

    @property
    def functions(self) -> list[FuncOp]:
        """The functions that have a body, in order."""
        return [function for function in self._functions.values() if function.body.blocks]

    def run(self, name: str, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """Call a function with arrays and numbers; its results, tiles as the arrays of their valid elements.

        A tile argument is such an array too, and so is what stands for a pto pointer: the elements behind it. Only
        these and memrefs are written to. Raises `OperationError` at the op that found a fault in the program or in what
        it was given.
        """
        return self.run_blocks(name, arguments, 1)

    def run_blocks(self, name: str, arguments: Sequence[Any], blocks: int) -> tuple[Any, ...]:
        """Call a function once for each of its blocks, in order; they share the memory of the results."""
        function, compiled = self._functions[name], self._link(name)
        values = _held_arguments(function, arguments, self._uses_pto)
        results: tuple[Any, ...] = ()
        self.environment.block_count = blocks
        try:
            with np.errstate(all="ignore"):
                for self.environment.block_index in range(blocks):
                    self.environment.memories.clear()
                    results = compiled(*values)
                    if blocks > 1:
                        self._share(function, values, results)
                self.environment.arithmetic.drain()
                return tuple(value.read() if isinstance(value, Tile) else value for value in results)
        except _FAULTS as error:
            raise self._located(error, function) from error
        finally:
            self.environment.arithmetic.forget()
            self.environment.buffers.clear()
            self.environment.memories.clear()

    def _share(self, function: FuncOp, values: list[Any], results: Sequence[Any]) -> None:
        """Let the next block find what this one wrote."""
        returned = function.get_return_op()
        assert returned is not None
        for operand, result in zip(returned.operands, results):
            origin = chain_origin(operand)
            if isinstance(origin, BlockArgument):
                values[origin.index] = result
            elif isinstance(origin.owner, EmptyOp):
                self.environment.buffers[origin.owner] = result

    def source(self, name: str) -> str:
        """The Python that a function is compiled to, for reading."""
        return self._write(self._functions[name]).text

    def _link(self, name: str, is_coroutine: bool = False) -> Kernel:
        """The callable of a function, compiled when first needed; a coroutine waits for tiles from others."""
        key = name, is_coroutine
        if key not in self._compiled:
            self._compiled[key] = self._compile(self._functions[name], is_coroutine)
        return self._compiled[key]

    def _late_link(self, name: str, is_coroutine: bool = False) -> Kernel:
        """A callable that links when called, so that functions may call each other."""
        return lambda *arguments: self._link(name, is_coroutine)(*arguments)

    def _write(self, function: FuncOp, is_coroutine: bool = False) -> FunctionSource:
        if len(function.body.blocks) != 1:
            reason = "branches between blocks" if function.body.blocks else "has no body"
            fail(function, f"cannot run '{function.sym_name.data}': it {reason}")
        block = function.body.block
        try:
            for type_ in filter(None, (as_shaped(argument.type) for argument in block.args)):
                check_size(type_.get_shape(), dtype_of(type_.get_element_type()))
        except RunError as error:
            raise OperationError(function, str(error)) from error
        source = FunctionSource(
            function,
            self._table,
            self.environment,
            dict(NAMESPACE),
            self._late_link,
            self._bridge.kernel,
            is_coroutine=is_coroutine,
        )
        with source.suite(f"def function({', '.join(source.names(block.args))}):", function):
            if is_coroutine:
                source.line("yield", function)
            terminator = source.body(block)
            results = (source.handed_over(terminator, index) for index in range(len(terminator.operands)))
            source.line(f"return ({''.join(f'{result}, ' for result in results)})", terminator)
        return source

    def _compile(self, function: FuncOp, is_coroutine: bool) -> Kernel:
        source = self._write(function, is_coroutine)
        namespace = source.namespace
        exec(compile(source.text, f"<@{function.sym_name.data}>", "exec"), namespace)
        compiled = namespace["function"]
        self._origins[compiled.__code__] = source.origins
        return compiled

    def _located(self, error: BaseException, function: FuncOp) -> OperationError:
        """The error as one at the innermost op of compiled code that it passed through."""
        op: Operation = function
        trace = error.__traceback__
        while trace is not None:
            if origins := self._origins.get(trace.tb_frame.f_code):
                op = origins[trace.tb_lineno - 1]
            trace = trace.tb_next
        if isinstance(error, OperationError):
            return error
        return OperationError(op, _reason(error))


def _held_arguments(function: FuncOp, arguments: Sequence[Any], uses_pto: bool) -> list[Any]:
    types = function.function_type.inputs.data
    if len(arguments) != len(types):
        fail(function, f"takes {len(types)} arguments, got {len(arguments)}")
    values: list[Any] = []
    hold = _pto_holder(function) if uses_pto else _held
    for value, type_ in zip(arguments, types):
        try:
            values.append(_held(value, type_) if isinstance(type_, TileType) else hold(value, type_))
        except RunError as error:
            raise OperationError(function, f"argument {len(values)} does not fit: {error}") from error
    return values


def _pto_holder(function: FuncOp) -> Callable[[Any, Attribute], Any]:
    """What holds the arguments of a function one after the other, where some are of the pto dialect."""
    from xdsl_tiles.interpreters.pto.arguments import held, written_arguments

    written = written_arguments(function)
    index = count()
    return lambda value, type_: held(value, type_, next(index) in written)


def _held(value: Any, type_: Attribute) -> Any:
    """An argument as compiled code holds it; `RunError` where it does not fit its type."""
    if not isinstance(type_, TileType):
        return check_value(value, type_)
    array = np.asarray(value)
    shape, dtype = type_.get_shape(), dtype_of(type_.element_type)
    fits = array.ndim == len(shape) and all(map(int.__le__, array.shape, shape))
    if not fits or array.dtype != dtype.numpy:
        raise RunError(f"{describe_array(array)} is no {type_}")
    check_valid(array.shape, type_.valid)
    return whole(array, shape)


def _reason(error: BaseException) -> str:
    match error:
        case ZeroDivisionError():
            return "division by zero"
        case MemoryError():
            return "not enough memory"
        case RecursionError():
            return "functions call each other too deeply"
        case _:
            return str(error)
