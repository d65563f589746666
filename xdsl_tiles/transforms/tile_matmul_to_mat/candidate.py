"""Which matmuls the pass may cut: those between plain loads that exceed Mat together."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr

from xdsl_tiles.analysis.abi import Overwritten
from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.analysis.granularity import product_granularity
from xdsl_tiles.analysis.mat_blocks import Product
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.dialects.tile.memory import LoadOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.machines import Machine


@dataclass(frozen=True)
class Candidate:
    """A matmul whose operands are loads that can be taken apart into loads of panels."""

    op: MatmulOp
    lhs: LoadOp
    rhs: LoadOp
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
    lhs, rhs = op.lhs.owner, op.rhs.owner
    if not isinstance(lhs, LoadOp) or not isinstance(rhs, LoadOp):
        return "its operands must be loaded from GM by tile.load"
    for load in (lhs, rhs):
        if (refusal := _refusal(load, overwritten)) is not None:
            return refusal
    (m, k), (_, n) = lhs.result.type.valid, rhs.result.type.valid
    operand, accumulator = lhs.result.type, tile_type(op.result)
    product = Product(
        m=m,
        n=n,
        k=k,
        bits=operand.element_bits,
        accumulator=str(accumulator.element_type),
        accumulator_bits=accumulator.element_bits,
        granularity=product_granularity(operand.element_type, machine),
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
