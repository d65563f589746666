"""Element type conversions that a machine does in several native casts, and chains of them that mean the same as one.

A chain means the same when every type on the way *carries* the conversion: it holds each source element, or rounds it
so finely that the last rounding can't tell. Double rounding to nearest is avoided as the round mode `odd` does it:
what a type on the way can't hold goes to its odd neighbour, never to a tie. A directed mode may be applied twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl_tiles.machines import Machine
from xdsl_tiles.numerics.dtypes import DTYPES, DType, FloatFormat, Kind
from xdsl_tiles.numerics.round_mode import RoundMode

_GUARD_BITS = 2
"""Bits beyond the target's that a value rounded to odd needs, for rounding it again to be right."""

_STORED_TYPES = frozenset(name for name, dtype in DTYPES.items() if dtype.kind is not Kind.UNSIGNED) - {
    "f64",
    "index",
    "i1",
}
"""Types of which a tile can hold numbers; machines also name unsigned ones and hif8."""


@dataclass(frozen=True)
class CastChain:
    """Types that a conversion goes through, the target last, with the round mode of each step.

    `faithful` says that it gives what the direct conversion gives, for every element and round mode.
    """

    steps: tuple[tuple[DType, RoundMode], ...]
    faithful: bool


def cast_chain(source: DType, target: DType, mode: RoundMode, machine: Machine) -> CastChain | None:
    """The shortest faithful chain of native casts, else the shortest of any kind, else None.

    Among the shortest, types that hold every source element come first, then floats of the width of what they are
    cast from, then other floats, then the order of the machine file.
    """
    faithful = _shortest(source, target, machine, only_carriers=True)
    path = faithful or _shortest(source, target, machine, only_carriers=False)
    if path is None:
        return None
    return CastChain(tuple(zip(path, _modes(source, path, mode), strict=True)), faithful is not None)


def _shortest(source: DType, target: DType, machine: Machine, *, only_carriers: bool) -> tuple[DType, ...] | None:
    """Breadth first search; gives the types after the source."""
    layer: list[tuple[DType, ...]] = [()]
    seen = {source}
    while layer:
        following: list[tuple[DType, ...]] = []
        for path in layer:
            last = path[-1] if path else source
            if machine.can_cast(last.name, target.name):
                return (*path, target)
            for via in sorted(_neighbours(last, machine), key=lambda via: _preference(source, last, via)):
                if via not in seen and (not only_carriers or carries(source, via, target)):
                    seen.add(via)
                    following.append((*path, via))
        layer = following
    return None


def _neighbours(last: DType, machine: Machine) -> Iterator[DType]:
    return (DTYPES[name] for name in machine.dtypes.cast.get(last.name, ()) if name in _STORED_TYPES)


def _preference(source: DType, last: DType, via: DType) -> tuple[bool, bool, bool]:
    return not holds(via, source), not (via.is_float and via.bits == last.bits), not via.is_float


def _modes(source: DType, path: tuple[DType, ...], mode: RoundMode) -> Iterator[RoundMode]:
    """The round mode of each step: the one asked for where the value gets its final resolution, none where exact."""
    target = path[-1]
    last = len(path) - 1
    rounding = last if target.is_float else next(index for index, via in enumerate(path) if not via.is_float)
    for index, via in enumerate(path):
        if index == rounding:
            yield mode
        elif index > rounding or holds(via, source) or not (source.is_float or target.is_float):
            yield RoundMode.NONE
        else:
            yield RoundMode.ODD if mode.nearest_even or mode is RoundMode.ROUND else mode


def holds(container: DType, source: DType) -> bool:
    """Whether every element of `source`, NaN and infinities included, is an element of `container`."""
    if source.format is None:
        if container.format is None:
            return container.lowest <= source.lowest and source.highest <= container.highest
        return source.bits - 1 <= container.format.precision and -source.lowest <= container.format.largest
    if container.format is None:
        return False
    return (
        source.format.precision <= container.format.precision
        and source.format.largest <= container.format.largest
        and source.format.smallest >= container.format.smallest
        and _keeps_specials(source, container.format)
    )


def carries(source: DType, via: DType, target: DType) -> bool:
    """Whether a conversion from `source` to `target` through `via` can mean the same as the direct one."""
    if holds(via, source):
        return True
    if via.format is None:
        return not target.is_float and via.lowest <= target.lowest and target.highest <= via.highest
    if not _keeps_specials(source, via.format):
        return False
    if target.format is None:
        return _carries_to_integer(source, via.format, target)
    return _carries_to_float(source, via.format, target.format)


def _carries_to_integer(source: DType, via: FloatFormat, target: DType) -> bool:
    """Beyond the range of the target both ways saturate; within it `via` resolves quarters, unless all is whole."""
    resolution = target.bits - 1
    if source.format is not None:
        resolution = min(resolution + _GUARD_BITS, source.format.precision)
    return via.precision >= resolution and via.largest >= -target.lowest and via.smallest <= 2.0**-_GUARD_BITS


def _carries_to_float(source: DType, via: FloatFormat, target: FloatFormat) -> bool:
    """`via` reaches past the range of the target and resolves quarters of its spacing."""
    precision = source.bits - 1 if source.format is None else source.format.precision
    return (
        via.precision >= min(target.precision + _GUARD_BITS, precision)
        and via.largest >= min(2 * target.largest, _largest(source))
        and via.smallest <= target.smallest * 2.0**-_GUARD_BITS
    )


def _keeps_specials(source: DType, via: FloatFormat) -> bool:
    """Whether what exceeds `via` doesn't become NaN or a finite value, and NaN stays."""
    exceeds = _largest(source) > via.largest or (source.format is not None and source.format.has_infinity)
    has_nan = source.format is not None and source.format.has_nan
    return (via.has_infinity or not exceeds) and (via.has_nan or not has_nan)


def _largest(source: DType) -> float:
    return -source.lowest if source.format is None else source.format.largest
