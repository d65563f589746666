"""The rules of pto operations beyond the constraints of their declaration, as small values that op classes list.

A rule looks at one op and raises `VerifyException` with the way out. Where a rule differs between architectures it is
told the op's own (`op.arch`), never one kept elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_tiles.dialects.pto.operation import PtoOperation


@dataclass(frozen=True)
class Rule(ABC):
    """Something that must hold of an op."""

    @abstractmethod
    def check(self, op: PtoOperation) -> None:
        """Raise `VerifyException` where it does not hold."""
