"""The scratch in Mat (L1) that holds a product for the matmuls that read it: it never leaves the chip."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp, MoveOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.vector import CastOp
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.seed import emit_output
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.windows import Window

_MATRIX_OPERANDS: dict[type[Operation], tuple[int, int]] = {MatmulOp: (0, 1), MatmulBiasOp: (0, 1), MatmulAccOp: (1, 2)}


@dataclass(frozen=True)
class MatScratch:
    """Each sub-tile is assembled into a scratch in Mat, which the matmuls that read the product read instead.

    With `copy`, the only reader of the product, the scratch stands for its result: a move to Mat, or a cast, which
    leaving L0C does on the way. Source: seed, "Placement (direct-store vs Mat-scratch)".
    """

    candidate: Candidate
    copy: CastOp | MoveOp | None

    @property
    def element_type(self) -> Attribute:
        """What the scratch holds."""
        value = self.candidate.op.results[0] if self.copy is None else self.copy.result
        return tile_type(value).element_type

    @property
    def anchor(self) -> Operation:
        """The matmul."""
        return self.candidate.op

    def begin(self, emit: Emitter) -> SSAValue:
        """The scratch, of which nothing is written yet."""
        rows, columns, _ = self.candidate.extents
        storage_type = TileType((rows, columns), self.element_type, MemorySpace.MAT)
        window = Window(0, 0, rows, columns)
        return emit_output(emit, self.candidate, window, storage_type, f"{self.candidate.name}_mat")

    def place(self, emit: Emitter, carried: SSAValue, subtile: SSAValue, window: Window, step: int) -> SSAValue:
        """Assemble the sub-tile into the scratch."""
        offsets = [emit.offset(0, window.row), emit.offset(0, window.column)]
        op = AssembleOp(subtile, carried, offsets, within_valid=True)
        return emit.add(op, f"{self.candidate.name}_mat_t{step}")

    def finish(self, destination: SSAValue, rewriter: PatternRewriter) -> None:
        """Let the matmuls read the scratch; the copy goes."""
        if self.copy is None:
            rewriter.replace_all_uses_with(self.candidate.op.results[0], destination)
        else:
            rewriter.replace(self.copy, (), [destination])


def is_multiplied(use: Use) -> bool:
    """Whether a use of a tile is as an operand that is multiplied."""
    return use.index in _MATRIX_OPERANDS.get(type(use.operation), ())


def feeds_only_matmuls(value: SSAValue) -> bool:
    """Whether a tile is read, and only as an operand that is multiplied."""
    return bool(value.uses) and all(map(is_multiplied, value.uses))


def why_not_folded(cast: CastOp) -> str | None:
    """Why the way out of L0C can't do a cast of an accumulator, or None where it can (seed, "cast-fold")."""
    source, target = tile_type(cast.source).element_type, cast.result.type.element_type
    if not isinstance(source, Float32Type) or not isinstance(target, BFloat16Type | Float16Type):
        return f"its cast is {source} to {target}, but the way out of L0C only narrows f32 to bf16 or f16"
    if cast.mode.data is not RoundMode.RINT:
        return f"its cast rounds '{cast.mode.data}', but the way out of L0C rounds half to even: cast with rint"
    return None
