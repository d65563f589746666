"""Applying patterns so that rewritten ops keep the source location of what they replace."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr, UnknownLoc
from xdsl.ir import Operation
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriterListener,
    PatternRewriteWalker,
    RewritePattern,
)

_UNKNOWN = UnknownLoc()


class _LocationKeeper(RewritePattern):
    """Runs a pattern and remembers the location of the op it works on, for the ops that the pattern inserts."""

    def __init__(self, pattern: RewritePattern):
        self.pattern = pattern
        self.current: LocationAttr = _UNKNOWN

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        self.current = op.location
        self.pattern.match_and_rewrite(op, rewriter)

    def stamp(self, op: Operation) -> None:
        """Give the op, and what is inside it, the remembered location where it has none."""
        for inserted in op.walk():
            if inserted.location == _UNKNOWN:
                inserted.location = self.current


def apply_patterns(root: Operation, patterns: Sequence[RewritePattern], *, apply_recursively: bool = False) -> bool:
    """Apply patterns to every op inside `root`, first match first; True if anything changed.

    Ops that a pattern inserts through its rewriter get the location of the op it matched. Unused ops stay: dead code
    is `dce`'s business.
    """
    keeper = _LocationKeeper(GreedyRewritePatternApplier(list(patterns), dce_enabled=False))
    listener = PatternRewriterListener(operation_insertion_handler=[keeper.stamp])
    walker = PatternRewriteWalker(keeper, apply_recursively=apply_recursively, listener=listener)
    changed = False
    for region in root.regions:
        changed |= walker.rewrite_region(region)
    return changed
