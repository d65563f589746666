"""tile-explore: which L0 tile the chooser takes for a matmul, why, and what else there was."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from xdsl_tiles.analysis.objective import Objective
from xdsl_tiles.analysis.planner import Planner
from xdsl_tiles.cli.shell import ArgumentParser, run_command
from xdsl_tiles.machines import Machine, MachineError, available, load
from xdsl_tiles.pipeline.errors import UsageError

if TYPE_CHECKING:
    from xdsl_tiles.analysis.l0 import L0Problem

_DEFAULT_TOP = 10


def explore(args: Sequence[str]) -> None:
    """Run tile-explore; raises `UsageError` for what can't be explored."""
    parser = _parser()
    options = parser.parse_args(args)
    if options.jsonl is not None:
        for name, value in vars(options).items():
            if name not in ("jsonl", "objective") and value != parser.get_default(name):
                parser.error(f"--jsonl takes everything from its rows; drop {name if len(name) == 1 else '--' + name}")
        _explore_rows(options.jsonl, Objective(options.objective))
    elif None in (options.M, options.N, options.K):
        parser.error("give M N K, or --jsonl ROWS")
    else:
        _explore_one(options)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="tile-explore", description="Show how a matmul is tiled for L0, why, and how else.")
    for name, what in (("M", "rows of the product"), ("N", "columns of the product"), ("K", "length of the reduction")):
        parser.add_argument(name, type=int, nargs="?", help=what)
    option = parser.add_argument
    machines = ", ".join(available())
    option("--machine", default="ascend910b", help=f"{machines}, an alias, or the path of a TOML file")
    option("--dtype", default="bf16", help="element type of both operands (default bf16)")
    option("--planner", default="dsa-rp", choices=[*map(str, Planner)], help="who places buffers (default dsa-rp)")
    option("--double-buffer-c", action="store_true", help="let the pypto planner alternate accumulators")
    option("--allow-padding", action="store_true", help="pad extents up to whole tiles")
    option(
        "--objective",
        default="seed",
        choices=[*map(str, Objective)],
        help="seed: the smallest wall; balanced: fewest K blocks within 2%% of it",
    )
    option("--accumulate", action="store_true", help="the product is added to an accumulator that is read")
    option("--top", type=int, help=f"list so many candidates (default {_DEFAULT_TOP}, or all with --csv and --json)")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--csv", action="store_true", help="print the candidates as CSV, best first")
    output.add_argument("--json", action="store_true", help="print problem, tile and candidates as JSON")
    option("--plot", metavar="FILE", help="draw the design space too (needs matplotlib, the extra `plot`)")
    option(
        "--jsonl", metavar="ROWS", help="batch: a problem (JSON object) per line in, - for stdin; a tile per line out"
    )
    return parser


def _explore_rows(path: str, objective: Objective) -> None:
    from xdsl_tiles.cli.explore_rows import answer_rows, read_problems

    if path == "-":
        problems = read_problems("<stdin>", sys.stdin.buffer)
    else:
        with open(path, "rb") as rows:
            problems = read_problems(path, rows)
    for answer in answer_rows(problems, objective):
        print(answer)


def _explore_one(options: Namespace) -> None:
    from xdsl_tiles.analysis.l0 import NoLegalTile, choose, design_space, ranking
    from xdsl_tiles.cli import explore_report

    machine = _machine(options.machine)
    accumulator = _accumulator(machine, options.dtype)
    problem, objective = _problem(options, machine, accumulator), Objective(options.objective)
    try:
        tile, space = choose(problem, objective), design_space(problem)
    except NoLegalTile as error:
        raise UsageError(str(error)) from error
    top = options.top
    if top is not None and top < 0:
        raise UsageError(f"--top must be 0 or more, got {top}")
    title = (
        f"{options.M} x {options.N} x {options.K}, {options.dtype} to {accumulator}, {machine.name}, {options.planner}"
    )
    ranked = space[ranking(space)]
    if options.plot is not None:
        from xdsl_tiles.cli.explore_plot import plot

        plot(options.plot, title, explore_report.find(tile, ranked), ranked)
    if options.csv:
        text = explore_report.as_csv(ranked[:top])
    elif options.json:
        text = explore_report.as_json(problem, tile, ranked[:top])
    else:
        text = explore_report.text(title, problem, tile, ranked, _DEFAULT_TOP if top is None else top, objective)
    sys.stdout.write(text)


def _machine(name: str) -> Machine:
    try:
        return load(name)
    except MachineError as error:
        raise UsageError(str(error)) from error


def _accumulator(machine: Machine, dtype: str) -> str:
    known = machine.dtypes.matmul
    if dtype not in known:
        raise UsageError(f"the cube of {machine.name} can't multiply '{dtype}', only {', '.join(known)}")
    return known[dtype]


def _problem(options: Namespace, machine: Machine, accumulator: str) -> L0Problem:
    from xdsl_tiles.analysis.l0 import MatmulKind, l0_problem

    return l0_problem(
        machine,
        (options.M, options.N, options.K),
        (options.dtype, options.dtype, accumulator),
        planner=Planner(options.planner),
        kind=MatmulKind.ACC if options.accumulate else MatmulKind.PLAIN,
        double_buffer_c=options.double_buffer_c,
        allow_padding=options.allow_padding,
    )


def run(args: Sequence[str]) -> int:
    """Run tile-explore on command-line arguments; its exit code."""
    return run_command("tile-explore", explore, args)


def main() -> NoReturn:
    """The command `tile-explore`."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
