"""The pattern that turns a group of elementwise ops and reductions into loops over blocks in the unified buffer."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.dialects.linalg.ops import FillOp
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from xdsl_tiles.analysis.access import Access, shows_operand
from xdsl_tiles.diagnostics import fail, hint
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.cleanup import erase_shown, erase_unused
from xdsl_tiles.transforms.convert_linalg_to_tile.insertion import find_insertion
from xdsl_tiles.transforms.convert_linalg_to_tile.overwriting import may_overwrite
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.blocks import choose_block
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.emission import GroupEmitter
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.group import Group, gather
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.layout import GroupLayout, lay_out, written
from xdsl_tiles.transforms.tiling.emitter import Emitter

NOT_TAKEN = "PH-LT-001"
"""The hint for an op on tensors that stays as it is."""


class VectorToTile(RewritePattern):
    """Elementwise ops and reductions over the same rows become loads, vector ops and stores of blocks of them."""

    def __init__(self, machine: Machine | None, *, relayouts: bool = False):
        """`relayouts`: take fills, transposes, broadcasts and copies, which other ops see through, instead."""
        self.machine = machine
        self.relayouts = relayouts

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if (isinstance(op, FillOp) or shows_operand(op)) is not self.relayouts:
            return
        group = gather(op)
        if group is None:
            return
        if isinstance(group, str):
            hint(op, NOT_TAKEN, f"stays on tensors: {group}")
            return
        if self.relayouts:
            if not any(result.uses for result in op.results):
                return
            group = Group(group.extents, group.width, group.members[:1])
        self._rewrite(group, rewriter)

    def _rewrite(self, group: Group, rewriter: PatternRewriter) -> None:
        layout = lay_out(group)
        alone = Group(group.extents, group.width, group.members[:1])
        op = group.members[0].op
        if layout is None and len(group.members) == 1:
            hint(op, NOT_TAKEN, "stays on tensors: they don't have its rows in memory; transpose or copy them first")
            return
        if layout is None:
            self._rewrite(alone, rewriter)
            return
        size = choose_block(layout, GroupEmitter.attempt(layout), self.machine)
        if not isinstance(size, int):
            _replace(GroupEmitter(Emitter(), layout, size), rewriter)
        elif len(group.members) > 1:
            self._rewrite(alone, rewriter)
        else:
            assert self.machine is not None
            available = self.machine.memory["vec"].bytes
            fail(op, f"the smallest block of it needs {size} bytes of the unified buffer, which has {available}")


def _replace(emitter: GroupEmitter, rewriter: PatternRewriter) -> None:
    """Emit a group where its last member stands, and replace the members."""
    group = emitter.layout.group
    insertions = _insertions(emitter.layout)
    finished = emitter.emit({result: destination for result, (destination, _) in insertions.items()})
    emitter.emitter.insert_before(group.last, rewriter)
    operands = [operand for member in group.members for operand in member.op.operands]
    for result, value in finished.items():
        _, insert = insertions[result]
        if insert is None:
            result.replace_all_uses_with(value)
        else:
            rewriter.replace(insert, [], [value])
    for member in reversed(group.members):
        for result in member.results:
            erase_shown(result, rewriter)
        rewriter.erase(member.op)
    erase_unused(operands, rewriter)


def _insertions(layout: GroupLayout) -> dict[SSAValue, tuple[Access | None, Operation | None]]:
    """For each result that is needed: the tensor that it is written over, None for a new one; and what would have put
    it into a slice of that.
    """
    placed: dict[SSAValue, tuple[Access | None, Operation | None]] = {}
    for result, output in written(layout.group).items():
        op = result.owner
        assert isinstance(op, Operation)
        placed[result] = (None, None)
        inputs = [reached.tensor for reached in layout.views]
        inserted = find_insertion(op, output, inputs) if op is layout.group.last and len(op.results) == 1 else None
        if inserted is not None and len(layout.group.members) == 1:
            placed[result] = (inserted.destination, inserted.op)
        elif _is_free(output.tensor) and may_overwrite(output.tensor, op, result):
            placed[result] = (output, None)
    return placed


def _is_free(value: SSAValue) -> bool:
    return value.has_one_use() and not isinstance(value.owner, tensor.EmptyOp | FillOp)
