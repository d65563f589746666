"""Everything in this package that knows what ops mean, in one table."""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_tiles.interpreters.registry import OpTable
from xdsl_tiles.interpreters.tile.comparison import COMPARISON
from xdsl_tiles.interpreters.tile.cube import CUBE
from xdsl_tiles.interpreters.tile.k_loop import K_LOOP
from xdsl_tiles.interpreters.tile.kernel import KERNEL
from xdsl_tiles.interpreters.tile.launch import LAUNCH
from xdsl_tiles.interpreters.tile.memory import MEMORY
from xdsl_tiles.interpreters.tile.reduction import REDUCTION
from xdsl_tiles.interpreters.tile.transfer import TRANSFER
from xdsl_tiles.interpreters.tile.vector import VECTOR
from xdsl_tiles.interpreters.tile.views import VIEWS
from xdsl_tiles.interpreters.upstream.arith import ARITH
from xdsl_tiles.interpreters.upstream.arrays import ARRAYS
from xdsl_tiles.interpreters.upstream.func import FUNC
from xdsl_tiles.interpreters.upstream.linalg import LINALG
from xdsl_tiles.interpreters.upstream.math import MATH
from xdsl_tiles.interpreters.upstream.memref import MEMREF
from xdsl_tiles.interpreters.upstream.scf import SCF
from xdsl_tiles.interpreters.upstream.tensor import TENSOR


def default_table() -> OpTable:
    """The meaning of the upstream dialects and of ours."""
    upstream = (ARRAYS, ARITH, MATH, FUNC, SCF, LINALG, MEMREF, TENSOR)
    tile = (MEMORY, TRANSFER, VIEWS, CUBE, VECTOR, COMPARISON, REDUCTION, KERNEL, LAUNCH, K_LOOP)
    return OpTable().update(*upstream, *tile)


def uses_pto(module: Operation) -> bool:
    """Whether an op of a module is of the pto dialect, or a function takes something of it."""
    return any(op.name.startswith("pto.") or (isinstance(op, FuncOp) and _takes_pto(op)) for op in module.walk())


def _takes_pto(function: FuncOp) -> bool:
    return any(type_.name.startswith("pto.") for type_ in function.function_type.inputs)


def table_for(module: Operation) -> OpTable:
    """The meaning of everything in a module; what the pto dialect means is loaded for modules that use it only."""
    table = default_table()
    if uses_pto(module):
        from xdsl_tiles.interpreters.pto.table import PTO

        table.update(PTO)
    return table
