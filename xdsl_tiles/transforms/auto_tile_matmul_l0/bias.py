"""The bias of a matmul: the rows that windows of the output start from, and where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import is_side_effect_free
from xdsl.utils.hints import isa

from xdsl_tiles.analysis.abi import chain_origin
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.cube import MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.transforms.tiling.emitter import Emitter, Position


class BiasRows(Protocol):
    """A bias row cut along with the columns of the output."""

    def row(self, emit: Emitter, column: Position, width: int) -> SSAValue:
        """The `[1, width]` tile in the bias table for the window of columns at `column`."""
        ...


@dataclass(frozen=True)
class WholeRow:
    """A row in the bias table for windows that all take every column."""

    value: SSAValue

    def row(self, emit: Emitter, column: Position, width: int) -> SSAValue:
        """The whole row."""
        return self.value


@dataclass(frozen=True)
class LoadedRows:
    """A row of which each window is loaded anew from the tensor it came from.

    A window of the tile in Mat would not do: part of a single row is not a whole fractal (seed, step 5).
    """

    load: LoadOp
    name: str

    def row(self, emit: Emitter, column: Position, width: int) -> SSAValue:
        """Load the window and move it to the bias table."""
        *leading, first = self.load.mixed_offsets
        offsets = [*leading, emit.offset(first, column)]
        vector = None if leading else (width,)
        window = LoadOp(self.load.source, offsets, (1, width), MemorySpace.MAT, valid=vector)
        return bias_in_table(emit, emit.add(window, f"{self.name}_l0_bias_mat"), self.name)


def fresh_product(lhs: SSAValue, rhs: SSAValue, bias: SSAValue | None) -> MatmulOp | MatmulBiasOp:
    """A product in a fresh accumulator, which starts from the bias row where there is one."""
    return MatmulOp(lhs, rhs) if bias is None else MatmulBiasOp(lhs, rhs, bias)


def bias_in_table(emit: Emitter, bias: SSAValue, name: str) -> SSAValue:
    """A bias in the bias table: moved there unless it is there already."""
    if tile_type(bias).space is MemorySpace.BIAS:
        return bias
    return emit.add(MoveOp(bias, MemorySpace.BIAS), f"{name}_l0_bias")


def loaded_bias(op: MatmulBiasOp, until: Operation) -> LoadOp | str:
    """The load of a bias whose windows may be loaded anew anywhere before `until`, or why there is none.

    The load gives all of the row, to this matmul alone, in its block; only loads and scalars stand between the two,
    and up to `until`, which may be a store, nothing writes into the tensor: what the windows see is what the load saw.
    """
    load = op.bias.owner
    if not isinstance(load, LoadOp):
        return "it does not come from a tile.load"
    if load.parent is not op.parent or not op.bias.has_one_use():
        return "its tile.load is in another block or has other readers"
    if not load.result.type.is_fully_valid:
        return "not all of it is valid"
    for between in _between(load, op):
        if not isinstance(between, LoadOp) and not _is_scalar(between):
            return f"'{between.name}' stands between its tile.load and the matmul; move it out of the way"
    origin = chain_origin(load.source)
    for between in (*_between(op, until), until):
        if any(isinstance(inner, StoreOp) and chain_origin(inner.destination) is origin for inner in between.walk()):
            return "the tensor that it is loaded from is stored to before the matmul's result is"
    return load


def _between(first: Operation, last: Operation) -> Iterator[Operation]:
    op = first.next_op
    while op is not None and first is not last and op is not last:
        yield op
        op = op.next_op


def _is_scalar(op: Operation) -> bool:
    results = (result.type for result in op.results)
    return is_side_effect_free(op) and not any(isa(type_, TileType | TensorType) for type_ in results)
