"""The pattern that turns one matrix product on tensors into tile ops."""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.linalg.ops import FillOp, GenericOp, MatmulOp
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.contraction import Contraction, match_contraction
from xdsl_tiles.analysis.granularity import Granularity, product_granularity
from xdsl_tiles.dialects.tile import cube
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.legality import check_product, refuse_other_matmul
from xdsl_tiles.transforms.convert_linalg_to_tile.output import place_output
from xdsl_tiles.transforms.convert_linalg_to_tile.vector_add import emit_vector_add


class ProductToTile(RewritePattern):
    """`linalg.matmul`, or the `linalg.generic` that spells one out, becomes load, load, matmul, store."""

    def __init__(self, machine: Machine | None):
        self.machine = machine

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulOp | GenericOp, rewriter: PatternRewriter) -> None:
        contraction = match_contraction(op)
        if contraction is None:
            refuse_other_matmul(op)
            return
        check_product(contraction, self.machine)
        output = place_output(contraction, self.machine)
        granularity = product_granularity(contraction.element_type, self.machine)
        destination = output.destination
        if destination is None:
            destination = rewriter.insert(tensor.EmptyOp([], contraction.result.type)).tensor
            destination.name_hint = "out"
        product = _emit_product(contraction, granularity, rewriter)
        if output.addend is None:
            store = StoreOp(product, destination, (0, 0), atomic=output.is_atomic)
            result = rewriter.insert(store).result
        else:
            result = emit_vector_add(rewriter, product, output.addend, destination, granularity, self.machine)
        rewriter.replace(op, [], [result])
        _erase_unused(contraction.init, rewriter)


def _emit_product(contraction: Contraction, granularity: Granularity, rewriter: PatternRewriter) -> SSAValue:
    m, n, k = contraction.extents
    rows, columns, depth = granularity.padded(m, n, k)
    lhs = rewriter.insert(_boxed_load(contraction.lhs, (rows, depth), (m, k))).result
    rhs = rewriter.insert(_boxed_load(contraction.rhs, (depth, columns), (k, n))).result
    product = rewriter.insert(cube.MatmulOp(lhs, rhs)).result
    lhs.name_hint, rhs.name_hint, product.name_hint = "lhs", "rhs", "acc"
    return product


def _boxed_load(factor: SSAValue, boxed: tuple[int, int], extents: tuple[int, int]) -> LoadOp:
    return LoadOp(factor, (0, 0), boxed, MemorySpace.MAT, valid=None if boxed == extents else extents)


def _erase_unused(value: SSAValue, rewriter: PatternRewriter) -> None:
    """Erase the fill, the empty tensor and the constants that only made a value which nothing reads any more."""
    maker = value.owner
    if not isinstance(maker, FillOp | tensor.EmptyOp | arith.ConstantOp) or any(r.uses for r in maker.results):
        return
    operands = tuple(maker.operands)
    rewriter.erase(maker)
    for operand in operands:
        _erase_unused(operand, rewriter)
