"""One program per op of the language, with what the public assembler prints for it (`pto_ops.jsonl`).

Every program is read, printed in the canonical and in the generic form, and both are read back to the same module.
"""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_tiles.dialects.pto import Pto
from xdsl_tiles.dialects.pto.arch import reading_for, record_arch
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.pipeline.errors import LocatedError
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.frontend.printer import FastPrinter
from xdsl_tiles.pipeline.frontend.pto_printer import PtoPrinter
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.verify import verify_module

ROWS = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "pto_ops.jsonl").read_text().splitlines()]
CONTEXT = all_dialects()

by_op = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["op"])


def read(text: str, arch: str, parser: type[Parser] = LocatedParser) -> ModuleOp:
    """The module of a text, as it is read for an architecture."""
    with reading_for(Arch(arch)):
        module = parser(CONTEXT, text).parse_module()
    record_arch(module, Arch(arch))
    return module


def printed(module: ModuleOp, *, generic: bool = False, printer: type[Printer] = FastPrinter) -> str:
    """The text of a module."""
    stream = StringIO()
    printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


def lines_of(text: str, op: str) -> list[str]:
    """The lines of a text that begin with an op, their values named by order of occurrence."""
    lines = [
        line.strip() for line in text.splitlines() if re.match(rf'\s*(%\w+ = )?"?{re.escape(op)}"?(?![\w.])', line)
    ]
    return [renamed(line) for line in lines]


def renamed(line: str) -> str:
    """A line with `%a`, `%b`, ... for its values, whatever they were called."""
    names: dict[str, str] = {}
    return re.sub(r"%\w+", lambda found: names.setdefault(found[0], f"%{chr(97 + len(names))}"), line)


def test_every_op_has_a_row():
    assert {operation.name for operation in Pto.operations} - {row["op"] for row in ROWS} == {"pto.subview"}


SAYS_A5 = "pto.target_arch"
"""Rows that say so are for a5 in the program, whatever the assembler is told; we then go by what it is told."""


@by_op
@pytest.mark.parametrize("arch", Arch)
def test_verdict(row: dict[str, str], arch: Arch):
    """An op verifies where the public assembler takes it, and is refused elsewhere."""
    module = read(row["module"], arch)
    if row[arch] == "ok" and (arch is Arch.A5 or SAYS_A5 not in row["module"]):
        verify_module(module)
    else:
        with pytest.raises(LocatedError, match="on a5 only"):
            verify_module(module)


@by_op
def test_round_trip(row: dict[str, str]):
    module = read(row["module"], row["arch"])
    verify_module(module)
    for generic in (False, True):
        text = printed(module, generic=generic)
        assert text == printed(module, generic=generic, printer=Printer)
        for parser in (Parser, LocatedParser):
            again = read(text, row["arch"], parser)
            assert again.is_structurally_equivalent(module)
            assert printed(again, generic=generic) == text


@by_op
def test_text(row: dict[str, str]):
    """What is printed is what the assembler prints, byte for byte but for the names of values."""
    module = read(row["module"], row["arch"])
    for generic, expected in ((False, row["canonical"]), (True, row["generic"])):
        found = lines_of(printed(module, generic=generic, printer=PtoPrinter), row["op"])
        assert found[: len(expected)] == [renamed(line) for line in expected]
