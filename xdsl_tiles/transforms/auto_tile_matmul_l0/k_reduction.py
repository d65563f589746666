"""The K reduction of one output window: a pipelined loop over full blocks, then the peeled tail."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, hint_no_placement, whole_output_tile
from xdsl_tiles.transforms.auto_tile_matmul_l0.seed import emit_seed
from xdsl_tiles.transforms.auto_tile_matmul_l0.source_reduction import reduction_of
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position, pipelined
from xdsl_tiles.transforms.tiling.windows import Window, extract


@dataclass(frozen=True)
class Accumulator:
    """An accumulator that the caller owns, and the caller's predicate for its first K step, if any."""

    value: SSAValue
    init: SSAValue | None


@dataclass(frozen=True)
class KReduction:
    """How one output window is reduced over K in blocks of `k`; `caller` is None for a fresh product.

    `pipelined` asks for the next block's panels to be extracted during a product, which takes twice their room.
    """

    candidate: Candidate
    window: Window
    k: int
    name: str
    caller: Accumulator | None = None
    pipelined: bool = True

    def emit(self, emit: Emitter) -> SSAValue:
        """Emit the reduction; returns the finished accumulator."""
        inner = self.candidate.work[2]
        k = min(self.k, inner)
        full = inner // k * k
        has_tail = full < inner
        if full == k:
            lhs = self._left_in_mat(emit)
            acc = self._lone_block(emit, lhs, k, f"{self.name}_l0_c0" if has_tail else self.name)
        else:
            seed = emit_seed(emit, self.candidate, self.window, self.name) if self.caller is None else self.caller.value
            lhs = self._left_in_mat(emit)
            acc = self._loop(emit, lhs, seed, full, f"{self.name}_l0_kmain" if has_tail else self.name)
        return self._tail(emit, lhs, acc, full, inner - full) if has_tail else acc

    def _left_in_mat(self, emit: Emitter) -> SSAValue:
        """The left operand, moved to Mat once where it is in Vec (seed, "Vec left operand staging")."""
        if self.candidate.lhs_type.space is not MemorySpace.VEC:
            return self.candidate.lhs
        return emit.add(MoveOp(self.candidate.lhs, MemorySpace.MAT), f"{self.name}_l0_lhs_mat")

    def _panels(self, emit: Emitter, lhs: SSAValue, at: Position, width: int, suffix: str) -> tuple[SSAValue, SSAValue]:
        window, prefix = self.window, f"{self.name}_l0"
        left, right = (window.rows, width), (width, window.columns)
        return (
            extract(emit, lhs, (window.row, at), left, MemorySpace.LEFT, f"{prefix}_a{suffix}"),
            extract(emit, self.candidate.rhs, (at, window.column), right, MemorySpace.RIGHT, f"{prefix}_b{suffix}"),
        )

    def _lone_block(self, emit: Emitter, lhs: SSAValue, k: int, name: str) -> SSAValue:
        """A lone full block is the first block: it forwards the caller's predicate as it is."""
        left, right = self._panels(emit, lhs, 0, k, "0")
        if self.caller is None:
            return emit.add(MatmulOp(left, right), name)
        return emit.add(MatmulAccOp(self.caller.value, left, right, self.caller.init), name)

    def _loop(self, emit: Emitter, lhs: SSAValue, seed: SSAValue, end: int, name: str) -> SSAValue:
        def body(index: SSAValue, acc: SSAValue) -> SSAValue:
            left, right = self._panels(emit, lhs, LoopIndex(index, end), self.k, "")
            return emit.add(MatmulAccOp(acc, left, right, self._first_block(emit, index)), f"{self.name}_l0_c_acc")

        names = (f"{self.name}_l0_ko", f"{self.name}_l0_c", name)
        attributes = pipelined() if self.pipelined else None
        return emit.loop(end, self.k, seed, body, attributes=attributes, names=names)

    def _first_block(self, emit: Emitter, index: SSAValue) -> SSAValue | None:
        """The predicate under which a block overwrites the accumulator: the first one, of the caller's first step."""
        init = None if self.caller is None else self.caller.init
        if self.caller is not None and init is None:
            return None
        is_first = emit.add(arith.CmpiOp(index, emit.constant(0), "eq"), f"{self.name}_l0_first")
        return is_first if init is None else emit.add(arith.AndIOp(init, is_first))

    def _tail(self, emit: Emitter, lhs: SSAValue, acc: SSAValue, at: int, width: int) -> SSAValue:
        """The partial last block always accumulates: it is never the first."""
        left, right = self._panels(emit, lhs, at, width, "t")
        return emit.add(MatmulAccOp(acc, left, right), self.name)


def reduce_over_k(
    candidate: Candidate,
    k: int,
    rewriter: PatternRewriter,
    caller: Accumulator | None = None,
    *,
    pipelined: bool = True,
) -> None:
    """Replace a matmul whose output stays whole by its K reduction."""
    m, n, _ = candidate.extents
    emit = Emitter()
    acc = KReduction(candidate, Window(0, 0, m, n), k, candidate.name, caller, pipelined).emit(emit)
    emit.insert_before(candidate.op, rewriter)
    rewriter.replace(candidate.op, (), [acc])


def keep_output_whole(
    candidate: Candidate,
    tile: L0Tile,
    refusal: Refusal,
    rewriter: PatternRewriter,
    caller: Accumulator | None = None,
) -> None:
    """Cut K alone where the output cannot be cut as the chosen tile asks; a hint where that does not fit either."""
    whole = whole_output_tile(candidate)
    if whole is None:
        if reduction_of(candidate.op) is not None:
            # Said of the loop that carries the accumulator.
            return
        hint_no_placement(candidate, tile, refusal)
    elif whole.k < candidate.extents[2]:
        reduce_over_k(candidate, whole.k, rewriter, caller)
