"""Emitting loops over blocks of an extent, the last one cut to what is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from xdsl.builder import Builder
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_tiles.dialects.tile.windows import MixedIndex

_INDEX = IndexType()

LoopBody: TypeAlias = Callable[[Builder, SSAValue, SSAValue], SSAValue]
"""Emits one iteration from the induction variable and the carried value; gives the value to carry on."""

BlockBody: TypeAlias = Callable[[Builder, MixedIndex, int, SSAValue], SSAValue]
"""Emits the work on one block from its offset, its extent and the carried value; gives the value to carry on."""


class IndexConstants:
    """Constants of type `index`, each made once, where the builder stands."""

    def __init__(self, builder: Builder):
        self._builder = builder
        self._values: dict[int, SSAValue] = {}

    def __call__(self, value: int) -> SSAValue:
        """The constant of this value."""
        if value not in self._values:
            constant = arith.ConstantOp(IntegerAttr(value, _INDEX))
            constant.result.name_hint = f"c{value}"
            self._values[value] = self._builder.insert(constant).result
        return self._values[value]


def emit_loop(
    builder: Builder,
    constants: IndexConstants,
    upper: int,
    step: int,
    carried: SSAValue,
    body: LoopBody,
    *,
    name: str,
    attributes: Mapping[str, Attribute] | None = None,
) -> SSAValue:
    """Emit an `scf.for` from 0 to `upper` that carries one value, its induction variable called `name`."""
    block = Block(arg_types=[_INDEX, carried.type])
    induction, held = block.args
    induction.name_hint, held.name_hint = name, carried.name_hint
    inner = Builder(InsertPoint.at_end(block))
    inner.insert(scf.YieldOp(body(inner, induction, held)))
    loop = scf.ForOp(constants(0), constants(upper), constants(step), [carried], block)
    loop.attributes.update(attributes or {})
    loop.results[0].name_hint = carried.name_hint
    return builder.insert(loop).results[0]


def emit_blocks(
    builder: Builder,
    constants: IndexConstants,
    extent: int,
    block: int,
    carried: SSAValue,
    body: BlockBody,
    *,
    name: str,
) -> SSAValue:
    """Emit the work on `extent` in blocks: a loop over the full ones (no loop for one), then the rest on its own."""
    full = extent // block * block
    if full > block:
        carried = emit_loop(
            builder,
            constants,
            full,
            block,
            carried,
            lambda inner, offset, held: body(inner, offset, block, held),
            name=name,
        )
    elif full:
        carried = body(builder, 0, block, carried)
    return body(builder, full, extent - full, carried) if extent > full else carried
