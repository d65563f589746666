"""Operands that the author placed in L0 by hand: legal ones stay, impossible ones stop the pass."""

from __future__ import annotations

from xdsl.ir import SSAValue

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.extents import format_shape
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.machines import Machine

_BUFFER = {MemorySpace.LEFT: "L0A", MemorySpace.RIGHT: "L0B"}


def refuse_oversized_operands(op: MatmulOp | MatmulAccOp | MatmulBiasOp, machine: Machine) -> None:
    """Raise OperationError for an operand in Left or Right that alone exceeds its memory.

    No reuse and no planner can repair it, so the error comes here, with both remedies (seed, "Overview").
    """
    for side, operand in (("left", op.lhs), ("right", op.rhs)):
        _refuse_oversized(op, side, operand, machine)


def _refuse_oversized(
    op: MatmulOp | MatmulAccOp | MatmulBiasOp, side: str, operand: SSAValue, machine: Machine
) -> None:
    type_ = tile_type(operand)
    if type_.space is None or type_.space not in _BUFFER:
        return
    needed, available = tile_bytes(type_, machine), machine.capacity(type_.space)
    if needed is None or available is None or needed <= available:
        return
    name = f"%{operand.name_hint}" if operand.name_hint else "an unnamed value"
    fail(
        op,
        f"{side} operand {name} in {type_.space} ({_BUFFER[type_.space]}), {format_shape(type_.get_shape())}x"
        f"{type_.element_type}, needs {needed} bytes of {available}: keep it in mat and pass it to '{op.name}' "
        "directly, so that auto-tile-matmul-l0 cuts it into legal L0 tiles, or extract a smaller tile by hand",
    )
