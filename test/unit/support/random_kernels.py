"""Random kernels on tiles, one a seed: products of every form, on shapes that faults do not like to be seen with.

A kernel loads its operands to Mat, multiplies them and stores what comes out. Extents are rarely equal, often no
multiple of a fractal, and only seldom a single one; products may reach 2^24.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from xdsl.builder import Builder
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    IntegerAttr,
    ModuleOp,
    TensorType,
    bf16,
    f16,
    f32,
    i8,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_tiles.dialects.tile import pipelining
from xdsl_tiles.dialects.tile.attributes import MemorySpace, RoundMode
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.memory import CreateOp, LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.dialects.tile.vector import CastOp

_MAT_BYTES = 256 * 1024
"""What the operands of a product may take together, so that two products fit every Mat."""
_UNITS = {bf16: 16, f16: 16, f32: 16, i8: 32}
_LONG = (1056, 1600, 2048)
"""Long inner extents, at which sums of i8 products pass 2^24."""
_EXTENTS = (16, 32, 48, 64, 80, 112, 128, 144, 176, 192, 256, 272, 320, 384, 512, 544, 640)


class Extent(NamedTuple):
    """A physical extent and how much of it is valid."""

    physical: int
    valid: int


@dataclass
class Kernel:
    """A function under construction: `block` holds its arguments and ops so far."""

    random: Random
    operand: Attribute
    block: Block = field(default_factory=Block)
    results: list[SSAValue] = field(default_factory=list[SSAValue])

    @property
    def accumulator(self) -> Attribute:
        """The element type that products of the operand type come in."""
        return i32 if self.operand == i8 else f32

    def add(self, op: Operation) -> SSAValue:
        """Append an op; its first result."""
        self.block.add_op(op)
        return op.results[0]

    def argument(self, type_: Attribute, name: str) -> SSAValue:
        """A new argument of the function."""
        value = self.block.insert_arg(type_, len(self.block.args))
        value.name_hint = name
        return value

    def extent(self, unit: int, extents: Sequence[int] = _EXTENTS) -> Extent:
        """An extent of whole fractals, three times in ten with some of the last elements invalid."""
        physical = -(-self.random.choice(extents) // unit) * unit
        valid = self.random.randint(max(1, physical - 40), physical) if self.random.random() < 0.3 else physical
        return Extent(physical, valid)

    def shape(self) -> tuple[Extent, Extent, Extent]:
        """M, N and K of a product whose operands fit Mat."""
        unit = _UNITS[self.operand]
        size = 1 if self.operand == i8 else 4 if self.operand == f32 else 2
        inner = _EXTENTS + _LONG if self.operand == i8 else _EXTENTS
        while True:
            m, n, k = self.extent(16), self.extent(unit), self.extent(unit, inner)
            if (m.physical + n.physical) * k.physical * size <= _MAT_BYTES:
                return m, n, Extent(k.physical, k.physical)

    def loaded(self, rows: Extent, columns: Extent, space: MemorySpace = MemorySpace.MAT) -> SSAValue:
        """A tile of a new argument, from a place inside of it."""
        row, column = self.random.choice([0, 0, 3]), self.random.choice([0, 0, 5])
        tensor = self.argument(TensorType(self.operand, [rows.valid + row, columns.valid + column]), "x")
        return self.add(load(tensor, (row, column), (rows, columns), space))

    def stored(self, tile: SSAValue) -> None:
        """Store a tile somewhere into a new argument, to be returned."""
        row, column = self.random.choice([0, 2]), self.random.choice([0, 7])
        rows, columns = tile_type(tile).valid
        out = self.argument(TensorType(tile_type(tile).element_type, [rows + row, columns + column]), "out")
        self.results.append(self.add(StoreOp(tile, out, [row, column])))

    def function(self, name: str) -> FuncOp:
        """The finished function."""
        self.block.add_op(ReturnOp(*self.results))
        types = FunctionType.from_lists(self.block.arg_types, [value.type for value in self.results])
        return FuncOp(name, types, Region(self.block))


def load(
    tensor: SSAValue, offsets: tuple[SSAValue | int, SSAValue | int], shape: tuple[Extent, Extent], space: MemorySpace
) -> LoadOp:
    """The load of a window of which a part is valid."""
    physical, valid = [extent.physical for extent in shape], [extent.valid for extent in shape]
    return LoadOp(tensor, offsets, physical, space, valid=None if valid == physical else valid)


def plain(kernel: Kernel) -> None:
    """A product and its store."""
    m, n, k = kernel.shape()
    kernel.stored(kernel.add(MatmulOp(kernel.loaded(m, k), kernel.loaded(k, n))))


def vec_left(kernel: Kernel) -> None:
    """The left operand comes from Vec."""
    m, n, k = kernel.shape()
    kernel.stored(kernel.add(MatmulOp(kernel.loaded(m, k, MemorySpace.VEC), kernel.loaded(k, n))))


def accumulate(kernel: Kernel) -> None:
    """A second product goes onto the first, always or under a predicate of the caller."""
    m, n, k = kernel.shape()
    first = kernel.add(MatmulOp(kernel.loaded(m, k), kernel.loaded(k, n)))
    flag = kernel.argument(IndexType(), "flag") if kernel.random.random() < 0.5 else None
    predicate = flag and kernel.add(arith.CmpiOp(flag, kernel.add(arith.ConstantOp(IntegerAttr(0, IndexType()))), "eq"))
    kernel.stored(kernel.add(MatmulAccOp(first, kernel.loaded(m, k), kernel.loaded(k, n), predicate)))


def biased(kernel: Kernel) -> None:
    """A product that starts from a row."""
    m, n, k = kernel.shape()
    lhs, rhs = kernel.loaded(m, k), kernel.loaded(k, n)
    row = kernel.argument(TensorType(kernel.accumulator, [1, n.valid]), "bias")
    bias = kernel.add(load(row, (0, 0), (Extent(1, 1), n), MemorySpace.MAT))
    kernel.stored(kernel.add(MatmulBiasOp(lhs, rhs, bias)))


def chained(kernel: Kernel) -> None:
    """A product, narrowed, is the left operand of another."""
    if kernel.operand in (f32, i8):
        kernel.operand = kernel.random.choice([bf16, f16])
    m, n, k = kernel.shape()
    first = kernel.add(MatmulOp(kernel.loaded(m, k), kernel.loaded(k, n)))
    mode = kernel.random.choice([RoundMode.RINT, RoundMode.RINT, RoundMode.ROUND, RoundMode.FLOOR])
    narrow = kernel.add(CastOp(first, kernel.operand, mode))
    columns = Extent(*[16 * kernel.random.randint(1, 6)] * 2)
    kernel.stored(kernel.add(MatmulOp(narrow, kernel.loaded(n, columns))))


def split_k(kernel: Kernel) -> None:
    """A loop over blocks of K, whose first step starts the accumulator: by a predicate, or behind a branch."""
    m, n, k = kernel.shape()
    k = Extent(min(k.physical, 128), min(k.physical, 128))
    steps = kernel.random.randint(1, 5)
    x = kernel.argument(TensorType(kernel.operand, [m.valid, k.valid * steps]), "x")
    y = kernel.argument(TensorType(kernel.operand, [k.valid * steps, n.valid]), "y")
    zero, end, one, width = (kernel.add(arith.ConstantOp(IntegerAttr(v, IndexType()))) for v in (0, steps, 1, k.valid))
    acc = TileType(
        [m.physical, n.physical],
        kernel.accumulator,
        MemorySpace.ACC,
        valid=[m.valid, n.valid],
        compact=m.valid != m.physical,
    )
    seed = kernel.add(CreateOp(acc))
    body = Block(arg_types=[IndexType(), acc])
    builder = Builder(InsertPoint.at_end(body))
    step, carried = body.args
    offset = builder.insert(arith.MuliOp(step, width)).result
    lhs = builder.insert(load(x, (0, offset), (m, k), MemorySpace.MAT)).result
    rhs = builder.insert(load(y, (offset, 0), (k, n), MemorySpace.MAT)).result
    first = builder.insert(arith.CmpiOp(kernel.random.choice([step, offset]), zero, "eq")).result
    if kernel.random.random() < 0.5:
        total = builder.insert(MatmulAccOp(carried, lhs, rhs, first)).results[0]
    else:
        fresh, more = MatmulOp(lhs, rhs), MatmulAccOp(carried, lhs, rhs)
        total = builder.insert(scf.IfOp(first, [acc], [fresh, scf.YieldOp(fresh)], [more, scf.YieldOp(more)])).results[
            0
        ]
    builder.insert(scf.YieldOp(total))
    loop = scf.ForOp(zero, end, one, [seed], body)
    loop.attributes[pipelining.STAGES] = IntegerAttr(2, i64)
    kernel.stored(kernel.add(loop))


FORMS: tuple[Callable[[Kernel], None], ...] = (plain, vec_left, accumulate, biased, chained, split_k)


def random_kernel(seed: int) -> ModuleOp:
    """A module of one function with one or two products."""
    random = Random(seed)
    kernel = Kernel(random, random.choice([bf16, f16, f32, i8]))
    for form in random.choices(FORMS, k=random.choice([1, 1, 2])):
        form(kernel)
    return ModuleOp([kernel.function("f")])
