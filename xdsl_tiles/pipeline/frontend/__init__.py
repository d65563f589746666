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

        with collector_paused():
            return LocatedParser(ctx, input.read(), input_name).parse_module(not self.no_implicit_module)


@dataclass(frozen=True)
class FastMLIR(MLIRTarget):
    """Prints MLIR, the same bytes as xDSL's own target."""

    name = "mlir"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Write the module, a blank line after it."""
        from xdsl_tiles.pipeline.frontend.printer import FastPrinter

        if self.syntax_highlight:
            super().emit(ctx, module, output)
            return
        printer = FastPrinter(
            output,
            print_generic_format=self.print_generic_format,
            print_properties_as_attributes=self.print_properties_as_attributes,
            print_debuginfo=self.print_debuginfo,
        )
        printer.print_op(module)
        printer.print_metadata(ctx.loaded_dialects)
        output.write("\n\n")
