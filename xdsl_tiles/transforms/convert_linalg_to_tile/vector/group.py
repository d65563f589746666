"""Vector ops that walk the same rows are one group: its values stay on chip from one op to the next."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.linalg.ops import FillOp
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.analysis.access import Access, shows_operand, step_behind
from xdsl_tiles.dialects.tile.types import integer_width, is_float, tensor_type
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.body import refusal
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.ops import VectorOp, as_vector_op, combination

_TRANSPARENT = (arith.ConstantOp, tensor.EmptyOp, FillOp)


@dataclass
class Group:
    """Vector ops over the same loops, of which the last `width` run along columns and the others along rows."""

    extents: tuple[int, ...]
    width: int
    members: list[VectorOp] = field(default_factory=list)

    @property
    def last(self) -> Operation:
        """The op where all that the group reads is there."""
        return self.members[-1].op

    @property
    def column_loops(self) -> tuple[int, ...]:
        """The loops along columns."""
        return tuple(range(len(self.extents) - self.width, len(self.extents)))

    @property
    def produced(self) -> dict[SSAValue, VectorOp]:
        """The results of the members."""
        return {result: member for member in self.members for result in member.results}

    def behind(self, reached: Access) -> Access:
        """Where the elements of an access come from: a result of the group, else the tensor furthest behind."""
        produced = self.produced
        while reached.tensor not in produced and (behind := step_behind(reached)) is not None:
            reached = behind
        return reached

    def takes(self, vector: VectorOp) -> bool:
        """Whether an op joins: it walks the same rows, and reads results of the group as they are made."""
        leading = self.extents[: -self.width]
        if self.width != 1 or vector.extents not in (self.extents, leading, (*leading, 1)):
            return False
        if vector.reduced and (vector.extents != self.extents or vector.reduced != self.column_loops):
            return False
        reads = [self.behind(a) for a, used in zip(vector.accesses, used_operands(vector)) if a is not None and used]
        return all(self._is_as_made(a) for a in reads if a.tensor in self.produced)

    def _is_as_made(self, reached: Access) -> bool:
        made = self.produced[reached.tensor].outputs[0]
        return _ways(reached) == _ways(made)


def _ways(reached: Access) -> list[tuple[int | None, tuple[MixedIndex, ...]]]:
    return [(c.loop, c.offsets) for c in reached.coordinates if not c.is_origin]


def used_operands(vector: VectorOp) -> list[bool]:
    """Which operands the body reads; what a reduction adds to counts."""
    return [bool(argument.uses) for argument in vector.body.args]


def gather(op: Operation) -> Group | str | None:
    """The group that starts at an op, None if it is no vector op, or why it can't be taken."""
    first = takeable(op)
    if not isinstance(first, VectorOp):
        return first
    width = len(first.reduced) if first.reduced and first.reduced[-1] == len(first.extents) - 1 else 1
    group = Group(first.extents, width, [first])
    if first.reduced and first.reduced != group.column_loops:
        return group
    following = op.next_op
    while following is not None:
        if not isinstance(following, _TRANSPARENT) and not shows_operand(following):
            vector = takeable(following)
            if not isinstance(vector, VectorOp) or not group.takes(vector):
                break
            group.members.append(vector)
        following = following.next_op
    return group


def takeable(op: Operation) -> VectorOp | str | None:
    """The op as loops and a body of ops that there are on tiles, or why not."""
    vector = as_vector_op(op)
    if not isinstance(vector, VectorOp):
        return vector
    for value in (*vector.operands, *vector.results):
        reason = _type_refusal(value)
        if reason is not None:
            return reason
    inner = [inner for inner in vector.body.ops if inner is not vector.body.last_op]
    if vector.reduced:
        found = combination(vector)
        if found is None:
            return "its body reduces by something else than a sum, a maximum or a minimum"
        inner.remove(found[0])
        first, last = vector.reduced[0], vector.reduced[-1]
        if vector.reduced != tuple(range(first, last + 1)):
            return "it reduces along loops that are not next to each other; reduce along one after the other"
        if len(vector.reduced) == len(vector.extents):
            return "it reduces a tensor to one element; reduce along one axis after the other, and keep the last"
    if not vector.extents:
        return "it computes one element; compute with scalars"
    if len({output.coordinates for output in vector.outputs}) != 1:
        return "its results are written at different places; compute one after the other"
    reason = next((reason for op in inner if (reason := refusal(op)) is not None), None)
    return vector if reason is None else f"its body has {reason}"


def _type_refusal(value: SSAValue) -> str | None:
    element = tensor_type(value).element_type if isinstance(value.type, TensorType) else value.type
    width = integer_width(element)
    if is_float(element) or (width is not None and width >= 8):
        return None
    return f"the vector core has no {element} in memory; widen it"
