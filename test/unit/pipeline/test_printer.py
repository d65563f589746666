"""The quick printer writes the bytes of xDSL's."""

from io import StringIO
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.dialects.test import TestOp as PlainOp
from xdsl.ir import Block, Region
from xdsl.printer import Printer

from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.frontend.printer import FastPrinter
from xdsl_tiles.pipeline.reading import all_dialects

VALID = Path(__file__).parent.joinpath("valid.mlir").read_text(encoding="utf-8").split("// -----\n")


def printed(cls: type[Printer], module: ModuleOp, **options: bool) -> str:
    stream = StringIO()
    cls(stream, **options).print_op(module)
    return stream.getvalue()


@pytest.mark.parametrize("text", VALID)
@pytest.mark.parametrize("option", ["print_generic_format", "print_properties_as_attributes", "print_debuginfo"])
def test_same_bytes_as_xdsl(text: str, option: str):
    ctx = all_dialects()
    module = LocatedParser(ctx, text).parse_module()
    for value in (False, True):
        assert printed(FastPrinter, module, **{option: value}) == printed(Printer, module, **{option: value})


def test_names_are_given_as_xdsl_gives_them():
    first, second = PlainOp(result_types=[i32, i32]), PlainOp(result_types=[i32])
    first.results[0].name_hint = second.results[0].name_hint = "a"
    inner = PlainOp(operands=[*first.results, *second.results], regions=[Region([Block(arg_types=[i32]), Block()])])
    module = ModuleOp([first, second, inner])
    assert printed(FastPrinter, module) == printed(Printer, module)
