"""The pattern that cuts one matmul into blocks."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.abi import Overwritten
from xdsl_tiles.analysis.mat_blocks import MatBlocks, choose_mat_blocks
from xdsl_tiles.diagnostics import hint
from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.tile_matmul_to_mat.block_grid import BlockGrid
from xdsl_tiles.transforms.tile_matmul_to_mat.candidate import (
    Candidate,
    exceeds_mat,
    find_candidate,
    operand_bytes,
)
from xdsl_tiles.transforms.tile_matmul_to_mat.reduction import BlockReduction
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.placement import DirectStore, direct_store
from xdsl_tiles.transforms.tiling.windows import Window

NOT_CUT = "PH-TM-001"
"""The hint for a matmul that exceeds Mat and stays as it is."""


class BlockForMat(RewritePattern):
    """A `tile.matmul` between loads that exceed Mat together becomes a grid of blocks reduced over panels."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.overwritten = Overwritten()

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatmulOp, rewriter: PatternRewriter) -> None:
        if not exceeds_mat(op, self.machine):
            return
        candidate = find_candidate(op, self.machine, self.overwritten)
        if isinstance(candidate, str):
            self._hint(op, candidate)
            return
        blocks = choose_mat_blocks(candidate.product, self.machine)
        if blocks is None:
            self._hint(op, "not even panels of a single block of fractals fit")
        elif blocks.m >= candidate.product.m and blocks.n >= candidate.product.n:
            _reduce_whole_output(candidate, blocks, rewriter)
        elif isinstance(placement := direct_store(op.result), DirectStore):
            _cut_output(candidate, blocks, placement, rewriter)
        else:
            self._hint(op, placement)

    def _hint(self, op: MatmulOp, reason: str) -> None:
        needed = operand_bytes(op, self.machine)
        available = self.machine.memory["mat"].bytes
        message = f"its operands take {needed} bytes of Mat ({available}) and cannot stream through it: {reason}"
        hint(op, NOT_CUT, message, needed=needed, available=available)


def _reduce_whole_output(candidate: Candidate, blocks: MatBlocks, rewriter: PatternRewriter) -> None:
    """Cut K alone: the accumulator of the whole output fits L0C."""
    emit = Emitter()
    window = Window(0, 0, candidate.product.m, candidate.product.n)
    accumulator = BlockReduction(candidate, blocks).emit(emit, window)
    emit.insert_before(candidate.op, rewriter)
    rewriter.replace(candidate.op, (), [accumulator])
    _erase_unused(candidate, rewriter)


def _cut_output(candidate: Candidate, blocks: MatBlocks, placement: DirectStore, rewriter: PatternRewriter) -> None:
    """Replace the matmul and its store by a grid of blocks, where the store stands."""
    emit = Emitter()
    destination = BlockGrid(candidate, blocks, placement).emit(emit)
    destination.name_hint = placement.store.result.name_hint or destination.name_hint
    emit.insert_before(placement.anchor, rewriter)
    placement.finish(destination, rewriter)
    rewriter.erase(candidate.op)
    _erase_unused(candidate, rewriter)


def _erase_unused(candidate: Candidate, rewriter: PatternRewriter) -> None:
    factors = (candidate.lhs, candidate.rhs)
    for view in {factor.view for factor in factors if factor.view is not None}:
        if not view.result.uses:
            rewriter.erase(view)
    for load in {factor.load for factor in factors}:
        if not load.result.uses:
            rewriter.erase(load)
