"""IR properties: what passes need of the functions they work on, and what they give.

Each property says what holds of every in-core function, finds the ops of which it does not, and names the pass that
establishes it. A pass declares `needs` and `gives` (`transforms.checked_pass`). Source: tile_l0 sections 7 and 8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.analysis.accumulator_pitch import disagreeing_readers
from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.tile.attributes import FunctionKind, MemorySpace
from xdsl_tiles.dialects.tile.cube import BatchMatmulOp, MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.pipelining import LOOP_MARKS, pipeline_stages
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.vector import CastOp


class Violation(NamedTuple):
    """An op of which a property does not hold, and why not: a clause about the op."""

    op: Operation
    reason: str


Finder = Callable[[FuncOp, str | None], Iterable[Violation]]
"""Finds the violations in a function; the second argument is the `machine` option of the pass that asks."""


@dataclass(frozen=True)
class IRProperty:
    """Something that can hold of in-core functions.

    `meaning` completes "in every in-core function"; `established_by` is the name of the pass that makes it so, None
    where only whoever wrote the program can.
    """

    name: str
    meaning: str
    violations: Finder
    established_by: str | None = None


def require(properties: Iterable[IRProperty], module: ModuleOp, needed_by: str, machine: str | None = None) -> None:
    """Check what a pass needs; OperationError at the first op that lacks it, naming the pass that establishes it."""
    for property_, violation in _violations(properties, module, machine):
        establisher = property_.established_by
        remedy = f"; run '{establisher}' before it" if establisher else ""
        fail(violation.op, f"{violation.reason}, but pass '{needed_by}' needs '{property_.name}'{remedy}")


def verify_given(properties: Iterable[IRProperty], module: ModuleOp, given_by: str, machine: str | None = None) -> None:
    """Check what a pass gives, after it; OperationError at the first op of which it does not hold."""
    for property_, violation in _violations(properties, module, machine):
        fail(violation.op, f"{violation.reason}, but pass '{given_by}' gives '{property_.name}'")


def _violations(
    properties: Iterable[IRProperty], module: ModuleOp, machine: str | None
) -> Iterator[tuple[IRProperty, Violation]]:
    asked = tuple(properties)
    functions = [op for op in module.walk() if isinstance(op, FuncOp)] if asked else []
    for function in functions:
        if function_kind(function) is FunctionKind.IN_CORE:
            for property_ in asked:
                for violation in property_.violations(function, machine):
                    yield property_, violation


def _tiles_of_other_rank(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    for op in function.walk():
        for value in _defined_values(op):
            if isinstance(value.type, TileType) and value.type.get_num_dims() != 2:
                yield Violation(op, f"has a tile of rank {value.type.get_num_dims()}, {value.type}")


def _defined_values(op: Operation) -> Iterator[SSAValue]:
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args


def _casts_in_several_steps(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    casts = [op for op in function.walk() if isinstance(op, CastOp)]
    figures = machine_for(function, machine) if casts else None
    if figures is None:
        return
    for op in casts:
        source, target = str(tile_type(op.source).element_type), str(op.result.type.element_type)
        if not figures.can_cast(source, target):
            yield Violation(op, f"casts {source} to {target}, which {figures.name} has no one instruction for")


_CUBE_SPACES = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.BIAS)


def _tiles_out_of_place(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    for op in function.walk():
        for value in _defined_values(op):
            if isinstance(value.type, TileType) and value.type.space is None:
                yield Violation(op, f"has a tile in no memory space, {value.type}")
        if isinstance(op, MatmulOp | MatmulAccOp | MatmulBiasOp | BatchMatmulOp):
            factors = (op.lhs, op.rhs, op.bias) if isinstance(op, MatmulBiasOp) else (op.lhs, op.rhs)
            for factor, space in zip(factors, _CUBE_SPACES):
                if tile_type(factor).space is not space:
                    yield Violation(op, f"reads {tile_type(factor)}, which is not in {space}")


def _moves_between_cores(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    for op in function.walk():
        if isinstance(op, MoveOp):
            source, target = tile_type(op.source).space, op.result.type.space
            if source is not target and MemorySpace.VEC in (source, target):
                yield Violation(op, f"moves a tile between the cube and a vector core, from {source} to {target}")


def _loops_of_several_stages(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    for op in function.walk():
        stages = pipeline_stages(op)
        if stages is not None and stages > 1:
            yield Violation(op, f"is a loop of {stages} pipeline stages")


def _pipelined_loops(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    for op in function.walk():
        for name in LOOP_MARKS:
            if name in op.attributes:
                yield Violation(op, f"is a loop to be pipelined, as its '{name}' says")


def _scrambled_accumulators(function: FuncOp, machine: str | None) -> Iterator[Violation]:
    return (Violation(reader.op, reader.reason) for reader in disagreeing_readers(function))


TILES_2D = IRProperty("tiles-2d", "every tile has two dimensions", _tiles_of_other_rank, "flatten-tile-nd-to-2d")
NATIVE_CASTS = IRProperty(
    "native-casts", "every tile.cast is one instruction of the machine", _casts_in_several_steps, "legalize-tile-cast"
)
MEMORY_SPACES = IRProperty(
    "memory-spaces",
    "every tile has a memory space, and the factors of products are in left and right",
    _tiles_out_of_place,
    "infer-tile-memory-space",
)
ONE_KIND_OF_CORE = IRProperty(
    "one-kind-of-core",
    "no tile.move crosses between the cube and a vector core",
    _moves_between_cores,
    "expand-mixed-kernel",
)
STAGES_REPLICATED = IRProperty(
    "stages-replicated",
    "the body of a pipelined loop holds all its stages: tile.pipeline_stages is 1",
    _loops_of_several_stages,
    "lower-pipeline-loops",
)
NO_PIPELINED_LOOPS = IRProperty(
    "no-pipelined-loops",
    "loops are sequential: none is marked to be pipelined",
    _pipelined_loops,
    "canonicalize-io-order",
)
ACCUMULATOR_PITCH = IRProperty(
    "accumulator-pitch",
    "whoever reads an accumulator expects the row pitch that it was written with",
    _scrambled_accumulators,
)
