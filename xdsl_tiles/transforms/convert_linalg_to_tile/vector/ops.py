"""Elementwise ops and reductions on tensors, whatever their names are, as loops and a body."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import BroadcastOp, ReduceOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_tiles.analysis.access import Access, access
from xdsl_tiles.dialects.tile.types import tensor_type

SUMS = (arith.AddfOp, arith.AddiOp)
MAXIMA = (arith.MaximumfOp, arith.MaxnumfOp, arith.MaxSIOp)
MINIMA = (arith.MinimumfOp, arith.MinnumfOp, arith.MinSIOp)


@dataclass(frozen=True)
class VectorOp:
    """An op that computes every element of its results by a body, or reduces along some loops.

    The loops are in the order of the result's dimensions, what they reduce along where it stands. `operands` are the
    inputs, then what the results are made in; `accesses` says where each is reached, None for scalars.
    """

    op: Operation
    operands: tuple[SSAValue, ...]
    results: tuple[SSAValue, ...]
    accesses: tuple[Access | None, ...]
    body: Block
    extents: tuple[int, ...]
    reduced: tuple[int, ...]

    @property
    def outputs(self) -> tuple[Access, ...]:
        """Where the results are written."""
        return tuple(reached for reached in self.accesses[-len(self.results) :] if reached is not None)

    @property
    def yielded(self) -> tuple[SSAValue, ...]:
        """What the body computes, one element of each result."""
        assert self.body.last_op is not None
        return tuple(self.body.last_op.operands)


def as_vector_op(op: Operation) -> VectorOp | str | None:
    """The op as loops and a body, None if it is no structured op on tensors, or why it can't be seen so."""
    parts = _parts(op)
    if parts is None:
        return None
    operands, results, maps, kinds, body = parts
    if not results or not all(isa(value.type, TensorType) for value in results):
        return None
    order = _order(maps[-1], len(kinds))
    if order is None:
        return "its result is written through something else than a projection"
    maps = [_renumbered(map, order) for map in maps]
    kinds = [kinds[loop] for loop in order]
    extents = _extents(operands, maps, len(kinds))
    if extents is None or DYNAMIC_INDEX in extents:
        return "its extents are known only at run time; give its tensors static ones"
    if 0 in extents:
        return "it has no elements; remove it"
    accesses: list[Access | None] = []
    for value, map in zip(operands, maps):
        is_tensor = isa(value.type, TensorType)
        reached = access(value, map, extents) if is_tensor else None
        if reached is None and is_tensor:
            return "an indexing map is more than a projection"
        accesses.append(reached)
    reduced = tuple(loop for loop, kind in enumerate(kinds) if kind is IteratorType.REDUCTION)
    return VectorOp(op, tuple(operands), tuple(results), tuple(accesses), body, extents, reduced)


def combination(vector: VectorOp) -> tuple[Operation, SSAValue] | None:
    """The op by which a reduction combines its result with a value that does not depend on it, and that value."""
    accumulator = vector.body.args[-1]
    combining = vector.yielded[0].owner
    if len(vector.results) != 1 or not isinstance(combining, (*SUMS, *MAXIMA, *MINIMA)):
        return None
    if accumulator not in combining.operands or not accumulator.has_one_use():
        return None
    return combining, combining.operands[0 if combining.operands[1] is accumulator else 1]


_Parts = tuple[list[SSAValue], list[SSAValue], list[AffineMap], list[IteratorType], Block]


def _parts(op: Operation) -> _Parts | None:
    """Operands, results, indexing maps, kinds of loops and body."""
    match op:
        case LinalgStructuredOperation():
            maps = [map.data for map in op.get_indexing_maps()]
            kinds = [kind.data for kind in op.get_iterator_types()]
            return [*op.inputs, *op.outputs], list(op.res), maps, kinds, op.body.block
        case ReduceOp():
            reduced = op.dimensions.get_values()
            rank = tensor_type(op.input).get_num_dims() if isa(op.input.type, TensorType) else 0
            kept = tuple(AffineExpr.dimension(dim) for dim in range(rank) if dim not in reduced)
            kinds = [IteratorType.REDUCTION if dim in reduced else IteratorType.PARALLEL for dim in range(rank)]
            maps = [AffineMap.identity(rank), AffineMap(rank, 0, kept)]
            return [op.input, op.init], list(op.result), maps, kinds, op.region.block
        case BroadcastOp():
            added = op.dimensions.get_values()
            rank = tensor_type(op.init).get_num_dims() if isa(op.init.type, TensorType) else 0
            kept = tuple(AffineExpr.dimension(dim) for dim in range(rank) if dim not in added)
            maps = [AffineMap(rank, 0, kept), AffineMap.identity(rank)]
            return [op.input, op.init], list(op.result), maps, [IteratorType.PARALLEL] * rank, op.hidden_region.block
        case _:
            return None


def _order(output: AffineMap, loops: int) -> list[int] | None:
    """The loops in an order in which the result's dimensions increase."""
    written = [expr.position for expr in output.results if isinstance(expr, AffineDimExpr)]
    origins = [expr for expr in output.results if isinstance(expr, AffineConstantExpr) and expr.value == 0]
    if len(set(written)) + len(origins) != len(output.results):
        return None
    if written == sorted(written):
        return list(range(loops))
    return [*written, *(loop for loop in range(loops) if loop not in written)]


def _renumbered(map: AffineMap, order: list[int]) -> AffineMap:
    return AffineMap(
        map.num_dims,
        map.num_symbols,
        tuple(
            AffineExpr.dimension(order.index(expr.position)) if isinstance(expr, AffineDimExpr) else expr
            for expr in map.results
        ),
    )


def _extents(operands: list[SSAValue], maps: list[AffineMap], loops: int) -> tuple[int, ...] | None:
    extents: dict[int, int] = {}
    for value, map in zip(operands, maps):
        shape = tensor_type(value).get_shape() if isa(value.type, TensorType) else ()
        for expr, extent in zip(map.results, shape):
            if isinstance(expr, AffineDimExpr):
                extents.setdefault(expr.position, extent)
    return tuple(extents[loop] for loop in range(loops)) if len(extents) == loops else None
