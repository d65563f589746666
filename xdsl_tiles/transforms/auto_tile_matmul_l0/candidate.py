"""Which matmuls the pass may tile."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from xdsl_tiles.analysis.footprint import align_up, box_extents
from xdsl_tiles.analysis.granularity import product_granularity
from xdsl_tiles.analysis.l0 import BiasSource, L0Tile, MatmulKind, Objective, Planner
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.tiling.grid import Axis


@dataclass(frozen=True)
class Tiling:
    """What one run of the pass over one function goes by: the machine and the pass options."""

    machine: Machine
    planner: Planner
    double_buffer_c: bool
    allow_padding: bool
    objective: Objective


@dataclass(frozen=True)
class Candidate:
    """A matmul with operands where the pass takes them: static 2-D, left in Mat or Vec, right in Mat.

    Its bias, if it has one, is in Mat or in the bias table.
    """

    op: MatmulOp | MatmulAccOp | MatmulBiasOp
    tiling: Tiling

    @property
    def lhs(self) -> SSAValue:
        """Left operand, `[M, K]`."""
        return self.op.lhs

    @property
    def rhs(self) -> SSAValue:
        """Right operand, `[K, N]`."""
        return self.op.rhs

    @property
    def lhs_type(self) -> TileType:
        """Type of the left operand."""
        return tile_type(self.op.lhs)

    @property
    def rhs_type(self) -> TileType:
        """Type of the right operand."""
        return tile_type(self.op.rhs)

    @property
    def bias(self) -> SSAValue | None:
        """The bias, `[1, N]`, if there is one."""
        return self.op.bias if isinstance(self.op, MatmulBiasOp) else None

    @property
    def bias_source(self) -> BiasSource | None:
        """Where the bias is, and the boxes of the operands, which windows of a biased matmul are made of."""
        if self.bias is None:
            return None
        boxes = [box_extents(type_.effective_layout, type_.element_bits) for type_ in (self.lhs_type, self.rhs_type)]
        if boxes[0] is None or boxes[1] is None:
            return None
        return BiasSource(boxes[0], boxes[1], resident=tile_type(self.bias).space is MemorySpace.BIAS)

    @property
    def result_type(self) -> TileType:
        """Type of the accumulator."""
        return tile_type(self.op.results[0])

    @property
    def extents(self) -> tuple[int, int, int]:
        """Physical M, N and K."""
        (rows, inner), (_, columns) = self.lhs_type.get_shape(), self.rhs_type.get_shape()
        return rows, columns, inner

    @property
    def work(self) -> tuple[int, int, int]:
        """M, N and K up to the last fractal box that holds valid elements; beyond it there is nothing to compute."""
        lhs, rhs = self.lhs_type, self.rhs_type
        unit = product_granularity(lhs.element_type, self.tiling.machine)
        return _boxed_valid(lhs, 0, unit.m), _boxed_valid(rhs, 1, unit.n), _boxed_valid(lhs, 1, unit.k)

    @property
    def dtypes(self) -> tuple[str, str, str]:
        """Element types of left operand, right operand and accumulator."""
        lhs, rhs, acc = (str(type_.element_type) for type_ in (self.lhs_type, self.rhs_type, self.result_type))
        return lhs, rhs, acc

    @property
    def kind(self) -> MatmulKind:
        """Whether the accumulator is fresh, fresh with a bias, or the caller's."""
        return _KINDS[type(self.op)]

    @property
    def name(self) -> str:
        """The name that names of emitted values start with."""
        return self.op.results[0].name_hint or "c"

    def axes(self, tile: L0Tile) -> tuple[Axis, Axis]:
        """Rows and columns of the output, cut as `tile` asks; a bias row that stays whole keeps all columns."""
        (m, n, _), whole = self.work, self.extents[1]
        columns = whole if self.bias is not None and tile.n == whole else n
        return Axis(m, min(m, tile.m)), Axis(columns, min(columns, tile.n))


_KINDS = {MatmulOp: MatmulKind.PLAIN, MatmulBiasOp: MatmulKind.BIAS, MatmulAccOp: MatmulKind.ACC}


def _boxed_valid(tile: TileType, axis: int, unit: int) -> int:
    valid, extent = tile.valid[axis], tile.get_shape()[axis]
    return extent if valid == DYNAMIC_INDEX else min(extent, align_up(max(valid, 1), unit))


_LEFT_SPACES = (MemorySpace.MAT, MemorySpace.VEC)
_BIAS_SPACES = (MemorySpace.MAT, MemorySpace.BIAS)


def find_candidate(op: MatmulOp | MatmulAccOp | MatmulBiasOp, tiling: Tiling) -> Candidate | None:
    """The matmul as a candidate, or None where its operands are somewhere else: a manual schedule, say.

    Left operands come from Mat or Vec, right operands only from Mat: L0B is fed from L1.
    """
    if tile_type(op.lhs).space not in _LEFT_SPACES or tile_type(op.rhs).space is not MemorySpace.MAT:
        return None
    if isinstance(op, MatmulBiasOp) and tile_type(op.bias).space not in _BIAS_SPACES:
        return None
    return Candidate(op, tiling)
