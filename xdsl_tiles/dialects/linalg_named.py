"""Named linalg ops that MLIR has and xDSL has not: batches of matrix products, and more elementwise functions.

They are read where a text names them; `LocatedParser` makes them known. Their bodies are those that MLIR gives them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, ArrayAttr, FloatAttr
from xdsl.dialects.linalg.abstract_ops import ElementwiseOperation, NamedOperation
from xdsl.dialects.linalg.attrs import IteratorTypeAttr
from xdsl.dialects.linalg.ops import MatmulOp, YieldOp
from xdsl.ir import Attribute, BlockArgument, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.irdl import irdl_op_definition


class NamedProduct(NamedOperation, ABC):
    """A matrix product of two tensors, each factor widened to the element type of the output."""

    MAPS: ClassVar[tuple[AffineMap, ...]]
    PRINT_ATTRS_IN_FRONT: ClassVar[bool] = True

    @classmethod
    def get_hidden_region(cls, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]) -> Region:
        """The body of `linalg.matmul` on the same element types."""
        return MatmulOp.get_hidden_region(inputs, outputs)

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        return self.MAPS

    def get_iterator_types(self) -> ArrayAttr[IteratorTypeAttr]:
        parallel = self.MAPS[0].num_dims - 1
        return ArrayAttr([*(IteratorTypeAttr.parallel(),) * parallel, IteratorTypeAttr.reduction()])


def _matrices(lhs: str, rhs: str) -> tuple[AffineMap, ...]:
    """Indexing maps over the loops of the output and k, from the loops of each dimension."""
    loops = "bmnk" if "b" in lhs else "mnk"
    output = loops[:-1]
    return tuple(
        AffineMap(len(loops), 0, tuple(AffineExpr.dimension(loops.index(name)) for name in names))
        for names in (lhs, rhs, output)
    )


@irdl_op_definition
class BatchMatmulOp(NamedProduct):
    """The products of corresponding matrices of two tensors of rank 3."""

    name = "linalg.batch_matmul"
    MAPS: ClassVar[tuple[AffineMap, ...]] = _matrices("bmk", "bkn")


@irdl_op_definition
class BatchMatmulTransposeAOp(NamedProduct):
    """The same with the matrices of the left factor transposed."""

    name = "linalg.batch_matmul_transpose_a"
    MAPS: ClassVar[tuple[AffineMap, ...]] = _matrices("bkm", "bkn")


@irdl_op_definition
class BatchMatmulTransposeBOp(NamedProduct):
    """The same with the matrices of the right factor transposed."""

    name = "linalg.batch_matmul_transpose_b"
    MAPS: ClassVar[tuple[AffineMap, ...]] = _matrices("bmk", "bnk")


@irdl_op_definition
class MatmulTransposeAOp(NamedProduct):
    """The product of a transposed left factor and a right one."""

    name = "linalg.matmul_transpose_a"
    MAPS: ClassVar[tuple[AffineMap, ...]] = _matrices("km", "kn")


@irdl_op_definition
class MatmulTransposeBOp(NamedProduct):
    """The product of a left factor and a transposed right one."""

    name = "linalg.matmul_transpose_b"
    MAPS: ClassVar[tuple[AffineMap, ...]] = _matrices("mk", "nk")


class NamedElementwise(ElementwiseOperation, ABC):
    """A function of each element."""

    @classmethod
    def get_hidden_region(cls, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]) -> Region:
        """The body: the op of one element, and its yield."""
        types: Sequence[Attribute] = cls.body_arg_types((*inputs, *outputs))

        @Builder.implicit_region(types)
        def region(arguments: tuple[BlockArgument, ...]) -> None:
            YieldOp(cls.compute(*arguments[: len(inputs)]))

        return region

    @classmethod
    @abstractmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """The op that computes one element."""


@irdl_op_definition
class DivOp(NamedElementwise):
    """The quotient of two tensors; integers are divided as signed."""

    name = "linalg.div"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One quotient."""
        lhs, rhs = elements
        return arith.DivfOp(lhs, rhs) if isinstance(lhs.type, AnyFloat) else arith.DivSIOp(lhs, rhs)


@irdl_op_definition
class TanhOp(NamedElementwise):
    """The hyperbolic tangent of each element."""

    name = "linalg.tanh"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One tangent."""
        return math.TanhOp(elements[0])


@irdl_op_definition
class ErfOp(NamedElementwise):
    """The error function of each element."""

    name = "linalg.erf"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One value."""
        return math.ErfOp(elements[0])


@irdl_op_definition
class RsqrtOp(NamedElementwise):
    """The reciprocal square root of each element."""

    name = "linalg.rsqrt"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One root."""
        return math.RsqrtOp(elements[0])


@irdl_op_definition
class NegfOp(NamedElementwise):
    """The negation of each element."""

    name = "linalg.negf"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One negation."""
        return arith.NegfOp(elements[0])


@irdl_op_definition
class AbsOp(NamedElementwise):
    """The magnitude of each element."""

    name = "linalg.abs"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One magnitude."""
        return math.AbsFOp(elements[0])


@irdl_op_definition
class SquareOp(NamedElementwise):
    """The square of each element."""

    name = "linalg.square"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One square."""
        return arith.MulfOp(elements[0], elements[0])


@irdl_op_definition
class ReciprocalOp(NamedElementwise):
    """One over each element."""

    name = "linalg.reciprocal"

    @classmethod
    def compute(cls, *elements: SSAValue) -> Operation:
        """One reciprocal."""
        type_ = elements[0].type
        assert isinstance(type_, AnyFloat)
        return arith.DivfOp(arith.ConstantOp(FloatAttr(1.0, type_)), elements[0])


PRODUCTS: tuple[type[NamedProduct], ...] = (
    BatchMatmulOp,
    BatchMatmulTransposeAOp,
    BatchMatmulTransposeBOp,
    MatmulTransposeAOp,
    MatmulTransposeBOp,
)
ELEMENTWISE: tuple[type[NamedElementwise], ...] = (
    DivOp,
    TanhOp,
    ErfOp,
    RsqrtOp,
    NegfOp,
    AbsOp,
    SquareOp,
    ReciprocalOp,
)


def make_known(context: Context) -> None:
    """Make the ops known to a context that doesn't know them yet."""
    for op in (*PRODUCTS, *ELEMENTWISE):
        if context.get_optional_op(op.name) is None:
            context.load_op(op)
