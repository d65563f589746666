"""Pipeline text becomes passes with the options it gives; what doesn't fit is refused at its column."""

from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_tiles.pipeline.errors import UsageError
from xdsl_tiles.pipeline.options import build_pipeline


@dataclass(frozen=True)
class Tune(ModulePass):
    """Takes an option of every type."""

    name = "tune"

    tile_size: int = 1
    ratio: float = 1.0
    fast: bool = False
    maybe: bool | None = None
    file: str = ""
    planner: Literal["near", "far"] = "near"
    extents: tuple[int, ...] = ()
    names: tuple[str, ...] | None = None

    def __post_init__(self):
        if self.tile_size == 13:
            raise ValueError("tile-size can't be 13")

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Strict(ModulePass):
    """Can't do without its option."""

    name = "strict"

    needed: int
    spare: int | None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise NotImplementedError


AVAILABLE = {"tune": lambda: Tune, "strict": lambda: Strict}


def built(text: str) -> ModulePass:
    (only,) = build_pipeline(text, AVAILABLE)
    return only


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", Tune()),
        ("tile-size=4", Tune(tile_size=4)),
        ("tile_size=0x10", Tune(tile_size=16)),
        ("tile-size=-3", Tune(tile_size=-3)),
        ("ratio=1", Tune(ratio=1.0)),
        ("ratio=1e3", Tune(ratio=1000.0)),
        ("fast", Tune(fast=True)),
        ("fast=true", Tune(fast=True)),
        ("fast=false", Tune(fast=False)),
        ("maybe", Tune(maybe=True)),
        ("maybe=false", Tune(maybe=False)),
        ("file=1", Tune(file="1")),
        ("file=true", Tune(file="true")),
        ("file=a/b-c.json", Tune(file="a/b-c.json")),
        ("file='with blank'", Tune(file="with blank")),
        ('file="with \\"quotes\\", {braces}"', Tune(file='with "quotes", {braces}')),
        ("file=''", Tune(file="")),
        ("planner=far", Tune(planner="far")),
        ("extents=1,2,3", Tune(extents=(1, 2, 3))),
        ("extents=1, 2", Tune(extents=(1, 2))),
        ("extents=7", Tune(extents=(7,))),
        ("names=a,b", Tune(names=("a", "b"))),
        ("tile-size=2 fast ratio=0.5", Tune(tile_size=2, fast=True, ratio=0.5)),
        ("tile-size=2, fast=true, ratio=0.5", Tune(tile_size=2, fast=True, ratio=0.5)),
        ("  fast  tile-size = 2  ", Tune(tile_size=2, fast=True)),
        ("extents=1,2, tile-size=3", Tune(extents=(1, 2), tile_size=3)),
    ],
)
def test_options(options: str, expected: Tune):
    assert built(f"tune{{{options}}}") == expected


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("tuna", 1, "unknown pass 'tuna'; did you mean 'tune'?"),
        ("tune, zzz", 7, "unknown pass 'zzz'"),
        ("tune{size=1}", 6, "pass 'tune' has no option 'size'; its options are tile-size, ratio, fast, maybe, file"),
        ("tune{tile-size=a}", 6, "option 'tile-size' of pass 'tune' takes an integer, not a"),
        ("tune{tile-size}", 6, "option 'tile-size' of pass 'tune' takes an integer, not no value"),
        ("tune{tile-size=1.5}", 6, "takes an integer, not 1.5"),
        ("tune{tile-size=2, fast}", 6, "takes an integer, not 2,fast"),  # after a comma, a bare name is another value
        ("tune{fast=1}", 6, "takes true or false, not 1"),
        ("tune{planner=middle}", 6, "takes one of near, far, not middle"),
        ("tune{extents=1,x}", 6, "takes a list, each an integer, not 1,x"),
        ("tune{fast fast}", 11, "option 'fast' of pass 'tune' is given twice"),
        ("tune{tile-size=13}", 1, "pass 'tune': tile-size can't be 13"),
        ("strict", 1, "pass 'strict' needs option 'needed'"),
        ("tune{", 6, "expected an option or '}', but found the end"),
        ("tune}", 5, "expected ',' or '{' after a pass, but found '}'"),
        ("tune{file='open}", 11, "expected a value, but found ''open}'"),
        (",tune", 1, "expected the name of a pass, but found ',tune'"),
        ("builtin.module(tune", 20, "expected ')' after the passes of builtin.module, but found the end"),
        ("tune[x]", 5, "expected ',' or '{' after a pass, but found '[x]'"),
    ],
)
def test_refusals(text: str, column: int, message: str):
    with pytest.raises(UsageError) as caught:
        build_pipeline(text, AVAILABLE)
    assert caught.value.position == f"<pipeline>:1:{column}"
    assert message in str(caught.value)


def test_pipelines():
    assert build_pipeline("", AVAILABLE) == ()
    assert build_pipeline("tune,strict{needed=1}", AVAILABLE) == (Tune(), Strict(1, None))
    assert build_pipeline("builtin.module( tune , tune{} )", AVAILABLE) == (Tune(), Tune())
    assert build_pipeline("tune,", AVAILABLE) == (Tune(),)


@given(
    st.builds(
        Tune,
        tile_size=st.integers().filter(lambda size: size != 13),
        ratio=st.floats(allow_nan=False),
        fast=st.booleans(),
        maybe=st.none() | st.booleans(),
        file=st.text("abc/._-0 9={},'"),
        planner=st.sampled_from(("near", "far")),
        extents=st.lists(st.integers(), min_size=1).map(tuple),
    )
)
def test_what_xdsl_spells_reads_back(tune: Tune):
    assert built(str(tune.pipeline_pass_spec())) == tune


@given(st.text("tune{}[]()=,'\" \\ab1.-"))
def test_any_text_is_read_or_refused(text: str):
    try:
        build_pipeline(text, AVAILABLE)
    except UsageError as error:
        assert (error.position or "").startswith("<pipeline>:1:")
