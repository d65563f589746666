"""Where ops read their tiles (tile_l0 section 6)."""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_tiles.dialects.tile.attributes import CoreKind, MemorySpace
from xdsl_tiles.dialects.tile.comparison import CmpOp, CmpScalarOp, SelOp
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.kernel import PopOp, PushOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.reduction import Expansion, Reduction
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp, MoveOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.vector import BinaryOperation, CastOp, ScalarOperation, UnaryOperation

VECTOR_OPS = (
    UnaryOperation,
    BinaryOperation,
    ScalarOperation,
    Reduction,
    Expansion,
    CmpOp,
    CmpScalarOp,
    SelOp,
    CastOp,
)
"""Ops of the vector unit: they read Vec and write Vec."""

Spaces = tuple[MemorySpace, ...]

_FACTORS = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.BIAS)
_READ_BY_THE_CUBE = (*_FACTORS, MemorySpace.LEFT_SCALE, MemorySpace.RIGHT_SCALE)
_STORED_FROM = (MemorySpace.VEC, MemorySpace.ACC)
_PUSHED_FROM = {CoreKind.CUBE: (MemorySpace.VEC,), CoreKind.VECTOR: (MemorySpace.ACC, MemorySpace.MAT)}
_EXTRACTED_FROM = {MemorySpace.VEC: (MemorySpace.VEC,), MemorySpace.MAT: (MemorySpace.MAT, MemorySpace.ACC)}
_ASSEMBLED_FROM = {MemorySpace.VEC: (MemorySpace.VEC,), MemorySpace.MAT: (MemorySpace.MAT, MemorySpace.ACC)}


def readable(op: Operation, index: int) -> Spaces | None:
    """The spaces from which an op reads its operand, the one to copy it to first; None where any will do."""
    match op:
        case MatmulOp() | MatmulBiasOp():
            return (_FACTORS[index],)
        case MatmulAccOp():
            return (MemorySpace.ACC, *_FACTORS)[index : index + 1]
        case StoreOp():
            return _STORED_FROM
        case MoveOp() | ExtractOp() if _target(op) in _READ_BY_THE_CUBE:
            return (MemorySpace.MAT,)
        case ExtractOp():
            return _EXTRACTED_FROM.get(_target(op))
        case AssembleOp() if index == 0:
            space = tile_type(op.target).space
            return None if space is None else _ASSEMBLED_FROM.get(space)
        case PushOp():
            return _PUSHED_FROM[op.receiver.data]
        case _:
            return (MemorySpace.VEC,) if isinstance(op, VECTOR_OPS) else None


def written(op: Operation) -> MemorySpace | None:
    """The space that an op writes its result to whatever its operands are in, where it is known to be one."""
    if isinstance(op, VECTOR_OPS):
        return MemorySpace.VEC
    if isinstance(op, PopOp):
        return MemorySpace.VEC if op.sender.data is CoreKind.CUBE else MemorySpace.MAT
    return None


def _target(op: MoveOp | ExtractOp) -> MemorySpace:
    space = op.result.type.space
    assert space is not None, "copies name the space of their result"
    return space
