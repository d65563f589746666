"""How many elements the buffers behind pointer arguments need, read off the views that a program makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.kernel import GetBlockIdxOp, GetBlockNumOp, GetSubblockIdxOp, GetSubblockNumOp
from xdsl_tiles.dialects.pto.scalars import LoadScalarOp, StoreScalarOp
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.types import PtrType, ViewType
from xdsl_tiles.dialects.pto.views import AddPtrOp, MakeTensorViewOp
from xdsl_tiles.interpreters.tile.payload import Extents


class Interval(NamedTuple):
    """The integers that a value may be."""

    low: int
    high: int


def _corners(function: Callable[[int, int], int]) -> Callable[[Interval, Interval], Interval]:
    """A function of intervals that takes its extremes where its operands do."""

    def apply(lhs: Interval, rhs: Interval) -> Interval:
        values = [function(a, b) for a, b in product(lhs, rhs)]
        return Interval(min(values), max(values))

    return apply


def _quotient(a: int, b: int) -> int:
    return a // b if b else a


_ARITHMETIC: dict[type[Operation], Callable[[Interval, Interval], Interval]] = {
    arith.AddiOp: _corners(lambda a, b: a + b),
    arith.SubiOp: _corners(lambda a, b: a - b),
    arith.MuliOp: _corners(lambda a, b: a * b),
    arith.MinSIOp: _corners(min),
    arith.MinUIOp: _corners(min),
    arith.MaxSIOp: _corners(max),
    arith.MaxUIOp: _corners(max),
    arith.DivSIOp: _corners(_quotient),
    arith.DivUIOp: _corners(_quotient),
    arith.FloorDivSIOp: _corners(_quotient),
    arith.CeilDivSIOp: _corners(lambda a, b: -_quotient(-a, b)),
    arith.CeilDivUIOp: _corners(lambda a, b: -_quotient(-a, b)),
    arith.RemSIOp: lambda a, b: Interval(0, min(a.high, b.high - 1)),
    arith.RemUIOp: lambda a, b: Interval(0, min(a.high, b.high - 1)),
}


class PointerSizes:
    """The elements that each pointer argument of a function needs, for given scalars and a number of blocks."""

    def __init__(self, function: FuncOp, scalars: Sequence[int | None], blocks: int):
        around = function.parent_op()
        self._functions = {} if around is None else {f.sym_name.data: f for f in around.walk() if isinstance(f, FuncOp)}
        self._blocks = blocks
        self._known: dict[SSAValue, Interval] = {}
        self._at: dict[SSAValue, tuple[int, int]] = {}
        self._sizes: dict[int, int] = {}
        self._shapes: dict[int, set[Extents]] = {}
        for index, (argument, scalar) in enumerate(zip(function.body.block.args, scalars)):
            if scalar is None:
                self._at[argument] = index, 0
            else:
                self._known[argument] = Interval(scalar, scalar)
        self._walk(function)

    def shape(self, index: int) -> Extents:
        """The shape of an argument's buffer: that of its view where it has one of row-major order, else flat."""
        size, shapes = self._sizes.get(index, 1), self._shapes.get(index, set())
        return next(iter(shapes)) if len(shapes) == 1 and () not in shapes else (size,)

    def _walk(self, function: FuncOp) -> None:
        for op in function.walk():
            match op:
                case AddPtrOp() if (place := self._at.get(op.ptr)) is not None:
                    self._at[op.result] = place[0], place[1] + self._interval(op.offset, op).high
                case MakeTensorViewOp():
                    self._view(op)
                case LoadScalarOp() | StoreScalarOp():
                    self._need(op.ptr, self._interval(op.offset, op).high + 1)
                case CallOp() if (callee := self._functions.get(op.callee.string_value())) and callee.body.blocks:
                    self._call(op, callee)
                case _:
                    pass

    def _view(self, op: MakeTensorViewOp) -> None:
        shape = [self._interval(extent, op) for extent in op.shape]
        strides = [self._interval(stride, op).high for stride in op.strides]
        last = sum((extent.high - 1) * stride for extent, stride in zip(shape, strides))
        self._need(op.ptr, last + 1)
        if (place := self._at.get(op.ptr)) is not None:
            extents = tuple(extent.high for extent in shape)
            is_whole = place[1] == 0 and all(extent.low == extent.high for extent in shape)
            dense = [1]
            for extent in reversed(extents[1:]):
                dense.insert(0, dense[0] * extent)
            self._shapes.setdefault(place[0], set()).add(extents if is_whole and strides == dense else ())

    def _need(self, pointer: SSAValue, count: int) -> None:
        if (place := self._at.get(pointer)) is not None:
            index, offset = place
            self._sizes[index] = max(self._sizes.get(index, 1), offset + count)

    def _call(self, op: CallOp, callee: FuncOp) -> None:
        for argument, operand in zip(callee.body.block.args, op.arguments):
            if (place := self._at.get(operand)) is not None:
                self._at[argument] = place
            elif argument.type.name in ("index", "integer_type"):
                self._known[argument] = self._interval(operand, op)
        self._walk(callee)

    def _interval(self, value: SSAValue, asker: Operation) -> Interval:
        if value not in self._known:
            found = self._computed(value, asker)
            if found is None:
                fail(asker, "the size of the memory behind a pointer can't be told from this view; give it as --input")
            self._known[value] = found
        return self._known[value]

    def _computed(self, value: SSAValue, asker: Operation) -> Interval | None:
        if isinstance(value, BlockArgument):
            loop = value.block.parent_op()
            if not isinstance(loop, scf.ForOp) or value.index:
                return None
            low, high = self._interval(loop.lb, asker).low, self._interval(loop.ub, asker).high
            return Interval(low, max(low, high - 1))
        op = value.owner
        assert isinstance(op, Operation)
        if function := _ARITHMETIC.get(type(op)):
            return function(*(self._interval(operand, asker) for operand in op.operands))
        match op:
            case arith.ConstantOp(value=IntegerAttr() as number):
                return Interval(number.value.data, number.value.data)
            case arith.IndexCastOp() | arith.ExtSIOp() | arith.ExtUIOp() | arith.TruncIOp():
                return self._interval(op.operands[0], asker)
            case arith.SelectOp():
                sides = [self._interval(side, asker) for side in (op.lhs, op.rhs)]
                return Interval(min(side.low for side in sides), max(side.high for side in sides))
            case GetBlockIdxOp():
                return Interval(0, self._blocks - 1)
            case GetBlockNumOp():
                return Interval(self._blocks, self._blocks)
            case GetSubblockIdxOp() | GetSubblockNumOp():
                return Interval(0, 1)
            case _:
                return None


def argument_shape(function: FuncOp, index: int, scalars: Sequence[int | None], blocks: int) -> Extents:
    """The extents of the array that an argument of the pto dialect stands for; DYNAMIC_INDEX where any will do."""
    type_ = function.function_type.inputs.data[index]
    if isinstance(type_, PtrType):
        return PointerSizes(function, scalars, blocks).shape(index)
    if isinstance(type_, TileBufType):
        return type_.valid
    return type_.get_shape() if isinstance(type_, ViewType) else ()
