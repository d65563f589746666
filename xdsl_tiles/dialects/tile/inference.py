"""What verifiers and builders share: comparing a declared tile type with the deduced one."""

from __future__ import annotations

from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile.extents import format_shape, shapes_provably_differ
from xdsl_tiles.dialects.tile.types import TileType


def verify_refines(declared: TileType, deduced: TileType) -> None:
    """Check shape, element type and valid shape of a declared result against the deduced one.

    Valid extents are compared by what can be proven, so a declaration may know more than the deduction.
    """
    if declared.get_shape() != deduced.get_shape():
        raise VerifyException(
            f"result shape {format_shape(declared.get_shape())} should be {format_shape(deduced.get_shape())}"
        )
    if declared.element_type != deduced.element_type:
        raise VerifyException(f"result element type {declared.element_type} should be {deduced.element_type}")
    if shapes_provably_differ(declared.valid, deduced.valid):
        raise VerifyException(
            f"result valid shape {format_shape(declared.valid)} should be {format_shape(deduced.valid)}"
        )


def verify_same_type(declared: TileType, deduced: TileType) -> None:
    """Check a declared result against the deduced one in every respect but what valid extents cannot prove."""
    verify_refines(declared, deduced)
    if declared.space is not deduced.space:
        raise VerifyException(f"result is in {declared.space or 'no space'}, should be in {deduced.space or 'none'}")
    if declared.effective_layout != deduced.effective_layout:
        raise VerifyException(f"result layout {declared.effective_layout} should be {deduced.effective_layout}")
    if declared.is_compact != deduced.is_compact:
        raise VerifyException(f"result should {'' if deduced.is_compact else 'not '}be compact")
