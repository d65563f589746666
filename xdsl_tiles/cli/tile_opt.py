"""tile-opt: read MLIR, run passes on it, print what came out."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate
from typing import IO, NoReturn

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import PassPipeline
from xdsl.utils.exceptions import ArgSpecParseError
from xdsl.xdsl_opt_main import xDSLOptMain

from xdsl_tiles import __version__
from xdsl_tiles.diagnostics import Diagnostic, Severity, collecting
from xdsl_tiles.pipeline.errors import USER_ERRORS, UsageError, diagnose, one_line

_SEPARATOR = re.compile(rb"^// -----[ \t\r]*$", re.MULTILINE)


class TileOpt(xDSLOptMain):
    """xDSL's optimizer driver with a source location on every op and one line for every error a user can cause."""

    version_format = f"tile-opt {__version__} (xdsl {{xdsl_version}})"

    def register_all_dialects(self) -> None:
        """Everything installed, and ours even when run from a checkout that isn't."""
        from xdsl_tiles.dialects import get_all_dialects

        super().register_all_dialects()
        registered = set(self.ctx.registered_dialect_names)
        for name, factory in get_all_dialects().items():
            if name not in registered:
                self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        """Everything installed, and ours."""
        from xdsl_tiles.transforms import get_all_passes

        super().register_all_passes()
        self.available_passes.update(get_all_passes())

    def register_all_frontends(self) -> None:
        """xDSL's frontends, with ours for MLIR."""
        from xdsl_tiles.pipeline.frontend import LocatedMLIR

        super().register_all_frontends()
        self.available_frontends["mlir"] = lambda: LocatedMLIR

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        """xDSL's options and ours."""
        super().register_all_arguments(arg_parser)
        arg_parser.error = _refuse
        arg_parser.add_argument(
            "--print-ir-on-failure", action="store_true", help="print the module to stderr when a pass or a check fails"
        )

    def setup_pipeline(self) -> None:
        """Read the pipeline text."""
        from xdsl_tiles.pipeline.spec import build_pipeline

        self.pipeline = PassPipeline(build_pipeline(self.args.passes, self.available_passes))

    def get_input_name(self) -> str:
        """The name of the input in locations."""
        return self.args.input_file if self.args.input_file not in (None, "-") else "<stdin>"

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        """The input and its file extension; `-` is standard input."""
        if self.args.input_file in (None, "-"):
            return sys.stdin.buffer, "mlir"
        return super().get_input_stream()

    def prepare_input(self) -> tuple[list[tuple[IO[bytes], int]], str]:
        """The chunks of the input; each keeps its line numbers by the empty lines before it."""
        stream, extension = self.get_input_stream()
        with stream:
            text = stream.read()
        frontend = self.args.frontend or extension
        if frontend.split("{")[0] not in self.available_frontends:
            known = ", ".join(self.available_frontends)
            raise UsageError(
                f"no frontend for '{self.args.input_file}': its extension is none of {known}; name one with -f"
            )
        chunks = _SEPARATOR.split(text) if self.args.split_input_file else [text]
        lines = accumulate((chunk.count(b"\n") for chunk in chunks[:-1]), initial=0)
        return [(BytesIO(b"\n" * before + chunk), 0) for chunk, before in zip(chunks, lines)], extension

    def apply_passes(self, prog: ModuleOp) -> None:
        """Verify the module and run the passes on it."""
        from xdsl_tiles.pipeline.runner import run_pipeline

        try:
            run_pipeline(prog, self.ctx, self.pipeline.passes, verify=not self.args.disable_verify)
        except Exception:
            if self.args.print_ir_on_failure:
                print(prog, file=sys.stderr)
            raise

    def run(self) -> None:
        """Process every chunk and print the results; exits with 1 if anything went wrong."""
        chunks, extension = self.prepare_input()
        outputs: list[str] = []
        succeeded = True
        for chunk, _ in chunks:
            text = chunk.read().decode(errors="replace") if self.args.verify_diagnostics else ""
            chunk.seek(0)
            with collecting() as diagnostics:
                try:
                    outputs.append(self.process(chunk, extension))
                except USER_ERRORS as error:
                    diagnostics.append(diagnose(error))
            succeeded &= self.report(diagnostics, text)
        if succeeded or not self.args.output_file:
            stream = self.prepare_output()
            stream.write("// -----\n".join(outputs))
            stream.flush()
        if not succeeded:
            sys.exit(1)

    def report(self, diagnostics: list[Diagnostic], text: str) -> bool:
        """Say on stderr what one chunk led to; True if that is as it should be."""
        if not self.args.verify_diagnostics:
            for said in diagnostics:
                print(said, file=sys.stderr)
            return all(said.severity is not Severity.ERROR for said in diagnostics)
        from xdsl_tiles.pipeline.expected import mismatches

        problems = mismatches(text, diagnostics, self.get_input_name())
        for problem in problems:
            print(problem, file=sys.stderr)
        return not problems

    def process(self, chunk: IO[bytes], extension: str) -> str:
        """Parse one chunk, run the passes on it, and give what it became."""
        module = self.parse_chunk(chunk, extension)
        if module is None:
            return ""
        self.apply_passes(module)
        return self.output_resulting_program(module)


def _refuse(message: str) -> NoReturn:
    raise UsageError(message)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run tile-opt and exit: 0 if all went well, 1 if not."""
    try:
        TileOpt("Read MLIR, run passes on it, print what came out.", args).run()
    except ArgSpecParseError as error:
        print(f"tile-opt: error: {one_line(error)}", file=sys.stderr)
        sys.exit(1)
    except UsageError as error:
        print(f"{error.position}: error: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print(f"tile-opt: error: {error.filename}: {error.strerror}", file=sys.stderr)
        sys.exit(1)
    sys.exit(0)


if __name__ == "__main__":
    main()
