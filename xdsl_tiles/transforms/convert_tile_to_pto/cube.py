"""Products, whose accumulator is where the operand's was."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import scf
from xdsl.ir import Block, Region

from xdsl_tiles.analysis.loops import constant_of
from xdsl_tiles.dialects.pto.matrix import TMatmulAccOp, TMatmulBiasOp, TMatmulOp
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

CUBE = Rules()


@CUBE.of(MatmulOp)
def convert_matmul(op: MatmulOp, lowering: Lowering) -> None:
    """A fresh product."""
    lhs, rhs = lowering.tile(op.lhs), lowering.tile(op.rhs)
    target = lowering.define(op.result, (lhs.valid[0], rhs.valid[1]))
    lowering.emit(TMatmulOp(lhs.value, rhs.value, target))


@CUBE.of(MatmulBiasOp)
def convert_matmul_bias(op: MatmulBiasOp, lowering: Lowering) -> None:
    """A fresh product and a bias."""
    lhs, rhs, bias = lowering.tile(op.lhs), lowering.tile(op.rhs), lowering.tile(op.bias)
    target = lowering.define(op.result, (lhs.valid[0], rhs.valid[1]))
    lowering.emit(TMatmulBiasOp(lhs.value, rhs.value, bias.value, target))


@CUBE.of(MatmulAccOp)
def convert_matmul_acc(op: MatmulAccOp, lowering: Lowering) -> None:
    """An accumulate, a product where it starts anew, or what the predicate says, into the same buffer."""
    lhs, rhs = lowering.tile(op.lhs).value, lowering.tile(op.rhs).value
    target = lowering.update(op.result, op.acc, lowering.tile(op.acc).valid)

    def overwrite() -> None:
        lowering.emit(TMatmulOp(lhs, rhs, target))

    def accumulate() -> None:
        lowering.emit(TMatmulAccOp(target, lhs, rhs, target))

    starts = False if op.init is None else constant_of(op.init)
    if op.init is not None and starts is None:
        anew, further = (Region(_branch(lowering, write)) for write in (overwrite, accumulate))
        lowering.emit(scf.IfOp(lowering.scalars[op.init], [], anew, further))
    elif starts:
        overwrite()
    else:
        accumulate()


def _branch(lowering: Lowering, write: Callable[[], None]) -> Block:
    def write_all() -> None:
        write()
        lowering.emit(scf.YieldOp())

    return lowering.in_block(Block(), write_all)
