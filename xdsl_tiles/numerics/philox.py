"""The counter-based random generator Philox 4x32 (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_WORD = 0xFFFF_FFFF
_LOW, _HIGH = np.uint64(_WORD), np.uint64(32)


def philox4x32(key: Sequence[int], counter: Sequence[int], count: int, rounds: int = 10) -> NDArray[np.uint32]:
    """`count` random words: four for each value of the 128-bit counter, which goes up by one; lowest word first."""
    words = _counters(counter, -(-count // 4))
    first, second = (part & _WORD for part in key)
    for _ in range(rounds):
        left, right = words[0] * _MULTIPLIERS[0], words[2] * _MULTIPLIERS[1]
        words = [
            (right >> _HIGH) ^ words[1] ^ np.uint64(first),
            right & _LOW,
            (left >> _HIGH) ^ words[3] ^ np.uint64(second),
            left & _LOW,
        ]
        first, second = (first + _WEYL[0]) & _WORD, (second + _WEYL[1]) & _WORD
    return np.stack(words, axis=1).reshape(-1)[:count].astype(np.uint32)


def _counters(counter: Sequence[int], blocks: int) -> list[NDArray[np.uint64]]:
    """The words of consecutive counters."""
    words: list[NDArray[np.uint64]] = []
    carry = np.arange(blocks, dtype=np.uint64)
    for part in counter:
        total = carry + np.uint64(part & _WORD)
        words.append(total & _LOW)
        carry = total >> _HIGH
    return words
