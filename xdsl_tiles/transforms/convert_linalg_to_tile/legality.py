"""What a product must be for the cube to compute it; each refusal names the way out."""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.linalg.ops import MatmulOp, QuantizedMatmulOp
from xdsl.ir import Attribute, Operation

from xdsl_tiles.analysis.contraction import Contraction
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.linalg_named import NamedProduct
from xdsl_tiles.dialects.tile.cube import accumulator_type
from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.machines import Machine

_ANY_MACHINE_STORES = {"f32": ("f32", "f16", "bf16"), "i32": ("i32",)}


def refuse_other_matmul(op: Operation) -> None:
    """Refuse a matmul on tensors that is no plain product; other ops are none of this pattern's business."""
    if not isinstance(op, MatmulOp | QuantizedMatmulOp | NamedProduct) or not op.res:
        return
    if isinstance(op, QuantizedMatmulOp):
        fail(op, "has zero points other than a constant 0, which the cube can't subtract; quantize symmetrically")
    fail(op, "is no plain product of factors widened as signed numbers; convert the factors before it")


def check_product(contraction: Contraction, machine: Machine | None) -> None:
    """Refuse extents that aren't known or are empty, and element types that the cube can't multiply or store."""
    _check_extents(contraction)
    _check_element_types(contraction, machine)


def _check_extents(contraction: Contraction) -> None:
    loops = {"M": contraction.m, "N": contraction.n, "K": contraction.k, "the batch": contraction.batch}
    for name, extent in ((name, contraction.count(walked)) for name, walked in loops.items()):
        if extent == DYNAMIC_INDEX:
            fail(contraction.op, f"{name} is known only at run time; tiles have static shapes: give its tensors one")
        if extent == 0:
            fail(contraction.op, f"{name} is 0: there is nothing to multiply; remove the product")


def _check_element_types(contraction: Contraction, machine: Machine | None) -> None:
    factors = [tensor_type(factor).element_type for factor in (contraction.lhs.tensor, contraction.rhs.tensor)]
    output = contraction.result_element_type
    if factors[0] != factors[1]:
        fail(contraction.op, f"multiplies {factors[0]} by {factors[1]}; convert one to the type of the other")
    accumulator = _accumulator(factors[0], machine)
    if accumulator is None:
        known = "f32, f16, bf16, f8 and i8" if machine is None else ", ".join(machine.dtypes.matmul)
        whose = "the cube" if machine is None else f"the cube of {machine.name}"
        fail(contraction.op, f"{whose} cannot multiply {factors[0]}: it takes {known}; convert the factors before it")
    stored = _ANY_MACHINE_STORES if machine is None else machine.dtypes.acc_store
    allowed = [name for name in stored.get(accumulator, ()) if name in (accumulator, str(factors[0]))]
    if str(output) not in allowed:
        fail(
            contraction.op,
            f"products of {factors[0]} accumulate in {accumulator} and are stored as {' or '.join(allowed)}, "
            f"not {output}; change the output's type and convert after it",
        )


def _accumulator(element_type: Attribute, machine: Machine | None) -> str | None:
    """The name of the type in which the cube accumulates, or None where it can't multiply the type."""
    if machine is not None:
        return machine.dtypes.matmul.get(str(element_type))
    accumulator = accumulator_type(element_type)
    return None if accumulator is None else str(accumulator)
