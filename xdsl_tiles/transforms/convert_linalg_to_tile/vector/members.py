"""Emitting the members of a group on one block of rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from xdsl_tiles.analysis.access import Access
from xdsl_tiles.dialects.tile import reduction
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.types import element_bits, is_float, tensor_type
from xdsl_tiles.transforms.convert_linalg_to_tile.matrices import Matrix, Positions
from xdsl_tiles.transforms.convert_linalg_to_tile.vector import functions
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.body import constant_number, emit_op
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.group import used_operands
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.layout import GroupLayout, same_everywhere
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.ops import MAXIMA, SUMS, VectorOp, combination
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.values import ADD, MAXIMUM, MINIMUM, Block, Family, Value
from xdsl_tiles.transforms.tiling.emitter import LoopIndex, Position

_ROW_REDUCTIONS = {ADD: reduction.RowSumOp, MAXIMUM: reduction.RowMaxOp, MINIMUM: reduction.RowMinOp}
_COLUMN_REDUCTIONS = {ADD: reduction.ColSumOp, MAXIMUM: reduction.ColMaxOp, MINIMUM: reduction.ColMinOp}


@dataclass
class BlockMembers:
    """The values of a group's members on one block, whose corner is at a row and column of the matrices at `at`."""

    layout: GroupLayout
    matrices: dict[Access, Matrix]
    block: Block
    at: Positions
    corner: tuple[Position, Position]
    loaded: dict[Access, Value] = field(default_factory=dict[Access, Value])
    results: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])

    def emit(self, vector: VectorOp) -> None:
        """Emit a member; its results are known afterwards."""
        if vector.reduced:
            total = self.combined(vector, self.partial(vector), self.initial(vector))
            self.results[vector.results[0]] = self.narrowed(vector, total)
            return
        env = self._arguments(vector)
        for result, yielded in zip(vector.results, self._run(vector, env, vector.yielded)):
            wanted = vector.body.args[-len(vector.results) + vector.results.index(result)].type
            if yielded.element_type != wanted and not yielded.is_scalar:
                yielded = self.block.cast(yielded, wanted)
            self.results[result] = yielded

    def partial(self, vector: VectorOp) -> Value:
        """Emit what a reduction makes of the block by itself, narrow floats that are summed in f32."""
        found = combination(vector)
        assert found is not None
        op, reduced = found
        (value,) = self._run(vector, self._arguments(vector), [reduced])
        value = self.block.broadcast(value, True, True)
        if isinstance(op, arith.MaxnumfOp | arith.MinnumfOp):
            value = functions.without_nan(self.block, value, smallest=isinstance(op, arith.MaxnumfOp))
        if self._is_widened(vector):
            value = self.block.cast(value, f32)
        table = _COLUMN_REDUCTIONS if self.layout.reduces_rows else _ROW_REDUCTIONS
        result = self.block.emit.add(table[family_of(vector)](value.value))
        return self.block.tile(result, not self.layout.reduces_rows, self.layout.reduces_rows)

    def initial(self, vector: VectorOp) -> Value:
        """Emit what a reduction adds to, in the type it adds in."""
        reached = vector.outputs[0]
        value = self.read(reached)
        if not self._is_widened(vector):
            return value
        if value.is_scalar:
            return Value(self.block.emit.add(arith.ExtFOp(value.value, f32)))
        return self.block.cast(value, f32)

    def start(self, vector: VectorOp) -> Value:
        """Emit the tile that a reduction over several blocks starts from."""
        by_rows = self.layout.reduces_rows
        return self.block.broadcast(self.initial(vector), not by_rows, by_rows)

    def combined(self, vector: VectorOp, partial: Value, before: Value) -> Value:
        """Emit the combination of a part with what was there; nothing where that is neutral."""
        family = family_of(vector)
        if before.is_scalar and _is_neutral(family, before.value):
            return partial
        return self.block.binary(family, partial, before)

    def narrowed(self, vector: VectorOp, total: Value) -> Value:
        """Emit the result of a reduction in its own type."""
        return self.block.cast(total, vector.body.args[-1].type)

    def _is_widened(self, vector: VectorOp) -> bool:
        type_ = vector.body.args[-1].type
        return is_float(type_) and element_bits(type_) < 32 and family_of(vector) is ADD

    def _arguments(self, vector: VectorOp) -> dict[SSAValue, Value]:
        env: dict[SSAValue, Value] = {}
        skipped = vector.body.args[-1] if vector.reduced else None
        for argument, value, reached, used in zip(
            vector.body.args, vector.operands, vector.accesses, used_operands(vector)
        ):
            if used and argument is not skipped:
                env[argument] = Value(value) if reached is None else self.read(reached)
        return env

    def _run(self, vector: VectorOp, env: dict[SSAValue, Value], wanted: Sequence[SSAValue]) -> list[Value]:
        skipped = vector.yielded[0].owner if vector.reduced else None
        for op in vector.body.ops:
            if op is not vector.body.last_op and op is not skipped:
                operands = [env.get(operand) or Value(operand) for operand in op.operands]
                env[op.results[0]] = emit_op(self.block, op, operands)
        return [env.get(value) or Value(value) for value in wanted]

    def read(self, reached: Access) -> Value:
        """Emit the load of what an access reaches in this block, once."""
        reached = self.layout.group.behind(reached)
        if (made := self.results.get(reached.tensor)) is not None:
            return made
        if reached not in self.loaded:
            self.loaded[reached] = self._load(reached)
        return self.loaded[reached]

    def _load(self, reached: Access) -> Value:
        same, block = same_everywhere(reached.tensor), self.block
        if isinstance(same, SSAValue):
            return Value(same)
        if same is not None:
            return block.number(cast(float, same.get_values()[0]), tensor_type(reached.tensor).element_type)
        matrix = self.matrices.get(reached)
        if matrix is None:
            element = tensor_type(reached.tensor).element_type
            return Value(block.emit.add(tensor.ExtractOp(reached.tensor, self._indices(reached), element)))
        view = matrix.view
        shape, valid = block.extents(view.has_rows, view.has_columns)
        tile = matrix.load(block.emit, self.at, self.corner, shape, valid, MemorySpace.VEC)
        return block.tile(tile, view.has_rows, view.has_columns)

    def _indices(self, reached: Access) -> list[SSAValue]:
        emit, indices = self.block.emit, list[SSAValue]()
        for coordinate in reached.coordinates:
            index = emit.offset(0, self.at.get(coordinate.loop, 0)) if coordinate.loop is not None else 0
            for offset in coordinate.offsets:
                index = emit.offset(index, offset if isinstance(offset, int) else LoopIndex(offset, 0))
            indices.append(emit.constant(index) if isinstance(index, int) else index)
        return indices


def family_of(vector: VectorOp) -> Family:
    """By what a reduction combines."""
    combining = vector.yielded[0].owner
    return ADD if isinstance(combining, SUMS) else MAXIMUM if isinstance(combining, MAXIMA) else MINIMUM


def _is_neutral(family: Family, scalar: SSAValue) -> bool:
    """Whether combining with a constant changes nothing; a sum that starts from zero is the sum."""
    number = constant_number(scalar)
    if number is None:
        return False
    neutral = {ADD: 0.0, MAXIMUM: float("-inf"), MINIMUM: float("inf")}
    return number == neutral[family]
