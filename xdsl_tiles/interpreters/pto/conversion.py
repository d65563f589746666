"""Conversions of tiles, comparisons whose results are bits, and choices by such bits."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.pto.arch import arch_of
from xdsl_tiles.dialects.pto.comparison import TCmpOp, TCmpSOp, TSelOp, TSelSOp
from xdsl_tiles.dialects.pto.conversion import TCvtOp, TDequantOp, TPackOp, TQuantOp
from xdsl_tiles.dialects.pto.enums import Arch, RoundMode, SaturationMode
from xdsl_tiles.interpreters.elementwise import COMPARISONS
from xdsl_tiles.interpreters.pto.handle import TileHandle, bytes_of, check_same_valid, tile_buf
from xdsl_tiles.interpreters.pto.vector import read_as
from xdsl_tiles.interpreters.pto.views import in_dtype
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Array
from xdsl_tiles.interpreters.values import RunError, dtype_of
from xdsl_tiles.numerics import masks, round_mode
from xdsl_tiles.numerics.conversion import convert, saturates_by_default
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.quantization import dequantize, quantize
from xdsl_tiles.numerics.reductions import repeated_columns

CONVERSION = OpTable()

_FP_BLOCK = 8
"""Scales of a row that repeat along it: a 32-byte block of f32."""


def element_type(value: SSAValue) -> DType:
    """The element type of a tile."""
    return dtype_of(tile_buf(value.type).element_type)


@CONVERSION.kernel(TCvtOp, arguments=lambda op: [op.src, op.dst])
def bind_convert(op: TCvtOp, scope: Scope) -> Kernel:
    """Each element in another type."""
    source, target, machine = element_type(op.src), element_type(op.dst), scope.machine
    if machine is not None and source != target and not machine.can_cast(source.name, target.name):
        raise RunError(f"{machine.name} has no conversion of {source} to {target}; go through another type")
    name = op.rmode.data
    mode = round_mode.RoundMode.RINT if name is RoundMode.CAST_RINT else round_mode.RoundMode(name.value.lower())
    asked = op.sat_mode
    saturate = saturates_by_default(source, target) if asked is None else asked.data is SaturationMode.ON

    def run(handle: TileHandle, result: TileHandle) -> None:
        check_same_valid(handle, result)
        result.write(convert(handle.read(), source, target, mode, saturate))

    return run


@CONVERSION.kernel(TPackOp)
def bind_pack(op: TPackOp, scope: Scope) -> Kernel:
    """The low bytes of each element."""
    dtype = element_type(op.dst).numpy

    def run(source: TileHandle, target: TileHandle) -> None:
        check_same_valid(source, target)
        elements = source.read()
        parts = bytes_of(elements).reshape(*elements.shape, -1)[..., : dtype.itemsize]
        target.write(np.ascontiguousarray(parts).view(dtype).reshape(elements.shape))

    return run


@CONVERSION.kernel(TQuantOp, arguments=lambda op: [op.src, op.fp, op.offset, op.dst])
def bind_quantize(op: TQuantOp, scope: Scope) -> Kernel:
    """Scaled, an offset added, and rounded to 8 bits; each row has a block of scales that repeats along it."""
    dtype = element_type(op.dst)

    def block(handle: TileHandle, columns: int) -> Array:
        width = min(handle.valid[1], _FP_BLOCK)
        return repeated_columns(handle.region((handle.valid[0], width)).read(), columns)

    def run(source: TileHandle, scales: TileHandle, offsets: TileHandle | None, target: TileHandle) -> None:
        elements = read_as(source, target)
        offset = None if offsets is None else block(offsets, elements.shape[1])
        target.write(quantize(elements, block(scales, elements.shape[1]), offset, dtype))

    return run


@CONVERSION.kernel(TDequantOp)
def bind_dequantize(op: TDequantOp, scope: Scope) -> Kernel:
    """The offset subtracted, then scaled; each row has one of both, in the first column."""

    def run(source: TileHandle, scales: TileHandle, offsets: TileHandle, target: TileHandle) -> None:
        elements = read_as(source, target)
        scale, offset = (handle.region((elements.shape[0], 1)).read() for handle in (scales, offsets))
        target.write(dequantize(elements, scale, offset))

    return run


class _Masks:
    """How bits lie in the bytes of a mask tile: each row from its own byte on A3, one stream of all rows on A5."""

    def __init__(self, op: Operation):
        self.is_stream = arch_of(op) is Arch.A5

    def write(self, target: TileHandle, flags: Array) -> None:
        """Put the bits into a mask tile and zeros after them."""
        itemsize = target.place.dtype.itemsize
        try:
            if self.is_stream:
                rows, columns = target.shape
                packed = masks.pack_stream(flags, rows, columns * itemsize)
            else:
                packed = masks.pack_rows(flags, target.valid[1] * itemsize)
        except ValueError as error:
            raise RunError(str(error)) from error
        target.write(packed.view(target.place.dtype))

    def read(self, source: TileHandle, rows: int, columns: int) -> Array:
        """The bits of so many rows and columns of elements."""
        itemsize = source.place.dtype.itemsize
        try:
            if self.is_stream:
                length = -(-rows * columns // (8 * itemsize))
                width = source.shape[1]
                taken = source.region((-(-length // width), min(length, width))).read()
                return masks.unpack_stream(bytes_of(taken), rows, columns)
            taken = source.region((rows, min(-(-columns // (8 * itemsize)), source.shape[1]))).read()
            return masks.unpack_rows(bytes_of(taken), columns)
        except ValueError as error:
            raise RunError(str(error)) from error


@CONVERSION.kernel(TCmpOp, TCmpSOp)
def bind_compare(op: TCmpOp | TCmpSOp, scope: Scope) -> Kernel:
    """One bit per element."""
    compare = COMPARISONS[op.comparison if isinstance(op, TCmpOp) else op.cmp_mode.data]
    bits = _Masks(op)

    def run(lhs: TileHandle, rhs: TileHandle | float, target: TileHandle) -> None:
        elements = lhs.read()
        if isinstance(rhs, TileHandle):
            check_same_valid(lhs, rhs)
            bits.write(target, compare(elements, rhs.read()))
        else:
            bits.write(target, compare(elements, in_dtype(rhs, elements.dtype)))

    return run


def _select_arguments(op: TSelOp | TSelSOp) -> list[Argument]:
    chosen = (op.src0, op.src1) if isinstance(op, TSelOp) else (op.src, op.scalar)
    return [op.mask, *chosen, op.dst]


@CONVERSION.kernel(TSelOp, TSelSOp, arguments=_select_arguments)
def bind_select(op: TSelOp | TSelSOp, scope: Scope) -> Kernel:
    """The first where the bit is set, else the second."""
    bits = _Masks(op)

    def run(mask: TileHandle, first: TileHandle, second: TileHandle | float, target: TileHandle) -> None:
        elements = read_as(first, target)
        other = read_as(second, target) if isinstance(second, TileHandle) else in_dtype(second, elements.dtype)
        target.write(np.where(bits.read(mask, *target.valid), elements, other).astype(elements.dtype))

    return run
