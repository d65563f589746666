"""The K reduction of one output window: a pipelined loop over full blocks, then the peeled tail."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_tiles.analysis.l0 import L0Tile
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulAccOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.bias import bias_in_table, fresh_product
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.plan import report_plan
from xdsl_tiles.transforms.auto_tile_matmul_l0.seed import emit_seed
from xdsl_tiles.transforms.tiling.emitter import Emitter, LoopIndex, Position, pipelined
from xdsl_tiles.transforms.tiling.windows import Window, extract


@dataclass(frozen=True)
class Accumulator:
    """An accumulator that the caller owns, and the caller's predicate for its first K step, if any."""

    value: SSAValue
    init: SSAValue | None


@dataclass(frozen=True)
class KReduction:
    """How one output window is reduced over K in blocks of `k`.

    `caller` is None for a fresh product, which starts from `bias`, a row in the bias table, if there is one. Such a
    row is applied by the first block, which is peeled off: its op makes the accumulator and takes no predicate, and
    a branch would leave two accumulators that nothing can merge (seed, step 5). `pipelined` asks for the next block's
    panels to be extracted during a product, which takes twice their room.
    """

    candidate: Candidate
    window: Window
    k: int
    name: str
    caller: Accumulator | None = None
    bias: SSAValue | None = None
    pipelined: bool = True

    def emit(self, emit: Emitter) -> SSAValue:
        """Emit the reduction; returns the finished accumulator."""
        inner = self.candidate.work[2]
        k = min(self.k, inner)
        full = inner // k * k
        if full == k or self.bias is not None:
            lhs = self._left_in_mat(emit)
            acc, done = self._first_block(emit, lhs, k), k
        else:
            acc = emit_seed(emit, self.candidate, self.window, self.name) if self.caller is None else self.caller.value
            lhs, done = self._left_in_mat(emit), 0
        if full - done == k:
            acc = self._accumulate(emit, lhs, acc, done, k, "1")
        elif full > done:
            acc = self._loop(emit, lhs, acc, done, full)
        return self._accumulate(emit, lhs, acc, full, inner - full, "t") if full < inner else acc

    def _left_in_mat(self, emit: Emitter) -> SSAValue:
        """The left operand, moved to Mat once where it is in Vec (seed, "Vec left operand staging")."""
        if self.candidate.lhs_type.space is not MemorySpace.VEC:
            return self.candidate.lhs
        return emit.add(MoveOp(self.candidate.lhs, MemorySpace.MAT), f"{self.name}_l0_lhs_mat")

    def _name(self, end: int, suffix: str) -> str:
        """The name of the accumulator after the blocks up to `end`: the result's own where they are all."""
        return self.name if end == self.candidate.work[2] else f"{self.name}_l0_{suffix}"

    def _panels(self, emit: Emitter, lhs: SSAValue, at: Position, width: int, suffix: str) -> tuple[SSAValue, SSAValue]:
        window, prefix = self.window, f"{self.name}_l0"
        left, right = (window.rows, width), (width, window.columns)
        return (
            extract(emit, lhs, (window.row, at), left, MemorySpace.LEFT, f"{prefix}_a{suffix}"),
            extract(emit, self.candidate.rhs, (at, window.column), right, MemorySpace.RIGHT, f"{prefix}_b{suffix}"),
        )

    def _first_block(self, emit: Emitter, lhs: SSAValue, k: int) -> SSAValue:
        """The first block on its own: it forwards the caller's predicate as it is."""
        left, right = self._panels(emit, lhs, 0, k, "0")
        if self.caller is None:
            return emit.add(fresh_product(left, right, self.bias), self._name(k, "c0"))
        return emit.add(MatmulAccOp(self.caller.value, left, right, self.caller.init), self._name(k, "c0"))

    def _loop(self, emit: Emitter, lhs: SSAValue, acc: SSAValue, start: int, end: int) -> SSAValue:
        def body(index: SSAValue, acc: SSAValue) -> SSAValue:
            left, right = self._panels(emit, lhs, LoopIndex(index, end), self.k, "")
            first = self._is_first_block(emit, index) if start == 0 else None
            return emit.add(MatmulAccOp(acc, left, right, first), f"{self.name}_l0_c_acc")

        names = (f"{self.name}_l0_ko", f"{self.name}_l0_c", self._name(end, "kmain"))
        attributes = pipelined() if self.pipelined else None
        return emit.loop(end, self.k, acc, body, start=start, attributes=attributes, names=names)

    def _is_first_block(self, emit: Emitter, index: SSAValue) -> SSAValue | None:
        """The predicate under which a block overwrites the accumulator: the first one, of the caller's first step."""
        init = None if self.caller is None else self.caller.init
        if self.caller is not None and init is None:
            return None
        is_first = emit.add(arith.CmpiOp(index, emit.constant(0), "eq"), f"{self.name}_l0_first")
        return is_first if init is None else emit.add(arith.AndIOp(init, is_first))

    def _accumulate(self, emit: Emitter, lhs: SSAValue, acc: SSAValue, at: int, width: int, suffix: str) -> SSAValue:
        """A later block on its own: it always accumulates."""
        left, right = self._panels(emit, lhs, at, width, suffix)
        return emit.add(MatmulAccOp(acc, left, right), self._name(at + width, f"c{suffix}"))


def tile_over_k(
    candidate: Candidate, tile: L0Tile, rewriter: PatternRewriter, caller: Accumulator | None = None
) -> None:
    """Cut K alone as a tile that covers the output asks; a matmul that the tile covers altogether stays as it is."""
    report_plan(candidate, tile)
    if tile.k < candidate.extents[2]:
        reduce_over_k(candidate, tile.k, rewriter, caller)


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
    bias = None if candidate.bias is None else bias_in_table(emit, candidate.bias, candidate.name)
    acc = KReduction(candidate, Window(0, 0, m, n), k, candidate.name, caller, bias, pipelined).emit(emit)
    emit.insert_before(candidate.op, rewriter)
    rewriter.replace(candidate.op, (), [acc])
