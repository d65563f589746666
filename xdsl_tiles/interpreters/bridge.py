"""The way to and from xDSL's own interpreter, for ops that come with an `@impl` only.

xDSL's interpreter gets a thin face over the same kernels that compiled code calls, so that a plug-in's op may run its
regions through it; compiled code hands an op that no table knows to xDSL's interpreter. Scalars cross as the
`IntegerAttr` and `FloatAttr` that xDSL uses, everything else as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr, IndexType, IntegerAttr, IntegerType, ModuleOp, ShapedType
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.interpreters.builtin import scalar_attr
from xdsl.interpreters.func import FuncFunctions
from xdsl.interpreters.scf import ScfFunctions
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable
from xdsl_tiles.interpreters.source import captured
from xdsl_tiles.interpreters.upstream.scalar import NAMESPACE


def unwrap(value: Any) -> Any:
    """An xDSL interpreter's value as compiled code holds it."""
    if isinstance(value, IntegerAttr):
        number = cast("IntegerAttr[IntegerType | IndexType]", value)
        return number.value.data & 1 if number.type == IntegerType(1) else number.value.data
    return value.value.data if isinstance(value, FloatAttr) else value


def wrap(value: Any, type_: Attribute) -> Any:
    """A value of compiled code as xDSL's interpreter holds it."""
    is_scalar = isinstance(type_, IntegerType | IndexType | AnyFloat)
    return scalar_attr(value, cast(Attribute, type_), 64) if is_scalar else value


class _FaceScope:
    """Ops that xDSL's interpreter runs one by one never write in place, and on no machine."""

    machine = None

    def __init__(self, environment: Environment):
        self.environment = environment

    def is_overwritten(self, value: SSAValue) -> bool:
        """Never: see the class."""
        return False

    def may_wait(self, op: Operation) -> bool:
        """Never: whoever runs ops one by one looks at each result."""
        return False


def table_functions(table: OpTable, environment: Environment) -> InterpreterFunctions:
    """xDSL interpreter functions for everything in a table that is not control flow."""
    scope = _FaceScope(environment)
    methods: dict[str, Any] = {}
    for op_type in (*table.kernels, *table.expressions):
        if not op_type.has_trait(IsTerminator):
            methods[op_type.name] = impl(op_type)(_method(table, scope))
    face = type("TableFunctions", (InterpreterFunctions,), methods)
    return register_impls(face)()


def _method(table: OpTable, scope: _FaceScope) -> Callable[..., PythonValues]:
    def run(self: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues) -> PythonValues:
        results = _evaluate(op, [unwrap(arg) for arg in args], table, scope)
        return tuple(wrap(value, result.type) for value, result in zip(results, op.results))

    return run


def _evaluate(op: Operation, values: Sequence[Any], table: OpTable, scope: _FaceScope) -> Sequence[Any]:
    expression = table.expressions.get(type(op))
    if expression is not None and not isinstance(op.results[0].type, ShapedType):
        names = [f"v{index}" for index in range(len(values))]
        return (eval(expression(op, *names), dict(NAMESPACE), dict(zip(names, values))),)
    entry = table.kernels[type(op)]
    held = dict(zip(op.operands, values))
    if entry.overwrites is not None:
        held[op.operands[entry.overwrites]] = held[op.operands[entry.overwrites]].copy()
    result = entry.bind(op, scope)(*(_held(argument, held) for argument in entry.arguments(op)))
    return result if len(op.results) > 1 else (result,)[: len(op.results)]


def _held(argument: Argument, held: dict[SSAValue, Any]) -> Any:
    match argument:
        case SSAValue():
            return held[argument]
        case int() | None:
            return argument
        case _:
            return tuple(_held(part, held) for part in argument)


class Bridge:
    """xDSL's interpreter over one module, with the face of a table and the functions of plug-ins."""

    def __init__(
        self, module: ModuleOp, table: OpTable, environment: Environment, plugins: Sequence[InterpreterFunctions]
    ):
        self._make = lambda: _interpreter(module, table, environment, plugins)
        self._interpreter: Interpreter | None = None

    def kernel(self, op: Operation) -> Kernel:
        """A kernel that has xDSL's interpreter run the op; it takes the operands, then what `captured` lists."""
        if self._interpreter is None:
            self._interpreter = self._make()
        interpreter, outer = self._interpreter, captured(op)
        count = len(op.operands)

        def run(*values: Any) -> Any:
            wrapped = [wrap(value, operand.type) for value, operand in zip(values, (*op.operands, *outer))]
            interpreter.push_scope(op.name)
            interpreter.set_values(zip(outer, wrapped[count:]))
            results = [unwrap(value) for value in interpreter.run_op(op, tuple(wrapped[:count]))]
            interpreter.pop_scope()
            return results[0] if len(results) == 1 else tuple(results)

        return run


def _interpreter(
    module: ModuleOp, table: OpTable, environment: Environment, plugins: Sequence[InterpreterFunctions]
) -> Interpreter:
    interpreter = Interpreter(module, index_bitwidth=64)
    for functions in (ScfFunctions(), FuncFunctions(), table_functions(table, environment), *plugins):
        interpreter.register_implementations(functions, override=True)
    return interpreter
