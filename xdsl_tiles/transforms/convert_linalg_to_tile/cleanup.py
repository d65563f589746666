"""Erasing what only made a value that nothing reads any more."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith, tensor
from xdsl.dialects.linalg.ops import FillOp
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.analysis.access import shows_operand

_MAKERS = (FillOp, tensor.EmptyOp, arith.ConstantOp)


def erase_unused(values: Iterable[SSAValue], rewriter: PatternRewriter) -> None:
    """Erase the fills, empty tensors, constants and relayouts behind values that have no uses."""
    for value in values:
        maker = value.owner
        if not isinstance(maker, Operation) or maker.parent is None or any(result.uses for result in maker.results):
            continue
        if not isinstance(maker, _MAKERS) and not shows_operand(maker):
            continue
        operands = tuple(maker.operands)
        rewriter.erase(maker)
        erase_unused(operands, rewriter)


def erase_shown(value: SSAValue, rewriter: PatternRewriter) -> None:
    """Erase the relayouts of a value that nothing reads."""
    for use in tuple(value.uses):
        if shows_operand(use.operation):
            for shown in use.operation.results:
                erase_shown(shown, rewriter)
            if not any(shown.uses for shown in use.operation.results):
                rewriter.erase(use.operation)
