"""What can be watched while a pipeline runs: the IR after each pass, the time it took, whether its text reads back."""

from __future__ import annotations

import sys
import time
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError

from xdsl_tiles.diagnostics import Diagnostic, Severity
from xdsl_tiles.pipeline.errors import LocatedError, diagnose
from xdsl_tiles.pipeline.runner import Instrument

if TYPE_CHECKING:
    from xdsl_tiles.pipeline.check_semantics import SemanticsChecker


def text_of(module: ModuleOp, *, generic: bool = False) -> str:
    """The module as MLIR text."""
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue() + "\n"


class DumpToDirectory(Instrument):
    """Writes the IR to numbered files: `000-input.mlir`, then `001-PASS.mlir` and so on.

    What a failed pass left goes to `NNN-PASS.failed.mlir`, in generic form, which can print IR that does not verify.
    """

    def __init__(self, directory: Path):
        self.directory = directory
        self.count = 0

    def begin(self, module: ModuleOp) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        self._write("input", text_of(module))

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        self._write(pass_.name, text_of(module))

    def failed(self, pass_: ModulePass, module: ModuleOp) -> None:
        self._write(f"{pass_.name}.failed", text_of(module, generic=True))

    def _write(self, name: str, text: str) -> None:
        (self.directory / f"{self.count:03}-{name}.mlir").write_text(text, encoding="utf-8")
        self.count += 1


class PrintAfterEach(Instrument):
    """Prints the IR after each pass."""

    def __init__(self, stream: TextIO | None = None):
        self.stream = stream or sys.stderr

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        print(f"// IR after {pass_.pipeline_pass_spec()}:\n{text_of(module)}", file=self.stream)


class PassTimer(Instrument):
    """Prints what each pass took, and what the verification between them took, in seconds."""

    def __init__(self, stream: TextIO | None = None):
        self.stream = stream or sys.stderr
        self.rows: list[tuple[str, float]] = []
        self.checking = 0.0
        self.mark = 0.0

    def before(self, pass_: ModulePass) -> None:
        self.mark = time.perf_counter()

    def applied(self, pass_: ModulePass) -> None:
        now = time.perf_counter()
        self.rows.append((str(pass_.pipeline_pass_spec()), now - self.mark))
        self.mark = now

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        self.checking += time.perf_counter() - self.mark

    def end(self) -> None:
        rows = [*self.rows, ("(verification)", self.checking)]
        total = sum(seconds for _, seconds in rows) or 1.0
        for name, seconds in rows:
            print(f"{seconds:10.4f} s {100 * seconds / total:5.1f}%  {name}", file=self.stream)


class RoundTrip(Instrument):
    """Checks that the text of the IR, custom and generic, reads back as the same IR that prints the same text."""

    def __init__(self, ctx: Context):
        self.ctx = ctx

    def begin(self, module: ModuleOp) -> None:
        self._check(module)

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        self._check(module)

    def _check(self, module: ModuleOp) -> None:
        for generic in (False, True):
            text = text_of(module, generic=generic)
            form = "generic form" if generic else "text"
            if problem := self._problem(module, text, generic):
                message = f"the {form} of this module does not read back: {problem}"
                raise LocatedError(Diagnostic(Severity.ERROR, message, module.location))

    def _problem(self, module: ModuleOp, text: str, generic: bool) -> str | None:
        """What is wrong with the text of a module, or None."""
        from xdsl_tiles.pipeline.frontend.parser import LocatedParser

        try:
            again = LocatedParser(self.ctx, text, "<printed>").parse_module()
        except ParseError as error:
            line = text.split("\n")[error.span.get_location().line - 1].strip()
            return f"{diagnose(error).message}, at '{line}'"
        for before, after in zip(text.split("\n"), text_of(again, generic=generic).split("\n")):
            if before != after:
                return f"'{before.strip()}' became '{after.strip()}'"
        return None if module.is_structurally_equivalent(again) else "it prints the same but is not the same"


class SemanticsCheck(Instrument):
    """Runs every function that has a body before the first and after each pass, and compares what it computes."""

    def __init__(self, seed: int):
        self.seed = seed
        self.checker: SemanticsChecker

    def begin(self, module: ModuleOp) -> None:
        # The interpreters bring in NumPy, which nothing else here needs.
        from xdsl_tiles.pipeline.check_semantics import SemanticsChecker

        self.checker = SemanticsChecker(module, self.seed)

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        self.checker.check(pass_.name, module)
