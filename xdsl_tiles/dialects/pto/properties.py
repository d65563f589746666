"""Properties from Python values, for the builders of ops: None where the property is not given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, overload

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType, i1, i32
from xdsl.ir import Attribute

_T = TypeVar("_T")
_Made = TypeVar("_Made", bound=Attribute)


def optional(make: Callable[[_T], _Made], value: _T | None) -> _Made | None:
    """The attribute of a value, if there is one."""
    return None if value is None else make(value)


@overload
def flag(value: bool) -> BoolAttr: ...
@overload
def flag(value: bool | None) -> BoolAttr | None: ...
def flag(value: bool | None) -> BoolAttr | None:
    """True or false."""
    return None if value is None else BoolAttr(int(value), i1)


@overload
def number(value: int, type: IntegerType = ...) -> IntegerAttr[IntegerType]: ...
@overload
def number(value: int | None, type: IntegerType = ...) -> IntegerAttr[IntegerType] | None: ...
def number(value: int | None, type: IntegerType = i32) -> IntegerAttr[IntegerType] | None:
    """An integer, of 32 bits unless another type is given."""
    return None if value is None else IntegerAttr(value, type)
