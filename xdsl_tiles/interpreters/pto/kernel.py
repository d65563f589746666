"""What a kernel asks of its core, regions for one kind of core, prints, and what only orders other ops."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from xdsl.ir import Operation

from xdsl_tiles.dialects.pto import event_arrays, flags, kernel, remote
from xdsl_tiles.interpreters.pto.global_memory import GlobalView
from xdsl_tiles.interpreters.pto.handle import TileHandle
from xdsl_tiles.interpreters.pto.transfer import global_view
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.source import FunctionSource
from xdsl_tiles.interpreters.tile.payload import Array
from xdsl_tiles.interpreters.values import RunError

KERNEL = OpTable()

_LENGTHS = re.compile(r"%([-+ #0-9.*]*)(?:hh|h|ll|l|z|j|t)?u?([diuoxXcsfFeEgG%])")
"""A C conversion: what stands between the percent sign and the length, and the letter."""


@KERNEL.kernel(kernel.GetBlockIdxOp)
def bind_block_index(op: kernel.GetBlockIdxOp, scope: Scope) -> Kernel:
    """Which block runs."""
    environment = scope.environment
    return lambda: environment.block_index


@KERNEL.kernel(kernel.GetBlockNumOp)
def bind_block_count(op: kernel.GetBlockNumOp, scope: Scope) -> Kernel:
    """How many blocks run."""
    environment = scope.environment
    return lambda: environment.block_count


@KERNEL.kernel(kernel.GetSubblockIdxOp)
def bind_subblock_index(op: kernel.GetSubblockIdxOp, scope: Scope) -> Kernel:
    """Which vector core of the block runs."""
    environment = scope.environment
    return lambda: environment.subblock_index


@KERNEL.kernel(kernel.GetSubblockNumOp)
def bind_subblock_count(op: kernel.GetSubblockNumOp, scope: Scope) -> Kernel:
    """How many vector cores of the block run."""
    environment = scope.environment
    return lambda: environment.subblock_count


def write_section(op: kernel.SectionOperation, source: FunctionSource) -> None:
    """The ops of the region where they stand: one program order serves both kinds of core."""
    source.statements(op.body.block)


KERNEL.statement(kernel.SectionCubeOp)(write_section)
KERNEL.statement(kernel.SectionVectorOp)(write_section)


@KERNEL.kernel(kernel.PrintOp)
def bind_print(op: kernel.PrintOp, scope: Scope) -> Kernel:
    """Print a number by a C format."""
    text = _LENGTHS.sub(r"%\1\2", op.format.data.encode().decode("unicode_escape"))

    def run(number: float) -> None:
        try:
            print(text % number, end="" if text.endswith("\n") else "\n")
        except (TypeError, ValueError) as error:
            raise RunError(f"cannot print {number} by the format '{op.format.data}': {error}") from error

    return run


@KERNEL.kernel(kernel.TPrintOp)
def bind_print_tile(op: kernel.TPrintOp, scope: Scope) -> Kernel:
    """Print the valid elements of a tile, or a window of global memory."""
    arithmetic = scope.environment.arithmetic

    def run(source: TileHandle | GlobalView | Array) -> None:
        arithmetic.drain()
        print(source.read() if isinstance(source, TileHandle) else global_view(source).elements())

    return run


@KERNEL.kernel(kernel.TrapOp)
def bind_trap(op: kernel.TrapOp, scope: Scope) -> Kernel:
    """The end of the run."""

    def run() -> None:
        raise RunError("stops the core")

    return run


_ORDERING: Sequence[type[Operation]] = (
    flags.BarrierOp,
    flags.BarrierSyncOp,
    flags.SetFlagOp,
    flags.WaitFlagOp,
    flags.SetFlagDynOp,
    flags.WaitFlagDynOp,
    flags.RecordEventOp,
    flags.WaitEventOp,
    flags.GetBufOp,
    flags.RlsBufOp,
    flags.SyncSetOp,
    flags.SyncWaitOp,
    flags.SetFftsOp,
    flags.TSyncOp,
)


def write_nothing(op: Operation, source: FunctionSource) -> None:
    """In program order everything before has happened already."""


for _ordering in _ORDERING:
    KERNEL.statement(_ordering)(write_nothing)


@KERNEL.kernel(event_arrays.DeclareEventIdArrayOp)
def bind_event_array(op: event_arrays.DeclareEventIdArrayOp, scope: Scope) -> Kernel:
    """An array of event ids, all 0."""
    size = op.array.type.size.data
    return lambda: [0] * size


def _checked(array: list[int], index: int) -> int:
    if not 0 <= index < len(array):
        raise RunError(f"event {index} out of [0, {len(array) - 1}]")
    return index


@KERNEL.kernel(event_arrays.EventIdArrayGetOp)
def bind_get_event(op: event_arrays.EventIdArrayGetOp, scope: Scope) -> Kernel:
    """One event id."""

    def run(array: list[int], index: int) -> int:
        return array[_checked(array, index)]

    return run


@KERNEL.kernel(event_arrays.EventIdArraySetOp)
def bind_set_event(op: event_arrays.EventIdArraySetOp, scope: Scope) -> Kernel:
    """Change one event id."""

    def run(array: list[int], index: int, value: int) -> None:
        array[_checked(array, index)] = value

    return run


@KERNEL.kernel(remote.BuildAsyncSessionOp)
def bind_session(op: remote.BuildAsyncSessionOp, scope: Scope) -> Kernel:
    """Nothing that a copy needs: all cards are one."""

    def run(scratch: Any, workspace: Any) -> None:
        return None

    return run


@KERNEL.kernel(remote.TPutAsyncOp, remote.TGetAsyncOp)
def bind_remote_copy(op: remote.AsyncCopyOperation, scope: Scope) -> Kernel:
    """A copy that has happened when the op returns."""
    arithmetic = scope.environment.arithmetic

    def run(target: GlobalView | Array, source: GlobalView | Array, session: Any) -> None:
        arithmetic.drain()
        elements, taken = global_view(target).elements(), global_view(source).elements()
        if elements.size != taken.size:
            raise RunError(f"copies {taken.size} elements to {elements.size}")
        elements[...] = taken.reshape(elements.shape)

    return run


@KERNEL.kernel(remote.WaitAsyncEventOp, remote.TestAsyncEventOp)
def bind_event(op: remote.AsyncEventOperation, scope: Scope) -> Kernel:
    """Every copy is over."""

    def run(event: Any, session: Any) -> int:
        return 1

    return run
