"""MLIR text in and out: xDSL's `mlir` frontend and target, with a source location on every op, and quicker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.frontend import Frontend


@dataclass(frozen=True)
class LocatedMLIR(Frontend):
    """Parses MLIR; every op gets the `FileLineColLoc` of its first token unless the text gives it a `loc(...)`."""

    name = "mlir"

    no_implicit_module: bool = False

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        """Parse a whole file; a `ParseError` says what is wrong where."""
        from xdsl_tiles.pipeline.frontend.parser import LocatedParser

        module = LocatedParser(ctx, input.read(), input_name).parse_module(not self.no_implicit_module)
        if any(dialect.name == "linalg" for dialect in ctx.loaded_dialects):
            from xdsl_tiles.pipeline.frontend.linalg_bodies import widen_matmul_bodies

            widen_matmul_bodies(module)
        return module
