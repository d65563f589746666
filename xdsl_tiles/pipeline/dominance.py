"""Values are defined before they are used: xDSL's verifier does not look, and nothing can run a function else."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl.dominance import DominanceInfo

from xdsl_tiles.pipeline.errors import LocatedError, fault


def check_dominance(function: Operation) -> None:
    """Raise a `LocatedError` at the first op in a function that uses a value whose definition does not come first.

    Unregistered ops may hold regions whose order means nothing; what is inside them is not looked at.
    """
    for region in function.regions:
        _check_region(region, set())


def _check_region(region: Region, visible: set[int]) -> None:
    """Check a region in which the values of `visible`, known by identity, can be used."""
    blocks = list(region.blocks)
    if len(blocks) == 1:
        _check_block(blocks[0], visible)
        return
    dominance = DominanceInfo(region)
    for block in blocks:
        above = {
            id(value) for other in blocks if dominance.strictly_dominates(other, block) for value in _values(other)
        }
        _check_block(block, visible | above)


def _check_block(block: Block, visible: set[int]) -> None:
    """Check a block; `visible` is as it was before when this returns."""
    defined = [id(argument) for argument in block.args]
    visible.update(defined)
    for op in block.ops:
        for index, operand in enumerate(op.operands):
            if id(operand) not in visible:
                raise _misplaced(op, index, operand)
        if not isinstance(op, UnregisteredOp):
            for region in op.regions:
                _check_region(region, visible)
        results = [id(result) for result in op.results]
        visible.update(results)
        defined += results
    visible.difference_update(defined)


def _values(block: Block) -> Iterator[SSAValue]:
    yield from block.args
    for op in block.ops:
        yield from op.results


def _misplaced(op: Operation, index: int, operand: SSAValue) -> LocatedError:
    name = f" (%{operand.name_hint})" if operand.name_hint else ""
    return fault(op, f"operand {index}{name} is used where its definition has not been reached")
