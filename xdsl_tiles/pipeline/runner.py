"""Running passes on a module: verified in between, observed by instruments, with Python's collector out of the way."""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException

from xdsl_tiles.diagnostics import Diagnostic
from xdsl_tiles.pipeline.errors import LocatedError, diagnose
from xdsl_tiles.pipeline.verify import verify_module


class Instrument:
    """Watches a pipeline run; each method is called with the module as it is at that moment."""

    def begin(self, module: ModuleOp, passes: Sequence[ModulePass]) -> None:
        """Before the first verification."""

    def before(self, pass_: ModulePass, module: ModuleOp) -> None:
        """Right before a pass."""

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        """Right after a pass, before what it left is verified."""

    def verified(self, pass_: ModulePass, module: ModuleOp) -> None:
        """After what a pass left has been verified."""

    def end(self) -> None:
        """After the last pass, or after the one that failed."""


@contextmanager
def collector_paused() -> Generator[None]:
    """Keep Python's cyclic collector off inside: IR is full of cycles that live on, and each sweep walks them all."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def run_pipeline(
    module: ModuleOp,
    ctx: Context,
    passes: Sequence[ModulePass],
    instruments: Sequence[Instrument] = (),
    *,
    verify: bool = True,
) -> None:
    """Run the passes on the module in order, verifying before the first and after each.

    A pass that fails, or leaves IR that does not verify, raises a `LocatedError` that names it; the module is then as
    the pass left it. Hints and remarks go where `xdsl_tiles.diagnostics.collecting` says.
    """
    try:
        for instrument in instruments:
            instrument.begin(module, passes)
        if verify:
            verify_module(module)
        for pass_ in passes:
            _run_pass(module, ctx, pass_, instruments, verify)
    finally:
        for instrument in instruments:
            instrument.end()


def _run_pass(
    module: ModuleOp, ctx: Context, pass_: ModulePass, instruments: Sequence[Instrument], verify: bool
) -> None:
    try:
        for instrument in instruments:
            instrument.before(pass_, module)
        with collector_paused():
            pass_.apply(ctx, module)
        for instrument in instruments:
            instrument.after(pass_, module)
        if verify:
            verify_module(module)
        for instrument in instruments:
            instrument.verified(pass_, module)
    except DiagnosticException as error:
        raise LocatedError(_naming(diagnose(error), pass_, module)) from error


def _naming(diagnostic: Diagnostic, pass_: ModulePass, module: ModuleOp) -> Diagnostic:
    """The diagnostic with the pass in its message, and a place if it had none."""
    return Diagnostic(
        diagnostic.severity,
        f"{diagnostic.message} (in pass {pass_.pipeline_pass_spec()})",
        diagnostic.location or module.location,
        diagnostic.op,
        diagnostic.code,
        diagnostic.figures,
    )
