"""Programs from MLIR text."""

from collections.abc import Callable
from typing import Any

import pytest
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles.interpreters.accumulator import CubeArithmetic, Order
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects


def parse(text: str, verify: bool = True) -> ModuleOp:
    context = all_dialects()
    module = LocatedParser(context, text, "test.mlir").parse_module()
    if verify:
        module.verify()
    return module


@pytest.fixture
def module() -> Callable[[str], ModuleOp]:
    """Text to a verified module."""
    return parse


@pytest.fixture
def program() -> Callable[..., Program]:
    """Text to a program; keywords go to its environment, `order` to its arithmetic."""

    def make(text: str, *, order: Order = Order.BLAS, verify: bool = True, **environment: Any) -> Program:
        return Program(parse(text, verify), Environment(arithmetic=CubeArithmetic(order), **environment))

    return make


@pytest.fixture
def run(program: Callable[..., Program]) -> Callable[..., tuple[Any, ...]]:
    """Run the first function of a text on arguments; its results."""

    def run_first(text: str, *arguments: Any, **environment: Any) -> tuple[Any, ...]:
        loaded = program(text, **environment)
        return loaded.run(loaded.functions[0].sym_name.data, arguments)

    return run_first
