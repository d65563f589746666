"""Loops over an output grid, whose drains wait.

A tensor that a loop carries through stores alone is looked at by nobody before the loop ends. What goes to it may wait
until then, so that drains to windows side by side are computed as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import scf
from xdsl.ir import SSAValue

from xdsl_tiles.dialects.tile.memory import StoreOp


def waiting_stores(loop: scf.ForOp) -> list[StoreOp]:
    """The stores of a loop nest that nobody can see the effect of before the loop ends."""
    stores: list[StoreOp] = []
    for index in range(len(loop.iter_args)):
        chain = list(_carried(loop, index))
        if None not in chain:
            stores += filter(None, chain)
    return stores


def _carried(loop: scf.ForOp, index: int) -> Iterator[StoreOp | None]:
    """The stores that a carried value goes through in turn; None where it goes anywhere else."""
    value: SSAValue = loop.body.block.args[index + 1]
    while True:
        use = value.get_unique_use()
        match use.operation if use is not None else None:
            case StoreOp() as store if store.destination is value:
                yield store
                value = store.result
            case scf.ForOp() as inner if use is not None and use.index >= 3:
                yield from _carried(inner, use.index - 3)
                value = inner.res[use.index - 3]
            case scf.YieldOp() as end if use is not None and end.parent is loop.body.block and use.index == index:
                return
            case _:
                yield None
                return
