"""Loops over the share of one core: every so many-th block of a section, counted on from section to section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.builder import Builder
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, UnknownLoc
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_tiles.dialects.tile.kernel import BlockIdxOp, BlockNumOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.transforms.distribute_blocks.sections import Section


def deal_out(function: FuncOp, sections: Sequence[Section]) -> None:
    """Replace each section by a loop over the blocks of the core that runs."""
    first = Builder(InsertPoint.at_start(function.body.block))
    core, cores = first.insert(BlockIdxOp()).result, first.insert(BlockNumOp()).result
    core.name_hint, cores.name_hint = "core", "cores"
    dealt = 0
    for section in sections:
        share = _Share(Builder(InsertPoint.before(section.root)), core, cores)
        share.loop_over(section, share.first(dealt))
        dealt += section.count
    for op in function.walk():
        if isinstance(op.location, UnknownLoc):
            op.location = function.location


@dataclass(frozen=True)
class _Share:
    """The blocks of one core; emits before a section."""

    build: Builder
    core: SSAValue
    cores: SSAValue

    def constant(self, value: int) -> SSAValue:
        """An `index` constant before the section."""
        result = self.build.insert(arith.ConstantOp(IntegerAttr(value, IndexType()))).result
        result.name_hint = f"c{value}"
        return result

    def first(self, dealt: int) -> SSAValue:
        """The core's first block where the first one comes after `dealt` others: `(core - dealt) mod cores`."""
        if dealt == 0:
            return self.core
        taken = self.build.insert(arith.RemUIOp(self.constant(dealt), self.cores)).result
        left = self.build.insert(arith.SubiOp(self.cores, taken)).result
        ahead = self.build.insert(arith.AddiOp(self.core, left)).result
        return self.build.insert(arith.RemUIOp(ahead, self.cores)).result

    def loop_over(self, section: Section, first: SSAValue) -> None:
        """Put the section into a loop from the core's first block on."""
        root = section.root
        carried = root.destination if isinstance(root, StoreOp) else root.operands[3]
        body = Block(arg_types=[IndexType(), carried.type])
        body.args[0].name_hint, body.args[1].name_hint = "block", "done"
        end = self.constant(section.count)
        loop = scf.ForOp(first, end, self.cores, [carried], body)
        loop.location = root.location
        loop.results[0].name_hint = root.results[0].name_hint
        if section.loops:
            _move_iteration(self, section, body)
            self.build.insert(loop)
            root.results[0].replace_all_uses_with(loop.results[0])
            Rewriter.erase_op(root)
        else:
            self.build.insert(loop)
            _move_whole(root, body, loop.results[0])


def _move_iteration(share: _Share, section: Section, body: Block) -> None:
    """One iteration of the innermost loop becomes the body; its indices are digits of the block's number."""
    inside = Builder(InsertPoint.at_end(body))
    number: SSAValue = body.args[0]
    indices: list[SSAValue] = []
    for position, around in enumerate(reversed(section.loops)):
        digit = number
        if position < len(section.loops) - 1:
            trips = share.constant(around.trips)
            digit = inside.insert(arith.RemUIOp(number, trips)).result
            number = inside.insert(arith.DivUIOp(number, trips)).result
        index = digit
        if around.step != 1:
            index = inside.insert(arith.MuliOp(digit, share.constant(around.step))).result
        if around.start != 0:
            index = inside.insert(arith.AddiOp(index, share.constant(around.start))).result
        indices.append(index)
    for around, index in zip(reversed(section.loops), indices):
        old = around.loop.body.block.args[0]
        index.name_hint = index.name_hint if index is body.args[0] else old.name_hint
        old.replace_all_uses_with(index)
    inner = section.loops[-1].loop
    Rewriter.inline_block(inner.body.block, InsertPoint.at_end(body), [indices[0], body.args[1]])


def _move_whole(root: Operation, body: Block, result: OpResult) -> None:
    """What one block is computed from moves into the body, as far as nothing else reads it."""
    moved = _computed_for(root)
    root.results[0].replace_all_uses_with(result)
    root.operands[1 if isinstance(root, StoreOp) else 3] = body.args[1]
    for op in moved:
        op.detach()
        body.add_op(op)
    body.add_op(scf.YieldOp(root.results[0]))


def _computed_for(root: Operation) -> list[Operation]:
    """The ops on tiles before `root` in its block of which only it makes use, in order, and `root`."""
    moved = {root}
    ordered = [root]
    op = root.prev_op
    while op is not None:
        users = [use.operation for value in op.results for use in value.uses]
        makes_tiles = any(isinstance(value.type, TileType) for value in op.results)
        if makes_tiles and users and all(_in_block_of(root, user) in moved for user in users):
            moved.add(op)
            ordered.append(op)
        op = op.prev_op
    return ordered[::-1]


def _in_block_of(root: Operation, user: Operation) -> Operation | None:
    around: Operation | None = user
    while around is not None and around.parent is not root.parent:
        around = around.parent_op()
    return around
