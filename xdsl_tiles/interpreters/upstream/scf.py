"""Structured control flow as Python's own."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, SSAValue

from xdsl_tiles.interpreters.registry import Flow, Handover, OpTable
from xdsl_tiles.interpreters.source import FunctionSource

SCF = OpTable()


def _handovers(op: Operation, first: int, *receivers: Sequence[SSAValue]) -> list[Handover]:
    """The operands of an op from `first` on, each going on as one value of every list of receivers."""
    return [Handover(op, first + index, values) for index, values in enumerate(zip(*receivers))]


def _terminator(block: Block) -> Operation:
    assert block.last_op is not None
    return block.last_op


def _hand_over(source: FunctionSource, op: Operation, first: int, receivers: Sequence[SSAValue]) -> None:
    values = [source.handed_over(op, first + index) for index in range(len(receivers))]
    source.assign(source.names(receivers), values, op)


def for_handovers(op: scf.ForOp) -> list[Handover]:
    """The inits and what is yielded go on as iteration arguments and results."""
    block = op.body.block
    arguments = block.args[1:]
    return [*_handovers(op, 3, arguments, op.res), *_handovers(_terminator(block), 0, arguments, op.res)]


@SCF.statement(scf.ForOp, flow=Flow.AGAIN, handovers=for_handovers)
def write_for(op: scf.ForOp, source: FunctionSource) -> None:
    """A loop; the results live in the variables of the iteration arguments."""
    block = op.body.block
    counter, *arguments = block.args
    _hand_over(source, op, 3, arguments)
    counted = f"counted({', '.join(source.names((op.lb, op.ub, op.step)))})"
    if source.environment.progress is not None and not source.is_in_loop:
        counted = f"{source.bind(source.environment.progress, 'progress')}({counted})"
    with source.suite(f"for {source.name(counter)} in {counted}:", op, loops=True):
        _hand_over(source, source.body(block), 0, arguments)
    for result, argument in zip(op.res, arguments):
        source.share_name(result, argument)


def _if_handovers(op: scf.IfOp) -> list[Handover]:
    blocks = [region.block for region in op.regions if region.blocks]
    return [handover for block in blocks for handover in _handovers(_terminator(block), 0, op.output)]


@SCF.statement(scf.IfOp, flow=Flow.ONE_OF, handovers=_if_handovers)
def write_if(op: scf.IfOp, source: FunctionSource) -> None:
    """A branch; both sides assign the results."""
    headers = [f"if {source.name(op.cond)}:", "else:"]
    for header, region in zip(headers, op.regions):
        if region.blocks:
            _write_side(op, header, region.block, source)


def _write_side(op: scf.IfOp | scf.IndexSwitchOp, header: str, block: Block, source: FunctionSource) -> None:
    with source.suite(header, op):
        _hand_over(source, source.body(block), 0, op.output)


def _switch_handovers(op: scf.IndexSwitchOp) -> list[Handover]:
    blocks = [region.block for region in op.regions]
    return [handover for block in blocks for handover in _handovers(_terminator(block), 0, op.output)]


@SCF.statement(scf.IndexSwitchOp, flow=Flow.ONE_OF, handovers=_switch_handovers)
def write_index_switch(op: scf.IndexSwitchOp, source: FunctionSource) -> None:
    """A choice by number, else the default."""
    chosen = source.name(op.arg)
    headers = [f"{'el' if index else ''}if {chosen} == {case}:" for index, case in enumerate(op.cases.get_values())]
    for header, region in zip(headers, op.case_regions):
        _write_side(op, header, region.block, source)
    _write_side(op, "else:" if headers else "if True:", op.default_region.block, source)


def _while_handovers(op: scf.WhileOp) -> list[Handover]:
    before, after = op.before_region.block, op.after_region.block
    return [
        *_handovers(op, 0, before.args),
        *_handovers(_terminator(before), 1, after.args, op.res),
        *_handovers(_terminator(after), 0, before.args),
    ]


@SCF.statement(scf.WhileOp, flow=Flow.AGAIN, handovers=_while_handovers)
def write_while(op: scf.WhileOp, source: FunctionSource) -> None:
    """A loop that tests after its first region; the results live in the variables of the second one's arguments."""
    before, after = op.before_region.block, op.after_region.block
    _hand_over(source, op, 0, before.args)
    with source.suite("while True:", op, loops=True):
        condition = source.body(before)
        _hand_over(source, condition, 1, after.args)
        source.line(f"if not {source.name(condition.operands[0])}: break", condition)
        _hand_over(source, source.body(after), 0, before.args)
    for result, argument in zip(op.res, after.args):
        source.share_name(result, argument)
