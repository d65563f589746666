"""Passes that do what the tests of the runner and the driver need."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr, i64
from xdsl.dialects.test import TestOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_tiles.diagnostics import fail, hint, remark


def first_op(module: ModuleOp) -> TestOp:
    op = module.body.block.first_op
    assert isinstance(op, TestOp)
    return op


@dataclass(frozen=True)
class Mark(ModulePass):
    """Marks the first op."""

    name = "mark"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        first_op(op).attributes["marked"] = UnitAttr()


@dataclass(frozen=True)
class Talk(ModulePass):
    """Says something about the first op."""

    name = "talk"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        hint(first_op(op), "PH-AT-006", "K is split", blocks=4)
        remark(first_op(op), "it is the first")


@dataclass(frozen=True)
class Refuse(ModulePass):
    """Refuses the first op."""

    name = "refuse"

    limit: int = 1

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        fail(first_op(op), "is too large")


@dataclass(frozen=True)
class RefuseModule(ModulePass):
    """Fails without saying where."""

    name = "refuse-module"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise PassFailedException("no main\nfunction")


@dataclass(frozen=True)
class Break(ModulePass):
    """Leaves IR that doesn't verify."""

    name = "break"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        first_op(op).properties["unknown"] = i64


@dataclass(frozen=True)
class Crash(ModulePass):
    """Has a fault."""

    name = "crash"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise KeyError("what we\nnever thought of")


PASSES = {cls.name: (lambda cls=cls: cls) for cls in (Mark, Talk, Refuse, RefuseModule, Break, Crash)}
