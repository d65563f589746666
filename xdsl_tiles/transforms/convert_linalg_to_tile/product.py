"""The pattern that turns one matrix product on tensors into tile ops."""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.linalg.ops import FillOp, GenericOp, MatmulOp
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.contraction import Contraction, match_contraction
from xdsl_tiles.analysis.granularity import product_granularity
from xdsl_tiles.dialects.tile import cube
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.legality import check_product, refuse_other_matmul
from xdsl_tiles.transforms.convert_linalg_to_tile.output import Output, place_output
from xdsl_tiles.transforms.convert_linalg_to_tile.vector_add import emit_vector_add
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.windows import load_window


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
        emit = Emitter()
        result = self._emit(emit, contraction, place_output(contraction, self.machine))
        emit.insert_before(op, rewriter)
        rewriter.replace(op, [], [result])
        _erase_unused(contraction.init, rewriter)

    def _emit(self, emit: Emitter, contraction: Contraction, output: Output) -> SSAValue:
        """Emit the product and its way into the output; gives the tensor that holds it."""
        granularity = product_granularity(contraction.element_type, self.machine)
        destination = output.destination or emit.add(tensor.EmptyOp([], contraction.result.type), "out")
        m, n, k = contraction.extents
        rows, columns, depth = granularity.padded(m, n, k)
        lhs = emit.add(load_window(contraction.lhs, (0, 0), (rows, depth), (m, k), MemorySpace.MAT), "lhs")
        rhs = emit.add(load_window(contraction.rhs, (0, 0), (depth, columns), (k, n), MemorySpace.MAT), "rhs")
        product = emit.add(cube.MatmulOp(lhs, rhs), "acc")
        if output.addend is not None:
            return emit_vector_add(emit, product, output.addend, destination, granularity, self.machine)
        return emit.add(StoreOp(product, destination, (0, 0), atomic=output.is_atomic))


def _erase_unused(value: SSAValue, rewriter: PatternRewriter) -> None:
    """Erase the fill, the empty tensor and the constants that only made a value which nothing reads any more."""
    maker = value.owner
    if not isinstance(maker, FillOp | tensor.EmptyOp | arith.ConstantOp) or any(r.uses for r in maker.results):
        return
    operands = tuple(maker.operands)
    rewriter.erase(maker)
    for operand in operands:
        _erase_unused(operand, rewriter)
