"""What verifiers share: comparing the tile type that stands in the program with the deduced one."""

from __future__ import annotations

from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.extents import shapes_provably_differ
from xdsl_tiles.dialects.tile.types import TileType


def verify_refines(declared: TileType, deduced: TileType, what: str = "result") -> None:
    """Check shape, element type and valid shape of a declared type against the deduced one.

    Valid extents are compared by what can be proven, so a declaration may know more than the deduction.
    """
    if declared.get_shape() != deduced.get_shape():
        aspect = "shape"
    elif declared.element_type != deduced.element_type:
        aspect = "element type"
    elif shapes_provably_differ(declared.valid, deduced.valid):
        aspect = "valid shape"
    else:
        return
    raise VerifyException(f"{what} {declared} should be {deduced}: the {aspect} differs")


def verify_same_type(declared: TileType, deduced: TileType, what: str = "result") -> None:
    """Check a declared type against the deduced one in every respect but what valid extents cannot prove."""
    verify_refines(declared, deduced, what)
    if declared.space is not deduced.space:
        aspect = "memory space"
    elif declared.effective_layout != deduced.effective_layout:
        aspect = "layout"
    elif declared.is_compact != deduced.is_compact:
        aspect = "compact mode"
    else:
        return
    raise VerifyException(f"{what} {declared} should be {deduced}: the {aspect} differs")
