"""Attributes of the tile dialect on ops of others: which ops carry them, and what they are.

They are discardable: passes that do not know them keep or drop them, and what they say is never needed to understand
the op. xDSL has no hook by which a dialect verifies them, so whoever verifies a module asks here.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects.builtin import IntegerAttr, StringAttr, i1, i64
from xdsl.ir import Operation
from xdsl.irdl import AtLeast, AttrConstraint, base
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.abi import ABI, AbiAttr
from xdsl_tiles.dialects.tile.attributes import CoreKind, CoreKindAttr, FunctionKind, FunctionKindAttr
from xdsl_tiles.dialects.tile.kernel import CORE, CORES, KIND, MACHINE, PIPE_DEPTH, PLANNER
from xdsl_tiles.dialects.tile.pipelining import (
    DOUBLE_BUFFER_C,
    GROUP,
    OVERLAP_STORES,
    SLOTS,
    STAGE,
    STAGES,
    StageAttr,
)


class _Rule(NamedTuple):
    """The ops that carry an attribute, `tile.*` for all of a dialect, what its value must be, and what goes with it."""

    carriers: tuple[str, ...]
    constraint: AttrConstraint
    wanted: str
    beside: str | None = None


_KINDS = ", ".join(f"#tile<kind {kind}>" for kind in FunctionKind)
_CORES = ", ".join(f"#tile<core {kind}>" for kind in CoreKind)
_RULES = {
    KIND: _Rule(("func.func",), base(FunctionKindAttr), f"one of {_KINDS}"),
    CORE: _Rule(("func.func",), base(CoreKindAttr), f"one of {_CORES}"),
    PIPE_DEPTH: _Rule(("func.func",), IntegerAttr.constr(i64, value=AtLeast(1)), "a positive i64"),
    ABI: _Rule(("func.func",), base(AbiAttr), "#tile.abi<[...] -> [...]>"),
    MACHINE: _Rule(("func.func", "builtin.module"), base(StringAttr), "a string, the name of a machine or a TOML file"),
    PLANNER: _Rule(("func.func",), base(StringAttr), "a string, the name of a planner"),
    CORES: _Rule(("func.func",), IntegerAttr.constr(i64, value=AtLeast(1)), "a positive i64"),
    STAGES: _Rule(("scf.for",), IntegerAttr.constr(i64, value=AtLeast(1)), "a positive i64"),
    OVERLAP_STORES: _Rule(("scf.for",), IntegerAttr.constr(i1), "true or false", beside=STAGES),
    DOUBLE_BUFFER_C: _Rule(("scf.for",), IntegerAttr.constr(i1), "true or false", beside=STAGES),
    GROUP: _Rule(("scf.for",), IntegerAttr.constr(i64, value=AtLeast(0)), "an i64 counted from 0"),
    STAGE: _Rule(("tile.*", "arith.addi", "pto.alloc_tile"), base(StageAttr), "#tile.stage<group = ..., stage = ...>"),
    SLOTS: _Rule(("tile.load",), IntegerAttr.constr(i64, value=AtLeast(2)), "an i64 of at least 2"),
}


def verify_discardable(op: Operation) -> None:
    """Check the attributes of the tile dialect that an op of another dialect carries."""
    for name, value in op.attributes.items():
        rule = _RULES.get(name)
        if rule is None:
            continue
        if op.name not in rule.carriers and f"{op.dialect_name()}.*" not in rule.carriers:
            raise VerifyException(f"attribute '{name}' belongs on {' or '.join(rule.carriers)}")
        if not rule.constraint.verifies(value):
            raise VerifyException(f"attribute '{name}' should be {rule.wanted}, got {value}")
        if rule.beside is not None and rule.beside not in op.attributes:
            raise VerifyException(f"attribute '{name}' says how a loop is pipelined: it needs '{rule.beside}'")
