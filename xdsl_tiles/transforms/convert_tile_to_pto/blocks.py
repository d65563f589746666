"""Writing the ops of a block one after the other, each by its rule."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, TensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering, is_tile


def convert_block(block: Block, lowering: Lowering) -> None:
    """Emit what the ops of a block become, but for its terminator."""
    for op in block.ops:
        if op.has_trait(IsTerminator):
            continue
        lowering.at(op)
        lowering.allocate_shared(op)
        if (rule := lowering.rules.find(op)) is not None:
            rule(op, lowering)
        else:
            _keep(op, lowering)


def _keep(op: Operation, lowering: Lowering) -> None:
    """Take an op over that computes with scalars."""
    if isinstance(op, arith.ConstantOp) and op.result.type == IndexType() and isinstance(op.value, IntegerAttr):
        lowering.scalars[op.result] = lowering.constant(op.value.value.data)
        return
    for inner in op.walk():
        if inner.dialect_name() == "tile" or any(map(_is_data, (*inner.operands, *inner.results))):
            fail(
                inner,
                "works on tensors or tiles, and nothing of the pto dialect does that; "
                "run 'tensor-to-tile' and 'tile-schedule' first, or move it into a function of its own",
            )
    copy = op.clone(lowering.scalars)
    lowering.block.add_op(copy)


def _is_data(value: SSAValue) -> bool:
    return is_tile(value) or isinstance(value.type, TensorType)
