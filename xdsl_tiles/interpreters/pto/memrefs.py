"""Tiles that are memrefs in a memory of the core: their allocation gives a tile."""

from __future__ import annotations

from xdsl.dialects import memref

from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr
from xdsl_tiles.dialects.pto.enums import AddressSpace
from xdsl_tiles.interpreters.pto.handle import fresh_tile, tile_buf
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.upstream.memref import bind_alloc
from xdsl_tiles.interpreters.values import shaped_type

MEMREFS = OpTable()


@MEMREFS.kernel(memref.AllocOp, memref.AllocaOp)
def bind_alloc_tile(op: memref.AllocOp | memref.AllocaOp, scope: Scope) -> Kernel:
    """A tile of its own memory, or an array where the memref is in global memory."""
    space = shaped_type(op.memref)
    if not isinstance(memory_space := getattr(space, "memory_space", None), AddressSpaceAttr):
        return bind_alloc(op, scope)
    if memory_space.data is AddressSpace.GM:
        return bind_alloc(op, scope)
    type_ = tile_buf(op.memref.type)
    return lambda: fresh_tile(type_)
