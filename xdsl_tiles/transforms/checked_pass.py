"""Passes that say what they need of the IR and what they give, by properties that are checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_tiles.analysis.properties import IRProperty, require, verify_given


class CheckedPass(ModulePass, ABC):
    """A pass with declared properties; a subclass rewrites in `run` instead of `apply`.

    What it `needs` is checked right before it, under any driver: a pass that runs too early is an error at the op that
    is not ready, which names the pass that establishes what is missing. What it `gives` is verified with the IR after
    it, by whoever verifies in between passes.
    """

    needs: ClassVar[tuple[IRProperty, ...]] = ()
    gives: ClassVar[tuple[IRProperty, ...]] = ()

    @final
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Check what the pass needs, then run it."""
        require(self.needs, op, self.name, self._machine)
        self.run(ctx, op)

    @abstractmethod
    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the module, which has the properties that the pass needs."""

    def verify_given(self, op: ModuleOp) -> None:
        """Check what the pass gives; an OperationError at the first op of which it does not hold."""
        verify_given(self.gives, op, self.name, self._machine)

    @property
    def _machine(self) -> str | None:
        machine = getattr(self, "machine", None)
        return machine if isinstance(machine, str) else None
