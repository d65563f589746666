"""fault_I8: whatever the text, it is accepted or refused with one line that has a place; nothing else."""

import random
import re
import time
from pathlib import Path

import pytest
from xdsl.context import Context

from xdsl_tiles.pipeline.errors import USER_ERRORS, diagnose
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.instruments import text_of
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.verify import verify_module

VALID = Path(__file__).parent.joinpath("valid.mlir").read_text(encoding="utf-8").split("// -----\n")
MUTATIONS_PER_SEED = 150
SECONDS_PER_TEXT = 5.0

FRAGMENTS = (
    *("%", '"', "{", "}", "(", ")", "<", ">", "[", "]", ":", ",", "->", "=", "-", "#", "!", "@", "^", "^bb0", "*", "?"),
    *("x", "0", "-1", "0x", "1e400", "9" * 30, "9" * 5000, "i0", "i1", "i99999999", "f32", "index", "none", "true"),
    *("tensor<", "memref<", "vector<", "tuple<", "!tile.tile<", "tile.", "dense<", "array<i32", "strided<", "unit"),
    *("affine_map<", "#map", "loc", "loc(", "callsite(", "{-#", "#-}", "//", "\\", "\n", "\0", "é", '"\\FF"', '@"x'),
)


def mutated(chance: random.Random, text: str) -> str:
    """The text with one to three things in it changed."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        stop = min(len(text), start + chance.choice((0, 1, 2, 8, 30)))
        match chance.randrange(4):
            case 0:
                inserted = chance.choice(FRAGMENTS)
            case 1:
                elsewhere = chance.randint(0, len(text))
                inserted = text[elsewhere : elsewhere + chance.choice((1, 5, 20, 80))]
            case 2:
                inserted = chance.choice(re.findall(r"[A-Za-z_0-9.%]+", text) or [""])
            case _:
                inserted, stop = "", chance.choice((stop, len(text)))
        text = text[:start] + inserted + text[stop:]
    return text


@pytest.fixture(scope="module")
def ctx() -> Context:
    return all_dialects()


def outcome(ctx: Context, text: str) -> str:
    """What reading, verifying and printing the text leads to: `accepted`, or the diagnostic."""
    try:
        module = LocatedParser(ctx, text, "a.mlir").parse_module()
        verify_module(module)
        text_of(module)
        return "accepted"
    except USER_ERRORS as error:
        return str(diagnose(error))


@pytest.mark.parametrize("text", VALID)
def test_valid_text_is_accepted(ctx: Context, text: str):
    assert outcome(ctx, text) == "accepted"


@pytest.mark.random(10)
def test_fault_I8(ctx: Context, seed: int):
    chance = random.Random(seed)
    for _ in range(MUTATIONS_PER_SEED):
        text = mutated(chance, chance.choice(VALID))
        start = time.process_time()
        said = outcome(ctx, text)
        assert said == "accepted" or re.fullmatch(r"[^\n]+:\d+:\d+: error: [^\n]+", said), (said, text)
        assert time.process_time() - start < SECONDS_PER_TEXT, text
