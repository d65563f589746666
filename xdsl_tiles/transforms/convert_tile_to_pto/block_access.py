"""Loops that read a block of a tensor before they store it, so that they may read the tensor as it was before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, SSAValue

from xdsl_tiles.analysis.abi import chain_origin
from xdsl_tiles.analysis.loops import constant_of
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import tensor_type, tile_type
from xdsl_tiles.dialects.tile.windows import MixedIndex


def reads_ahead(reader: Operation, loop: scf.ForOp, tensor: SSAValue) -> bool:
    """Whether a load in a loop reads nothing that the loop has stored into the memory of a tensor by then.

    It is so where, in every loop around both, load and store stay in the block that the index of the loop is at, and
    within an iteration the load comes first.
    """
    if not isinstance(reader, LoadOp) or not loop.is_ancestor(reader):
        return False
    origin = chain_origin(tensor)
    stores = [op for op in loop.walk() if isinstance(op, StoreOp) and chain_origin(op.destination) is origin]
    return all(_is_ahead(reader, store, loop) for store in stores)


def _is_ahead(load: LoadOp, store: StoreOp, outermost: scf.ForOp) -> bool:
    common = [loop for loop in _loops_around(store, outermost) if loop.is_ancestor(load)]
    if not all(_in_block(load, store, loop) for loop in common):
        return False
    body = common[0].body.block
    first, second = _lifted(load, body), _lifted(store, body)
    return first is not second and body.get_operation_index(first) < body.get_operation_index(second)


def _loops_around(op: Operation, outermost: scf.ForOp) -> Iterator[scf.ForOp]:
    """The loops around an op, innermost first."""
    around = op.parent_op()
    while around is not None:
        if isinstance(around, scf.ForOp):
            yield around
        around = None if around is outermost else around.parent_op()


def _lifted(op: Operation, block: Block) -> Operation:
    while op.parent is not block:
        parent = op.parent_op()
        assert parent is not None
        op = parent
    return op


def _in_block(load: LoadOp, store: StoreOp, loop: scf.ForOp) -> bool:
    """Whether both touch, along some dimension, only what is between the index of a loop and the next one."""
    step, index = constant_of(loop.step), loop.body.block.args[0]
    read = _extents(load.source, load.mixed_valid_sizes, load.result.type.get_shape())
    written = _extents(store.destination, store.mixed_sizes, tile_type(store.source).get_shape())
    accesses = zip(load.mixed_offsets, store.mixed_offsets, read, written)
    return step is not None and any(
        at is index and to is index and max(size, other) <= step for at, to, size, other in accesses
    )


def _extents(tensor: SSAValue, sizes: Sequence[MixedIndex], shape: Sequence[int]) -> list[int]:
    """How far a window reaches along each dimension of a tensor, at most."""
    bounds = tensor_type(tensor).get_shape()
    if len(sizes) == len(bounds):
        return [size if isinstance(size, int) else bound for size, bound in zip(sizes, bounds)]
    return [*(1 for _ in bounds[len(shape) :]), *shape]
