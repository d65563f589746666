"""Structured linalg ops: a body of scalar ops over an iteration space, evaluated on whole arrays.

Every operand is seen through its indexing map as an array over the iteration space. A contraction is one `einsum`; a
body without reduction is evaluated once; a body that combines its output with something that does not depend on it is
evaluated once and reduced; any other reduction runs step by step, vectorised over what is parallel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.linalg.ops import IndexOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from xdsl_tiles.interpreters.upstream.arrays import array_function, scalar_constant
from xdsl_tiles.interpreters.upstream.contraction import contract, has_einsum, is_projection, match_contraction
from xdsl_tiles.interpreters.values import Array, RunError, element_dtype
from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import DType

Coordinates: TypeAlias = tuple[Array, ...]
_MOST_POINTS = 1 << 26
"""Iteration spaces up to this size are evaluated as a whole before they are reduced."""

_COMBINERS: dict[type[Operation], np.ufunc] = {
    arith.AddfOp: np.add,
    arith.AddiOp: np.add,
    arith.MulfOp: np.multiply,
    arith.MuliOp: np.multiply,
    arith.MaximumfOp: np.maximum,
    arith.MinimumfOp: np.minimum,
    arith.MaxSIOp: np.maximum,
    arith.MinSIOp: np.minimum,
    arith.AndIOp: np.bitwise_and,
    arith.OrIOp: np.bitwise_or,
    arith.XOrIOp: np.bitwise_xor,
}


class Body:
    """The body of a structured op as a function of arrays; `captured` are the scalars it uses from around it."""

    def __init__(self, block: Block, captured: Sequence[SSAValue]):
        terminator = block.last_op
        assert terminator is not None
        self.block = block
        self.captured = captured
        self.steps = {op: _evaluator(op) for op in block.ops if op is not terminator}
        self.yielded = terminator.operands

    def evaluate(
        self, operands: Sequence[Array], scalars: Sequence[Any], at: Coordinates, wanted: Sequence[SSAValue]
    ) -> list[Array]:
        """Values of the body, element by element over arrays that broadcast against each other."""
        held: dict[SSAValue, Array] = dict(zip(self.block.args, operands))
        for value, scalar in zip(self.captured, scalars):
            held[value] = np.array(scalar).astype(element_dtype(value).numpy)
        for op, function in self.steps.items():
            if all(operand in held for operand in op.operands):
                held[op.results[0]] = function([held[operand] for operand in op.operands], at)
        return [held[value] for value in wanted]


def _evaluator(op: Operation) -> Callable[[Sequence[Array], Coordinates], Array]:
    if isinstance(op, IndexOp):
        dim = op.dim.value.data
        return lambda operands, at: at[dim]
    if isinstance(op, arith.ConstantOp):
        constant = scalar_constant(op)
        return lambda operands, at: constant
    function = array_function(op)
    if function is None:
        raise RunError(f"cannot run '{op.name}' in the body of a structured op")
    return lambda operands, at: function(*operands)


def _gather(array: Array, map: AffineMap, at: Coordinates) -> Array:
    """An operand as an array of the iteration space's rank that broadcasts over it."""
    if is_projection(map):
        dims = [expr.position for expr in map.results if isinstance(expr, AffineDimExpr)]
        order = sorted(range(len(dims)), key=dims.__getitem__)
        return np.expand_dims(array.transpose(order), [dim for dim in range(map.num_dims) if dim not in dims])
    coordinates: Any = at
    picked = [np.asarray(expr.eval(coordinates, ())) for expr in map.results]
    for index, bound in zip(picked, array.shape):
        if index.size and not 0 <= index.min() <= index.max() < bound:
            raise RunError(f"the indexing map {map} leaves an operand of extent {bound}")
    return array[tuple(picked)]


def _scatter(values: Array, map: AffineMap) -> Array:
    """An output from an array over the iteration space, of which the dims that the map lacks have one element."""
    kept = tuple(expr for expr in map.results if not (isinstance(expr, AffineConstantExpr) and expr.value == 0))
    projection = AffineMap(map.num_dims, map.num_symbols, kept)
    if not is_projection(projection):
        raise RunError(f"cannot write an output through the indexing map {map}")
    dims = [expr.position for expr in kept if isinstance(expr, AffineDimExpr)]
    missing = tuple(dim for dim in range(map.num_dims) if dim not in dims)
    ranks = {dim: rank for rank, dim in enumerate(sorted(dims))}
    written = values.squeeze(missing).transpose([ranks[dim] for dim in dims])
    return np.expand_dims(written, [axis for axis, expr in enumerate(map.results) if expr not in kept])


def _take(array: Array, at: Mapping[int, int]) -> Array:
    """One coordinate of some dims, which keep one element."""
    index = tuple(
        slice(at[dim], at[dim] + 1) if dim in at and extent > 1 else slice(None)
        for dim, extent in enumerate(array.shape)
    )
    return array[index]


