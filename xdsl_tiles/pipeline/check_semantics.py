"""Does a pipeline keep what functions compute? Run them before it and after every pass, and compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_tiles.analysis.machine_of import NO_MACHINE
from xdsl_tiles.diagnostics import OperationError, fail
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.outputs import computes_narrow, output_types, run_for_outputs
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.samples import has_free_scalars, random_arguments
from xdsl_tiles.interpreters.values import value_dtype
from xdsl_tiles.numerics.tolerance import Mismatch, compare, tolerance
from xdsl_tiles.pipeline.errors import LocatedError

_SCALARS = (0, 1, 2)
_BLOCK_QUERIES = ("tile.block_idx", "tile.block_num", "pto.get_block_idx", "pto.get_block_num")
_BLOCKS = (1, 3)
"""How many blocks run a function whose work a pass dealt out to them."""


@dataclass(frozen=True)
class Reference:
    """What a function computed before the pipeline, from one set of arguments.

    `outputs` are the results, then the memrefs among the arguments as the run left them.
    """

    arguments: Sequence[Any]
    outputs: Sequence[Any]
    types: Sequence[Attribute]


class SemanticsChecker:
    """Compares the functions of a module with what they were.

    Every function with a body runs on seeded random arguments; scalars are what `tile.sample` on the argument says,
    else 0, 1 and 2 in three runs, of which those that fail are left out unless all fail. A function whose work a pass
    dealt out to blocks runs as one block and as three. Machine capacities don't
    count: they are no part of the meaning.
    """

    def __init__(self, module: ModuleOp, seed: int = 0):
        """Run the functions as they are; a `LocatedError` if one can't be run."""
        self.narrowed: set[str] = set()
        self.asked_for_blocks: set[str] = set()
        self.references: dict[str, list[Reference]] = {}
        program = _program(module)
        for function in program.functions:
            self.references[function.sym_name.data] = _references(program, function, seed)
            self._note_narrowing(function)
            if _asks_for_blocks(function):
                self.asked_for_blocks.add(function.sym_name.data)

    def check(self, after_pass: str, module: ModuleOp) -> None:
        """Run the functions as they are now; an error that names the pass if one computes something else."""
        program = _program(module)
        functions = {function.sym_name.data: function for function in program.functions}
        for name, references in self.references.items():
            if (function := functions.get(name)) is None:
                continue
            self._note_narrowing(function)
            for reference in references:
                self._check_one(after_pass, program, function, reference)

    def _note_narrowing(self, function: FuncOp) -> None:
        if computes_narrow(function):
            self.narrowed.add(function.sym_name.data)

    def _check_one(self, after_pass: str, program: Program, function: FuncOp, reference: Reference) -> None:
        is_dealt_out = _asks_for_blocks(function) and function.sym_name.data not in self.asked_for_blocks
        for blocks in _BLOCKS if is_dealt_out else _BLOCKS[:1]:
            self._check_run(after_pass, program, function, reference, blocks)

    def _check_run(
        self, after_pass: str, program: Program, function: FuncOp, reference: Reference, blocks: int
    ) -> None:
        name = function.sym_name.data
        try:
            outputs = run_for_outputs(program, function, reference.arguments, blocks)
        except OperationError as error:
            raise _prefixed(error, f"pass '{after_pass}' broke '{name}', which ran before: ") from error
        for index, (actual, expected) in enumerate(zip(outputs, reference.outputs, strict=True)):
            if mismatch := self._compare(actual, expected, reference.types[index], name):
                fail(function, f"pass '{after_pass}' changed what '{name}' computes: output {index} is {mismatch}")

    def _compare(self, actual: Any, expected: Any, type_: Attribute, name: str) -> Mismatch | None:
        accepted = tolerance(value_dtype(type_), narrowed=name in self.narrowed)
        return compare(np.asarray(actual), np.asarray(expected), accepted)


def _asks_for_blocks(function: FuncOp) -> bool:
    return any(op.name in _BLOCK_QUERIES for op in function.walk())


def _program(module: ModuleOp) -> Program:
    return Program(module, Environment(machine=NO_MACHINE))


def _references(program: Program, function: FuncOp, seed: int) -> list[Reference]:
    references: list[Reference] = []
    failures: list[OperationError] = []
    for scalar in _SCALARS if has_free_scalars(function) else _SCALARS[:1]:
        try:
            arguments = random_arguments(function, seed, scalar)
            references.append(
                Reference(arguments, run_for_outputs(program, function, arguments), output_types(function))
            )
        except OperationError as error:
            failures.append(error)
    if not references:
        name = function.sym_name.data
        raise _prefixed(failures[0], f"cannot check the semantics of '{name}', which does not run: ")
    return references


def _prefixed(error: OperationError, prefix: str) -> LocatedError:
    return LocatedError(replace(error.diagnostic, message=prefix + error.diagnostic.message))
