"""Passes run in order, verified in between, watched by instruments; what fails says where and in which pass."""

import gc
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from sample_passes import Break, Crash, Mark, Refuse, RefuseModule, Talk
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.test import Test
from xdsl.passes import ModulePass

from xdsl_tiles.diagnostics import collecting
from xdsl_tiles.pipeline.errors import LocatedError
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.instruments import DumpToDirectory, PassTimer, PrintAfterEach, RoundTrip, text_of
from xdsl_tiles.pipeline.runner import Instrument, run_pipeline

TEXT = '"test.op"() : () -> ()'
FAILED = ["before", "failed"]


@pytest.fixture
def ctx() -> Context:
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Test)
    return ctx


@pytest.fixture
def module(ctx: Context) -> ModuleOp:
    return LocatedParser(ctx, TEXT, "a.mlir").parse_module()


class Record(Instrument):
    """Notes what is called."""

    def __init__(self):
        self.calls: list[str] = []

    def begin(self, module: ModuleOp) -> None:
        self.calls.append("begin")

    def before(self, pass_: ModulePass) -> None:
        self.calls.append(f"before {pass_.name}")

    def applied(self, pass_: ModulePass) -> None:
        self.calls.append(f"applied {pass_.name}")

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        self.calls.append(f"after {pass_.name}")

    def failed(self, pass_: ModulePass, module: ModuleOp) -> None:
        self.calls.append(f"failed {pass_.name}")

    def end(self) -> None:
        self.calls.append("end")


def test_order_of_calls(ctx: Context, module: ModuleOp):
    record = Record()
    run_pipeline(module, ctx, [Mark(), Mark()], [record])
    assert record.calls == ["begin", *["before mark", "applied mark", "after mark"] * 2, "end"]
    assert "marked" in text_of(module)


@pytest.mark.parametrize(
    ("wrong", "message", "reached"),
    [
        (Refuse(), "a.mlir:1:1: error: 'test.op' op is too large (in pass refuse)", FAILED),
        (
            Refuse(limit=3),
            "a.mlir:1:1: error: 'test.op' op is too large (in pass refuse{limit=3})",
            ["before", "failed"],
        ),
        (RefuseModule(), "a.mlir:1:1: error: no main function (in pass refuse-module)", FAILED),
        (Break(), "a.mlir:1:1: error: 'test.op' op property 'unknown' is not defined", ["before", "applied", "failed"]),
    ],
)
def test_what_fails(ctx: Context, module: ModuleOp, wrong: ModulePass, message: str, reached: list[str]):
    record = Record()
    with pytest.raises(LocatedError) as caught:
        run_pipeline(module, ctx, [wrong, Mark()], [record])
    assert str(caught.value).startswith(message)
    assert f"(in pass {wrong.name}" in str(caught.value)
    assert record.calls == ["begin", *(f"{call} {wrong.name}" for call in reached), "end"]


def test_faults_of_passes_are_not_user_errors(ctx: Context, module: ModuleOp):
    with pytest.raises(KeyError):
        run_pipeline(module, ctx, [Crash()])


def test_verification_can_be_left_out(ctx: Context, module: ModuleOp):
    run_pipeline(module, ctx, [Break(), Mark()], verify=False)


def test_input_is_verified(ctx: Context, module: ModuleOp):
    Break().apply(ctx, module)
    record = Record()
    with pytest.raises(LocatedError, match=r"^a\.mlir:1:1: error: 'test\.op' op property 'unknown'"):
        run_pipeline(module, ctx, [Mark()], [record])
    assert record.calls == []


def test_diagnostics_are_collected(ctx: Context, module: ModuleOp):
    with collecting() as said:
        run_pipeline(module, ctx, [Talk()])
    assert [str(diagnostic) for diagnostic in said] == [
        "a.mlir:1:1: hint: [PH-AT-006] 'test.op' op K is split",
        "a.mlir:1:1: remark: 'test.op' op it is the first",
    ]


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_collector_is_left_as_it_was(ctx: Context, module: ModuleOp, switch: Callable[[], None]):
    try:
        switch()
        before = gc.isenabled()
        with pytest.raises(LocatedError):
            run_pipeline(module, ctx, [Mark(), Refuse()])
        assert gc.isenabled() == before
    finally:
        gc.enable()


def test_dumps(ctx: Context, module: ModuleOp, tmp_path: Path):
    directory = tmp_path / "new" / "dumps"
    with pytest.raises(LocatedError):
        run_pipeline(module, ctx, [Mark(), Break(), Mark()], [DumpToDirectory(directory)])
    files = {file.name: file.read_text() for file in sorted(directory.iterdir())}
    assert list(files) == ["000-input.mlir", "001-mark.mlir", "002-break.failed.mlir"]
    assert "marked" not in files["000-input.mlir"]
    assert "marked" in files["001-mark.mlir"]
    assert "<{unknown = i64}> {marked}" in files["002-break.failed.mlir"]


def test_times(ctx: Context, module: ModuleOp):
    stream = StringIO()
    run_pipeline(module, ctx, [Mark(), Mark()], [PassTimer(stream)])
    lines = [line.split() for line in stream.getvalue().splitlines()]
    assert [line[-1] for line in lines] == ["mark", "mark", "(verification)"]
    assert sum(float(line[2].rstrip("%")) for line in lines) == pytest.approx(100, abs=0.2)


def test_print_after_each(ctx: Context, module: ModuleOp):
    stream = StringIO()
    run_pipeline(module, ctx, [Mark()], [PrintAfterEach(stream)])
    assert stream.getvalue() == f"// IR after mark:\n{text_of(module)}\n"


def test_round_trip_finds_text_that_says_less(ctx: Context, module: ModuleOp, monkeypatch: pytest.MonkeyPatch):
    run_pipeline(module, ctx, [Mark()], [RoundTrip(ctx)])
    monkeypatch.setattr("xdsl_tiles.pipeline.instruments.Printer.print_op_attributes", lambda *_, **__: False)
    with pytest.raises(LocatedError, match="prints the same but is not the same"):
        run_pipeline(module, ctx, [Mark()], [RoundTrip(ctx)])


def test_round_trip_finds_text_that_can_not_be_read(ctx: Context, module: ModuleOp, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "xdsl_tiles.pipeline.instruments.Printer.print_operation_type", lambda self, _: self.print_string("(")
    )
    with pytest.raises(LocatedError, match=r"the text of this module does not read back: .*, at '"):
        run_pipeline(module, ctx, [], [RoundTrip(ctx)])
