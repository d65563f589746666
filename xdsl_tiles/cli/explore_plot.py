"""A picture of a design space: what each candidate computes against what it drains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_tiles.analysis.l0 import Stationarity
from xdsl_tiles.pipeline.errors import UsageError


def plot(path: str, title: str, chosen: int, space: NDArray[Any]) -> None:
    """Draw the rows of a design space, a marker per schedule, a star for the chosen one; the suffix names the format.

    Raises `UsageError` without matplotlib (the extra `plot`) or for a format that it doesn't know.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise UsageError("--plot needs matplotlib: install the extra, pip install 'xdsl-tiles[plot]'") from error

    # matplotlib's own annotations are partial.
    figure: Any = Figure(figsize=(8, 6), layout="constrained")
    formats = figure.canvas.get_supported_filetypes()
    suffix = Path(path).suffix.removeprefix(".").lower()
    if suffix not in formats:
        raise UsageError(f"--plot can't write '{path}': its suffix is none of {', '.join(sorted(formats))}")
    axes = figure.add_subplot(title=title, xlabel="max(load, MAD), cycles", ylabel="drain, cycles")
    axes.set_xscale("log")
    axes.set_yscale("log")
    compute = np.maximum(space["load"], space["mad"])
    for held in Stationarity:
        for twice, marker in ((False, "o"), (True, "^")):
            rows = np.flatnonzero((space["stationarity"] == held) & (space["double_buffer_c"] == twice))
            if len(rows):
                label = f"{held}, two accumulators" if twice else str(held)
                axes.scatter(compute[rows], space["drain"][rows], s=12, alpha=0.6, marker=marker, label=label)
    row = space[chosen]
    label = f"chosen: {row['m']} x {row['n']} x {row['k']}, {row['wall']:.0f} cycles"
    axes.scatter(compute[chosen], row["drain"], s=160, marker="*", color="black", label=label)
    axes.legend()
    figure.savefig(path)
