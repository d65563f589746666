"""Reading programs from files, outside of tile-opt."""

from __future__ import annotations

import sys
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.universe import Universe

from xdsl_tiles.dialects import get_all_dialects
from xdsl_tiles.pipeline.frontend import LocatedMLIR
from xdsl_tiles.pipeline.verify import verify_module


def all_dialects() -> Context:
    """A context that knows everything installed, and ours even when run from a checkout that isn't."""
    context = Context()
    for name, dialect in (Universe.get_multiverse().all_dialects | get_all_dialects()).items():
        context.register_dialect(name, dialect)
    return context


def read_program(path: str) -> ModuleOp:
    """The verified module of an MLIR file, `-` for stdin; what is wrong with it is a located error."""
    context, name = all_dialects(), "<stdin>" if path == "-" else path
    if path == "-":
        module = LocatedMLIR().parse(context, sys.stdin.buffer, name)
    else:
        with Path(path).open("rb") as stream:
            module = LocatedMLIR().parse(context, stream, name)
    verify_module(module)
    return module
