"""How tile-run shows the outputs of a run, and how they differ from others."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from xdsl.ir import Attribute

from xdsl_tiles.interpreters.values import Array, format_extents, value_dtype
from xdsl_tiles.numerics.tolerance import compare, tolerance


def describe(output: Any, type_: Attribute) -> str:
    """An output in a line: shape and element type, Euclidean norm and checksum of the bytes; a scalar as it is."""
    dtype = value_dtype(type_)
    if not isinstance(output, np.ndarray):
        return f"{output} : {dtype}"
    array = cast(Array, output)
    norm = float(np.linalg.norm(array.astype(np.float64)))
    checksum = zlib.crc32(np.ascontiguousarray(array).view(np.uint8).data)
    shape = format_extents(array.shape)
    return f"{shape}{'x' if shape else ''}{dtype}, norm {norm:.6g}, crc32 {checksum:08x}"


def describe_difference(
    outputs: Sequence[Any], expected: Sequence[Any], types: Sequence[Attribute], narrowed: bool
) -> str | None:
    """Where outputs first differ from what is expected by more than their element types allow, or None."""
    for index, (output, reference, type_) in enumerate(zip(outputs, expected, types, strict=True)):
        accepted = tolerance(value_dtype(type_), narrowed=narrowed)
        if mismatch := compare(np.asarray(output), np.asarray(reference), accepted):
            return f"output {index} is {mismatch}"
    return None
