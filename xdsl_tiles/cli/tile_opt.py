"""tile-opt: read MLIR, run passes on it, print what came out."""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import IO, NoReturn

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import PassPipeline
from xdsl.utils.exceptions import ArgSpecParseError, ParseError, ShrinkException
from xdsl.xdsl_opt_main import xDSLOptMain

from xdsl_tiles import __version__
from xdsl_tiles.diagnostics import Diagnostic, Severity, collecting
from xdsl_tiles.pipeline.errors import USER_ERRORS, UsageError, diagnose, one_line
from xdsl_tiles.pipeline.runner import Instrument

_SEPARATOR = re.compile(rb"^// -----[ \t\r]*$", re.MULTILINE)

SUCCESS, USER_ERROR, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 130


class InternalError(Exception):
    """A fault of ours, with the file that reproduces it."""


class TileOpt(xDSLOptMain):
    """xDSL's optimizer driver with a source location on every op and one line for every error a user can cause."""

    version_format = f"tile-opt {__version__} (xdsl {{xdsl_version}})"

    def __init__(self, args: Sequence[str]):
        self.arguments = list(args)
        # argparse would take the input file for the seed.
        spelled = ["--check-semantics=0" if argument == "--check-semantics" else argument for argument in args]
        super().__init__("Read MLIR, run passes on it, print what came out.", spelled)

    # What there is to choose from

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
        from xdsl_tiles.pipeline.named import get_all_pipelines
        from xdsl_tiles.transforms import get_all_passes

        super().register_all_passes()
        self.available_passes.update(get_all_passes() | get_all_pipelines())

    def register_all_frontends(self) -> None:
        """xDSL's frontends, with ours for MLIR and pto."""
        from xdsl_tiles.pipeline.frontend import LocatedMLIR
        from xdsl_tiles.universe import UNIVERSE

        super().register_all_frontends()
        self.available_frontends.update(UNIVERSE.all_frontends, mlir=lambda: LocatedMLIR)

    def register_all_targets(self) -> None:
        """xDSL's targets, with ours for MLIR and pto."""
        from xdsl_tiles.pipeline.frontend import FastMLIR
        from xdsl_tiles.universe import UNIVERSE

        super().register_all_targets()
        self.available_targets.update(UNIVERSE.all_targets, mlir=lambda: FastMLIR)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        """xDSL's options and ours."""
        super().register_all_arguments(arg_parser)
        arg_parser.prog = "tile-opt"
        arg_parser.error = _refuse
        add = arg_parser.add_argument_group("tile-opt's own", conflict_handler="resolve").add_argument
        add("-p", "--passes", default="", help="passes and named pipelines to run, separated by commas")
        add("--print-between-passes", action="store_true", help="print the IR after each pass to stderr")
        add("--time-passes", action="store_true", help="print the time that each pass took to stderr")
        add("--verify-diagnostics", action="store_true", help="check what is said against 'expected-error' comments")
        add("--list-pipelines", action="store_true", help="list the named pipelines and stop")
        add("--help-pass", metavar="NAME", help="say what a pass does and which options it has, and stop")
        add("--machine", metavar="NAME|FILE", help="compile for this machine: its name or its .toml file")
        add("--pto-arch", choices=("a3", "a5"), help="read pto programs for this architecture, whatever they say")
        add(
            "--pto-level",
            choices=("level1", "level2", "level3"),
            help="who places tiles: the planner, or at level3 they",
        )
        add("--hints", choices=("text", "json"), default="text", help="the form of hints and remarks on stderr")
        add("--plans", action="store_true", help="say what was chosen for each matmul, as --hints=json always does")
        add(
            "--check-semantics",
            type=int,
            metavar="SEED",
            help="name the first pass that changes what functions compute",
        )
        add("--verify-roundtrip", action="store_true", help="check that the IR after each pass prints and parses back")
        add("--dump-after-all", type=Path, metavar="DIR", help="write the IR after each pass to a numbered file")
        add("--print-ir-on-failure", action="store_true", help="print the module to stderr when something is wrong")

    def setup_pipeline(self) -> None:
        """Read the pipeline text, and put the passes of named pipelines in their place."""
        from xdsl_tiles.pipeline.named import expand
        from xdsl_tiles.pipeline.options import build_pipeline

        if self.args.machine is not None:
            self.check_machine()
        self.pipeline = PassPipeline(expand(build_pipeline(self.args.passes, self.available_passes)))

    # Input

    def get_input_name(self) -> str:
        """The name of the input in locations."""
        return "<stdin>" if self.args.input_file in (None, "-") else self.args.input_file

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        """The input and its file extension; `-` is standard input."""
        if self.args.input_file in (None, "-"):
            return sys.stdin.buffer, "mlir"
        return super().get_input_stream()

    def prepare_input(self) -> tuple[list[tuple[IO[bytes], int]], str]:
        """The chunks of the input; each keeps its line numbers by the empty lines before it.

        A file whose extension no frontend claims is read as MLIR, whatever it is called.
        """
        stream, extension = self.get_input_stream()
        with stream:
            text = stream.read()
        if extension not in self.available_frontends:
            extension = "mlir"
        asked = {"arch": self.args.pto_arch, "level": self.args.pto_level}
        if options := [f'{name}="{value}"' for name, value in asked.items() if value is not None]:
            extension = f"pto{{{' '.join(options)}}}"
        chunks = _SEPARATOR.split(text) if self.args.split_input_file else [text]
        lines = accumulate((chunk.count(b"\n") for chunk in chunks[:-1]), initial=0)
        return [(BytesIO(b"\n" * before + chunk), 0) for chunk, before in zip(chunks, lines)], extension

    # One run

    def run(self) -> None:
        """Process every chunk and print the results; exits with 1 if anything went wrong."""
        if self.args.list_pipelines or self.args.help_pass:
            self.describe()
            return
        chunks, extension = self.prepare_input()
        outputs: list[str] = []
        succeeded = True
        for number, (chunk, _) in enumerate(chunks):
            text = chunk.read()
            chunk.seek(0)
            with collecting(plans=self.args.plans or self.args.hints == "json") as diagnostics:
                try:
                    outputs.append(self.process(chunk, extension, number if len(chunks) > 1 else None))
                except USER_ERRORS as error:
                    if isinstance(error, ParseError) and self.args.parsing_diagnostics:
                        outputs.append(str(error))
                    else:
                        diagnostics.append(diagnose(error))
                except (OSError, ShrinkException):
                    raise
                except Exception as error:
                    raise self.internal_error(text, error) from error
            succeeded &= self.report(diagnostics, text)
        if succeeded or not (self.args.output_file or self.args.verify_diagnostics):
            stream = self.prepare_output()
            stream.write("// -----\n".join(outputs))
            stream.flush()
        if self.args.shrink:
            print("Failure, can't shrink")
        if self.args.shrink or not succeeded:
            sys.exit(USER_ERROR)

    def process(self, chunk: IO[bytes], extension: str, number: int | None) -> str:
        """Parse one chunk, run the passes on it, and give what it became."""
        from xdsl_tiles.pipeline.runner import run_pipeline

        module = self.parse_chunk(chunk, extension)
        assert module is not None
        # What was parsed stays until the end: the collector need not look at it again.
        gc.freeze()
        if self.args.machine is not None:
            self.record_machine(module)
        try:
            instruments = self.instruments(number)
            run_pipeline(module, self.ctx, self.pipeline.passes, instruments, verify=not self.args.disable_verify)
        except Exception:
            if self.args.print_ir_on_failure:
                from xdsl_tiles.pipeline.instruments import text_of

                print(text_of(module, generic=True), file=sys.stderr)
            raise
        return self.output_resulting_program(module)

    def instruments(self, number: int | None) -> list[Instrument]:
        """What watches the run, by the options."""
        args = self.args
        wanted = (args.time_passes, args.print_between_passes, args.verify_roundtrip, args.dump_after_all)
        if not any(wanted) and args.check_semantics is None:
            return []
        from xdsl_tiles.pipeline import instruments as available

        chosen: list[Instrument] = []
        if args.dump_after_all:
            directory = args.dump_after_all if number is None else args.dump_after_all / f"chunk-{number}"
            chosen.append(available.DumpToDirectory(directory))
        if args.print_between_passes:
            chosen.append(available.PrintAfterEach())
        if args.verify_roundtrip:
            chosen.append(available.RoundTrip(self.ctx))
        if args.check_semantics is not None:
            chosen.append(available.SemanticsCheck(args.check_semantics))
        if args.time_passes:
            chosen.append(available.PassTimer())
        return chosen

    def check_machine(self) -> None:
        """Refuse a `--machine` that there isn't."""
        from xdsl_tiles.analysis.machine_of import NO_MACHINE
        from xdsl_tiles.machines import MachineError, load

        try:
            if self.args.machine != NO_MACHINE:
                load(self.args.machine)
        except MachineError as error:
            raise UsageError(f"--machine: {error}") from error

    def record_machine(self, module: ModuleOp) -> None:
        """Note `--machine` on the module, and on whatever in it names another."""
        from xdsl_tiles.analysis.machine_of import MACHINE

        for op in module.walk():
            if op is module or MACHINE in op.attributes:
                op.attributes[MACHINE] = StringAttr(self.args.machine)

    # What is said

    def describe(self) -> None:
        """Print what `--list-pipelines` or `--help-pass` asks for."""
        from xdsl_tiles.pipeline.describe import help_pass, list_pipelines
        from xdsl_tiles.pipeline.named import PIPELINES
        from xdsl_tiles.pipeline.options import find_pass

        if self.args.list_pipelines:
            sys.stdout.write(list_pipelines(PIPELINES))
        if self.args.help_pass:
            sys.stdout.write(help_pass(find_pass(self.args.help_pass, self.available_passes)))

    def report(self, diagnostics: list[Diagnostic], text: bytes) -> bool:
        """Say on stderr what one chunk led to; True if that is as it should be."""
        if self.args.verify_diagnostics:
            from xdsl_tiles.pipeline.expected import mismatches

            problems = mismatches(text.decode(errors="replace"), diagnostics, self.get_input_name())
            for problem in problems:
                print(problem, file=sys.stderr)
            return not problems
        for said in diagnostics:
            as_json = self.args.hints == "json" and said.severity is not Severity.ERROR
            print(json.dumps(said.as_json()) if as_json else said, file=sys.stderr)
        return all(said.severity is not Severity.ERROR for said in diagnostics)

    def internal_error(self, text: bytes, error: Exception) -> InternalError:
        """Write what reproduces a fault of ours."""
        from xdsl_tiles.pipeline.reproducer import write_reproducer

        arguments = [argument for argument in self.arguments if argument != self.args.input_file]
        path = write_reproducer(text, arguments, error)
        return InternalError(f"{type(error).__name__}: {one_line(error)}; {path} reproduces it, please report it")


def _refuse(message: str) -> NoReturn:
    raise UsageError(message)


def run(args: Sequence[str]) -> int:
    """Run tile-opt on command-line arguments; its exit code."""
    try:
        TileOpt(args).run()
        return SUCCESS
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else SUCCESS
    except UsageError as error:
        print(f"{error.position or 'tile-opt'}: error: {error}", file=sys.stderr)
    except ArgSpecParseError as error:
        print(f"tile-opt: error: {one_line(error)}", file=sys.stderr)
    except ShrinkException:
        print("Success, can shrink", flush=True)
        return SUCCESS
    except BrokenPipeError:
        return SUCCESS
    except OSError as error:
        print("tile-opt: error:", ": ".join(filter(None, (error.filename, error.strerror))), file=sys.stderr)
    except InternalError as error:
        print(f"tile-opt: internal error: {error}", file=sys.stderr)
        return INTERNAL_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    return USER_ERROR


def main() -> NoReturn:
    """The command `tile-opt`."""
    code = run(sys.argv[1:])
    # Whoever reads our output may have seen enough of it.
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    sys.stderr.flush()
    # Nothing is left to do but to take the whole IR apart: skip that.
    os._exit(code)


if __name__ == "__main__":
    main()
