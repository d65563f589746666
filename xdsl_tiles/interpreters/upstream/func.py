"""Calls between functions."""

from __future__ import annotations

from xdsl.dialects import func

from xdsl_tiles.interpreters.registry import OpTable
from xdsl_tiles.interpreters.source import FunctionSource

FUNC = OpTable()


@FUNC.statement(func.CallOp)
def write_call(op: func.CallOp, source: FunctionSource) -> None:
    """Call another function of the module; it copies what it writes, and gets a copy of what is written here."""
    callee = source.bind(source.link(op.callee.string_value()), "call")
    call = f"{callee}({', '.join(map(source.lent, op.arguments))})"
    results = "".join(f"{name}, " for name in source.names(op.res))
    source.line(f"{results} = {call}" if results else call, op)
