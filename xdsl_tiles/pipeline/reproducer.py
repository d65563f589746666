"""One file that makes an internal error happen again."""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path


def write_reproducer(text: bytes, arguments: Sequence[str], error: BaseException, tool: str = "tile-opt") -> Path:
    """Write the input, the command line and where the error came from to a new file; its path."""
    head = [f"// RUN: {tool} %s " + " ".join(_quoted(argument) for argument in arguments)]
    head += [f"// {line}" for line in "".join(traceback.format_exception(error)).splitlines()]
    with tempfile.NamedTemporaryFile("wb", prefix=f"{tool}-", suffix=".mlir", delete=False) as file:
        file.write("\n".join([*head, ""]).encode() + text)
    return Path(file.name)


def _quoted(argument: str) -> str:
    return argument if argument.replace("-", "").replace("=", "").isalnum() else f"'{argument}'"
