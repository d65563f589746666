"""The memory planners that a program may be tiled for."""

from enum import StrEnum


class Planner(StrEnum):
    """Who will place the buffers: the stacking planner, the lifetime-aware solver, or the ptoas assembler."""

    PYPTO = "pypto"
    DSA_RP = "dsa-rp"
    PTOAS = "ptoas"
