"""Erasing what only made a value that nothing reads any more."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith, tensor
from xdsl.dialects.linalg.ops import FillOp, GenericOp
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.analysis.access import RELAYOUTS, is_relayout

_MAKERS = (FillOp, tensor.EmptyOp, arith.ConstantOp, *RELAYOUTS)


def erase_unused(values: Iterable[SSAValue], rewriter: PatternRewriter) -> None:
    """Erase the fills, empty tensors, constants and relayouts behind values that have no uses."""
    for value in values:
        maker = value.owner
        if not isinstance(maker, Operation) or maker.parent is None or any(result.uses for result in maker.results):
            continue
        if not isinstance(maker, _MAKERS) and not (isinstance(maker, GenericOp) and is_relayout(maker)):
            continue
        operands = tuple(maker.operands)
        rewriter.erase(maker)
        erase_unused(operands, rewriter)
