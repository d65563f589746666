"""The table of what ops become: one rule per op type, listed with the family that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from xdsl.ir import Operation

from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering

Rule: TypeAlias = Callable[[Any, Lowering], None]
"""Emits what an op becomes."""

RuleT = TypeVar("RuleT", bound=Rule)


class Rules:
    """Rules by the type of op that they convert."""

    def __init__(self) -> None:
        self._rules: dict[type[Operation], Rule] = {}

    def of(self, *types: type[Operation]) -> Callable[[RuleT], RuleT]:
        """Register a rule for some types of op."""

        def register(rule: RuleT) -> RuleT:
            self._rules.update(dict.fromkeys(types, rule))
            return rule

        return register

    def find(self, op: Operation) -> Rule | None:
        """The rule of an op, if it has one."""
        return self._rules.get(type(op))

    def including(self, *others: Rules) -> Rules:
        """These rules and those of other families."""
        for other in others:
            self._rules.update(other._rules)
        return self
