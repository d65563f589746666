"""What runs programs: one TOML file of figures per machine, loaded into frozen dataclasses."""

from xdsl_tiles.machines.loader import MachineError, available, load
from xdsl_tiles.machines.model import (
    DTYPES,
    SPACES,
    Cores,
    Cost,
    CrossCore,
    Cube,
    Dtypes,
    GlobalMemory,
    Machine,
    Memory,
)

__all__ = [
    "DTYPES",
    "SPACES",
    "Cores",
    "Cost",
    "CrossCore",
    "Cube",
    "Dtypes",
    "GlobalMemory",
    "Machine",
    "MachineError",
    "Memory",
    "available",
    "load",
]
