"""What our command lines share: one line and exit code 1 for what a user gets wrong, silence for a closed pipe."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from xdsl_tiles.pipeline.errors import UsageError


class ArgumentParser(argparse.ArgumentParser):
    """A parser whose complaints are `UsageError`s: one line, exit code 1, no usage text."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise UsageError(f"{message}; see {self.prog} --help")


def run_command(name: str, command: Callable[[Sequence[str]], None], args: Sequence[str]) -> int:
    """Run a command on its arguments; its exit code."""
    try:
        command(args)
        sys.stdout.flush()
        return 0
    except UsageError as error:
        print(f"{error.position or name}: error: {error}", file=sys.stderr)
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"{name}: error: {error.filename}: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1
