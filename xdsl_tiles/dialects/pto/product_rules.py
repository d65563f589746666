"""The rules of products of a tile in left and one in right: shapes, layouts and element types.

a3 takes tiles in any layout; a5 in that of each memory. Source: pto section 5, `pto.tmatmul` and what follows.
"""

from __future__ import annotations

from xdsl_tiles.dialects.pto.case_rules import BySpaces, On, OnlyOn
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch
from xdsl_tiles.dialects.pto.rules import InSpace, RowMajor, Rule, SameValid
from xdsl_tiles.dialects.pto.shape_rules import Shapes, Valids, ValidWithin
from xdsl_tiles.dialects.pto.tile_buf import NZ, ZN
from xdsl_tiles.dialects.pto.tile_rules import IsTile, LaidOut

_TRIPLES = ("int8/int8/int32", "f16/f16/f32", "bf16/bf16/f32", "f32/f32/f32")
_FP8_TRIPLES = ("f8E4M3FN/f8E4M3FN/f32", "f8E5M2/f8E5M2/f32")


def product(lhs: str = "lhs", rhs: str = "rhs") -> tuple[Rule, ...]:
    """The rules of a product of `lhs` in left and `rhs` in right into `dst`."""
    return (_memories(lhs, rhs), *_whole(lhs, rhs), On(Arch.A5, _layouts(lhs, rhs)))


def row_product(lhs: str = "lhs", rhs: str = "rhs") -> tuple[Rule, ...]:
    """The rules of a product of which one row is valid; a3 asks nothing of its other rows."""
    return (
        _memories(lhs, rhs),
        Valids((lhs, rhs, "dst"), "1K KN 1N"),
        On(Arch.A5, (*_whole(lhs, rhs), *_layouts(lhs, rhs))),
    )


def elements(lhs: str = "lhs", rhs: str = "rhs") -> Rule:
    """The element types of a product, and of what it is added up in."""
    return Elements((lhs, rhs, "dst"), _TRIPLES, (*_TRIPLES, *_FP8_TRIPLES))


def accumulator(name: str) -> tuple[Rule, ...]:
    """The rules of what a product is added to."""
    return (IsTile((name,)), InSpace((name,), (AddressSpace.ACC,)))


def _bias(element: Rule) -> tuple[Rule, ...]:
    """The rules of a row that is added to each row of a product."""
    names = ("bias",)
    return (
        IsTile(names),
        InSpace(names, (AddressSpace.BIAS,)),
        Shapes(names, "1N"),
        element,
        On(Arch.A5, (RowMajor(names),)),
    )


def _memories(lhs: str, rhs: str) -> Rule:
    return BySpaces((lhs, rhs, "dst"), {(AddressSpace.LEFT, AddressSpace.RIGHT, AddressSpace.ACC): ()})


def _whole(lhs: str, rhs: str) -> tuple[Rule, ...]:
    return (Shapes((lhs, rhs, "dst"), "MK KN MN"), ValidWithin((lhs, rhs), "MK _N", 1, 4095))


def _layouts(lhs: str, rhs: str) -> tuple[Rule, ...]:
    return (LaidOut((lhs, "dst"), (NZ,)), LaidOut((rhs,), (ZN,)))


BIAS = _bias(OneElement(("bias", "dst")))
"""The rules of the bias of a product."""

FLOAT_BIAS = _bias(Elements(("bias",), ("f32",)))
"""The rules of the bias of a product of scaled tiles."""

SCALED_ELEMENTS = On(Arch.A5, (Elements(("a", "b", "dst"), ("fp8/fp8/f32",)),))
"""The element types of a product of scaled tiles; a3 lets any through."""

ARE_SCALES = IsTile(("a_scale", "b_scale"))

SAME_ACCUMULATOR = (OneElement(("c_in", "dst")), SameValid(("c_in", "dst")))
"""What a product of scaled tiles is added to is as what it is written to."""

SCALED_ROW = (
    OnlyOn(Arch.A5),
    ARE_SCALES,
    InSpace(("a_scale", "b_scale"), (AddressSpace.SCALING,)),
    Shapes(("a_scale", "a", "b_scale", "b"), "MK MK KN KN"),
    Valids(("a_scale", "a", "b_scale", "b"), "1K 1K KN KN"),
    *row_product("a", "b"),
    SCALED_ELEMENTS,
)
"""The rules of a product of scaled tiles of which one row is valid."""
