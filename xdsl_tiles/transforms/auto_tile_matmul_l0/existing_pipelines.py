"""Pipelines that the author wrote: two accumulators in turns where that pays and L0C has the room.

Source: seed, "Recognize existing L0 pipelines"; tile_l0 section 4, "dbC plan for existing pipelines".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.analysis.loops import pipelined_loops, trip_count
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.kernel import PushOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.pipelining import DOUBLE_BUFFER_C, OVERLAP_STORES, pipeline_stages
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp, MoveOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.machines import Machine

_MIN_STORE_TRIPS = 4
_MIN_ASSEMBLE_TRIPS = 8
_MIN_ASSEMBLE_SHARE = 4
"""An accumulator that is assembled into Mat takes at least this part of L0C."""

_PRODUCTS = (MatmulOp, MatmulAccOp, MatmulBiasOp)
_STORES = (StoreOp, AssembleOp, PushOp)


@dataclass(frozen=True)
class ExistingPipeline:
    """A loop that makes one product a trip from a stationary and a moving operand, and drains it in its chain."""

    loop: scf.ForOp
    product: MatmulOp
    drain: StoreOp | AssembleOp
    trips: int

    def pays(self, slot: int, capacity: int) -> bool:
        """Whether a second accumulator is worth having, for one of `slot` bytes in an L0C of `capacity` bytes."""
        if isinstance(self.drain, StoreOp):
            return self.trips >= _MIN_STORE_TRIPS
        return self.trips >= _MIN_ASSEMBLE_TRIPS and slot * _MIN_ASSEMBLE_SHARE >= capacity


def double_buffer_existing_pipelines(function: FuncOp, machine: Machine, double_buffer_c: bool) -> bool:
    """Mark the pipelines of a function that pay, all or none of them; True if any was marked.

    None are where all accumulators of the function, as many as the lowering of pipelines may ask for, with one more for
    each of these loops may exceed L0C. With the option `double_buffer_c` twice as many must fit.
    """
    capacity = machine.capacity(MemorySpace.ACC)
    if capacity is None:
        return False
    total = extra = 0
    marked: list[scf.ForOp] = []
    for loop, stages in pipelined_loops(function):
        pipeline = find_existing_pipeline(loop, stages)
        slot = None if pipeline is None else tile_bytes(pipeline.product.result.type, machine)
        if pipeline is not None and slot is not None and pipeline.pays(slot, capacity):
            marked.append(loop)
            extra += slot
    for type_, copies in _accumulators(function) if marked else ():
        size = tile_bytes(type_, machine)
        if size is None:
            return False
        total += size * copies
    if (2 * total if double_buffer_c else total + extra) > capacity:
        return False
    for loop in marked:
        loop.attributes[OVERLAP_STORES] = IntegerAttr.from_bool(False)
        loop.attributes[DOUBLE_BUFFER_C] = IntegerAttr.from_bool(True)
    return bool(marked)


def find_existing_pipeline(loop: scf.ForOp, stages: int) -> ExistingPipeline | None:
    """The parts of a pipeline in canonical form, or None where a loop is something else or already says what it wants.

    Its trips fill whole groups: a tail that is lowered on its own may need a third accumulator.
    """
    trips = trip_count(loop)
    if stages < 2 or not trips or trips % stages:
        return None
    if OVERLAP_STORES in loop.attributes or DOUBLE_BUFFER_C in loop.attributes:
        return None
    body = list(loop.body.block.ops)
    makers = [op for op in body if any(_is_accumulator(value) for value in op.results)]
    stores = [op for op in body if isinstance(op, _STORES)]
    if any(op.regions for op in body) or len(makers) != 1 or len(stores) != 1:
        return None
    (product,), (drain,) = makers, stores
    if not isinstance(product, MatmulOp) or not _has_one_moving_operand(product, loop):
        return None
    if not isinstance(drain, StoreOp | AssembleOp) or not _drains_in_chain(drain, product, loop):
        return None
    readers = [op for op in body if any(_is_accumulator(value) for value in op.operands)]
    return ExistingPipeline(loop, product, drain, trips) if readers == [drain] else None


def _is_accumulator(value: SSAValue) -> bool:
    return isinstance(value.type, TileType) and value.type.space is MemorySpace.ACC


def _has_one_moving_operand(product: MatmulOp, loop: scf.ForOp) -> bool:
    """Whether one operand comes from Mat in every trip, and the other is there before the loop."""
    moving = 0
    for operand, space in ((product.lhs, MemorySpace.LEFT), (product.rhs, MemorySpace.RIGHT)):
        if tile_type(operand).space is not space:
            return False
        owner = operand.owner
        if owner is loop.body.block:
            return False
        if isinstance(owner, Operation) and owner.parent is loop.body.block:
            if not isinstance(owner, ExtractOp | MoveOp) or tile_type(owner.source).space is not MemorySpace.MAT:
                return False
            moving += 1
    return moving == 1


def _drains_in_chain(drain: StoreOp | AssembleOp, product: MatmulOp, loop: scf.ForOp) -> bool:
    """Whether the product goes into a carried value, whose next state is carried on in its place."""
    carried = drain.destination if isinstance(drain, StoreOp) else drain.target
    if drain.source is not product.result or carried not in loop.body.block.args[1:]:
        return False
    if isinstance(drain, AssembleOp) and tile_type(carried).space is not MemorySpace.MAT:
        return False
    position = loop.body.block.args.index(carried) - 1
    terminator = loop.body.block.last_op
    assert terminator is not None
    used_once = all(value.has_one_use() for value in (product.result, carried, drain.result))
    return used_once and terminator.operands[position] is drain.result


def _accumulators(op: Operation, depth: int = 1) -> Iterator[tuple[TileType, int]]:
    """Every accumulator value inside an op with how many buffers it may take; `depth` is that of the loops around.

    Products take one, as the cube makes one after the other; others one for each stage in flight.
    """
    inner_depth = depth * (pipeline_stages(op) or 1)
    for region in op.regions:
        for block in region.blocks:
            yield from ((tile_type(arg), depth) for arg in block.args if _is_accumulator(arg))
            for inner in block.ops:
                copies = 1 if isinstance(inner, _PRODUCTS) else inner_depth
                yield from ((tile_type(result), copies) for result in inner.results if _is_accumulator(result))
                yield from _accumulators(inner, inner_depth)
