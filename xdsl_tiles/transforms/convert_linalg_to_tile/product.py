"""The pattern that turns one matrix product on tensors, or a batch of them, into tile ops."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from xdsl_tiles.analysis.contraction import match_contraction
from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.granularity import Granularity, product_granularity
from xdsl_tiles.dialects.tile import cube
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.arrangement import Arrangement, arrange
from xdsl_tiles.transforms.convert_linalg_to_tile.cleanup import erase_unused
from xdsl_tiles.transforms.convert_linalg_to_tile.legality import check_product, refuse_other_matmul
from xdsl_tiles.transforms.convert_linalg_to_tile.matrices import Matrix, Positions, reshape, seen_as_matrix
from xdsl_tiles.transforms.convert_linalg_to_tile.output import Output, place_output
from xdsl_tiles.transforms.convert_linalg_to_tile.vector_add import Addition
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position
from xdsl_tiles.transforms.tiling.grid import Axis, visit


class ProductToTile(RewritePattern):
    """A structured op that is a matrix product becomes load, load, matmul, store."""

    def __init__(self, machine: Machine | None):
        self.machine = machine

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        contraction = match_contraction(op)
        if contraction is None:
            refuse_other_matmul(op)
            return
        check_product(contraction, self.machine)
        output = place_output(contraction, self.machine)
        emit = Emitter()
        result = ProductEmitter.of(emit, arrange(contraction, output, self.machine), output, self.machine).emit_all()
        operands = tuple(op.operands)
        emit.insert_before(op, rewriter)
        if output.inserted_by is None:
            rewriter.replace(op, [], [result])
        else:
            rewriter.replace(output.inserted_by, [], [result])
            rewriter.erase(op)
        erase_unused(operands, rewriter)


@dataclass(frozen=True)
class ProductEmitter:
    """Emits the product of matrices, one after the other or as a batch, and their way into the output."""

    emit: Emitter
    arrangement: Arrangement
    output: Output
    machine: Machine | None
    lhs: Matrix
    rhs: Matrix
    target: Matrix
    addend: Matrix | SSAValue | None

    @staticmethod
    def of(emit: Emitter, arrangement: Arrangement, output: Output, machine: Machine | None) -> ProductEmitter:
        """Emit what shows the operands and the output as matrices."""
        addend = arrangement.addend
        return ProductEmitter(
            emit,
            arrangement,
            output,
            machine,
            seen_as_matrix(emit, arrangement.lhs),
            seen_as_matrix(emit, arrangement.rhs),
            _target(emit, arrangement, output),
            output.scalar if addend is None else seen_as_matrix(emit, addend),
        )

    def emit_all(self) -> SSAValue:
        """Emit all products; gives the finished output."""
        if self.arrangement.is_batch:
            stored = self._emit_batch()
        else:
            stored = self._walk(self.arrangement.pages, {}, self.target.tensor)
        return reshape(self.emit, stored, self.output.shape)

    def _walk(self, pages: tuple[int, ...], at: Positions, held: SSAValue) -> SSAValue:
        if not pages:
            return self._emit_one(at, held)

        def body(position: Position, _: int, held: SSAValue) -> SSAValue:
            return self._walk(pages[1:], {**at, pages[0]: position}, held)

        extent = self.arrangement.contraction.extents[pages[0]]
        return visit(self.emit, Axis(extent, 1), held, body, unroll=False, name="page")

    @property
    def _granularity(self) -> Granularity:
        return product_granularity(self.arrangement.contraction.element_type, self.machine)

    def _shapes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Physical extents of both operands; columns of a transposed left one lie in memory as those of a right one."""
        m, n, k = self.arrangement.counts
        unit = self._granularity
        rows, columns, depth = unit.padded(m, n, k)
        if self.lhs.view.transposed:
            rows = align_up(m, unit.n)
        return (rows, depth), (depth, columns)

    def _emit_one(self, at: Positions, held: SSAValue) -> SSAValue:
        m, n, k = self.arrangement.counts
        lhs_shape, rhs_shape = self._shapes()
        emit, mat = self.emit, MemorySpace.MAT
        lhs = self.lhs.load(emit, at, (0, 0), lhs_shape, (m, k), mat, "lhs")
        rhs = self.rhs.load(emit, at, (0, 0), rhs_shape, (k, n), mat, "rhs")
        if self.arrangement.has_bias:
            assert isinstance(self.addend, Matrix)
            bias = self.addend.load(emit, at, (0, 0), (1, rhs_shape[1]), (1, n), mat, "bias")
            product = emit.add(cube.MatmulBiasOp(lhs, rhs, bias), "acc")
        else:
            product = emit.add(cube.MatmulOp(lhs, rhs), "acc")
            if self.addend is not None:
                addition = Addition(emit, self.addend, self.target, at, self._granularity.n, self.machine)
                return addition.emit_sum(product, held, (m, n))
        return self.target.store(emit, product, held, at, (0, 0), atomic=self.output.is_atomic)

    def _emit_batch(self) -> SSAValue:
        m, n, k = self.arrangement.counts
        lhs_shape, rhs_shape = self._shapes()
        pages = [self.arrangement.contraction.extents[loop] for loop in self.arrangement.pages]
        lhs = self.lhs.load_pages(self.emit, pages, lhs_shape, (m, k), "lhs")
        rhs = self.rhs.load_pages(self.emit, pages, rhs_shape, (k, n), "rhs")
        product = self.emit.add(cube.BatchMatmulOp(lhs, rhs), "acc")
        return self.emit.add(StoreOp(product, self.target.tensor, self.target.offsets(self.emit, {}, (0, 0))))


def _target(emit: Emitter, arrangement: Arrangement, output: Output) -> Matrix:
    """The tensor that the product is stored to; a new one has the shape in which it is seen."""
    view = arrangement.target
    if not output.is_new:
        return seen_as_matrix(emit, view)
    element_type = arrangement.contraction.result_element_type
    return Matrix(view, emit.add(tensor.EmptyOp([], TensorType(element_type, view.shape)), "out"))
