"""Running passes on a module: verified in between, observed by instruments, with Python's collector out of the way."""

from __future__ import annotations

import dataclasses
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
from xdsl_tiles.transforms.checked_pass import CheckedPass


class Instrument:
    """Watches a pipeline run; each method is called with the module as it is at that moment."""

    def begin(self, module: ModuleOp) -> None:
        """Before the first pass; the module verifies."""

    def before(self, pass_: ModulePass) -> None:
        """Right before a pass."""

    def applied(self, pass_: ModulePass) -> None:
        """Right after a pass; what it left is not yet verified."""

    def after(self, pass_: ModulePass, module: ModuleOp) -> None:
        """After a pass; what it left verifies."""

    def failed(self, pass_: ModulePass, module: ModuleOp) -> None:
        """After a pass that raised an error or left a module that does not verify."""

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
    """Run the passes on the module in order, verifying before the first and after each, and what each says it gives.

    A pass that fails, or leaves IR that does not verify, raises a `LocatedError` that names it; the module is then as
    the pass left it. Hints and remarks go where `xdsl_tiles.diagnostics.collecting` says.
    """
    if verify:
        verify_module(module)
    try:
        for instrument in instruments:
            instrument.begin(module)
        for pass_ in passes:
            try:
                _run_pass(module, ctx, pass_, instruments, verify)
            except Exception as error:
                for instrument in instruments:
                    instrument.failed(pass_, module)
                if isinstance(error, DiagnosticException):
                    raise LocatedError(_naming(diagnose(error), pass_, module)) from error
                raise
    finally:
        for instrument in instruments:
            instrument.end()


def _run_pass(
    module: ModuleOp, ctx: Context, pass_: ModulePass, instruments: Sequence[Instrument], verify: bool
) -> None:
    for instrument in instruments:
        instrument.before(pass_)
    with collector_paused():
        pass_.apply(ctx, module)
    for instrument in instruments:
        instrument.applied(pass_)
    if verify:
        verify_module(module)
        if isinstance(pass_, CheckedPass):
            pass_.verify_given(module)
    for instrument in instruments:
        instrument.after(pass_, module)


def _naming(diagnostic: Diagnostic, pass_: ModulePass, module: ModuleOp) -> Diagnostic:
    """The diagnostic with the pass in its message, and a place if it had none."""
    message = f"{diagnostic.message} (in pass {pass_.pipeline_pass_spec()})"
    return dataclasses.replace(diagnostic, message=message, location=diagnostic.location or module.location)
