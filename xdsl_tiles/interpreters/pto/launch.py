"""Kernels for the cube core and for the vector cores of one block, which run at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from xdsl.builder import Builder
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint

from xdsl_tiles.dialects.pto import fifo, fifo_handles
from xdsl_tiles.dialects.pto.attributes import KernelKindAttr
from xdsl_tiles.dialects.pto.enums import KernelKind
from xdsl_tiles.dialects.pto.kernel import GetSubblockIdxOp
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.registry import OpTable
from xdsl_tiles.interpreters.source import FunctionSource
from xdsl_tiles.interpreters.tile.launch import Half, run_together
from xdsl_tiles.interpreters.upstream import func
from xdsl_tiles.interpreters.values import RunError

LAUNCH = OpTable()

ENTRY = "pto.entry"
KERNEL_KIND = "pto.kernel_kind"
_DRIVER = "launch"

_TRANSFERS = (
    *(fifo.PushOperation, fifo.PopOperation, fifo.FreeOperation),
    *(fifo_handles.TPushOp, fifo_handles.TPopOp, fifo_handles.TFreeOp),
)


@LAUNCH.statement(CallOp)
def write_call(op: CallOp, source: FunctionSource) -> None:
    """A call; calls of both kinds of kernel in one block of ops are one launch, at the last of them."""
    launched = _launched(op)
    if op not in launched:
        func.write_call(op, source)
    elif op is [*launched][-1]:
        lanes = _vector_cores([*launched.values()])
        halves: list[str] = []
        for call, kernel in launched.items():
            half = source.bind(source.link(kernel.sym_name.data, True), "half")
            started = f"{half}({', '.join(map(source.lent, call.arguments))})"
            for lane in range(1 if kind_of(kernel) is KernelKind.CUBE else lanes):
                on_core = source.bind(partial(run_on_core, source.environment, lane, lanes), "core")
                halves.append(f"{on_core}({started})")
        together = source.bind(partial(run_together, source.environment.pipes), "together")
        source.line(f"{together}({', '.join(halves)})", op)


def kind_of(function: FuncOp) -> KernelKind | None:
    """The kind of core that a function is for, None where it does not say."""
    kind = function.attributes.get(KERNEL_KIND)
    return kind.data if isinstance(kind, KernelKindAttr) else None


def _launched(op: CallOp) -> dict[CallOp, FuncOp]:
    """The calls of kernels in the block of a call, where both kinds are among them."""
    functions = dict(_functions(op))
    calls = [other for other in op.parent.ops if isinstance(other, CallOp)] if op.parent else []
    kernels = {call: functions[name] for call in calls if (name := call.callee.string_value()) in functions}
    kernels = {call: kernel for call, kernel in kernels.items() if kind_of(kernel) and kernel.body.blocks}
    return kernels if {*map(kind_of, kernels.values())} == {*KernelKind} else {}


def _functions(op: Operation) -> Iterator[tuple[str, FuncOp]]:
    around = op
    while (parent := around.parent_op()) is not None:
        around = parent
    return ((function.sym_name.data, function) for function in around.walk() if isinstance(function, FuncOp))


def _vector_cores(kernels: Sequence[FuncOp]) -> int:
    """How many vector cores take part: both where tiles are split, or none is passed and they ask their number."""
    ops = [op for kernel in kernels for op in kernel.walk()]
    transfers = [op for op in ops if isinstance(op, _TRANSFERS)]
    if transfers:
        return 2 if any(op.split.value.data for op in transfers) else 1
    return 2 if any(isinstance(op, GetSubblockIdxOp) for op in ops) else 1


def run_on_core(environment: Environment, lane: int, lanes: int, half: Half) -> Half:
    """A coroutine that finds the memories and the number of its core whenever it runs on."""
    resume: Callable[[], Any] = partial(next, half)
    while True:
        environment.subblock_index, environment.subblock_count = lane, lanes
        try:
            waiting = resume()
        except StopIteration as stop:
            environment.subblock_index, environment.subblock_count = 0, 1
            return stop.value
        resume = partial(next, half)
        try:
            yield waiting
        except RunError as error:
            resume = partial(half.throw, error)


def add_driver(module: ModuleOp) -> None:
    """Where the entries of a module are one kernel for each kind of core, give it one that launches both."""
    entries = [op for op in module.ops if isinstance(op, FuncOp) and ENTRY in op.attributes]
    kinds, types = [kind_of(entry) for entry in entries], {entry.function_type for entry in entries}
    names = {op.sym_name.data for op in module.ops if isinstance(op, FuncOp)}
    if len(entries) != 2 or {*kinds} != {*KernelKind} or len(types) != 1 or _DRIVER in names:
        return
    driver = FuncOp(_DRIVER, entries[0].function_type)
    builder = Builder(InsertPoint.at_end(driver.body.block))
    for entry in entries:
        builder.insert(CallOp(entry.sym_name.data, driver.body.block.args, []))
        del entry.attributes[ENTRY]
    builder.insert(ReturnOp())
    driver.attributes[ENTRY] = UnitAttr()
    module.body.block.add_op(driver)
