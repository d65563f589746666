"""Which matmuls the pass may cut: those between plain loads that exceed Mat together."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr
from xdsl.ir import SSAValue

from xdsl_tiles.analysis.abi import Overwritten
from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.analysis.granularity import product_granularity
from xdsl_tiles.analysis.mat_blocks import Product
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.views import TransposeViewOp
from xdsl_tiles.machines import Machine


@dataclass(frozen=True)
class Factor:
    """A load that can be taken apart into loads of panels, and the transposed view of it that is multiplied, if any."""

    load: LoadOp
    view: TransposeViewOp | None

    @staticmethod
    def of(value: SSAValue) -> Factor | None:
        """The factor that an operand of a matmul is, or None where it isn't loaded."""
        view = value.owner if isinstance(value.owner, TransposeViewOp) else None
        load = value.owner if view is None else view.source.owner
        return Factor(load, view) if isinstance(load, LoadOp) else None

    @property
    def valid(self) -> tuple[int, int]:
        """The valid extents of what is multiplied."""
        rows, columns = self.load.result.type.valid
        return (rows, columns) if self.view is None else (columns, rows)


@dataclass(frozen=True)
class Candidate:
    """A matmul whose operands are loads that can be taken apart into loads of panels."""

    op: MatmulOp
    lhs: Factor
    rhs: Factor
    product: Product

    @property
    def name(self) -> str:
        """The name that names of emitted values start with."""
        return self.op.result.name_hint or "c"


def exceeds_mat(op: MatmulOp, machine: Machine) -> bool:
    """Whether the operands of a matmul lie in Mat but don't fit it together."""
    types = (tile_type(op.lhs), tile_type(op.rhs))
    if any(type_.space is not MemorySpace.MAT for type_ in types):
        return False
    return operand_bytes(op, machine) > machine.memory["mat"].bytes


def operand_bytes(op: MatmulOp, machine: Machine) -> int:
    """Bytes that both operands of a matmul take where they are."""
    sizes = (tile_bytes(tile_type(operand), machine) for operand in (op.lhs, op.rhs))
    return sum(size for size in sizes if size is not None)


def find_candidate(op: MatmulOp, machine: Machine, overwritten: Overwritten) -> Candidate | str:
    """The matmul as a candidate, or why it isn't one."""
    lhs, rhs = Factor.of(op.lhs), Factor.of(op.rhs)
    if lhs is None or rhs is None:
        return "its operands must be loaded from GM by tile.load"
    for factor in (lhs, rhs):
        if (refusal := _refusal(factor.load, overwritten)) is not None:
            return refusal
    (m, k), (_, n) = lhs.valid, rhs.valid
    operand, accumulator = lhs.load.result.type, tile_type(op.result)
    granularity = product_granularity(operand.element_type, machine)
    if lhs.view is not None:
        # Rows of the left operand then lie in memory as columns of a right one do.
        granularity = granularity._replace(m=granularity.n)
    product = Product(
        m=m,
        n=n,
        k=k,
        bits=operand.element_bits,
        accumulator=str(accumulator.element_type),
        accumulator_bits=accumulator.element_bits,
        granularity=granularity,
    )
    return Candidate(op, lhs, rhs, product)


def _refusal(load: LoadOp, overwritten: Overwritten) -> str | None:
    """Why a load can't be taken apart into loads of panels at another place, or None."""
    type_ = load.result.type
    if load.clamp is not None or DYNAMIC_INDEX in type_.valid or 0 in type_.valid:
        return "the extents that its operands are loaded with must be constant and not empty"
    if load.merges_rows:
        return "its operands must be loaded from windows of two dimensions"
    if not isinstance(type_.layout, NoneAttr):
        return f"its operands must be loaded in Mat's own layout, not {type_.effective_layout}"
    if load.source in overwritten:
        return "a tensor that its operands are loaded from is stored to; copy it first"
    return None
