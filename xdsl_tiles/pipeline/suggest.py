"""Names that the user may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` with the nearest known names, or nothing where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=2, cutoff=0.7)
    return f"; did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
