"""Recognising matrix products among structured linalg ops, whatever their indexing maps and their names are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr

from xdsl_tiles.analysis.access import Access, access, trace
from xdsl_tiles.dialects.tile.types import tensor_type


@dataclass(frozen=True)
class Contraction:
    """`init + lhs x rhs`, perhaps for each of a batch, as loops that walk three tensors.

    Loops of the batch are in all three tensors, those of `m` in lhs and result, of `n` in rhs and result, and of `k` in
    the factors alone. Loops of one iteration are nowhere. `extents` are those of all loops, DYNAMIC_INDEX where the
    types don't know them.
    """

    op: LinalgStructuredOperation
    lhs: Access
    rhs: Access
    output: Access
    extents: tuple[int, ...]

    @property
    def init(self) -> SSAValue:
        """What the product is added to."""
        return self.op.outputs[0]

    @property
    def result(self) -> SSAValue:
        """The sum."""
        return self.op.res[0]

    @property
    def element_type(self) -> Attribute:
        """Element type of the factors."""
        return tensor_type(self.lhs.tensor).element_type

    @property
    def result_element_type(self) -> Attribute:
        """Element type of `init` and the result."""
        return tensor_type(self.init).element_type

    @cached_property
    def batch(self) -> tuple[int, ...]:
        """The loops that walk all three tensors, outermost of the result first."""
        return self._in_order(self.output, self.lhs.loops & self.rhs.loops & self.output.loops)

    @cached_property
    def m(self) -> tuple[int, ...]:
        """The loops along the rows of lhs and result."""
        return self._in_order(self.output, self.output.loops - self.rhs.loops)

    @cached_property
    def n(self) -> tuple[int, ...]:
        """The loops along the columns of rhs and result."""
        return self._in_order(self.output, self.output.loops - self.lhs.loops)

    @cached_property
    def k(self) -> tuple[int, ...]:
        """The loops along which products are summed."""
        return self._in_order(self.lhs, self.lhs.loops - self.output.loops)

    @staticmethod
    def _in_order(reached: Access, loops: frozenset[int]) -> tuple[int, ...]:
        return tuple(c.loop for c in reached.coordinates if c.loop is not None and c.loop in loops)

    def count(self, loops: Sequence[int]) -> int:
        """Iterations of loops together; DYNAMIC_INDEX if unknown."""
        extents = [self.extents[loop] for loop in loops]
        return DYNAMIC_INDEX if DYNAMIC_INDEX in extents else prod(extents)

    def swapped(self) -> Contraction:
        """The same sum with the factors in the other order: the transposed product."""
        return Contraction(self.op, self.rhs, self.lhs, self.output, self.extents)


def match_contraction(op: Operation) -> Contraction | None:
    """The product that a structured op on tensors computes, or None if it computes something else.

    The body adds the product of two inputs, each perhaps widened as a signed number, to the output. Zero points that
    are subtracted must be constants 0.
    """
    if not isinstance(op, LinalgStructuredOperation) or len(op.outputs) != 1 or len(op.res) != 1:
        return None
    factors = _factors(op.body.block)
    if factors is None or not all(isinstance(op.operands[i].type, TensorType) for i in factors):
        return None
    if not all(_is_zero(value) for index, value in enumerate(op.inputs) if index not in factors):
        return None
    extents = loop_extents(op)
    maps = [map.data for map in op.get_indexing_maps()]
    if extents is None:
        return None
    reached = [access(op.operands[index], maps[index], extents) for index in (*factors, len(op.inputs))]
    lhs, rhs, output = reached
    if lhs is None or rhs is None or output is None:
        return None
    contraction = Contraction(op, trace(lhs), trace(rhs), output, extents)
    return contraction if _is_product(contraction, op) else None


def loop_extents(op: LinalgStructuredOperation) -> tuple[int, ...] | None:
    """Iterations of each loop, from the operands that it indexes directly; None where none does."""
    extents: dict[int, int] = {}
    maps = [map.data for map in op.get_indexing_maps()]
    for value, map in zip(op.operands, maps):
        shape = tensor_type(value).get_shape() if isinstance(value.type, TensorType) else ()
        for expr, extent in zip(map.results, shape):
            if isinstance(expr, AffineDimExpr) and extents.get(expr.position, DYNAMIC_INDEX) == DYNAMIC_INDEX:
                extents[expr.position] = extent
    loops = range(len(op.get_iterator_types()))
    return tuple(extents[loop] for loop in loops) if all(loop in extents for loop in loops) else None


def _is_product(contraction: Contraction, op: LinalgStructuredOperation) -> bool:
    """Whether each loop is of the batch, of m, n or k, and there is a matrix at all."""
    lhs, rhs, output = contraction.lhs.loops, contraction.rhs.loops, contraction.output.loops
    kinds = [kind.data for kind in op.get_iterator_types()]
    walked = frozenset(loop for loop, extent in enumerate(contraction.extents) if extent != 1)
    reduced = frozenset(loop for loop in walked if kinds[loop] is IteratorType.REDUCTION)
    if reduced != (lhs & rhs) - output or lhs | rhs | output != walked or not output <= lhs | rhs:
        return False
    parallel = [kind for kind in kinds if kind is IteratorType.PARALLEL]
    return bool(contraction.m or contraction.n) or len(parallel) >= 2


def _factors(body: Block) -> tuple[int, int] | None:
    """Which arguments of a body are multiplied, if it adds their product to its last argument."""
    accumulator = body.args[-1]
    if body.last_op is None or len(body.last_op.operands) != 1:
        return None
    total = body.last_op.operands[0].owner
    if not isinstance(total, arith.AddfOp | arith.AddiOp) or accumulator not in total.operands:
        return None
    product = (total.rhs if total.lhs is accumulator else total.lhs).owner
    if not isinstance(product, arith.MulfOp | arith.MuliOp):
        return None
    lhs, rhs = _factor(product.lhs), _factor(product.rhs)
    if lhs is None or rhs is None or lhs is rhs or accumulator in (lhs, rhs):
        return None
    first, second = sorted((lhs.index, rhs.index))
    return first, second


def _factor(value: SSAValue) -> BlockArgument | None:
    """The argument that a factor is, behind a widening and the subtraction of a zero point that is an argument."""
    if isinstance(shifted := value.owner, arith.SubiOp):
        if not isinstance(shifted.rhs, BlockArgument):
            return None
        value = shifted.lhs
    widening = value.owner
    if isinstance(widening, arith.ExtFOp | arith.ExtSIOp | arith.SIToFPOp):
        value = widening.input
    return value if isinstance(value, BlockArgument) else None


def _is_zero(value: SSAValue) -> bool:
    constant = value.owner
    return (
        isinstance(constant, arith.ConstantOp)
        and isinstance(constant.value, IntegerAttr)
        and constant.value.value.data == 0
    )
