"""linalg ops: named ones and generic ones are evaluated alike; a memref output is written, a tensor one is new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects.linalg import ops as linalg
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from xdsl_tiles.dialects.linalg_named import ELEMENTWISE, PRODUCTS
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.source import captured
from xdsl_tiles.interpreters.upstream.contraction import contract
from xdsl_tiles.interpreters.upstream.structured import Structured
from xdsl_tiles.interpreters.values import Array, RunError, element_dtype, shaped_type

LINALG = OpTable()


def _placed(results: Sequence[SSAValue], values: Sequence[Array], outputs: Sequence[Array]) -> Any:
    """Values as what the op gives: new tensors, or nothing after they were written into memrefs."""
    if results:
        return values[0] if len(results) == 1 else tuple(values)
    for value, output in zip(values, outputs):
        output[...] = value
    return None


def _structured_arguments(op: LinalgStructuredOperation) -> list[Argument]:
    return [(*op.inputs, *op.outputs), tuple(captured(op))]


@LINALG.kernel(
    linalg.GenericOp,
    linalg.AddOp,
    linalg.SubOp,
    linalg.MulOp,
    linalg.MaxOp,
    linalg.MinOp,
    linalg.ExpOp,
    linalg.LogOp,
    linalg.SqrtOp,
    linalg.SelectOp,
    linalg.FillOp,
    linalg.CopyOp,
    linalg.QuantizedMatmulOp,
    *PRODUCTS,
    *ELEMENTWISE,
    arguments=_structured_arguments,
)
def bind_structured(op: LinalgStructuredOperation, scope: Scope) -> Kernel:
    """A body over an iteration space."""
    operands = (*op.inputs, *op.outputs)
    maps = [map.data for map in op.get_indexing_maps()]
    kinds = [kind.data for kind in op.get_iterator_types()]
    reductions = [dim for dim, kind in enumerate(kinds) if kind is IteratorType.REDUCTION]
    structured = Structured(op.body.block, maps, [element_dtype(value) for value in operands], reductions, captured(op))
    inputs = len(op.inputs)

    def run(arrays: Sequence[Array], scalars: Sequence[Any]) -> Any:
        return _placed(op.res, structured.evaluate(arrays, scalars), arrays[inputs:])

    return run


def _matmul_arguments(op: linalg.MatmulOp) -> list[Argument]:
    return [*op.inputs, *op.outputs]


@LINALG.kernel(linalg.MatmulOp, arguments=_matmul_arguments)
def bind_matmul(op: linalg.MatmulOp, scope: Scope) -> Kernel:
    """A matrix product added to the output, in the output's element type whatever the operands are."""
    maps, dtype = [map.data for map in op.indexing_maps], element_dtype(op.outputs[0])

    def run(lhs: Array, rhs: Array, output: Array) -> Any:
        if lhs.shape[0] != output.shape[0] or rhs.shape[1] != output.shape[1] or lhs.shape[1] != rhs.shape[0]:
            raise RunError(f"multiplies {lhs.shape} by {rhs.shape} into {output.shape}")
        return _placed(op.res, [contract(maps, lhs, rhs, output, dtype)], [output])

    return run


@LINALG.kernel(linalg.TransposeOp, arguments=lambda op: [*op.inputs, *op.outputs])
def bind_transpose(op: linalg.TransposeOp, scope: Scope) -> Kernel:
    """Axes in another order."""
    permutation = op.permutation.get_values()

    def run(source: Array, output: Array) -> Any:
        return _placed(op.res, [source.transpose(permutation).copy()], [output])

    return run


@LINALG.kernel(linalg.BroadcastOp)
def bind_broadcast(op: linalg.BroadcastOp, scope: Scope) -> Kernel:
    """New axes along which everything repeats."""
    dimensions = list(op.dimensions.get_values())

    def run(source: Array, output: Array) -> Any:
        value = np.broadcast_to(np.expand_dims(source, dimensions), output.shape).copy()
        return _placed(op.result, [value], [output])

    return run


@LINALG.kernel(linalg.ReduceOp, arguments=lambda op: [op.input, op.init, tuple(captured(op))])
def bind_reduce(op: linalg.ReduceOp, scope: Scope) -> Kernel:
    """Axes combined into the output by a body."""
    dimensions, rank = op.dimensions.get_values(), shaped_type(op.input).get_num_dims()
    kept = tuple(AffineExpr.dimension(dim) for dim in range(rank) if dim not in dimensions)
    maps = [AffineMap.identity(rank), AffineMap(rank, 0, kept)]
    dtypes = [element_dtype(op.input), element_dtype(op.init)]
    structured = Structured(op.region.block, maps, dtypes, dimensions, captured(op))

    def run(source: Array, output: Array, scalars: Sequence[Any]) -> Any:
        return _placed(op.result, structured.evaluate([source, output], scalars), [output])

    return run
