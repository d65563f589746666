"""Building IR off to the side: ops collect in a detached block and go into the program in one insertion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import FloatAttr, IndexType, IntegerAttr, i64
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from xdsl_tiles.dialects.tile import pipelining


@dataclass(frozen=True)
class LoopIndex:
    """A position that is a loop's induction variable: windows there lie in `[0, end)` and start at multiples."""

    value: SSAValue
    end: int


Position = int | LoopIndex
"""Where a window starts along one axis, in elements: a constant or a loop's induction variable."""

LoopBody = Callable[[SSAValue, SSAValue], SSAValue]
"""Emits a loop body from its induction variable and carried value; returns what is carried on."""


class Emitter:
    """Collects new ops in order; nested loops share the index constants before them."""

    def __init__(self) -> None:
        self._top = Block()
        self._block = self._top
        self._constants: dict[Attribute, SSAValue] = {}

    def add(self, op: Operation, name: str | None = None) -> OpResult:
        """Append an op and give its first result a name; returns that result."""
        self._block.add_op(op)
        result = op.results[0]
        if name is not None:
            result.name_hint = name
        return result

    def constant(self, value: int) -> SSAValue:
        """The `index` constant, made once."""
        constant = self.scalar(IntegerAttr(value, IndexType()))
        constant.name_hint = f"c{value}"
        return constant

    def scalar(self, value: IntegerAttr | FloatAttr) -> SSAValue:
        """The scalar constant, made once."""
        if value not in self._constants:
            op = arith.ConstantOp(value)
            self._top.add_op(op)
            self._constants[value] = op.result
        return self._constants[value]

    def index(self, position: Position) -> SSAValue:
        """The SSA value of a position."""
        return position.value if isinstance(position, LoopIndex) else self.constant(position)

    def offset(self, base: SSAValue | int, position: Position) -> SSAValue | int:
        """`base + position`, folded where a summand is zero or both are constants."""
        if position == 0:
            return base
        if isinstance(base, int):
            if isinstance(position, int):
                return base + position
            if base == 0:
                return position.value
            base = self.constant(base)
        return self.add(arith.AddiOp(base, self.index(position)))

    def loop(
        self,
        end: int,
        step: int,
        carried: SSAValue,
        body: LoopBody,
        *,
        start: int = 0,
        attributes: Mapping[str, Attribute] | None = None,
        names: tuple[str, str, str],
    ) -> OpResult:
        """An `scf.for` over `range(start, end, step)` that carries one value; names: index, carried value, result."""
        bounds = self.constant(start), self.constant(end), self.constant(step)
        return self.loop_over(bounds, carried, body, attributes=attributes, names=names)

    def loop_over(
        self,
        bounds: tuple[SSAValue, SSAValue, SSAValue],
        carried: SSAValue,
        body: LoopBody,
        *,
        attributes: Mapping[str, Attribute] | None = None,
        names: tuple[str, str, str],
    ) -> OpResult:
        """An `scf.for` from and to bounds, by a step, that the program has as values."""
        results = self.loop_carrying(
            bounds, [carried], lambda index, held: [body(index, held[0])], attributes=attributes, names=names
        )
        return results[0]

    def loop_carrying(
        self,
        bounds: tuple[SSAValue, SSAValue, SSAValue],
        carried: Sequence[SSAValue],
        body: Callable[[SSAValue, Sequence[SSAValue]], Sequence[SSAValue]],
        *,
        attributes: Mapping[str, Attribute] | None = None,
        names: tuple[str, str, str],
    ) -> Sequence[OpResult]:
        """An `scf.for` that carries several values; all get the names of the carried value and of the result."""
        outer, block = self._block, Block(arg_types=[IndexType(), *(value.type for value in carried)])
        index, *arguments = block.args
        index.name_hint = names[0]
        for argument in arguments:
            argument.name_hint = names[1]
        self._block = block
        block.add_op(scf.YieldOp(*body(index, arguments)))
        self._block = outer
        op = scf.ForOp(*bounds, carried, block)
        op.attributes.update(attributes or {})
        self._block.add_op(op)
        for result in op.results:
            result.name_hint = names[2]
        return op.results

    @property
    def ops(self) -> Sequence[Operation]:
        """What was collected so far, at the top level."""
        return tuple(self._top.ops)

    def discard(self) -> None:
        """Forget everything collected, which was only an attempt."""
        self._top.erase(safe_erase=False)

    def insert_before(self, anchor: Operation, rewriter: PatternRewriter) -> None:
        """Put everything collected before `anchor`."""
        ops: Sequence[Operation] = tuple(self._top.ops)
        for op in ops:
            op.detach()
        rewriter.insert(ops, InsertPoint.before(anchor))


def pipelined(*, overlap_stores: bool | None = None, double_buffer_c: bool = False) -> dict[str, Attribute]:
    """Attributes of a loop to be software-pipelined two stages deep."""
    attributes: dict[str, Attribute] = {pipelining.STAGES: IntegerAttr(2, i64)}
    if overlap_stores is not None:
        attributes[pipelining.OVERLAP_STORES] = IntegerAttr.from_bool(overlap_stores)
    if double_buffer_c:
        attributes[pipelining.DOUBLE_BUFFER_C] = IntegerAttr.from_bool(True)
    return attributes
