"""Verification with a place: what xDSL's verifiers find, at the op that they found it in, and what they let through."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.pipeline.dominance import check_dominance
from xdsl_tiles.pipeline.errors import LocatedError, fault


def verify_module(module: ModuleOp) -> None:
    """Verify the module; a `LocatedError` names the first op that is wrong."""
    try:
        module.verify()
    except Exception as error:
        # xDSL prints the whole module into a note while it raises, which can itself fail on IR that is wrong enough.
        raise (_locate(module) or error) from error
    is_pto = False
    for op in module.walk():
        is_pto = is_pto or op.name.startswith("pto.") or "pto.target_arch" in op.attributes
        if op.name == "scf.for":
            _check_step(op)
        elif op.name == "func.func":
            check_dominance(op)
        if any(name.startswith("tile.") for name in op.attributes):
            _check_discardable(op)
    if is_pto:
        from xdsl_tiles.pipeline.pto_module import check_pto_module

        check_pto_module(module)


def _locate(module: ModuleOp) -> LocatedError | None:
    """Find the op that does not verify, one op at a time, innermost first as the verifier goes."""
    for op in module.walk(region_first=True):
        try:
            op.verify_()
            op.verify(verify_nested_ops=False)
            for region in op.regions:
                for block in region.blocks:
                    if block.is_empty:
                        block.verify()
        except VerifyException as error:
            return fault(op, error)
    return None


def _check_discardable(op: Operation) -> None:
    """What the tile dialect says of ops of other dialects is well formed."""
    from xdsl_tiles.dialects.tile.discardable import verify_discardable

    try:
        verify_discardable(op)
    except VerifyException as error:
        raise fault(op, error) from error


def _check_step(loop: Operation) -> None:
    """`scf.for` counts upwards: a constant step is at least one."""
    step = loop.operands[2].owner
    if isinstance(step, Operation) and step.name == "arith.constant":
        value = step.properties["value"]
        if isinstance(value, IntegerAttr) and value.value.data <= 0:
            raise fault(loop, f"step must be positive, but is {value.value.data}")
