"""Recognising matrix products among linalg ops: `linalg.matmul`, and the `linalg.generic` that spells one out."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import GenericOp, MatmulOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xdsl_tiles.dialects.tile.types import tensor_type

_MAPS = (
    AffineMap.from_callable(lambda m, _, k: (m, k)),
    AffineMap.from_callable(lambda _, n, k: (k, n)),
    AffineMap.from_callable(lambda m, n, _: (m, n)),
)
_ITERATORS = (IteratorType.PARALLEL, IteratorType.PARALLEL, IteratorType.REDUCTION)


@dataclass(frozen=True)
class Contraction:
    """`init + lhs x rhs` on tensors of `M x K`, `K x N` and `M x N` elements, with a result like `init`."""

    op: MatmulOp | GenericOp

    @property
    def lhs(self) -> SSAValue:
        """The left factor."""
        return self.op.inputs[0]

    @property
    def rhs(self) -> SSAValue:
        """The right factor."""
        return self.op.inputs[1]

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
        return tensor_type(self.lhs).element_type

    @property
    def result_element_type(self) -> Attribute:
        """Element type of `init` and the result."""
        return tensor_type(self.init).element_type

    @property
    def extents(self) -> tuple[int, int, int]:
        """M, N and K; DYNAMIC_INDEX where the types don't know them."""
        (m, k), (_, n) = tensor_type(self.lhs).get_shape(), tensor_type(self.rhs).get_shape()
        return m, n, k


def match_contraction(op: Operation) -> Contraction | None:
    """The product that a linalg op on tensors computes, or None if it computes something else.

    The loops are m, n, k in this order; the body adds the product of the factors, each perhaps widened as a signed
    number, to the output.
    """
    if not isinstance(op, MatmulOp | GenericOp) or (len(op.inputs), len(op.outputs)) != (2, 1):
        return None
    if not all(isinstance(operand.type, TensorType) for operand in op.operands):
        return None
    if tuple(kind.data for kind in op.get_iterator_types()) != _ITERATORS:
        return None
    if tuple(map_.data for map_ in op.get_indexing_maps()) != _MAPS:
        return None
    return Contraction(op) if _multiplies_and_adds(op.body.block) else None


def _multiplies_and_adds(body: Block) -> bool:
    lhs, rhs, accumulator = body.args
    if body.last_op is None or len(body.last_op.operands) != 1:
        return False
    total = body.last_op.operands[0].owner
    if not isinstance(total, arith.AddfOp | arith.AddiOp) or accumulator not in total.operands:
        return False
    product = (total.rhs if total.lhs is accumulator else total.lhs).owner
    if not isinstance(product, arith.MulfOp | arith.MuliOp):
        return False
    return {_unwidened(product.lhs), _unwidened(product.rhs)} == {lhs, rhs}


def _unwidened(factor: SSAValue) -> SSAValue:
    widening = factor.owner
    return widening.input if isinstance(widening, arith.ExtFOp | arith.ExtSIOp | arith.SIToFPOp) else factor
