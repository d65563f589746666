"""What a failed run says to the user: any error he can cause, as one diagnostic with its place in the source."""

from __future__ import annotations

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr
from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException, MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span

from xdsl_tiles.diagnostics import Diagnostic, OperationError, Severity

USER_ERRORS = (ParseError, DiagnosticException)
"""What a user's input can raise; besides them only `OSError` is no fault of ours."""


class UsageError(DiagnosticException):
    """A command line that can't be carried out; `position` says where in its text, if there is a place."""

    def __init__(self, message: str, position: str | None = None):
        self.position = position
        super().__init__(message)


class LocatedError(DiagnosticException):
    """An error that carries its diagnostic."""

    def __init__(self, diagnostic: Diagnostic):
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


def one_line(text: object) -> str:
    """The text with its line breaks and runs of blanks made single spaces."""
    return " ".join(str(text).split())


def fault(op: Operation, message: object) -> LocatedError:
    """The error that an op is not as it should be."""
    return LocatedError(Diagnostic(Severity.ERROR, one_line(message), op.location, op.name))


def span_location(span: Span[str] | Span[bytes]) -> LocationAttr:
    """Where a piece of source text starts."""
    place = span.get_location()
    return FileLineColLoc(StringAttr(place.file), IntAttr(place.line), IntAttr(place.col))


def diagnose(error: BaseException) -> Diagnostic:
    """The diagnostic that says what a user error says."""
    match error:
        case LocatedError() | OperationError():
            return error.diagnostic
        case MultipleSpansParseError():
            places = ", ".join(str(span.get_location()) for span, _ in error.refs)
            message = one_line(f"{error.msg}; {error.ref_text or ''} {places}")
            return Diagnostic(Severity.ERROR, message, span_location(error.span))
        case ParseError():
            return Diagnostic(Severity.ERROR, one_line(error.msg), span_location(error.span))
        case _:
            return Diagnostic(Severity.ERROR, one_line(error))
