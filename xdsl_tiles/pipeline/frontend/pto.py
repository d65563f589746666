"""Programs of the pto dialect in and out: `.pto` files, and text as the public assembler takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.targets.mlir import MLIRTarget
from xdsl.utils.frontend import Frontend


@dataclass(frozen=True)
class LocatedPto(Frontend):
    """Parses a `.pto` file, with or without a module around its functions.

    `arch` (a3 or a5) wins over the `pto.target_arch` of the module and is recorded there. `level` (level1 to level3)
    says whether tiles have addresses; else the program does, by having any.
    """

    name = "pto"

    arch: str | None = None
    level: str | None = None

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        """Parse a whole file; a `ParseError` says what is wrong where."""
        from xdsl_tiles.dialects.pto.arch import ARCH_NAMES, reading_for, record_arch
        from xdsl_tiles.pipeline.errors import UsageError
        from xdsl_tiles.pipeline.frontend import LocatedMLIR
        from xdsl_tiles.pipeline.pto_module import check_level

        if self.arch is not None and self.arch not in ARCH_NAMES:
            raise UsageError(f"there is no pto architecture '{self.arch}'; known: {', '.join(ARCH_NAMES)}")
        arch = None if self.arch is None else ARCH_NAMES[self.arch]
        with reading_for(arch):
            module = LocatedMLIR().parse(ctx, input, input_name)
        if arch is not None:
            record_arch(module, arch)
        if self.level is not None:
            check_level(module, self.level)
        return module


@dataclass(frozen=True)
class PtoTarget(MLIRTarget):
    """Prints a module as the public assembler reads it."""

    name = "pto"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Write the module."""
        from xdsl_tiles.pipeline.frontend.pto_printer import PtoPrinter

        printer = PtoPrinter(
            output, print_generic_format=self.print_generic_format, print_debuginfo=self.print_debuginfo
        )
        printer.print_op(module)
        output.write("\n")
