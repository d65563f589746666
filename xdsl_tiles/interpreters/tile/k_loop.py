"""K loops in one step.

A loop that extracts the next blocks of two tiles and adds their product to an accumulator does nothing that can be
seen before the accumulator is drained: its products wait, and are one when they are computed. So the whole loop is one
product of the windows that its blocks make up, and takes no time per iteration. Tiles that are not valid all over take
the ordinary loop.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.transfer import ExtractOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.interpreters.registry import Flow, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.source import FunctionSource
from xdsl_tiles.interpreters.tile.cube import bind_matmul_acc
from xdsl_tiles.interpreters.tile.grid_loop import waiting_stores
from xdsl_tiles.interpreters.tile.payload import Extents, Tile
from xdsl_tiles.interpreters.upstream.scf import for_handovers, write_for
from xdsl_tiles.interpreters.values import RunError

K_LOOP = OpTable()
OpT = TypeVar("OpT", bound=Operation)

_EQUAL = 0
_PARTS = (ExtractOp, MatmulAccOp, arith.CmpiOp, arith.AndIOp, arith.ConstantOp, scf.YieldOp)
"""Ops that do nothing but give their result."""


class KLoop(NamedTuple):
    """A loop that is one product: its parts, where its windows lie across K, and what `init` is in its first step."""

    product: MatmulAccOp
    left: ExtractOp
    right: ExtractOp
    row: MixedIndex
    column: MixedIndex
    step: int
    starts: SSAValue | bool


def match_k_loop(loop: scf.ForOp) -> KLoop | None:
    """The parts of a loop over K that has no others, or None."""
    counter, *carried = loop.body.block.args
    product = _defined_by(_yielded(loop), MatmulAccOp)
    if product is None or len(carried) != 1 or product.acc is not carried[0]:
        return None
    left, right = _defined_by(product.lhs, ExtractOp), _defined_by(product.rhs, ExtractOp)
    if left is None or right is None:
        return None
    (row, left_k), (right_k, column) = left.mixed_offsets, right.mixed_offsets
    step = left.result.type.get_shape()[1]
    if left_k is not counter or right_k is not counter or _constant(loop.step) != step:
        return None
    if any(_is_inside(value, loop) for value in (left.source, right.source, row, column)):
        return None
    starts = _first_step(product.init, loop)
    is_whole = all(isinstance(op, _PARTS) for op in loop.body.block.ops)
    return KLoop(product, left, right, row, column, step, starts) if starts is not None and is_whole else None


def _yielded(loop: scf.ForOp) -> SSAValue | None:
    terminator = loop.body.block.last_op
    return terminator.operands[0] if terminator is not None and len(terminator.operands) == 1 else None


def _defined_by(value: SSAValue | None, op_type: type[OpT]) -> OpT | None:
    return value.owner if value is not None and isinstance(value.owner, op_type) else None


def _constant(value: SSAValue) -> int | None:
    constant = _defined_by(value, arith.ConstantOp)
    return constant.value.value.data if constant is not None and isinstance(constant.value, IntegerAttr) else None


def _is_inside(value: MixedIndex, loop: scf.ForOp) -> bool:
    if isinstance(value, int):
        return False
    block = value.block if isinstance(value, BlockArgument) else value.owner.parent
    return block is loop.body.block


def _first_step(init: SSAValue | None, loop: scf.ForOp) -> SSAValue | bool | None:
    """What the predicate is in the first iteration, where it is false in all others; None where it is not."""
    if init is None:
        return False
    if _is_first(init, loop):
        return True
    both = _defined_by(init, arith.AndIOp)
    if both is None:
        return None
    for own, outer in ((both.lhs, both.rhs), (both.rhs, both.lhs)):
        if _is_first(own, loop) and not _is_inside(outer, loop):
            return outer
    return None


def _is_first(value: SSAValue, loop: scf.ForOp) -> bool:
    """Whether a value is the test for the first iteration."""
    test, counter = _defined_by(value, arith.CmpiOp), loop.body.block.args[0]
    if test is None or test.predicate.value.data != _EQUAL or counter not in test.operands:
        return False
    bound = test.rhs if test.lhs is counter else test.lhs
    return bound is loop.lb or (_constant(bound) is not None and _constant(bound) == _constant(loop.lb))


@K_LOOP.statement(scf.ForOp, flow=Flow.AGAIN, handovers=for_handovers)
def write_loop(op: scf.ForOp, source: FunctionSource) -> None:
    """A loop; one over K is tried in one step first, one over an output grid lets its drains wait."""
    parts = match_k_loop(op)
    if parts is None:
        _write_grid_loop(op, source)
        return
    result = source.name(op.body.block.args[1])
    inputs = (
        op.iter_args[0],
        parts.left.source,
        parts.right.source,
        parts.row,
        parts.column,
        op.lb,
        op.ub,
        parts.starts,
    )
    arguments = (source.name(value) if isinstance(value, SSAValue) else str(value) for value in inputs)
    source.line(f"{result} = {source.bind(_bind(parts, source), 'k_loop')}({', '.join(arguments)})", op)
    with source.suite(f"if {result} is None:", op):
        write_for(op, source)


def _write_grid_loop(op: scf.ForOp, source: FunctionSource) -> None:
    waiting = [] if source.is_in_loop else waiting_stores(op)
    source.let_wait(waiting)
    write_for(op, source)
    if waiting:
        source.line(f"{source.bind(source.environment.arithmetic.drain, 'drain')}()", op)


def _bind(parts: KLoop, scope: Scope) -> Kernel:
    """The loop as a product of the windows that its blocks make up, or None where that isn't what it does."""
    multiply = bind_matmul_acc(parts.product, scope)
    left_shape, right_shape = tile_type(parts.left.source).get_shape(), tile_type(parts.right.source).get_shape()
    rows, columns, step = parts.left.result.type.get_shape()[0], parts.right.result.type.get_shape()[1], parts.step

    def run(acc: Tile, lhs: Tile, rhs: Tile, row: int, column: int, lower: int, upper: int, starts: int) -> Tile | None:
        left, right, depth = lhs.dense(), rhs.dense(), -(-(upper - lower) // step) * step
        if depth <= 0 or left.valid != left_shape or right.valid != right_shape:
            return None
        if not _fits((row, lower), (rows, depth), left_shape) or not _fits(
            (lower, column), (depth, columns), right_shape
        ):
            return None
        left, right = left.window((row, lower), (rows, depth)), right.window((lower, column), (depth, columns))
        try:
            return multiply(acc, left, right, starts)
        except RunError as error:
            raise OperationError(parts.product, str(error)) from error

    return run


def _fits(offsets: Extents, shape: Extents, bounds: Extents) -> bool:
    return all(0 <= offset <= bound - extent for offset, extent, bound in zip(offsets, shape, bounds))
