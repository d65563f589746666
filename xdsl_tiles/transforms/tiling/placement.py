"""Where the sub-tiles of a tiled output go, and when a matmul's result may go there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from xdsl.dialects import scf
from xdsl.dialects.func import CallOp
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.traits import MemoryEffectKind, get_effects

from xdsl_tiles.analysis.abi import write_chain
from xdsl_tiles.dialects.tile.cube import MatmulAccOp, MatmulBiasOp, MatmulOp
from xdsl_tiles.dialects.tile.kernel import FreeOp, PopOp, PushOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.transfer import AssembleOp
from xdsl_tiles.transforms.tiling.emitter import Emitter
from xdsl_tiles.transforms.tiling.windows import Window


class Placement(Protocol):
    """A destination that a grid of sub-tiles fills one by one; the value carried through is its current state."""

    @property
    def anchor(self) -> Operation:
        """The op before which the grid is emitted."""
        ...

    def begin(self, emit: Emitter) -> SSAValue:
        """The destination before the first sub-tile; emits what makes it."""
        ...

    def place(self, emit: Emitter, carried: SSAValue, subtile: SSAValue, window: Window, step: int) -> SSAValue:
        """Emit the placing of one sub-tile; returns the destination after it."""
        ...

    def finish(self, destination: SSAValue, rewriter: PatternRewriter) -> None:
        """Let what read the whole result read the finished destination."""
        ...


@dataclass(frozen=True)
class DirectStore:
    """Each sub-tile is stored straight to the tensor that the whole result would have been stored to."""

    store: StoreOp

    @property
    def anchor(self) -> Operation:
        """The original store."""
        return self.store

    def begin(self, emit: Emitter) -> SSAValue:
        """The tensor before the original store."""
        return self.store.destination

    def place(self, emit: Emitter, carried: SSAValue, subtile: SSAValue, window: Window, step: int) -> SSAValue:
        """Store the sub-tile at its place relative to the original store, with that store's properties."""
        *leading, row, column = self.store.mixed_offsets
        offsets = [*leading, emit.offset(row, window.row), emit.offset(column, window.column)]
        op = StoreOp(subtile, carried, offsets, atomic=self.store.atomic is not None)
        op.attributes.update(self.store.attributes)
        return emit.add(op, f"{self.store.result.name_hint or 'out'}_t{step}")

    def finish(self, destination: SSAValue, rewriter: PatternRewriter) -> None:
        """Replace the original store."""
        rewriter.replace(self.store, (), [destination])


def direct_store(product: OpResult) -> DirectStore | str:
    """The store that takes all of a product, or why there is none.

    The result has one use, a store without an explicit partition in the same block, and nothing between the two
    could be observed by emitting the product where the store stands (tile_l0 section 8, item 4).
    """
    use, producer = product.get_user_of_unique_use(), product.op
    if not isinstance(use, StoreOp) or use.parent is not producer.parent:
        return "its result must go to exactly one tile.store in the same block"
    if use.mixed_sizes:
        return "the tile.store that takes its result has explicit sizes; drop them"
    barrier = barrier_between(producer, use)
    if barrier is not None:
        return f"'{barrier.name}' stands between it and its tile.store; move it out of the way"
    return DirectStore(use)


def barrier_between(first: Operation, store: StoreOp, last: Operation | None = None) -> Operation | None:
    """The first op after `first`, and before `last` (default: the store), that a product deferred to `store` must
    not cross, be it in a loop or branch; None where there is none.
    """
    between = dict.fromkeys(_until(first, last or store))
    # The store's chain of writes runs backwards through the program, so it need not be followed past `first`.
    chain = set(takewhile(lambda tensor: tensor.owner in between, write_chain(store.destination)))
    return next((inner for op in between for inner in _barriers(op, is_chained=not chain.isdisjoint(op.results))), None)


def _until(first: Operation, last: Operation) -> Iterator[Operation]:
    """The ops between two ops of a block."""
    op = first.next_op
    while op is not None and op is not last:
        yield op
        op = op.next_op


_PRODUCTS = (MatmulOp, MatmulAccOp, MatmulBiasOp, scf.ForOp)
_ORDERED = (StoreOp, AssembleOp, PushOp, PopOp, FreeOp, CallOp)


def _barriers(op: Operation, *, is_chained: bool) -> Iterator[Operation]:
    """What in `op` a deferred product must not cross; it may cross other products' stores that its own chains onto."""
    for inner in op.walk():
        if is_chained and isinstance(inner, StoreOp) and isinstance(inner.source.owner, _PRODUCTS):
            continue
        if isinstance(inner, _ORDERED) or _has_unknown_effects(inner):
            yield inner


def _has_unknown_effects(op: Operation) -> bool:
    if op.regions:
        return False
    effects = get_effects(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)
