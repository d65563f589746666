"""The matrix unit: products that wait in their accumulator until something reads it."""

from __future__ import annotations

import numpy as np

from xdsl_tiles.dialects.tile import cube
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.interpreters.accumulator import Operand, Product
from xdsl_tiles.interpreters.registry import Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.capacity import check_product
from xdsl_tiles.interpreters.tile.payload import Accumulator, Extents, Tile, Window, whole
from xdsl_tiles.interpreters.values import RunError, format_extents

CUBE = OpTable()


def _operands(lhs: Tile, rhs: Tile) -> tuple[Window, Window]:
    """The operands, of which the valid K of the left one is read."""
    left, right = lhs.dense(), rhs.dense()
    inner = left.valid[-1]
    if inner > right.valid[-2]:
        raise RunError(f"the left operand has {inner} valid columns, the right one only {right.valid[-2]} valid rows")
    if left.written is not None and not left.is_written(left.valid):
        raise RunError("reads elements of the left operand that were never written")
    if right.written is not None and not right.is_written((*right.valid[:-2], inner, right.valid[-1])):
        raise RunError("reads elements of the right operand that were never written")
    return left, right


@CUBE.kernel(cube.MatmulOp)
def bind_matmul(op: cube.MatmulOp, scope: Scope) -> Kernel:
    """A fresh product."""
    check_product(tile_type(op.lhs), tile_type(op.rhs), op.result.type, scope.machine)
    shape, arithmetic = op.result.type.get_shape(), scope.environment.arithmetic

    def run(lhs: Tile, rhs: Tile) -> Tile:
        left, right = _operands(lhs, rhs)
        valid = left.valid[0], right.valid[1]
        return Accumulator(arithmetic, shape, valid, valid, left, right, left.valid[1])

    return run


@CUBE.kernel(cube.BatchMatmulOp)
def bind_batch_matmul(op: cube.BatchMatmulOp, scope: Scope) -> Kernel:
    """A fresh product of each pair of pages."""
    shape, arithmetic = op.result.type.get_shape(), scope.environment.arithmetic

    def run(lhs: Tile, rhs: Tile) -> Window:
        left, right = (operand.elements() for operand in _operands(lhs, rhs))
        pages, (rows, inner), columns = left.shape[:-2], left.shape[-2:], right.shape[-1]
        products = [
            arithmetic.accumulate(
                None, [Product(Operand(left[page], 0, 0, rows, inner), Operand(right[page], 0, 0, inner, columns))]
            )
            for page in np.ndindex(pages)
        ]
        return whole(np.stack(products).reshape(*pages, rows, columns), shape)

    return run


@CUBE.kernel(cube.MatmulAccOp)
def bind_matmul_acc(op: cube.MatmulAccOp, scope: Scope) -> Kernel:
    """A product added to an accumulator, or put over it."""
    check_product(tile_type(op.lhs), tile_type(op.rhs), op.result.type, scope.machine)
    shape, arithmetic = op.result.type.get_shape(), scope.environment.arithmetic

    def run(acc: Tile, lhs: Tile, rhs: Tile, init: int = False) -> Tile:
        left, right = _operands(lhs, rhs)
        extents, valid = (left.valid[0], right.valid[1]), acc.valid
        if extents != valid and (extents[0] > valid[0] or extents[1] > valid[1]):
            raise RunError(
                f"a {format_extents(extents)} product does not fit into {format_extents(valid)} valid elements"
            )
        if init:
            kept = None if extents == valid else acc
            return Accumulator(arithmetic, shape, valid, _union(acc, extents), left, right, left.valid[1], kept)
        if not acc.is_written(extents):
            raise RunError("accumulates into elements that were never written; predicate the first step with init")
        written = _union(acc, extents)
        if isinstance(acc, Accumulator):
            return acc.plus(left, right, written)
        return Accumulator(arithmetic, shape, valid, written, left, right, left.valid[1], acc, starts=False)

    return run


def _union(acc: Tile, extents: Extents) -> Extents:
    """The rectangle that holds numbers after a product of these extents went into an accumulator."""
    if extents == acc.valid or acc.is_written(acc.valid):
        return acc.valid
    before = acc.written if isinstance(acc, Accumulator) else (0, 0)
    return before if all(a <= b for a, b in zip(extents, before)) else extents


@CUBE.kernel(cube.MatmulBiasOp)
def bind_matmul_bias(op: cube.MatmulBiasOp, scope: Scope) -> Kernel:
    """A fresh product that starts from the bias row instead of zero."""
    check_product(tile_type(op.lhs), tile_type(op.rhs), op.result.type, scope.machine)
    shape, arithmetic = op.result.type.get_shape(), scope.environment.arithmetic

    def run(lhs: Tile, rhs: Tile, bias: Tile) -> Tile:
        left, right = _operands(lhs, rhs)
        valid = left.valid[0], right.valid[1]
        row = bias.read()
        if row.shape[1] < valid[1]:
            raise RunError(f"the bias has {row.shape[1]} valid columns of {valid[1]}")
        start = whole(np.broadcast_to(row[:, : valid[1]], valid), shape)
        return Accumulator(arithmetic, shape, valid, valid, left, right, left.valid[1], start, starts=False)

    return run
