"""Numbers that a program states as constants."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue


def constant_index(value: SSAValue) -> int | None:
    """The number that an SSA value is defined as, or None."""
    # By name, as loading arith takes longer than all of this dialect.
    if not isinstance(value.owner, Operation) or value.owner.name != "arith.constant":
        return None
    number = value.owner.properties.get("value")
    return number.value.data if isinstance(number, IntegerAttr) else None
