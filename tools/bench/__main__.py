"""`python -m tools.bench [NAME ...]`: run the benchmarks of those modules, or all, and print one table."""

import argparse
import importlib
import pkgutil

import tools.bench
from tools.bench import Row

_HEADER = ("benchmark", "measured", "value", "budget", "")


def main() -> None:
    """Run the benchmarks asked for and print their rows."""
    known = [module.name for module in pkgutil.iter_modules(tools.bench.__path__) if module.name != "__main__"]
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Run the benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(known)}; all of them by default")
    names: list[str] = parser.parse_args().names or known
    for name in names:
        if name not in known:
            parser.error(f"no benchmark '{name}'; there are {', '.join(known)}")
    rows = [Row(*row) for name in names for row in importlib.import_module(f"tools.bench.{name}").rows()]
    print(table(rows))


def table(rows: list[Row]) -> str:
    """The rows as aligned text; a value over its budget is marked."""
    cells = [_HEADER, *(_cells(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join(_line(line, widths) for line in cells)


def _cells(row: Row) -> tuple[str, ...]:
    verdict = "over budget" if row.value > row.budget else ""
    return row.name, row.detail, f"{row.value:.2f} {row.unit}", f"{row.budget:.2f} {row.unit}", verdict


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    name, detail, value, budget, verdict = cells
    figures = f"{value.rjust(widths[2])}  {budget.rjust(widths[3])}"
    return f"{name.ljust(widths[0])}  {detail.ljust(widths[1])}  {figures}  {verdict}".rstrip()


if __name__ == "__main__":
    main()
