"""fault I8: a damaged program is accepted or refused with one located error; it never ends in anything else.

Each seed damages the example of every op and every kernel in one place each: a type, an operand, a bracket, an element
type, what is valid, a number, a word or a line.
"""

import json
import random
import re
from io import BytesIO
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles.diagnostics import Severity
from xdsl_tiles.pipeline.errors import USER_ERRORS, diagnose
from xdsl_tiles.pipeline.frontend.pto import LocatedPto
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.verify import verify_module

ROOT = Path(__file__).parents[3]
ROWS = (Path(__file__).parents[1] / "data" / "pto_ops.jsonl").read_text().splitlines()
PROGRAMS = [json.loads(line)["module"] for line in ROWS] + [
    file.read_text() for file in sorted((ROOT / "examples").glob("pto/*.pto"))
]
PER_PROGRAM = 20
CONTEXT = all_dialects()
ELEMENTS = [
    "i1",
    "i8",
    "ui8",
    "si8",
    "i16",
    "i32",
    "ui32",
    "i64",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f8E4M3FN",
    "index",
    "!x.y",
]
SPACES = ["mat", "left", "right", "acc", "vec", "bias", "scaling", "gm", "ub"]


def other(random_: random.Random, found: str, choices: list[str]) -> str:
    """One of the choices that is not what is there."""
    return random_.choice([choice for choice in choices if choice != found])


def change(text: str, random_: random.Random, pattern: str, choices: list[str]) -> str:
    """The text with one match of the pattern replaced, if there is any."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = random_.choice(found)
    return text[: match.start()] + other(random_, match[0], choices) + text[match.end() :]


def damaged(text: str, random_: random.Random) -> str:
    """The program, damaged in one place."""
    return random_.choice(
        [
            lambda: change(text, random_, r"(?<=x)(?:[us]?i\d+|b?f\d+(?:E\dM\d\w*)?)(?=[>,])", ELEMENTS),
            lambda: change(text, random_, r"(?<=tile_buf<)\w+", SPACES),
            lambda: change(text, random_, r"%\w+(?:, )?", ["", "%undefined"]),
            lambda: change(text, random_, r"[][(){}<>]", ["", ")", "<<", "}"]),
            lambda: change(text, random_, r"\b\d+x\d+(?=x\w)", ["0x16", "16", "?x?", "100000x3", "-1x4"]),
            lambda: change(
                text, random_, r"(?<=, )\d+x\d+x\w+(?=[>,])", ["16x32xf32, valid=17x33", "16x32xf32, valid=?x?"]
            ),
            lambda: change(text, random_, r"\b\d+\b", ["0", "-1", "7", "99999999999999999999", "1.5"]),
            lambda: change(text, random_, r"[A-Za-z_]\w+", ["", "x", "pto", "valid", "index"]),
            lambda: change(text, random_, r"[^\n]*\n", ["", "\n\n", "}\n"]),
            lambda: text[: random_.randrange(len(text))],
        ]
    )()


def outcome(text: str, arch: str) -> str | None:
    """What is said of a program, None where it is accepted; anything but a user's error is raised."""
    try:
        module = LocatedPto(arch).parse(CONTEXT, BytesIO(text.encode()), "mutated.pto")
        assert isinstance(module, ModuleOp)
        verify_module(module)
    except USER_ERRORS as error:
        said = diagnose(error)
        assert said.severity is Severity.ERROR and said.message
        assert said.position is not None and said.position.startswith("mutated.pto:"), said
        assert "\n" not in str(said)
        return str(said)
    return None


@pytest.mark.random(PER_PROGRAM)
def test_damaged_programs(seed: int):
    random_ = random.Random(seed)
    refused = [outcome(damaged(text, random_), random_.choice(["a3", "a5"])) for text in PROGRAMS]
    assert sum(each is not None for each in refused) > len(PROGRAMS) // 2
