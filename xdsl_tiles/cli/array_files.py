"""Arrays in `.npy` files: checked against a type of the IR before they are read, written all or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ShapedType
from xdsl.ir import Attribute

from xdsl_tiles.interpreters.values import Array, format_extents, value_dtype
from xdsl_tiles.numerics.dtypes import DType
from xdsl_tiles.pipeline.errors import UsageError

_MAGIC = b"\x93NUMPY"


def read_array(path: str, type_: Attribute) -> Array:
    """The array of a file, which must be one of the type; pickled objects are never read.

    NumPy writes bf16, f8 and 4-bit arrays as raw bytes of the element's size; those are taken for what the type says.
    """
    dtype, shape = value_dtype(type_), _shape(type_)
    with Path(path).open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise UsageError(f"'{path}' is no .npy file")
    try:
        # mapped, so that a wrong shape is refused before anything of its size is made
        array: Array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise UsageError(f"'{path}' holds no numbers, or not all of them: {error}") from error
    fits = shape is None or (
        len(shape) == array.ndim and all(e in (DYNAMIC_INDEX, a) for e, a in zip(shape, array.shape))
    )
    if not fits or not _is_stored_as(array.dtype, dtype):
        found = f"{format_extents(array.shape)} elements of {array.dtype}"
        expected = str(dtype) if shape is None else f"{format_extents((*shape,))}x{dtype}"
        raise UsageError(f"'{path}' holds {found}, expected {expected}")
    raw = array.dtype.kind == "V"
    return np.array(array).view(dtype.numpy) if raw else np.array(array, dtype=dtype.numpy)


def _shape(type_: Attribute) -> tuple[int, ...] | None:
    """The extents that an array must have, None where any will do: behind a pointer."""
    if type_.name == "pto.ptr":
        return None
    valid: Sequence[int] | None = getattr(type_, "valid", None)
    if valid is not None:
        return tuple(valid)
    return type_.get_shape() if isinstance(type_, ShapedType) else ()


def _is_stored_as(stored: np.dtype[Any], dtype: DType) -> bool:
    if stored.kind == "V":
        return stored.fields is None and dtype.numpy.kind == "V" and stored.itemsize == dtype.numpy.itemsize
    return stored.newbyteorder("=") == dtype.numpy


def output_paths(given: Sequence[str], count: int) -> list[Path]:
    """Where outputs go: one `.npy` file each, or a directory to hold `0.npy`, `1.npy` and so on."""
    if len(given) == 1 and not given[0].endswith(".npy"):
        return [Path(given[0]) / f"{index}.npy" for index in range(count)]
    if len(given) != count:
        raise UsageError(f"--output names {len(given)} files, the function gives {count} arrays; or name a directory")
    if wrong := [path for path in given if not path.endswith(".npy")]:
        raise UsageError(f"--output writes .npy files, got '{wrong[0]}'")
    return list(map(Path, given))


def write_arrays(paths: Sequence[Path], arrays: Sequence[Array]) -> None:
    """Write arrays to files; if one can't be written, none is there."""
    pending: list[tuple[Path, Path]] = []
    try:
        for path, array in zip(paths, arrays):
            path.parent.mkdir(parents=True, exist_ok=True)
            partial = path.with_name(f".{path.name}.{os.getpid()}")
            pending.append((partial, path))
            with partial.open("wb") as file:
                np.save(file, array, allow_pickle=False)
        for partial, path in pending:
            os.replace(partial, path)
    finally:
        for partial, _ in pending:
            partial.unlink(missing_ok=True)
