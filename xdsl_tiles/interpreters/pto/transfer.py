"""Whole tiles between global memory and the memories of a core, and from one of those to another."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.pto.enums import AccToVecMode, AddressSpace, AtomicType, PadMode, PadValue, ReluPreMode
from xdsl_tiles.dialects.pto.tile_buf import DN, ND, TileBufType
from xdsl_tiles.dialects.pto.transfer import TLoadOp, TMovOp, TPrefetchOp, TStoreOp
from xdsl_tiles.dialects.pto.types import element_of
from xdsl_tiles.dialects.pto.windows import TGetScaleAddrOp, TMovFpOp, TStoreFpOp
from xdsl_tiles.interpreters.accumulator import CubeArithmetic, Drain
from xdsl_tiles.interpreters.pto.fixpipe import drain_converter, quantisation
from xdsl_tiles.interpreters.pto.global_memory import GlobalBuffer, GlobalView, Pointer
from xdsl_tiles.interpreters.pto.handle import TileHandle, tile_buf
from xdsl_tiles.interpreters.registry import Argument, Kernel, OpTable, Scope
from xdsl_tiles.interpreters.tile.payload import Accumulator, Array, Extents, Window, whole
from xdsl_tiles.interpreters.values import RunError, dtype_of
from xdsl_tiles.numerics.dtypes import DType

TRANSFER = OpTable()

_PAD_BYTES = 32
"""A padded load fills rows up to the next multiple of so many bytes (isa section 8)."""


def refuse_tensors(op: Operation) -> None:
    """Refuse the form of an op that gives a tensor; only tiles have a meaning."""
    if op.results:
        raise RunError("gives a tensor, which has no meaning on tiles; use the form without a result")


def global_view(source: GlobalView | Array | TileHandle) -> GlobalView:
    """A window of global memory, also of one that is a memref; a `RunError` for a tile."""
    if isinstance(source, GlobalView):
        return source
    if isinstance(source, TileHandle):
        raise RunError("takes a window of global memory, got a tile")
    strides = tuple(stride // source.itemsize for stride in source.strides)
    span = 1 + sum((extent - 1) * stride for extent, stride in zip(source.shape, strides))
    flat = np.lib.stride_tricks.as_strided(source, (span,), (source.itemsize,))
    return GlobalView(Pointer(GlobalBuffer(flat)), source.shape, strides, (0,) * source.ndim, source.shape)


def pad_element(dtype: DType, pad: PadValue) -> float:
    """The element that a tile is padded with: infinities for floats that have them, else the ends of the range."""
    if pad in (PadValue.NULL, PadValue.ZERO):
        return 0
    if dtype.format is not None:
        extreme = float("inf") if dtype.format.has_infinity else dtype.format.largest
        return extreme if pad is PadValue.MAX else -extreme
    return dtype.highest if pad is PadValue.MAX else dtype.lowest


def bits_as(elements: Array, dtype: np.dtype[np.generic]) -> Array:
    """The same bits as elements of a type of the same width; a `RunError` for one of another width."""
    if elements.dtype.itemsize != dtype.itemsize:
        raise RunError(f"moves the bits of {elements.dtype.name} elements as {dtype.name}, which have another width")
    return elements if elements.dtype == dtype else np.ascontiguousarray(elements).view(dtype)


@TRANSFER.kernel(TLoadOp, TPrefetchOp, arguments=lambda op: [op.operands[0], op.operands[1]])
def bind_load(op: TLoadOp | TPrefetchOp, scope: Scope) -> Kernel:
    """A window of global memory becomes the valid rectangle; a view of what is never written, else a copy."""
    refuse_tensors(op)
    if isinstance(op, TLoadOp):
        _check_padding(op)
    type_, arithmetic = tile_buf(op.dst.type), scope.environment.arithmetic
    dtype, by_columns = dtype_of(type_.element_type), type_.config[:2] == DN[:2]
    padding = _row_padding(type_)

    def run(source: GlobalView | Array, target: TileHandle) -> None:
        view, valid = global_view(source), target.valid
        if view.buffer.is_written:
            arithmetic.drain()
        value = _loaded(view, valid, by_columns, dtype)
        if padding is not None:
            value = padding(value.read(), target.shape)
        target.put(value)

    return run


def _loaded(view: GlobalView, valid: Extents, by_columns: bool, dtype: DType) -> Window:
    stays = not view.buffer.is_written and view.buffer.elements.dtype == dtype.numpy
    if stays and (found := view.as_window(valid)) is not None:
        base, origin = found
        return Window(base, origin, valid, valid)
    elements = view.axes(valid, by_columns).reshape(valid)
    fresh = elements.copy() if np.shares_memory(elements, view.buffer.elements) else elements
    return whole(bits_as(fresh, dtype.numpy))


def _check_padding(op: TLoadOp) -> None:
    asked = op.pad_mode is not None and op.pad_mode.data is not PadMode.NULL
    if asked or any((op.pad_value, op.left_padding_num, op.right_padding_num, op.init_condition)):
        raise RunError("asks for padding by operands, which no document defines; give the tile a pad value instead")


def _row_padding(type_: TileBufType):
    """What makes loaded elements a value that is padded along its rows, or None where the tile asks for none."""
    if type_.config.pad is PadValue.NULL or type_.config[:2] != ND[:2]:
        return None
    dtype = dtype_of(type_.element_type)
    block = _PAD_BYTES // dtype.numpy.itemsize
    pad = np.array(pad_element(dtype, type_.config.pad)).astype(dtype.numpy)

    def padded(elements: Array, shape: Extents) -> Window:
        rows, columns = elements.shape
        around = np.full((rows, min(-(-columns // block) * block, shape[1])), pad, dtype=dtype.numpy)
        around[:, :columns] = elements
        return whole(around)

    return padded


@TRANSFER.kernel(TStoreOp, TStoreFpOp, arguments=lambda op: _store_arguments(op))
def bind_store(op: TStoreOp | TStoreFpOp, scope: Scope) -> Kernel:
    """The valid rectangle goes to a window of global memory, through the fixpipe from an accumulator."""
    refuse_tensors(op)
    source_type, target_type = tile_buf(op.src.type), dtype_of(element_of(op.dst.type))
    source_dtype, by_columns = dtype_of(source_type.element_type), source_type.config[:2] == DN[:2]
    atomic = isinstance(op, TStoreOp) and op.atomic_type.data is AtomicType.ADD
    relu = op.relu_pre_mode.data if isinstance(op, TStoreOp) else ReluPreMode.NO_RELU
    is_acc = source_type.space is AddressSpace.ACC
    plain = not atomic and relu is ReluPreMode.NO_RELU and (source_dtype == target_type or not is_acc)
    convert = drain_converter(source_dtype, target_type, relu) if is_acc else None
    arithmetic = scope.environment.arithmetic

    def run(source: TileHandle, target: GlobalView | Array, word: int | None, scales: TileHandle | None) -> None:
        view = global_view(target)
        if plain and word is None and scales is None:
            store_plain(arithmetic, source, view, by_columns)
            return
        arithmetic.drain()
        elements = source.read()
        if convert is not None:
            elements = convert(elements, quantisation(word, scales, source.valid[1]))
        seen = view.axes(source.valid, by_columns)
        moved = bits_as(elements, target_type.numpy).reshape(seen.shape)
        seen[...] = seen + moved if atomic else moved

    return run


def _store_arguments(op: TStoreOp | TStoreFpOp) -> list[Argument]:
    if isinstance(op, TStoreFpOp):
        return [op.src, op.dst, None, op.fp]
    return [op.src, op.dst, op.pre_quant_scalar, None]


def store_plain(arithmetic: CubeArithmetic, source: TileHandle, view: GlobalView, by_columns: bool = False) -> None:
    """Store elements as they are; what one product alone gives waits in the arithmetic, to be joined to others."""
    value = source.value()
    if isinstance(value, Accumulator) and (found := view.as_window(source.valid)) is not None:
        base, (row, column) = found
        if (product := value.sole_product()) is not None:
            arithmetic.drain_later(Drain(product, base, row, column))
            return
        arithmetic.drain()
        value.read_into(base[row : row + source.valid[0], column : column + source.valid[1]])
        return
    arithmetic.drain()
    seen = view.axes(source.valid, by_columns)
    seen[...] = bits_as(value.read(), seen.dtype).reshape(seen.shape)


@TRANSFER.kernel(TMovOp, TMovFpOp, arguments=lambda op: _move_arguments(op))
def bind_move(op: TMovOp | TMovFpOp, scope: Scope) -> Kernel:
    """The elements of the destination's valid rectangle, in another memory or layout."""
    refuse_tensors(op)
    source_type, target_type = tile_buf(op.src.type), tile_buf(op.dst.type)
    source_dtype, target_dtype = dtype_of(source_type.element_type), dtype_of(target_type.element_type)
    relu = op.relu_pre_mode.data if isinstance(op, TMovOp) else ReluPreMode.NO_RELU
    if isinstance(op, TMovOp) and op.acc_to_vec_mode is not None and op.acc_to_vec_mode.data in _SPLITS:
        raise RunError("splits an accumulator between two vector cores; push it through a pipe instead")
    convert = drain_converter(source_dtype, target_dtype, relu)
    plain = source_dtype == target_dtype and relu is ReluPreMode.NO_RELU

    def run(source: TileHandle, target: TileHandle, word: int | None, scales: TileHandle | None) -> None:
        value = source.region(target.valid)
        if plain and word is None and scales is None:
            if not value.is_written(value.valid):
                value.read()
            target.put(value)
        else:
            target.write(convert(value.read(), quantisation(word, scales, target.valid[1])))

    return run


_SPLITS = (AccToVecMode.DUAL_SPLIT_M, AccToVecMode.DUAL_SPLIT_N)


def _move_arguments(op: TMovOp | TMovFpOp) -> list[Argument]:
    word: SSAValue | None = None if isinstance(op, TMovFpOp) else op.pre_quant_scalar
    return [op.src, op.dst, word, op.fp]


@TRANSFER.kernel(TGetScaleAddrOp)
def bind_scale_address(op: TGetScaleAddrOp, scope: Scope) -> Kernel:
    """Nothing: where the scales of a tile lie matters to the hardware only."""

    def run(source: TileHandle, target: TileHandle) -> None:
        return None

    return run
