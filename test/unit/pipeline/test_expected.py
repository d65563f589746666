"""Which diagnostics `expected-...` comments accept."""

import pytest
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr

from xdsl_tiles.diagnostics import Diagnostic, Severity
from xdsl_tiles.pipeline.expected import mismatches


def said(line: int | None, message: str, severity: Severity = Severity.ERROR, code: str | None = None) -> Diagnostic:
    location = None if line is None else FileLineColLoc(StringAttr("a.mlir"), IntAttr(line), IntAttr(3))
    return Diagnostic(severity, message, location, "tile.matmul", code)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("op // expected-error {{too large}}", 1),
        ("// expected-error@+1 {{too large}}\nop", 2),
        ("\n\nop\n\n// expected-error@-2 {{too large}}", 3),
        ("op\n// expected-error@above {{too large}}", 1),
        ("// expected-error@below {{too large}}\nop", 2),
        ("// expected-error@below {{too large}}\n// expected-error@below {{other}}\nop", 3),
        ("// expected-error@unknown {{too large}}", None),
        ("// expected-error@+1 {{'tile.matmul' op operand is too large}}\nop", 2),
        ("// expected-error@+1{{}}\nop", 2),
    ],
)
def test_accepted(text: str, line: int | None):
    others = [said(line, "other")] if "other" in text else []
    assert not mismatches(text, [said(line, "operand is too large"), *others], "a.mlir")
    assert mismatches(text, [said((line or 0) + 1, "operand is too large"), *others], "a.mlir")
    assert mismatches(text, others, "a.mlir")


def test_severities_are_told_apart():
    text = "// expected-hint@+1 {{[PH-AT-006] 'tile.matmul' op split}}\nop"
    assert not mismatches(text, [said(2, "split K", Severity.HINT, "PH-AT-006")], "a.mlir")
    assert mismatches(text, [said(2, "split K", Severity.REMARK, "PH-AT-006")], "a.mlir") == [
        "unexpected remark: a.mlir:2:3: remark: [PH-AT-006] 'tile.matmul' op split K",
        "a.mlir:1:1: expected hint \"[PH-AT-006] 'tile.matmul' op split\" was not produced",
    ]


def test_each_expectation_accepts_one():
    text = "op // expected-error {{large}} expected-error {{large}}"
    assert not mismatches(text, [said(1, "large"), said(1, "larger")], "a.mlir")
    assert len(mismatches(text, [said(1, "large")], "a.mlir")) == 1
    assert len(mismatches(text, [said(1, "large")] * 3, "a.mlir")) == 1


def test_nothing_expected_and_nothing_said():
    assert not mismatches("op", [], "a.mlir")
