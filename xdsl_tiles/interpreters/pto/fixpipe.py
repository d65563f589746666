"""What happens to elements on their way out of an accumulator: relu, requantisation, conversion (isa section 2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from xdsl_tiles.dialects.pto.enums import ReluPreMode
from xdsl_tiles.interpreters.pto.handle import TileHandle
from xdsl_tiles.interpreters.tile.payload import Array
from xdsl_tiles.interpreters.values import RunError
from xdsl_tiles.numerics.casting import cast_array
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.numerics.quantization import QuantWords, requantize, scalar_quant, vector_quant

Drain = Callable[[Array, QuantWords | None], Array]


def drain_converter(source: DType, target: DType, relu: ReluPreMode = ReluPreMode.NO_RELU) -> Drain:
    """The function of elements and quantisation words, or None for none, that the fixpipe applies."""
    clamps = relu is ReluPreMode.NORMAL_RELU

    def convert(elements: Array, words: QuantWords | None) -> Array:
        if words is not None:
            return requantize(elements, source, target, words, clamps)
        if clamps:
            elements = np.maximum(elements, np.zeros_like(elements))
        return cast_array(elements, source, target)

    return convert


def column_words(scales: TileHandle, first: int, columns: int) -> QuantWords:
    """The quantisation words of columns, one 64-bit element each in the first row of a tile."""
    if scales.place.dtype.itemsize != 8:
        raise RunError(f"takes 64-bit quantisation words, got a tile of {scales.place.dtype.name}")
    row = scales.window((0, first), (1, columns)).read()
    return vector_quant(row.view(np.uint64))


def quantisation(word: int | None, scales: TileHandle | None, columns: int) -> QuantWords | None:
    """What an op asks for: one word for all elements, a tile of them, or nothing."""
    if word is not None:
        return scalar_quant(word)
    return None if scales is None else column_words(scales, 0, columns)
