"""The memory planners that a program may be tiled for."""

from enum import StrEnum

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import FuncOp

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.kernel import PLANNER


class Planner(StrEnum):
    """Who will place the buffers: the stacking planner, the lifetime-aware solver, or the ptoas assembler."""

    PYPTO = "pypto"
    DSA_RP = "dsa-rp"
    PTOAS = "ptoas"


def planner_of(function: FuncOp, option: str | None = None) -> Planner:
    """The planner of a pass that works on a function: its option, else the recorded one, else dsa-rp.

    Raises `OperationError` where there is no planner of that name, or the function was tiled under another one than the
    option says.
    """
    recorded = function.attributes.get(PLANNER)
    if isinstance(recorded, StringAttr):
        planner = _named(function, recorded.data)
        if option is not None and planner != option:
            fail(
                function,
                f"was tiled under planner '{planner}' but this run is under '{option}'; "
                f"run the whole pipeline with planner={planner}",
            )
        return planner
    return _named(function, option or Planner.DSA_RP)


def _named(function: FuncOp, name: str) -> Planner:
    if name not in list(Planner):
        fail(function, f"has the planner '{name}', which is none of {', '.join(Planner)}")
    return Planner(name)
