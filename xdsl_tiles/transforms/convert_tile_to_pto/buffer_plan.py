"""Which tiles of a function lie in one buffer, where that is allocated, and where a tile has to be copied instead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import scf
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue

from xdsl_tiles.analysis.interference import Interference
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import CreateOp
from xdsl_tiles.dialects.tile.types import tile_type
from xdsl_tiles.dialects.tile.views import SetValidShapeOp
from xdsl_tiles.transforms.convert_tile_to_pto.sharing import (
    has_foreign_storage,
    reads_late,
    tile_values,
    updated_operand,
    view_of,
)


@dataclass(eq=False)
class Buffer:
    """Tiles that lie in one place; `handle` is the pto value for it, once there is one."""

    members: list[SSAValue]
    handle: SSAValue | None = field(default=None)

    @property
    def is_own(self) -> bool:
        """Whether it is allocated for its tiles, not part of something else."""
        return not any(map(has_foreign_storage, (m for m in self.members if isinstance(m, OpResult))))

    @property
    def is_shared(self) -> bool:
        """Whether several tiles lie in it, one after the other."""
        return len(self.members) > 1

    @property
    def valid(self) -> tuple[int, int]:
        """The valid extents that all its tiles have, or unknown ones where they differ or only the run knows them."""
        found = {tile_type(member).valid for member in self.members if not _is_placeholder(member)}
        valid = found.pop() if found else tile_type(self.members[0]).valid
        is_fixed = not found and (DYNAMIC_INDEX not in valid or not self.is_shared)
        return (valid[0], valid[1]) if is_fixed else (DYNAMIC_INDEX, DYNAMIC_INDEX)


def _is_placeholder(value: SSAValue) -> bool:
    """Whether a tile holds nothing and is only there to be given another valid rectangle."""
    return isinstance(value.owner, CreateOp) and all(isinstance(use.operation, SetValidShapeOp) for use in value.uses)


class BufferPlan:
    """The buffers of a function in SSA form.

    In-place ops write where their operand lies. What loops carry and branches choose lies in one place too, so that it
    need not be copied; where it is still read when its successor is made, it is copied, which only the unified buffer
    can do: elsewhere that is an error at the op that carries it.
    """

    def __init__(self, function: FuncOp, together: Iterable[Sequence[SSAValue]] = ()):
        """`together` are tiles that were meant for one buffer."""
        self._interference = Interference(function, view_of, reads_late)
        self._buffers = {value: Buffer([value]) for op in function.walk() for value in tile_values(op)}
        self._copied: set[tuple[Operation, int]] = set()
        for op in function.walk():
            if (operand := updated_operand(op)) is not None:
                self._share(op.results[0], op, list(op.operands).index(operand))
        for op in function.walk(region_first=True):
            if isinstance(op, scf.ForOp):
                self._plan_loop(op)
            elif isinstance(op, scf.IfOp):
                self._plan_branches(op)
        for first, *others in together:
            for other in others:
                self._merge(first, other)
        self._anchored: dict[Operation, list[Buffer]] = defaultdict(list)
        for buffer in dict.fromkeys(self._buffers.values()):
            if buffer.is_shared and buffer.is_own:
                self._anchored[_anchor(buffer)].append(buffer)

    def buffer(self, tile: SSAValue) -> Buffer:
        """Where a tile lies."""
        return self._buffers[tile]

    def is_copied(self, op: Operation, index: int) -> bool:
        """Whether an operand that an op hands on goes to another buffer."""
        return (op, index) in self._copied

    def allocated_before(self, op: Operation) -> list[Buffer]:
        """The buffers of several tiles the first of which an op makes."""
        return self._anchored.get(op, [])

    def _plan_loop(self, loop: scf.ForOp) -> None:
        body = loop.body.block
        assert body.last_op is not None
        for index, argument in enumerate(body.args[1:]):
            if argument in self._buffers:
                self._merge(loop.results[index], argument)
                self._share(argument, body.last_op, index)
                self._share(argument, loop, index + 3)

    def _plan_branches(self, branches: scf.IfOp) -> None:
        for index, result in enumerate(branches.results):
            if result in self._buffers:
                for region in branches.regions:
                    assert region.block.last_op is not None
                    self._share(result, region.block.last_op, index)

    def _share(self, target: SSAValue, op: Operation, index: int) -> None:
        """Put an operand where `target` lies, or have it copied there."""
        operand = op.operands[index]
        if self._merge(target, operand) or isinstance(operand.owner, CreateOp):
            return
        if tile_type(operand).space is not MemorySpace.VEC:
            self._refuse(target, op, operand)
        self._copied.add((op, index))

    def _merge(self, a: SSAValue, b: SSAValue) -> bool:
        """Join the buffers of two tiles unless tiles in them are needed at the same time."""
        one, other = self._buffers[a], self._buffers[b]
        if one is other:
            return True
        is_update = isinstance(a, OpResult) and updated_operand(a.op) is b
        if not is_update and not (one.is_own and other.is_own):
            return False
        if any(self._interference.between(x, y) for x in one.members for y in other.members):
            return False
        one.members += other.members
        self._buffers.update(dict.fromkeys(other.members, one))
        return True

    def _refuse(self, target: SSAValue, op: Operation, operand: SSAValue) -> None:
        type_ = tile_type(operand)
        what = f"%{operand.name_hint}" if operand.name_hint else "a tile"
        way_out = "nothing copies from acc to acc" if type_.space is MemorySpace.ACC else "only vec is copied to itself"
        if op.parent_op() is not None and updated_operand(op) is operand:
            action = "is overwritten in place"
        else:
            action = "is carried on"
        fail(
            op,
            f"{what} {action} while an older tile is still read, and {way_out}: {type_}; "
            "read the older one before, or make the new one in a tile of its own",
        )


def _anchor(buffer: Buffer) -> Operation:
    """The first op, in the innermost block around all tiles of a buffer, that makes one of them or holds such an op."""
    makers = [_maker(member) for member in buffer.members]
    common = next(block for block in _blocks_around(makers[0]) if all(_lifted(op, block) for op in makers))
    inside = {_lifted(op, common) for op in makers}
    return next(op for op in common.ops if op in inside)


def _maker(value: SSAValue) -> Operation:
    owner = value.owner.parent_op() if isinstance(value.owner, Block) else value.owner
    assert owner is not None
    return owner


def _blocks_around(op: Operation) -> list[Block]:
    blocks: list[Block] = []
    around: Operation | None = op
    while around is not None and around.parent is not None:
        blocks.append(around.parent)
        around = around.parent_op()
    return blocks


def _lifted(op: Operation, block: Block) -> Operation | None:
    """The op itself, or the one around it, that is in a block."""
    around: Operation | None = op
    while around is not None and around.parent is not block:
        around = around.parent_op()
    return around
