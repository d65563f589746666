"""Runs of kernels with something changed end in a result or in one located error, never in a traceback."""

import random
import re
from pathlib import Path

import pytest
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from xdsl_tiles.interpreters.outputs import run_for_outputs
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.samples import random_arguments
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.verify import verify_module

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "pto").glob("*.pto"))
WORDS = [
    ["0", "1", "2", "8", "16", "17", "32", "48", "64", "100", "128", "1024"],
    ["f16", "f32", "bf16", "i8", "i32", "ui16"],
    ["left", "right", "mat", "acc", "vec"],
    ["row_major", "col_major"],
    ["tmatmul", "tmov", "tload", "tstore", "trowmax", "texp"],
    ["?x?", "16x?", "?x16"],
]
TOKEN = re.compile(r"%\w+|\?x\?|\b[a-z_]*\d*\b")


def mutated(text: str, rng: random.Random) -> str:
    """The text with one word changed for another of its kind, or a value for another."""
    words = [match for match in TOKEN.finditer(text) if match[0][:1] == "%" or any(match[0] in kind for kind in WORDS)]
    match = rng.choice(words)
    others = re.findall(r"%\w+", text) if match[0][0] == "%" else next(kind for kind in WORDS if match[0] in kind)
    return text[: match.start()] + rng.choice(others) + text[match.end() :]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.random(20)
def test_changed_kernels(path: Path, seed: int):
    text = mutated(path.read_text(), random.Random(f"{path.stem} {seed}"))
    try:
        module = LocatedParser(all_dialects(), text, path.name).parse_module()
        verify_module(module)
        program = Program(module)
        arguments = random_arguments(program.functions[0], 0, 1)
        run_for_outputs(program, program.functions[0], arguments)
    except (DiagnosticException, ParseError, VerifyException) as error:
        assert str(error)
