"""Running the two halves of a kernel at the same time, as coroutines that take turns where one waits for the other."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any, TypeAlias

from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.interpreters.pipes import Pipes
from xdsl_tiles.interpreters.registry import OpTable, Waiting
from xdsl_tiles.interpreters.source import FunctionSource
from xdsl_tiles.interpreters.values import RunError

LAUNCH = OpTable()

Half: TypeAlias = Generator[Waiting, None, tuple[Any, ...]]
"""A function that gives what it waits for whenever it waits; it starts with one step that does nothing."""


@LAUNCH.statement(LaunchOp)
def write_launch(op: LaunchOp, source: FunctionSource) -> None:
    """Start both halves, which copy what they write, and let them run to their ends."""
    arguments = ", ".join(map(source.lent, op.inputs))
    halves = [source.bind(source.link(name.string_value(), True), "half") for name in (op.cube, op.vector)]
    together = source.bind(partial(run_together, source.environment.pipes), "together")
    call = f"{together}({', '.join(f'{half}({arguments})' for half in halves)})"
    results = "".join(f"{name}, " for name in source.names(op.outputs))
    source.line(f"{results} = {call}" if results else call, op)


def run_together(pipes: Pipes, *halves: Half) -> tuple[Any, ...]:
    """Run coroutines to their ends; what they return, one after the other.

    Raises `RunError` at an op that waits for ever, and where tiles are left in a pipe.
    """
    pipes.reset()
    results: dict[Half, tuple[Any, ...]] = {}
    waiting = {half: next(half) for half in halves}
    while waiting:
        before = pipes.transfers, len(waiting)
        for half in tuple(waiting):
            try:
                waiting[half] = next(half)
            except StopIteration as stop:
                results[half] = stop.value
                del waiting[half]
        if waiting and before == (pipes.transfers, len(waiting)):
            half, reason = next(iter(waiting.items()))
            half.throw(RunError(f"waits for ever {reason.reason()}"))
    for pipe in pipes:
        if pipe.tiles:
            raise RunError(
                f"leaves {len(pipe.tiles)} tiles in pipe {pipe.number}: {pipe.pushed} were pushed to the "
                f"{pipe.receiver} core, which popped {pipe.popped}"
            )
    return tuple(value for half in halves for value in results[half])
