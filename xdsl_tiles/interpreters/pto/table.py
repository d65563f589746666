"""Everything that the pto dialect means, in one table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from xdsl.dialects.builtin import ShapedType, VectorType
from xdsl.ir import Operation

from xdsl_tiles.interpreters.pto.arrangement import ARRANGEMENT
from xdsl_tiles.interpreters.pto.conversion import CONVERSION
from xdsl_tiles.interpreters.pto.cube import CUBE
from xdsl_tiles.interpreters.pto.fifo import FIFO
from xdsl_tiles.interpreters.pto.handle import tile_buf
from xdsl_tiles.interpreters.pto.kernel import KERNEL
from xdsl_tiles.interpreters.pto.launch import LAUNCH
from xdsl_tiles.interpreters.pto.memrefs import MEMREFS
from xdsl_tiles.interpreters.pto.reduction import REDUCTION
from xdsl_tiles.interpreters.pto.tiles import TILES
from xdsl_tiles.interpreters.pto.transfer import TRANSFER
from xdsl_tiles.interpreters.pto.vector import VECTOR
from xdsl_tiles.interpreters.pto.views import VIEWS
from xdsl_tiles.interpreters.pto.windows import WINDOWS
from xdsl_tiles.interpreters.registry import Binder, Kernel, OpTable, Scope


def _bind_on_tiles(bind: Binder[Any], op: Operation, scope: Scope) -> Kernel:
    """The kernel of an op whose shaped operands are all tiles; a `RunError` at the one that is not."""
    for operand in op.operands:
        if isinstance(operand.type, ShapedType) and not isinstance(operand.type, VectorType):
            tile_buf(operand.type)
    return bind(op, scope)


def _on_tiles(table: OpTable) -> OpTable:
    kernels = {
        op_type: replace(entry, bind=partial(_bind_on_tiles, entry.bind)) for op_type, entry in table.kernels.items()
    }
    return OpTable(kernels, table.expressions, table.statements)


PTO = OpTable().update(
    *(TILES, VIEWS, TRANSFER, WINDOWS),
    *map(_on_tiles, (CUBE, VECTOR, REDUCTION, CONVERSION, ARRANGEMENT)),
    *(KERNEL, FIFO, LAUNCH, MEMREFS),
)
