"""tile-run: run a function of an MLIR file on arrays, look at what comes out, and compare it."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from xdsl_tiles.cli.shell import ArgumentParser, run_command
from xdsl_tiles.pipeline.errors import USER_ERRORS, UsageError, diagnose, one_line
from xdsl_tiles.pipeline.suggest import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

    from xdsl.dialects.builtin import FunctionType
    from xdsl.dialects.func import FuncOp

    from xdsl_tiles.interpreters.program import Program

_ENTRY = "main"
_PTO_ENTRY = "pto.entry"


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="tile-run",
        description="Run a function of an MLIR file on arrays, print what comes out, and compare it.",
    )
    option = parser.add_argument
    option("file", metavar="FILE", help="the MLIR file, - for stdin")
    option("--function", metavar="NAME", help="the function to run (default: the only one, or main)")
    option(
        "--input", metavar="X", nargs="+", action="extend", help="a .npy file or a number for each argument, in order"
    )
    option("--seed", type=int, default=0, help="draw the arguments by this seed where there is no --input (default 0)")
    option(
        "--output",
        metavar="OUT",
        nargs="+",
        action="extend",
        help="write the outputs to these .npy files, or to a directory",
    )
    option("--against", metavar="OTHER", help="run the function of this MLIR file on the same arguments, and compare")
    option("--expect", metavar="FILE.npy", nargs="+", action="extend", help="compare the outputs with these .npy files")
    option("--blocks", type=int, default=1, help="run the function for so many block indices over shared outputs")
    option("--machine", metavar="NAME|FILE", help="check capacities on this machine, or on none")
    option(
        "--accumulate",
        choices=("blas", "chain"),
        default="blas",
        help="the order of float sums (default blas; chain is the device's)",
    )
    return parser


def run(args: Sequence[str]) -> None:
    """Run tile-run; raises a user error for what is wrong with the command line, the files or the program."""
    from xdsl_tiles.cli.run_report import describe, describe_difference
    from xdsl_tiles.interpreters.outputs import output_types

    options = _parser().parse_args(args)
    _check(options)
    program = _program(options.file, options)
    function = _choose(program, options.function, options.file)
    arguments = _arguments(function, options)
    paths = _output_paths(options, len(output_types(function)))
    outputs, seconds = _timed(program, function, arguments, options)
    print(f"{function.sym_name.data}: {seconds:.3f} s")
    for index, output in enumerate(outputs):
        print(f"  output {index}: {describe(output, output_types(function)[index])}")
    for reference, expected, narrowed in _references(function, arguments, outputs, options):
        if difference := describe_difference(outputs, expected, output_types(function), narrowed):
            raise UsageError(f"{difference}, by {reference}")
        print(f"  as {reference} has it")
    if paths is not None:
        from xdsl_tiles.cli.array_files import write_arrays

        write_arrays(paths, outputs)


def _check(options: Namespace) -> None:
    if options.blocks < 1:
        raise UsageError(f"--blocks must be 1 or more, got {options.blocks}")
    if options.file == options.against == "-":
        raise UsageError("--against can't read stdin too")
    from xdsl_tiles.analysis.machine_of import NO_MACHINE
    from xdsl_tiles.machines import MachineError, load

    try:
        if options.machine not in (None, NO_MACHINE):
            load(options.machine)
    except MachineError as error:
        raise UsageError(f"--machine: {error}") from error


def _program(path: str, options: Namespace) -> Program:
    from xdsl_tiles.cli.progress import ProgressBar
    from xdsl_tiles.interpreters.accumulator import CubeArithmetic, Order
    from xdsl_tiles.interpreters.environment import Environment
    from xdsl_tiles.interpreters.program import Program
    from xdsl_tiles.interpreters.tables import uses_pto
    from xdsl_tiles.pipeline.reading import read_program

    bar = ProgressBar() if sys.stderr.isatty() else None
    environment = Environment(options.machine, CubeArithmetic(Order(options.accumulate)), progress=bar)
    module = read_program(path)
    if uses_pto(module):
        from xdsl_tiles.interpreters.pto.launch import add_driver

        add_driver(module)
    return Program(module, environment)


def _timed(program: Program, function: FuncOp, arguments: Sequence[Any], options: Namespace) -> tuple[list[Any], float]:
    """The outputs of a run and the seconds it took, compilation included."""
    from xdsl_tiles.interpreters.outputs import run_for_outputs

    bar, start = program.environment.progress, time.perf_counter()
    try:
        return run_for_outputs(program, function, arguments, options.blocks), time.perf_counter() - start
    finally:
        if bar is not None:
            bar.wipe()


def _choose(program: Program, name: str | None, path: str) -> FuncOp:
    """The function that a name asks for, or that there is no doubt about."""
    functions = {function.sym_name.data: function for function in program.functions}
    if not functions:
        raise UsageError(f"'{path}' has no function to run")
    if name is None:
        entries = [name for name, function in functions.items() if _PTO_ENTRY in function.attributes]
        candidates = entries or [*functions]
        name = candidates[0] if len(candidates) == 1 else _ENTRY
        if name not in functions:
            raise UsageError(
                f"'{path}' has {len(functions)} functions; choose one with --function: {', '.join(functions)}"
            )
    if name not in functions:
        raise UsageError(f"'{path}' has no function '{name}' with a body{did_you_mean(name, functions)}")
    return functions[name]


def _arguments(function: FuncOp, options: Namespace) -> list[Any]:
    from xdsl_tiles.analysis.abi import argument_types
    from xdsl_tiles.interpreters.samples import random_arguments

    types = argument_types(function)
    if options.input is None:
        return random_arguments(function, options.seed, 1, options.blocks)
    if len(options.input) != len(types):
        name = function.sym_name.data
        raise UsageError(f"'{name}' takes {len(types)} arguments, --input gives {len(options.input)}")
    return [_argument(given, type_) for given, type_ in zip(options.input, types)]


def _argument(given: str, type_: Any) -> Any:
    from xdsl_tiles.cli.array_files import read_array

    if given.endswith(".npy"):
        return read_array(given, type_)
    for number in (int, float):
        try:
            return number(given)
        except ValueError:
            continue
    raise UsageError(f"--input takes .npy files and numbers, got '{given}'")


def _output_paths(options: Namespace, count: int) -> list[Path] | None:
    from xdsl_tiles.cli.array_files import output_paths

    return None if options.output is None else output_paths(options.output, count)


def _as_shaped(expected: Any, output: Any) -> Any:
    """What is expected behind a pointer, whose elements have no shape of their own."""
    import numpy as np

    return expected.reshape(np.shape(output)) if expected.size == np.size(output) else expected


def _references(
    function: FuncOp, arguments: Sequence[Any], outputs: Sequence[Any], options: Namespace
) -> Iterator[tuple[str, Sequence[Any], bool]]:
    """What the outputs are compared with: where it comes from, the arrays, and whether narrow floats went into them."""
    from xdsl_tiles.cli.array_files import read_array
    from xdsl_tiles.interpreters.outputs import computes_narrow, output_types

    if options.against is not None:
        program = _program(options.against, options)
        other = _counterpart(program, function, options.against)
        yield (
            options.against,
            _timed(program, other, arguments, options)[0],
            computes_narrow(function) or computes_narrow(other),
        )
    if options.expect is not None:
        types = output_types(function)
        if len(options.expect) != len(types):
            raise UsageError(f"--expect names {len(options.expect)} files, the function gives {len(types)} arrays")
        expected = [read_array(path, type_) for path, type_ in zip(options.expect, types)]
        expected = [_as_shaped(array, output) for array, output in zip(expected, outputs)]
        yield ", ".join(options.expect), expected, computes_narrow(function)


def _counterpart(program: Program, function: FuncOp, path: str) -> FuncOp:
    """The function of another program to compare with: of the same name, or the only one."""
    names = [other.sym_name.data for other in program.functions]
    name = function.sym_name.data
    other = _choose(program, name if name in names or len(names) != 1 else None, path)
    if other.function_type != function.function_type and _called_with(other) != _called_with(function):
        raise UsageError(
            f"'{other.sym_name.data}' of '{path}' is a {other.function_type}, not a {function.function_type}"
        )
    return other


def _called_with(function: FuncOp) -> FunctionType:
    """What a function took and gave before it was lowered, if it was."""
    from xdsl.dialects.builtin import FunctionType

    from xdsl_tiles.analysis.abi import argument_types, declared_abi
    from xdsl_tiles.interpreters.outputs import output_types

    if declared_abi(function) is None:
        return function.function_type
    return FunctionType.from_lists(argument_types(function), output_types(function))


def main() -> NoReturn:
    """The command `tile-run`."""
    sys.exit(run_command("tile-run", _run_and_say, sys.argv[1:]))


def _run_and_say(args: Sequence[str]) -> None:
    """Run, and make one line of what goes wrong; a fault of ours leaves a file that reproduces it."""
    try:
        run(args)
    except (UsageError, OSError):
        raise
    except USER_ERRORS as error:
        said = diagnose(error)
        about = f"'{said.op}' op " if said.op else ""
        raise UsageError(f"{about}{said.message}", said.position) from error
    except Exception as error:
        raise UsageError(_internal_error(args, error)) from error


def _internal_error(args: Sequence[str], error: Exception) -> str:
    from pathlib import Path

    from xdsl_tiles.pipeline.reproducer import write_reproducer

    file = _parser().parse_args(args).file
    text = b"" if file == "-" else Path(file).read_bytes()
    path = write_reproducer(text, [argument for argument in args if argument != file], error, "tile-run")
    return f"internal error: {type(error).__name__}: {one_line(error)}; {path} reproduces it, please report it"


if __name__ == "__main__":
    main()
