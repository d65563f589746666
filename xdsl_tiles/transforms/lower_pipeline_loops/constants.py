"""Integer constants of a function, at its start, where all of it can use them."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue


class IndexConstants:
    """Hands out constants of index and integer types; those that lead the function's first block are used again."""

    def __init__(self, function: FuncOp):
        self._block, self._location = function.body.block, function.location
        self._known: dict[tuple[int, Attribute], SSAValue] = {}
        self._last: Operation | None = None
        op = self._block.first_op
        while isinstance(op, arith.ConstantOp):
            if isinstance(op.value, IntegerAttr):
                self._known.setdefault((op.value.value.data, op.result.type), op.result)
            self._last, op = op, op.next_op

    def get(self, value: int, type_: Attribute) -> SSAValue:
        """The value of this constant, valid anywhere in the function."""
        key = (value, type_)
        if key not in self._known:
            op = arith.ConstantOp.from_int_and_width(value, cast(IndexType | IntegerType, type_))
            op.result.name_hint = f"c{value}" if value >= 0 else f"cm{-value}"
            op.location = self._location
            if self._last is not None:
                self._block.insert_op_after(op, self._last)
            elif self._block.first_op is not None:
                self._block.insert_op_before(op, self._block.first_op)
            self._known[key], self._last = op.result, op
        return self._known[key]
