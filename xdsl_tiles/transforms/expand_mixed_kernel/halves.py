"""Building the function of one core from what it has to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import FunctionType, IntegerAttr, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_tiles.dialects.tile.attributes import CoreKind, CoreKindAttr
from xdsl_tiles.dialects.tile.kernel import CORE, PIPE_DEPTH, PopOp, PushOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.transforms.expand_mixed_kernel.sides import CONTROL, OTHER, core_of, is_crossing
from xdsl_tiles.transforms.expand_mixed_kernel.slots import free_slots
from xdsl_tiles.transforms.expand_mixed_kernel.work import Work


class HalfBuilder:
    """Copies what one core does, with pushes and pops in the place of moves between cores."""

    def __init__(self, work: Work, kind: CoreKind, pipes: Mapping[Operation, int], depth: int):
        self.work = work
        self.kind = kind
        self.pipes = pipes
        self.depth = depth
        self._copies: dict[SSAValue, SSAValue] = {}

    def build(self, name: str) -> FuncOp:
        """The half as a private function that returns those results that its core gives."""
        whole = self.work.function
        source, block = whole.body.block, Block(arg_types=whole.function_type.inputs.data)
        self._adopt(source.args, block.args)
        self._copy(source, block)
        returned = whole.get_return_op()
        assert returned is not None
        mine = [v for v, kind in zip(returned.operands, self.work.returned_by) if kind is self.kind]
        results = [self._copies[value] for value in mine]
        _add(block, ReturnOp(*results), returned)
        type_ = FunctionType.from_lists(block.arg_types, [value.type for value in results])
        half = FuncOp(name, type_, Region(block), "private", arg_attrs=whole.arg_attrs)
        half.attributes.update(whole.attributes)
        half.attributes[CORE] = CoreKindAttr(self.kind)
        half.attributes[PIPE_DEPTH] = IntegerAttr(self.depth, i64)
        half.location = whole.location
        free_slots(half)
        return half

    def _copy(self, source: Block, block: Block) -> None:
        for op in source.ops:
            if op not in self.work.ops[self.kind]:
                continue
            if is_crossing(op):
                self._cross(op, block)
            elif isinstance(op, CONTROL):
                self._copy_control(op, block)
            else:
                block.add_op(op.clone(self._copies))

    def _cross(self, op: MoveOp, block: Block) -> None:
        pipe = self.pipes[op]
        if core_of(op) is self.kind:
            pop = PopOp(op.result.type, OTHER[self.kind], pipe)
            _add(block, pop, op)
            self._adopt(op.results, pop.results)
        else:
            _add(block, PushOp(self._copies[op.source], OTHER[self.kind], pipe), op)

    def _copy_control(self, op: scf.ForOp | scf.IfOp | scf.IndexSwitchOp, block: Block) -> None:
        kept = self.work.kept(self.kind, op)
        types = [op.results[index].type for index in kept]
        copy: Operation
        if isinstance(op, scf.ForOp):
            body = Block(arg_types=[op.body.block.args[0].type, *types])
            self._adopt([op.body.block.args[0], *(op.body.block.args[i + 1] for i in kept)], body.args)
            inits = [self._copies[op.iter_args[index]] for index in kept]
            self._fill(op.body.block, body, kept)
            lower, upper, step = (self._copies[value] for value in (op.lb, op.ub, op.step))
            copy = scf.ForOp(lower, upper, step, inits, body)
        else:
            first, *others = (self._region(region, kept) for region in op.regions)
            copy = type(op).build(
                operands=[self._copies[op.operands[0]]],
                result_types=[types],
                properties=dict(op.properties),
                regions=[first, others] if isinstance(op, scf.IndexSwitchOp) else [first, *others],
            )
        copy.attributes.update(op.attributes)
        _add(block, copy, op)
        self._adopt([op.results[index] for index in kept], copy.results)

    def _region(self, region: Region, kept: list[int]) -> Region:
        if not region.blocks:
            return Region()
        block = Block()
        self._fill(region.block, block, kept)
        return Region(block)

    def _fill(self, source: Block, block: Block, kept: list[int]) -> None:
        self._copy(source, block)
        terminator = source.last_op
        assert terminator is not None
        _add(block, scf.YieldOp(*(self._copies[terminator.operands[index]] for index in kept)), terminator)

    def _adopt(self, originals: Sequence[SSAValue], copies: Sequence[SSAValue]) -> None:
        for original, copy in zip(originals, copies, strict=True):
            copy.name_hint = original.name_hint
            self._copies[original] = copy


def _add(block: Block, op: Operation, original: Operation) -> None:
    op.location = original.location
    block.add_op(op)
