"""Reductions over K that the program itself spells as a loop, and whether one is a canonical split-K chain.

A chain is a created accumulator, one loop that reduces two loads per step into it, and one store. Its steps are spelled
`predicated`, as one accumulate that overwrites in the first, or `peeled`, as a branch between a fresh product and an
accumulate. Source: seed, "canonical frontend split-K reduction", and tile_l0 section 8, items 4 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, ShapedType
from xdsl.ir import Block, Operation
from xdsl.traits import is_side_effect_free

from xdsl_tiles.analysis.abi import Overwritten
from xdsl_tiles.analysis.first_iteration import singles_out_first
from xdsl_tiles.analysis.footprint import box_extents
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulOp, product_type
from xdsl_tiles.dialects.tile.memory import CreateOp, LoadOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.transforms.tiling.placement import DirectStore, barrier_between, direct_store


@dataclass(frozen=True)
class SourceReduction:
    """A loop of the program that carries an accumulator: the accumulate, and where it is peeled the fresh product and
    the branch between both.
    """

    loop: scf.ForOp
    acc: MatmulAccOp
    fresh: MatmulOp | None = None
    branch: scf.IfOp | None = None

    @property
    def step(self) -> Operation:
        """The op of the loop body that gives the accumulator after a step."""
        return self.acc if self.branch is None else self.branch

    @property
    def starts_from_nothing(self) -> bool:
        """Whether the first step, and no other, provably overwrites the accumulator."""
        if self.branch is None:
            return self.acc.init is not None and singles_out_first(self.acc.init, self.loop) is True
        fresh_if = self.fresh is not None and self.fresh.parent is self.branch.true_region.block
        return self.acc.init is None and singles_out_first(self.branch.cond, self.loop) is fresh_if


@dataclass(frozen=True)
class SplitKChain:
    """A canonical split-K chain; `boxes` are the rows of the left operand and columns of the right one that parts of
    them come in multiples of.
    """

    reduction: SourceReduction
    seed: CreateOp
    lhs: LoadOp
    rhs: LoadOp
    store: DirectStore
    boxes: tuple[int, int]


def operand_boxes(lhs: TileType, rhs: TileType, fractal: int) -> tuple[int, int] | None:
    """Rows of a box of the left operand and columns of one of the right, at least the machine's fractal grid; None
    where a layout has no boxes.
    """
    left, right = (box_extents(tile.effective_layout, tile.element_bits) for tile in (lhs, rhs))
    return None if left is None or right is None else (max(left[0], fractal), max(right[1], fractal))


def reduction_in(loop: scf.ForOp) -> SourceReduction | None:
    """The reduction that a loop is, or None."""
    terminator = loop.body.block.last_op
    assert terminator is not None, "scf.for ends in a yield"
    for carried, value in zip(loop.body.block.args[1:], terminator.operands, strict=True):
        step = value.owner
        if isinstance(step, MatmulAccOp) and step.parent is loop.body.block and step.acc is carried:
            return SourceReduction(loop, step)
        if isinstance(step, scf.IfOp) and step.parent is loop.body.block and len(step.results) == 1:
            peeled = _peeled_reduction(loop, step)
            if peeled is not None and peeled.acc.acc is carried:
                return peeled
    return None


def _peeled_reduction(loop: scf.ForOp, branch: scf.IfOp) -> SourceReduction | None:
    """The reduction whose step is a branch between a fresh product and an accumulate of the same operands."""
    calls = [_only_call(region.block) for region in (branch.true_region, branch.false_region) if region.blocks]
    match calls:
        case [MatmulOp() as fresh, MatmulAccOp() as acc] | [MatmulAccOp() as acc, MatmulOp() as fresh]:
            is_same = acc.lhs is fresh.lhs and acc.rhs is fresh.rhs
            return SourceReduction(loop, acc, fresh, branch) if is_same else None
        case _:
            return None


def reduction_of(call: Operation) -> SourceReduction | None:
    """The reduction of which a call is a part, or None."""
    parent = call.parent_op()
    loop = parent.parent_op() if isinstance(parent, scf.IfOp) else parent
    reduction = reduction_in(loop) if isinstance(loop, scf.ForOp) else None
    return reduction if reduction is not None and call in (reduction.acc, reduction.fresh) else None


def gives_carried_accumulator(call: Operation) -> bool:
    """Whether a loop carries on what a call gives, be it out of a branch."""
    user = call.results[0].get_user_of_unique_use()
    around = user.parent_op() if isinstance(user, scf.YieldOp) else None
    return isinstance(around, scf.ForOp) or (isinstance(around, scf.IfOp) and gives_carried_accumulator(around))


def _only_call(block: Block) -> Operation | None:
    """The op whose result a branch yields, where it has no other."""
    call = block.first_op
    if call is None or call.next_op is None or call.next_op is not block.last_op or len(call.results) != 1:
        return None
    return call if tuple(call.next_op.operands) == tuple(call.results) else None


NOT_THE_FIRST_STEP = (
    "what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable "
    "with the lower bound"
)
"""Why a chain that is canonical but for its seed test is none; it is left as it is."""


def match_chain(
    reduction: SourceReduction, boxes: tuple[int, int] | None, overwritten: Overwritten
) -> SplitKChain | str:
    """The chain around a reduction, or why it is none; `boxes` are its operands'."""
    loop = reduction.loop
    lhs, rhs = reduction.acc.lhs.owner, reduction.acc.rhs.owner
    if not isinstance(lhs, LoadOp) or not isinstance(rhs, LoadOp) or lhs is rhs:
        return "its operands must be two loads in its loop"
    if (reason := _why_not_alone(reduction, (lhs, rhs))) is not None:
        return reason
    for load in (lhs, rhs):
        if (reason := _why_not_narrowed(load, loop, overwritten)) is not None:
            return reason
    if boxes is None:
        return "its operands must be loaded in fractals"
    if tile_type(reduction.acc.acc).valid != product_type(lhs.result.type, rhs.result.type).valid:
        return "its accumulator must be valid where its product is"
    seed = loop.iter_args[0].owner
    if not isinstance(seed, CreateOp) or not seed.result.has_one_use() or seed.parent is not loop.parent:
        return "its accumulator is the caller's: let a tile.create beside the loop make it, for the loop alone"
    store = direct_store(loop.results[0])
    if isinstance(store, str):
        return store
    barrier = barrier_between(seed, store.store, last=loop)
    if barrier is not None:
        return f"'{barrier.name}' stands between its tile.create and its loop; move it out of the way"
    if not reduction.starts_from_nothing:
        return NOT_THE_FIRST_STEP
    return SplitKChain(reduction, seed, lhs, rhs, store, boxes)


