"""A progress bar on stderr for runs that take a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

_SHOWN_AFTER = 1.0
_REDRAWN_AFTER = 0.1
_WIDTH = 40


class ProgressBar:
    """Shows how far the iterations of a loop are, once the run has taken a second; wiped when the run is over."""

    def __init__(self):
        self.next_draw = time.monotonic() + _SHOWN_AFTER
        self.is_shown = False

    def __call__(self, steps: range) -> Iterator[int]:
        """The steps of a loop, watched."""
        for done, step in enumerate(steps):
            if time.monotonic() >= self.next_draw:
                self.draw(done, len(steps))
            yield step

    def draw(self, done: int, total: int) -> None:
        """Show that so many steps of a total are done."""
        filled = _WIDTH * done // max(total, 1)
        print(f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}", end="", file=sys.stderr, flush=True)
        self.next_draw = time.monotonic() + _REDRAWN_AFTER
        self.is_shown = True

    def wipe(self) -> None:
        """Leave the line as if there had been nothing."""
        if self.is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self.is_shown = False
