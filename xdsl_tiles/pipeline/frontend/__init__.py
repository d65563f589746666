"""MLIR text in and out: xDSL's `mlir` frontend and target, with a source location on every op, and quicker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.targets.mlir import MLIRTarget
from xdsl.utils.frontend import Frontend


@dataclass(frozen=True)
class LocatedMLIR(Frontend):
    """Parses MLIR; every op gets the `FileLineColLoc` of its first token unless the text gives it a `loc(...)`."""

    name = "mlir"

    no_implicit_module: bool = False

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        """Parse a whole file; a `ParseError` says what is wrong where."""
        from xdsl_tiles.pipeline.frontend.parser import LocatedParser
        from xdsl_tiles.pipeline.runner import collector_paused

        from xdsl_tiles.pipeline.runner import collector_paused

        with collector_paused():
            return LocatedParser(ctx, input.read(), input_name).parse_module(not self.no_implicit_module)
