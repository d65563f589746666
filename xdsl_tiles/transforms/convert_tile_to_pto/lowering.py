"""The function being written: its buffers, views of global memory and scalars, by the values that they stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, LocationAttr, TensorType, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_tiles.analysis.loops import constant_of
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.tiles import AllocTileOp, SetValidShapeOp
from xdsl_tiles.dialects.pto.types import PtrType, TensorViewType
from xdsl_tiles.dialects.pto.views import MakeTensorViewOp
from xdsl_tiles.dialects.tile.abi import AbiAttr, ParameterAttr, Role
from xdsl_tiles.dialects.tile.attributes import CoreKind
from xdsl_tiles.dialects.tile.memory import CreateOp
from xdsl_tiles.dialects.tile.pipelining import STAGE
from xdsl_tiles.dialects.tile.types import TileType, tensor_type, tile_type
from xdsl_tiles.dialects.tile.windows import MixedIndex
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_plan import Buffer, BufferPlan
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_types import buffer_type

OpT = TypeVar("OpT", bound=Operation)

Extent: TypeAlias = "int | SSAValue"
"""An extent in the new function: a constant, or an `index`."""

Extents: TypeAlias = tuple[Extent, Extent]


class Handle(NamedTuple):
    """A tile in the new function: its buffer, and how many of its rows and columns are valid."""

    value: SSAValue
    valid: Extents

    @property
    def type(self) -> TileBufType:
        """The type of the buffer."""
        assert isinstance(self.value.type, TileBufType)
        return self.value.type


class Launched(NamedTuple):
    """What is known of launches: the conventions of converted functions, by name, and which go by slots in memory.

    The memory is the first scratch of both kernels.
    """

    kernels: Mapping[str, AbiAttr]
    through_memory: Container[Operation]


class RuleTable(Protocol):
    """Who knows what ops become."""

    def find(self, op: Operation) -> Callable[[Any, Lowering], None] | None:
        """The rule of an op, if it has one."""
        ...


class Lowering:
    """Writes the pto form of one function, op by op in program order.

    `rules` say what ops become. Ops are appended to the block that is being written; index constants and views of
    global memory come first in the function.
    """

    def __init__(self, arch: Arch, plan: BufferPlan, rules: RuleTable, launched: Launched):
        self.arch, self.plan, self.rules, self.launched = arch, plan, rules, launched
        self.block = self.entry = Block()
        self.scalars: dict[SSAValue, SSAValue] = {}
        self.tensors: dict[SSAValue, SSAValue] = {}
        self._tiles: dict[SSAValue, Handle] = {}
        self._constants: dict[int, SSAValue] = {}
        self._views: dict[tuple[SSAValue, Attribute], SSAValue] = {}
        self.prologue: list[Operation] = []
        self.scratch_parameters: list[ParameterAttr] = []
        self.held: dict[CoreKind, list[SSAValue]] = defaultdict(list)
        self.freed: set[SSAValue] = set()
        self._location: LocationAttr = UnknownLoc()

    def at(self, op: Operation) -> None:
        """What is emitted from here on comes from this op."""
        self._location = op.location

    def emit(self, op: OpT, name: str | None = None) -> OpT:
        """Append an op to the block that is being written."""
        op.location = self._location
        if name and op.results:
            op.results[0].name_hint = name
        self.block.add_op(op)
        return op

    def in_block(self, block: Block, write: Callable[[], None]) -> Block:
        """A block with what `write` emits."""
        outer, self.block = self.block, block
        write()
        self.block = outer
        return block

    def finish(self) -> None:
        """Put the constants and views at the start of the function."""
        assert self.entry.first_op is not None
        for op in self.prologue:
            if isinstance(op.location, UnknownLoc):
                op.location = self._location
        self.entry.insert_ops_before(self.prologue, self.entry.first_op)

    def parameter(self, type_: Attribute, name: str | None) -> SSAValue:
        """One more parameter of the function."""
        parameter = self.entry.insert_arg(passed_type(type_), len(self.entry.args))
        parameter.name_hint = name
        return parameter

    def scratch(self, type_: Attribute, name: str | None) -> SSAValue:
        """One more parameter of the function, for memory that the caller need not know more of than its size."""
        self.scratch_parameters.append(ParameterAttr(Role.SCRATCH, len(self.entry.args), type_))
        return self.parameter(type_, name)

    def constant(self, value: int) -> SSAValue:
        """An `index` constant, one for each number."""
        if value not in self._constants:
            op = arith.ConstantOp(IntegerAttr(value, IndexType()))
            op.location = self._location
            op.result.name_hint = f"c{value}"
            self.prologue.append(op)
            self._constants[value] = op.result
        return self._constants[value]

    def index(self, value: Extent) -> SSAValue:
        """An extent as an operand."""
        return self.constant(value) if isinstance(value, int) else value

    def mixed(self, values: Iterable[MixedIndex]) -> list[Extent]:
        """Offsets or sizes of a tile op in the new function; constants are numbers."""
        return [value if isinstance(value, int) else self._scalar_extent(value) for value in values]

    def _scalar_extent(self, value: SSAValue) -> Extent:
        known = constant_of(value)
        return self.scalars[value] if known is None else known

    def has_tile(self, value: SSAValue) -> bool:
        """Whether a tile has a buffer already."""
        return value in self._tiles

    def tile(self, value: SSAValue) -> Handle:
        """The buffer of a tile."""
        return self._tiles[value]

    def alias(self, result: SSAValue, handle: SSAValue, valid: Extents) -> None:
        """Let a tile be known by a handle that is there already."""
        self._tiles[result] = Handle(handle, valid)
        self.plan.buffer(result).handle = handle

    def define(self, result: SSAValue, valid: Extents | None = None) -> SSAValue:
        """The buffer to write a new tile to; `valid` says what the type of the tile leaves open."""
        extents = self.valid_of(result, valid)
        buffer = self.plan.buffer(result)
        if buffer.handle is None or not buffer.is_shared:
            buffer.handle = self._allocate(result, buffer, extents)
        elif _is_resized(buffer.handle) and not self._is_new(buffer.handle, extents):
            self.resize(buffer.handle, extents)
        self._tiles[result] = Handle(buffer.handle, extents)
        return buffer.handle

    def update(self, result: SSAValue, operand: SSAValue, valid: Extents | None = None) -> SSAValue:
        """The buffer of an operand, to be overwritten; it becomes that of the result."""
        before, extents = self._tiles[operand], self.valid_of(result, valid)
        buffer = self.plan.buffer(result)
        if buffer is not self.plan.buffer(operand):
            handle = self.define(result, valid)
            if not isinstance(operand.owner, CreateOp):
                self.copy(before, handle)
            if extents != before.valid:
                self._change_valid(handle, extents, result)
            return handle
        if extents != before.valid:
            self._change_valid(before.value, extents, result)
        self._tiles[result] = Handle(before.value, extents)
        return before.value

    def carry(self, target: SSAValue, valid: Extents) -> None:
        """Let a tile that a loop or branch hands on be the one in its buffer."""
        handle = self.plan.buffer(target).handle
        assert handle is not None, "buffers that several tiles share are allocated before any of them"
        self._tiles[target] = Handle(handle, valid)

    def allocate_shared(self, op: Operation) -> None:
        """Allocate the buffers that belong before an op."""
        for buffer in self.plan.allocated_before(op):
            first = next((member for member in buffer.members if member.owner is op), buffer.members[0])
            type_ = buffer_type(tile_type(first), self.arch, buffer.valid)
            buffer.handle = self.new_buffer(type_, type_.get_shape(), first)

    def _allocate(self, result: SSAValue, buffer: Buffer, valid: Extents) -> SSAValue:
        return self.new_buffer(buffer_type(tile_type(result), self.arch, buffer.valid), valid, result)

    def new_buffer(self, type_: TileBufType, valid: Sequence[Extent], tile: SSAValue | None = None) -> SSAValue:
        """A buffer of its own, for a tile or for scratch."""
        row, column = (
            self.index(extent) if declared == DYNAMIC_INDEX else None for extent, declared in zip(valid, type_.valid)
        )
        op = self.emit(AllocTileOp(type_, valid_row=row, valid_col=column), tile.name_hint if tile else "scratch")
        if tile is not None and isinstance(tile.owner, Operation) and STAGE in tile.owner.attributes:
            op.attributes[STAGE] = tile.owner.attributes[STAGE]
        return op.result

    def _is_new(self, handle: SSAValue, valid: Extents) -> bool:
        """Whether a buffer was just allocated, all of it valid, as it should be."""
        assert isinstance(handle.type, TileBufType)
        return handle.owner is self.block.last_op and valid == handle.type.get_shape()

    def _change_valid(self, handle: SSAValue, valid: Extents, result: SSAValue) -> None:
        if _is_resized(handle):
            self.resize(handle, valid)
        elif not self.plan.buffer(result).is_own:
            assert isinstance(result.owner, Operation)
            fail(result.owner, f"changes what of {handle.type} is valid, which is part of another tile; load it apart")

    def resize(self, handle: SSAValue, valid: Extents) -> None:
        """Change what of a buffer is valid."""
        self.emit(SetValidShapeOp(handle, *map(self.index, valid)))

    def valid_of(self, result: SSAValue, valid: Extents | None) -> Extents:
        """The valid extents of a tile: those of its type, or the given ones where the type leaves them open."""
        row, column = tile_type(result).valid
        if valid is None:
            return row, column
        return (valid[0] if row == DYNAMIC_INDEX else row, valid[1] if column == DYNAMIC_INDEX else column)

    def copy(self, source: Handle, target: SSAValue) -> None:
        """Copy a tile in the unified buffer."""
        from xdsl_tiles.dialects.pto.transfer import TMovOp

        if _is_resized(target):
            self.resize(target, source.valid)
        self.emit(TMovOp(source.value, target))

    def view(self, tensor: SSAValue) -> SSAValue:
        """The view of the memory that a tensor is in, row-major in the tensor's shape."""
        type_ = tensor_type(tensor)
        key = self.tensors[tensor], type_
        if key not in self._views:
            strides = [1]
            for extent in reversed(type_.get_shape()[1:]):
                strides.insert(0, strides[0] * extent)
            shape = list(map(self.constant, type_.get_shape()))
            view = MakeTensorViewOp(
                key[0],
                shape,
                list(map(self.constant, strides[: len(shape)])),
                TensorViewType(type_.get_shape(), type_.element_type),
            )
            view.location = self._location
            view.result.name_hint = key[0].name_hint
            self.prologue.append(view)
            self._views[key] = view.result
        return self._views[key]


def _is_resized(handle: SSAValue) -> bool:
    """Whether what of a buffer is valid may change while the program runs."""
    assert isinstance(handle.type, TileBufType)
    return handle.type.valid == (DYNAMIC_INDEX, DYNAMIC_INDEX)


def passed_type(type_: Attribute) -> Attribute:
    """The type of a parameter: a pointer for a tensor."""
    return PtrType(cast(TensorType[Attribute], type_).element_type) if isinstance(type_, TensorType) else type_


def is_tile(value: SSAValue) -> bool:
    """Whether a value is a tile of the tile dialect."""
    return isinstance(value.type, TileType)
