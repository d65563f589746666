"""Sections of a function whose blocks different cores may do: loops over blocks, and single stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from xdsl.dialects import arith, scf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_tiles.analysis.abi import chain_origin
from xdsl_tiles.dialects.tile.kernel import FreeOp, PopOp, PushOp
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import tensor_type, tile_type

_HANDS_TENSORS_ON = (StoreOp, scf.ForOp, scf.YieldOp, ReturnOp, LoadOp, tensor.EmptyOp)

Interval = tuple[int, int] | None
"""Elements of one axis of a tensor, None where only the run knows which."""


@dataclass(frozen=True)
class Range:
    """A loop with constant bounds: where it starts, its step and how often it runs."""

    loop: scf.ForOp
    start: int
    step: int
    trips: int


@dataclass(frozen=True)
class Section:
    """Blocks of one tensor: the iterations of the `loops`, outermost first, or the one block that `root` is."""

    root: Operation
    loops: tuple[Range, ...]

    @property
    def count(self) -> int:
        """How many blocks there are."""
        count = 1
        for around in self.loops:
            count *= around.trips
        return count


def find_sections(function: FuncOp) -> list[Section] | str:
    """The sections of a function in order, or why its blocks can't be done by different cores."""
    stores = [op for op in function.walk() if isinstance(op, StoreOp)]
    if not stores:
        return []
    if (refusal := _refusal(function, stores)) is not None:
        return refusal
    sections = [_section(op) for op in function.body.block.ops if _stores(op)]
    for first, second in combinations(sections, 2):
        if not _apart(first, second):
            return "two of its stores may write the same elements, in an order that only one core keeps"
    return sections


def _refusal(function: FuncOp, stores: Sequence[StoreOp]) -> str | None:
    written = {chain_origin(store.destination) for store in stores}
    for op in function.walk():
        if isinstance(op, PushOp | PopOp | FreeOp):
            return f"'{op.name}' pairs it with another kind of core"
        touches = any(isinstance(value.type, TensorType) for value in (*op.operands, *op.results))
        if op is not function and touches and not isinstance(op, _HANDS_TENSORS_ON):
            return f"'{op.name}' works on whole tensors"
        if isinstance(op, LoadOp) and chain_origin(op.source) in written:
            return "a block may read what another stores, which would need a barrier between all cores"
        if op.parent_op() is function and not isinstance(op, StoreOp) and _stores(op) and not _is_chain(op):
            return f"'{op.name}' is no loop that carries just the tensor that its blocks are stored to"
    return None


def _is_chain(op: Operation) -> bool:
    if not isinstance(op, scf.ForOp) or len(op.results) != 1 or not isinstance(op.results[0].type, TensorType):
        return False
    return chain_origin(op.results[0]) is chain_origin(op.iter_args[0])


def _stores(op: Operation) -> list[StoreOp]:
    return [inner for inner in op.walk() if isinstance(inner, StoreOp)]


def _section(root: Operation) -> Section:
    loops: list[Range] = []
    around: Operation = root
    while isinstance(around, scf.ForOp) and (found := _range(around)) is not None and _iterations_apart(found):
        loops.append(found)
        inner, *others = around.body.block.ops
        if len(others) != 1 or not isinstance(inner, scf.ForOp) or tuple(others[0].operands) != tuple(inner.results):
            break
        around = inner
    return Section(root, tuple(loops))


def _range(loop: scf.ForOp) -> Range | None:
    bounds = [_constant(value) for value in (loop.lb, loop.ub, loop.step)]
    start, end, step = bounds
    if start is None or end is None or step is None or step <= 0 or len(loop.iter_args) != 1:
        return None
    return Range(loop, start, step, max(0, -(-(end - start) // step)))


def _constant(value: SSAValue) -> int | None:
    owner = value.owner
    constant = owner.value if isinstance(owner, arith.ConstantOp) else None
    return constant.value.data if isinstance(constant, IntegerAttr) else None


def _iterations_apart(around: Range) -> bool:
    """Whether all stores move along one axis with the iterations, by no less than what they write."""
    index, stores = around.loop.body.block.args[0], _stores(around.loop)
    axes = range(min((len(store.mixed_offsets) for store in stores), default=0))
    return any(
        all(store.mixed_offsets[axis] is index and 0 <= _extent(store, axis) <= around.step for store in stores)
        for axis in axes
    )


def _extent(store: StoreOp, axis: int) -> int:
    """Elements that a store writes along an axis, the physical ones where only the run knows."""
    sizes = store.mixed_sizes
    if sizes:
        size = sizes[axis]
        return size if isinstance(size, int) else tensor_type(store.destination).get_shape()[axis]
    tile = tile_type(store.source)
    inner = axis - (tensor_type(store.destination).get_num_dims() - tile.get_num_dims())
    if inner < 0:
        return 1
    return tile.get_shape()[inner] if tile.valid[inner] == DYNAMIC_INDEX else tile.valid[inner]


def _apart(first: Section, second: Section) -> bool:
    return all(
        chain_origin(one.destination) is not chain_origin(other.destination)
        or any(map(_disjoint, _region(one), _region(other)))
        for one in _stores(first.root)
        for other in _stores(second.root)
    )


def _disjoint(one: Interval, other: Interval) -> bool:
    return one is not None and other is not None and (one[1] <= other[0] or other[1] <= one[0])


def _region(store: StoreOp) -> list[Interval]:
    """What a store may write along each axis, in all iterations of the loops around it."""
    return [_interval(offset, _extent(store, axis)) for axis, offset in enumerate(store.mixed_offsets)]


def _interval(offset: SSAValue | int, extent: int) -> Interval:
    if extent == DYNAMIC_INDEX:
        return None
    if isinstance(offset, int):
        return offset, offset + extent
    if isinstance(offset, BlockArgument) and isinstance(loop := offset.owner.parent_op(), scf.ForOp):
        around = _range(loop) if offset.index == 0 else None
        if around is not None and around.trips:
            return around.start, around.start + (around.trips - 1) * around.step + extent
    return None
