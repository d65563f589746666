"""What a kernel asks of its core."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType

from xdsl_tiles.dialects.pto.kernel import CoreQuery, GetBlockIdxOp, GetBlockNumOp
from xdsl_tiles.dialects.tile.kernel import BlockIdxOp, BlockNumOp, BlockQueryOperation
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules

KERNEL = Rules()

_QUERIES: dict[type[BlockQueryOperation], type[CoreQuery]] = {BlockIdxOp: GetBlockIdxOp, BlockNumOp: GetBlockNumOp}


@KERNEL.of(*_QUERIES)
def convert_query(op: BlockQueryOperation, lowering: Lowering) -> None:
    """The number, which the core has as an i64."""
    number = lowering.emit(_QUERIES[type(op)](), op.result.name_hint)
    lowering.scalars[op.result] = lowering.emit(arith.IndexCastOp(number.result, IndexType())).result
