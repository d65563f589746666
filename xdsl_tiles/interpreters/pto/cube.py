"""The matrix unit: products that wait in their accumulator until something reads it (isa section 3)."""

from __future__ import annotations

import numpy as np

from xdsl_tiles.dialects.pto import matrix, matrix_mx
from xdsl_tiles.interpreters.accumulator import CubeArithmetic
from xdsl_tiles.interpreters.pto.handle import TileHandle
from xdsl_tiles.interpreters.pto.transfer import refuse_tensors
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Accumulator, Array, Extents, Tile, Window, whole
from xdsl_tiles.interpreters.values import RunError, format_extents
from xdsl_tiles.numerics.quantization import exponent_scale

CUBE = OpTable()

_GROUP = 32
"""Elements along K that share a scale."""


def product(arithmetic: CubeArithmetic, lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> Accumulator:
    """The product of the valid rows and columns of the left tile with as many rows of the right one."""
    (rows, inner), columns = lhs.valid, rhs.valid[1]
    return _accumulator(arithmetic, _operand(lhs, (rows, inner)), _operand(rhs, (inner, columns)), target)


def _operand(handle: TileHandle, extents: Extents) -> Window:
    if extents[0] > handle.valid[0]:
        raise RunError(f"the right operand has {handle.valid[0]} valid rows, the left one {extents[0]} valid columns")
    window = handle.region(extents).dense()
    if window.written is not None:
        window.read()
    if window.base.dtype == np.uint8:
        # the unit takes all bytes for signed ones
        return whole(window.read().view(np.int8))
    return window


def _accumulator(arithmetic: CubeArithmetic, left: Window, right: Window, target: TileHandle) -> Accumulator:
    extents = left.valid[0], right.valid[1]
    if not all(extents) or not left.valid[1]:
        raise RunError(f"multiplies nothing: {format_extents(left.valid)} valid times {format_extents(right.valid)}")
    if any(extent > bound for extent, bound in zip(extents, target.shape)):
        raise RunError(f"a product of {format_extents(extents)} does not fit into {format_extents(target.shape)}")
    return Accumulator(arithmetic, target.shape, extents, extents, left, right, left.valid[1])


def added(start: Tile, term: Accumulator) -> Accumulator:
    """An accumulator and one more product, which it waits for."""
    if not start.is_written(term.valid):
        raise RunError("accumulates into elements that were never written; start with a product that does not add")
    if isinstance(start, Accumulator):
        return start.plus(term.lhs, term.rhs, term.valid)
    return Accumulator(
        term.arithmetic, term.shape, term.valid, term.valid, term.lhs, term.rhs, term.inner, start, starts=False
    )


def biased(term: Accumulator, bias: TileHandle) -> Window:
    """A product, and a row that is added to each of its rows."""
    return whole(term.read() + bias.region((1, term.valid[1])).read())


def _scaled(handle: TileHandle, scales: TileHandle, extents: Extents, axis: int) -> Window:
    """Elements times the powers of two that groups of them along an axis share, in f32."""
    if extents[axis] % _GROUP:
        raise RunError(f"takes whole groups of {_GROUP} along K, got {extents[axis]}")
    groups = tuple(extent // _GROUP if dim == axis else extent for dim, extent in enumerate(extents))
    powers = exponent_scale(scales.region(groups).read().view(np.uint8))
    elements: Array = handle.region(extents).read().astype(np.float32)
    return whole(elements * np.repeat(powers, _GROUP, axis=axis))


def scaled_product(
    arithmetic: CubeArithmetic,
    lhs: TileHandle,
    lhs_scales: TileHandle,
    rhs: TileHandle,
    rhs_scales: TileHandle,
    target: TileHandle,
) -> Accumulator:
    """A product of tiles whose elements are scaled by groups of 32 along K."""
    (rows, inner), columns = lhs.valid, rhs.valid[1]
    left = _scaled(lhs, lhs_scales, (rows, inner), 1)
    return _accumulator(arithmetic, left, _scaled(rhs, rhs_scales, (inner, columns), 0), target)


@CUBE.kernel(matrix.TMatmulOp, matrix.TGemvOp)
def bind_product(op: matrix.ProductOperation, scope: Scope) -> Kernel:
    """A fresh product."""
    refuse_tensors(op)
    arithmetic = scope.environment.arithmetic

    def run(lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        target.put(product(arithmetic, lhs, rhs, target))

    return run


@CUBE.kernel(matrix.TMatmulAccOp, matrix.TGemvAccOp)
def bind_accumulating_product(op: matrix.AccumulatingProductOperation, scope: Scope) -> Kernel:
    """A product added to an accumulator."""
    refuse_tensors(op)
    arithmetic = scope.environment.arithmetic

    def run(start: TileHandle, lhs: TileHandle, rhs: TileHandle, target: TileHandle) -> None:
        term = product(arithmetic, lhs, rhs, target)
        target.put(added(start.region(term.valid), term))

    return run


@CUBE.kernel(matrix.TMatmulBiasOp, matrix.TGemvBiasOp)
def bind_biased_product(op: matrix.BiasedProductOperation, scope: Scope) -> Kernel:
    """A product and a bias."""
    refuse_tensors(op)
    arithmetic = scope.environment.arithmetic

    def run(lhs: TileHandle, rhs: TileHandle, bias: TileHandle, target: TileHandle) -> None:
        target.put(biased(product(arithmetic, lhs, rhs, target), bias))

    return run


@CUBE.kernel(matrix_mx.TMatmulMxOp, matrix_mx.TGemvMxOp)
def bind_scaled_product(op: matrix_mx.ScaledProductOperation, scope: Scope) -> Kernel:
    """A fresh product of scaled tiles."""
    refuse_tensors(op)
    arithmetic = scope.environment.arithmetic

    def run(*operands: TileHandle) -> None:
        lhs, lhs_scales, rhs, rhs_scales, target = operands
        target.put(scaled_product(arithmetic, lhs, lhs_scales, rhs, rhs_scales, target))

    return run


@CUBE.kernel(matrix_mx.TMatmulMxAccOp, matrix_mx.TGemvMxAccOp)
def bind_accumulating_scaled_product(op: matrix_mx.AccumulatingScaledProductOperation, scope: Scope) -> Kernel:
    """A product of scaled tiles added to an accumulator."""
    refuse_tensors(op)
    arithmetic = scope.environment.arithmetic

    def run(start: TileHandle, *operands: TileHandle) -> None:
        lhs, lhs_scales, rhs, rhs_scales, target = operands
        term = scaled_product(arithmetic, lhs, lhs_scales, rhs, rhs_scales, target)
        target.put(added(start.region(term.valid), term))

    return run


@CUBE.kernel(matrix_mx.TMatmulMxBiasOp, matrix_mx.TGemvMxBiasOp)
def bind_biased_scaled_product(op: matrix_mx.BiasedScaledProductOperation, scope: Scope) -> Kernel:
    """A product of scaled tiles and a bias."""
    refuse_tensors(op)
    arithmetic = scope.environment.arithmetic

    def run(*operands: TileHandle) -> None:
        lhs, lhs_scales, rhs, rhs_scales, bias, target = operands
        target.put(biased(scaled_product(arithmetic, lhs, lhs_scales, rhs, rhs_scales, target), bias))

    return run
