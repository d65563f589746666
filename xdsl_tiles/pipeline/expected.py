"""`--verify-diagnostics`: what a run says, compared with what comments in its input expect it to say.

    // expected-error@+1 {{step must be positive}}

A comment names a severity (error, warning, hint, remark, plan), a line (its own; `@+N` and `@-N` relative to it;
`@above` and `@below` the nearest lines without such a comment; `@unknown` no line) and a piece of the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from xdsl_tiles.diagnostics import Diagnostic, Severity

_EXPECTATION = re.compile(
    r"expected-(?P<severity>error|warning|hint|remark|plan)"
    r"(?:@(?:(?P<offset>[+-]\d+)|(?P<word>above|below|unknown)))?"
    r"\s*\{\{(?P<text>.*?)\}\}"
)


@dataclass
class Expectation:
    """One expected diagnostic; `line` is None where it has no place in the input."""

    severity: Severity
    text: str
    line: int | None
    written: int
    """The line that the comment stands on."""

    def matches(self, said: Diagnostic) -> bool:
        """Whether the diagnostic is the one expected."""
        return said.severity == self.severity and line_of(said) == self.line and self.text in said.text


def line_of(said: Diagnostic) -> int | None:
    """The line that a diagnostic is about."""
    return int(said.position.rsplit(":", 2)[1]) if said.position else None


def expectations(text: str) -> list[Expectation]:
    """What the comments of a source text expect."""
    lines = text.split("\n")
    marked = {number for number, line in enumerate(lines, 1) if _EXPECTATION.search(line)}
    found: list[Expectation] = []
    for number in sorted(marked):
        for match in _EXPECTATION.finditer(lines[number - 1]):
            line = _designated(number, match["offset"], match["word"], marked)
            found.append(Expectation(Severity(match["severity"]), match["text"], line, number))
    return found


def _designated(written: int, offset: str | None, word: str | None, marked: set[int]) -> int | None:
    """The line that a comment on the line `written` speaks of."""
    if word == "unknown":
        return None
    step = {"above": -1, "below": 1}.get(word or "", 0)
    line = written + (int(offset) if offset else step)
    while step and line in marked:
        line += step
    return line


def mismatches(text: str, said: Iterable[Diagnostic], name: str) -> list[str]:
    """One line for every diagnostic that was expected and did not come, or came and was not expected."""
    expected = expectations(text)
    problems: list[str] = []
    for diagnostic in said:
        match = next((candidate for candidate in expected if candidate.matches(diagnostic)), None)
        if match is None:
            problems.append(f"unexpected {diagnostic.severity}: {diagnostic}")
        else:
            expected.remove(match)
    missing = (f'{name}:{e.written}:1: expected {e.severity} "{e.text}" was not produced' for e in expected)
    return [*problems, *missing]