def _why_not_alone(reduction: SourceReduction, loads: tuple[LoadOp, LoadOp]) -> str | None:
    """Why a loop does something that copies of it for parts of the output must not do, or None."""
    if len(reduction.loop.iter_args) != 1:
        return "its loop carries more than the accumulator: give the rest a loop of its own"
    for op in reduction.loop.body.block.ops:
        if op not in (*loads, reduction.step) and not isinstance(op, scf.YieldOp) and not _is_scalar(op):
            return f"'{op.name}' stands in its loop beside two loads and scalars; move it out of the loop"
    return None


def _is_scalar(op: Operation) -> bool:
    """Whether an op only computes scalars."""
    is_shaped = any(isinstance(value.type, ShapedType) for value in (*op.operands, *op.results))
    return not op.regions and not is_shaped and is_side_effect_free(op)


def _why_not_narrowed(load: LoadOp, loop: scf.ForOp, overwritten: Overwritten) -> str | None:
    """Why a load can't be made again for a part of the output, between stores of others, or None."""
    type_ = load.result.type
    if load.parent is not loop.body.block:
        return "its operands must be two loads in its loop"
    if load.clamp is not None or DYNAMIC_INDEX in type_.valid or 0 in type_.valid:
        return "the extents that its operands are loaded with must be constant and not empty"
    if load.merges_rows:
        return "its operands must be loaded from windows of two dimensions"
    if load.source in overwritten:
        return "a tensor that its operands are loaded from is stored to; copy it first"
    return None
