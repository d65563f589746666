"""Every ```mlir example, in the documentation and in docstrings, is a program that parses and verifies.

Values that an example uses and does not define become the arguments of a function around it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

import xdsl_tiles
from xdsl_tiles.dialects.tile import Tile
from xdsl_tiles.pipeline.frontend.linalg_bodies import widen_matmul_bodies
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.verify import verify_module

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^ *```mlir\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def texts() -> Iterator[tuple[str, str]]:
    """Every page and docstring, and what to call it."""
    for page in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))):
        yield page.name, page.read_text()
    for file in sorted(Path(xdsl_tiles.__file__).parent.glob("**/*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            docstring = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if docstring:
                yield getattr(node, "name", file.stem), docstring


EXAMPLES = [(name, dedent(fence)) for name, text in texts() for fence in FENCE.findall(text)]


def program(text: str) -> ModuleOp:
    """The example as a module, its free values as arguments."""
    parser = Parser(all_dialects(), text)
    operations: list[Operation] = []
    while (operation := parser.parse_optional_operation()) is not None:
        operations.append(operation)
    if parser.pos != len(text):
        parser.raise_error("expected an operation")
    free = [value for values in parser.forward_ssa_references.values() for value in values.values()]
    block = Block(arg_types=[value.type for value in free])
    for value, argument in zip(free, block.args):
        value.replace_all_uses_with(argument)
    if all(isinstance(operation, FuncOp | ModuleOp) for operation in operations):
        return ModuleOp(operations)
    block.add_ops([*operations, ReturnOp()])
    module = ModuleOp([FuncOp("example", FunctionType.from_lists(block.arg_types, []), Region(block))])
    widen_matmul_bodies(module)
    return module


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example(name: str, text: str):
    if text.startswith("#"):
        assert str(Parser(all_dialects(), text).parse_attribute()) == text.strip()
    else:
        verify_module(program(text))


@pytest.mark.parametrize("text", ["%0 = tile.neg %a : i32", "tile.block_idx garbage", "%0 = tile.block_idx )"])
def test_a_wrong_example_is_found(text: str):
    with pytest.raises((ParseError, VerifyException)):
        verify_module(program(text))


def test_the_page_of_the_dialect_names_every_op():
    page = (ROOT / "docs/tile.md").read_text()
    assert [op.name for op in Tile.operations if not re.search(rf"\b{re.escape(op.name)}\b", page)] == []


def test_every_op_says_what_it_is():
    assert [op.name for op in Tile.operations if not (op.__doc__ or "").strip()] == []
