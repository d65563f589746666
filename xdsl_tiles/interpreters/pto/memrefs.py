"""Values of other dialects that pto ops take: memrefs in a memory of the core, which are tiles, and vectors."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, VectorType
from xdsl.ir import Attribute

from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr
from xdsl_tiles.dialects.pto.enums import AddressSpace
from xdsl_tiles.interpreters.pto.handle import fresh_tile, tile_buf
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.upstream.arrays import bind_constant, dense_values
from xdsl_tiles.interpreters.upstream.memref import bind_alloc
from xdsl_tiles.interpreters.values import RunError, dtype_of, shaped_type

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


@MEMREFS.kernel(arith.ConstantOp)
def bind_vector_constant(op: arith.ConstantOp, scope: Scope) -> Kernel:
    """A vector as an array of its own, since `pto.tmrgsort` writes counts into one; any other constant as it is."""
    if not isinstance(op.result.type, VectorType):
        return bind_constant(op, scope)
    type_ = cast("VectorType[Attribute]", op.result.type)
    if not isinstance(op.value, DenseIntOrFPElementsAttr):
        raise RunError(f"cannot run a constant of type {type_}")
    return dense_values(op.value, dtype_of(type_.element_type), type_.get_shape()).copy