def iteration_extents(maps: Sequence[AffineMap], shapes: Sequence[tuple[int, ...]]) -> list[int]:
    """The extent of every dim, from the operands that it indexes directly."""
    extents: dict[int, int] = {}
    for map, shape in zip(maps, shapes):
        for expr, extent in zip(map.results, shape):
            if isinstance(expr, AffineDimExpr) and extents.setdefault(expr.position, extent) != extent:
                raise RunError(f"dim {expr.position} has {extents[expr.position]} elements and {extent} at once")
    missing = [dim for dim in range(maps[0].num_dims) if dim not in extents]
    if missing:
        raise RunError(f"no operand gives the extent of dim {missing[0]}")
    return [extents[dim] for dim in range(maps[0].num_dims)]


class Combination(NamedTuple):
    """A reduction: the output combined, by the function, with a value that does not depend on it."""

    function: np.ufunc
    value: SSAValue


class Structured:
    """One structured op, ready to be evaluated on arrays.

    `maps` and `dtypes` are those of the inputs, then of the outputs.
    """

    def __init__(
        self,
        block: Block,
        maps: Sequence[AffineMap],
        dtypes: Sequence[DType],
        reduction_dims: Sequence[int],
        captured: Sequence[SSAValue],
    ):
        self.body = Body(block, captured)
        self.maps = maps
        self.dtypes = dtypes
        self.reduction_dims = tuple(reduction_dims)
        self.inputs = len(maps) - len(self.body.yielded)
        factors = match_contraction(block)
        self.contraction = factors if factors and has_einsum((maps[factors.lhs], maps[factors.rhs], maps[-1])) else None
        self.combination = _combination(block)

    def evaluate(self, arrays: Sequence[Array], scalars: Sequence[Any]) -> list[Array]:
        """The new values of the outputs, as new arrays, from those of inputs and outputs."""
        arrays = [np.asarray(array) for array in arrays]
        if self.contraction is not None and self.reduction_dims:
            lhs, rhs = self.contraction
            maps = self.maps[lhs], self.maps[rhs], self.maps[-1]
            return [contract(maps, arrays[lhs], arrays[rhs], arrays[-1], self.dtypes[-1])]
        extents = iteration_extents(self.maps, [array.shape for array in arrays])
        at: Coordinates = tuple(np.ogrid[tuple(slice(extent) for extent in extents)]) if extents else ()
        operands = [_gather(array, map, at) for array, map in zip(arrays, self.maps)]
        kept = [1 if dim in self.reduction_dims else extent for dim, extent in enumerate(extents)]
        if not self.reduction_dims:
            values = self.body.evaluate(operands, scalars, at, self.body.yielded)
        elif self.combination is not None and prod(extents) <= _MOST_POINTS:
            values = [self._reduce(self.combination, operands, scalars, at, extents)]
        else:
            values = self._step_by_step(operands, scalars, at, extents)
        return [self._output(value, index, kept) for index, value in enumerate(values)]

    def _output(self, value: Array, index: int, kept: Sequence[int]) -> Array:
        """An output as a new array of its element type; fills and copies may yield another type."""
        target = self.dtypes[self.inputs + index]
        if value.dtype != target.numpy:
            value = cast_array(value, element_dtype(self.body.yielded[index]), target)
        return np.array(_scatter(np.broadcast_to(value, kept), self.maps[self.inputs + index]))

    def _reduce(
        self,
        combination: Combination,
        operands: Sequence[Array],
        scalars: Sequence[Any],
        at: Coordinates,
        extents: Sequence[int],
    ) -> Array:
        """Narrow floats are combined in f32 and rounded once."""
        output = operands[-1]
        (value,) = self.body.evaluate(operands[:-1], scalars, at, [combination.value])
        is_narrow = self.dtypes[-1].is_float and output.dtype.itemsize < 4
        wide = np.dtype(np.float32) if is_narrow else output.dtype
        points = np.broadcast_to(value, extents).astype(wide)
        total = combination.function.reduce(points, axis=self.reduction_dims, keepdims=True, dtype=wide)
        return combination.function(output.astype(wide), total).astype(output.dtype)

    def _step_by_step(
        self, operands: Sequence[Array], scalars: Sequence[Any], at: Coordinates, extents: Sequence[int]
    ) -> list[Array]:
        inputs, outputs = operands[: self.inputs], list(operands[self.inputs :])
        for point in product(*(range(extents[dim]) for dim in self.reduction_dims)):
            here = dict(zip(self.reduction_dims, point))
            taken = [_take(array, here) for array in inputs]
            outputs = self.body.evaluate(
                [*taken, *outputs], scalars, tuple(_take(axis, here) for axis in at), self.body.yielded
            )
        return outputs


def _combination(block: Block) -> Combination | None:
    """The combination that a body of one output is, or None."""
    terminator, output = block.last_op, block.args[-1]
    if terminator is None or len(terminator.operands) != 1:
        return None
    op = terminator.operands[0].owner
    if not isinstance(op, Operation) or type(op) not in _COMBINERS or len(list(output.uses)) != 1:
        return None
    if output not in op.operands:
        return None
    return Combination(_COMBINERS[type(op)], op.operands[0 if op.operands[1] is output else 1])
