"""What changes programs: one pass per file, loaded when first used."""

from collections.abc import Callable

from xdsl.passes import ModulePass


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass of the package by name; a pass is imported when its entry is called."""
    return {}
