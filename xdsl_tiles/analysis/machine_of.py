"""Which machine an op is compiled for: a pass option, `tile.machine` around the op, else the default cube."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.kernel import MACHINE
from xdsl_tiles.machines import Machine, MachineError, load

DEFAULT_MACHINE = "ascend910b"
"""The machine of cube functions that name none."""

TARGET_ARCH = "pto.target_arch"
"""The attribute by which modules of the pto dialect name their machine."""

NO_MACHINE = "none"
"""The name that stands for no machine: decisions that need its figures are skipped."""


def machine_for(op: Operation, option: str | None = None) -> Machine | None:
    """The machine that `op` is compiled for, or None where `none` was asked for.

    `option` (of the pass) comes before `tile.machine`, or else `pto.target_arch`, on the op or the nearest op around it
    that has one, which comes before `DEFAULT_MACHINE`. Raises `OperationError` at the op that names a machine which
    can't be loaded.
    """
    asker, name = (op, option) if option is not None else _declared(op)
    if name == NO_MACHINE:
        return None
    try:
        return load(name)
    except MachineError as error:
        fail(asker, str(error))


def _declared(op: Operation) -> tuple[Operation, str]:
    """The op at or around `op` that declares a machine, and the name it declares."""
    around: Operation | None = op
    while around is not None:
        declared = around.attributes.get(MACHINE, around.attributes.get(TARGET_ARCH))
        if isinstance(declared, StringAttr):
            return around, declared.data
        if declared is not None:
            fail(around, f"attribute '{MACHINE}' should be a string, the name of a machine or 'none', got {declared}")
        around = around.parent_op()
    return op, DEFAULT_MACHINE
