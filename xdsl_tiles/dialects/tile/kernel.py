"""Ops that tie a kernel to its machine: which block it is, and the pipes between a cube and its vector cores."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, IntegerAttr, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.attributes import (
    CoreKind,
    CoreKindAttr,
    FunctionKind,
    FunctionKindAttr,
    MemorySpace,
)
from xdsl_tiles.dialects.tile.effects import PipeEffect
from xdsl_tiles.dialects.tile.types import TileType, tile_type

KIND = "tile.kind"
"""The attribute that declares a function's kind."""

MACHINE = "tile.machine"
"""The attribute of a function or module that names its machine, or the path of a machine's TOML file."""

PLANNER = "tile.planner"
"""The attribute that records the memory planner a function was tiled under."""

CORES = "tile.cores"
"""The attribute that records for how many cores the blocks of a function were dealt out."""

CORE = "tile.core"
"""The attribute of a function that says which kind of core runs it."""

PIPE_DEPTH = "tile.pipe_depth"
"""The attribute of a function that says how many tiles each of its pipes holds."""

DEFAULT_PIPE_DEPTH = 2
"""Tiles that a pipe holds where nothing says how many: one is filled while the other is read (tile_l0 section 7)."""

_SENT_TO = {CoreKind.VECTOR: (MemorySpace.ACC, MemorySpace.MAT), CoreKind.CUBE: (MemorySpace.VEC,)}
_LANDS_IN = {CoreKind.CUBE: MemorySpace.VEC, CoreKind.VECTOR: MemorySpace.MAT}


def function_kind(function: FuncOp) -> FunctionKind:
    """What a function is: its `tile.kind`, else in-core where it has tile ops, else opaque."""
    declared = function.attributes.get(KIND)
    if isinstance(declared, FunctionKindAttr):
        return declared.data
    is_in_core = any(op.dialect_name() == "tile" for op in function.walk())
    return FunctionKind.IN_CORE if is_in_core else FunctionKind.OPAQUE


def pipe_depth(op: Operation) -> int:
    """How many tiles a pipe holds that an op pushes into or pops from."""
    around = op.parent_op()
    while around is not None and PIPE_DEPTH not in around.attributes:
        around = around.parent_op()
    declared = None if around is None else around.attributes[PIPE_DEPTH]
    return declared.value.data if isinstance(declared, IntegerAttr) else DEFAULT_PIPE_DEPTH


class BlockQueryOperation(FormattedOperation, ABC):
    """A number that the run knows of the blocks of a function."""

    result = result_def(IndexType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "attr-dict"

    def __init__(self):
        super().__init__(result_types=[IndexType()])


@irdl_op_definition
class BlockIdxOp(BlockQueryOperation):
    """The index of the running block, from 0: `%i = tile.block_idx`."""

    name = "tile.block_idx"


@irdl_op_definition
class BlockNumOp(BlockQueryOperation):
    """The number of blocks that run the function: `%n = tile.block_num`."""

    name = "tile.block_num"


@irdl_op_definition
class PushOp(FormattedOperation):
    """
    Send a tile to the other kind of core of the cluster, through the pipe with this id.

    ```mlir
    tile.push %c to vector pipe 0 : !tile.tile<16x64xf32, acc>
    ```
    """

    name = "tile.push"

    source = operand_def(TileType)
    receiver = prop_def(CoreKindAttr)
    pipe = prop_def(IntegerAttr.constr(type=i64))

    traits = traits_def(PipeEffect())

    ASSEMBLY_FORMAT: ClassVar = "$source `to` $receiver `pipe` $pipe attr-dict `:` type($source)"

    def __init__(self, source: SSAValue | Operation, receiver: CoreKind, pipe: int = 0):
        super().__init__(
            operands=[source],
            properties={"receiver": CoreKindAttr(receiver), "pipe": IntegerAttr(pipe, i64)},
        )

    def verify_(self) -> None:
        _verify_pipe(self.pipe.value.data)
        spaces = _SENT_TO[self.receiver.data]
        if tile_type(self.source).space not in (*spaces, None):
            raise VerifyException(
                f"pushes tiles in {' or '.join(spaces)} to the {self.receiver.data} core, got {tile_type(self.source)}"
            )


def _verify_pipe(pipe: int) -> None:
    if pipe < 0:
        raise VerifyException(f"pipes are numbered from 0, got {pipe}")


@irdl_op_definition
class PopOp(FormattedOperation):
    """
    Take the oldest tile that the other kind of core pushed; it occupies its slot until `tile.free`.

    What a cube sends lands in Vec, what a vector core sends in Mat.

    ```mlir
    %c = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
    ```
    """

    name = "tile.pop"

    sender = prop_def(CoreKindAttr)
    pipe = prop_def(IntegerAttr.constr(type=i64))
    result = result_def(TileType)

    traits = traits_def(PipeEffect())

    ASSEMBLY_FORMAT: ClassVar = "`from` $sender `pipe` $pipe attr-dict `:` type($result)"

    def __init__(self, result_type: TileType, sender: CoreKind, pipe: int = 0):
        super().__init__(
            result_types=[result_type],
            properties={"sender": CoreKindAttr(sender), "pipe": IntegerAttr(pipe, i64)},
        )

    def verify_(self) -> None:
        _verify_pipe(self.pipe.value.data)
        space = _LANDS_IN[self.sender.data]
        if self.result.type.space not in (space, None):
            raise VerifyException(f"what the {self.sender.data} core sends lands in {space}, got {self.result.type}")


@irdl_op_definition
class FreeOp(FormattedOperation):
    """
    Give back the pipe slot of a popped tile; the tile must not be read afterwards.

    ```mlir
    %c = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
    tile.free %c : !tile.tile<16x64xf32, vec>
    ```
    """

    name = "tile.free"

    source = operand_def(TileType)

    traits = traits_def(PipeEffect())

    ASSEMBLY_FORMAT: ClassVar = "$source attr-dict `:` type($source)"

    def __init__(self, source: SSAValue | Operation):
        super().__init__(operands=[source])

    def verify_(self) -> None:
        if not isinstance(self.source.owner, PopOp):
            raise VerifyException(f"frees the slot of a tile.pop, got {tile_type(self.source)} from elsewhere")
        if any(isinstance(use.operation, FreeOp) and use.operation is not self for use in self.source.uses):
            raise VerifyException(f"frees the slot of {tile_type(self.source)} twice")
