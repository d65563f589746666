"""Deciding where a product goes: over a tensor, atomically onto one, or through an addition on the vector core."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.ops import FillOp
from xdsl.dialects.tensor import EmptyOp
from xdsl.ir import Attribute, BlockArgument, SSAValue

from xdsl_tiles.analysis.contraction import Contraction
from xdsl_tiles.diagnostics import fail, remark
from xdsl_tiles.dialects.tile.memory import ATOMIC_ADD_TYPES, StoreOp
from xdsl_tiles.machines import Machine


@dataclass(frozen=True)
class Output:
    """Where a product goes.

    `destination` is the tensor to write into, or None for a new one; `addend` what to add on the vector core: a tensor
    like the result, or a scalar of its element type. Without an addend the product overwrites the destination, or is
    added to it atomically.
    """

    destination: SSAValue | None = None
    addend: SSAValue | None = None
    is_atomic: bool = False


def place_output(contraction: Contraction, machine: Machine | None) -> Output:
    """Decide from what the product is added to, and from who else reads that."""
    init = contraction.init
    if isinstance(init.owner, EmptyOp):
        fail(contraction.op, "adds to a tensor.empty, which holds nothing yet; linalg.fill it with zero first")
    if isinstance(init.owner, FillOp):
        return _onto_filled(contraction, init.owner)
    if _is_zero(init):
        return Output()
    if not _may_overwrite(init, contraction):
        remark(contraction.op, "adds on the vector core, into a new tensor: what it adds to may have other readers")
        return Output(addend=init)
    element_type = contraction.result_element_type
    if _adds_atomically(element_type, machine):
        return Output(destination=init, is_atomic=True)
    remark(contraction.op, f"adds on the vector core: the machine has no atomic add of {element_type}")
    return Output(destination=init, addend=init)


def _onto_filled(contraction: Contraction, fill: FillOp) -> Output:
    """The output of a product that is added to a filled tensor, which needs no filling any more."""
    value, filled = fill.inputs[0], fill.outputs[0]
    is_argument = isinstance(filled, BlockArgument) and contraction.init.has_one_use()
    destination = filled if is_argument and _may_overwrite(filled, contraction) else None
    if _is_zero(value):
        return Output(destination)
    if value.type == contraction.result_element_type:
        return Output(destination, addend=value)
    return Output(addend=contraction.init)


def _is_zero(value: SSAValue) -> bool:
    if not isinstance(value.owner, arith.ConstantOp):
        return False
    constant: Attribute = value.owner.value
    if isinstance(constant, DenseIntOrFPElementsAttr):
        return constant.is_splat() and not any(constant.get_values()[:1])
    return isinstance(constant, IntegerAttr | FloatAttr) and constant.value.data == 0


def _adds_atomically(element_type: Attribute, machine: Machine | None) -> bool:
    if machine is None:
        return element_type in ATOMIC_ADD_TYPES
    return str(element_type) in machine.dtypes.atomic_add


def _may_overwrite(tensor: SSAValue, contraction: Contraction) -> bool:
    """Whether writing into the buffer of a tensor with this one use changes nothing that anyone else can see.

    A function's argument belongs to the caller, who expects a change only where the result is returned. A tensor from
    outside a loop or branch is read anew each time.
    """
    block = contraction.op.parent
    if not tensor.has_one_use():
        return False
    if isinstance(tensor, BlockArgument):
        is_of_function = tensor.block is block and isinstance(tensor.block.parent_op(), FuncOp)
        return is_of_function and _is_returned(contraction.result)
    maker = tensor.owner
    return isinstance(maker, StoreOp | LinalgStructuredOperation) and maker.parent is block


def _is_returned(tensor: SSAValue) -> bool:
    """Whether a tensor is returned and nothing else, perhaps after other linalg ops wrote into it."""
    while (use := tensor.get_unique_use()) is not None and not isinstance(use.operation, ReturnOp):
        user = use.operation
        if not isinstance(user, LinalgStructuredOperation) or use.index < len(user.inputs):
            return False
        tensor = user.res[use.index - len(user.inputs)]
    return use is not None
