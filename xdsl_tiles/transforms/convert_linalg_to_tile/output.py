"""Deciding where a product goes: over a tensor, into a slice of one, atomically onto one, or through an addition."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.dialects.linalg.ops import FillOp
from xdsl.dialects.tensor import EmptyOp, InsertSliceOp
from xdsl.ir import Attribute, BlockArgument, SSAValue

from xdsl_tiles.analysis.access import Access, trace
from xdsl_tiles.analysis.contraction import Contraction
from xdsl_tiles.diagnostics import fail, remark
from xdsl_tiles.dialects.tile.memory import ATOMIC_ADD_TYPES
from xdsl_tiles.dialects.tile.types import tensor_type
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.convert_linalg_to_tile.insertion import find_insertion
from xdsl_tiles.transforms.convert_linalg_to_tile.overwriting import may_overwrite


@dataclass(frozen=True)
class Output:
    """Where a product goes.

    `destination` is what it is stored to, a tensor of its own like the result where `is_new`. `addend` or `scalar` is
    what to add to it on the way; without either the product overwrites the destination, or is added to it atomically.
    `inserted_by` is the op that would have put the result into the destination, where it goes there at once.
    """

    destination: Access
    is_new: bool = False
    addend: Access | None = None
    scalar: SSAValue | None = None
    is_atomic: bool = False
    inserted_by: InsertSliceOp | None = None

    @property
    def is_added_to(self) -> bool:
        """Whether more than the product is stored."""
        return self.is_atomic or self.addend is not None or self.scalar is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the tensor that holds the result in the end."""
        return tensor_type(self.destination.tensor).get_shape()


def place_output(contraction: Contraction, machine: Machine | None) -> Output:
    """Decide from what the product is added to, and from who else reads that."""
    init, new = contraction.init, _new(contraction)
    behind = trace(contraction.output)
    filled = behind.tensor.owner
    if isinstance(filled, EmptyOp):
        fail(contraction.op, "adds to a tensor.empty, which holds nothing yet; linalg.fill it with zero first")
    if isinstance(filled, FillOp):
        return _onto_filled(contraction, filled, new)
    if _is_zero(behind.tensor):
        return new
    if (
        new.inserted_by is not None
        and behind == new.destination
        and _adds_atomically(contraction.result_element_type, machine)
    ):
        return Output(behind, is_atomic=True, inserted_by=new.inserted_by)
    if behind.tensor is not init:
        return Output(new.destination, new.is_new, addend=behind, inserted_by=new.inserted_by)
    if not may_overwrite(init, contraction.op, contraction.result):
        remark(contraction.op, "adds on the vector core, into a new tensor: what it adds to may have other readers")
        return Output(new.destination, new.is_new, addend=contraction.output, inserted_by=new.inserted_by)
    element_type = contraction.result_element_type
    if _adds_atomically(element_type, machine):
        return Output(contraction.output, is_atomic=True)
    remark(contraction.op, f"adds on the vector core: the machine has no atomic add of {element_type}")
    return Output(contraction.output, addend=contraction.output)


def _new(contraction: Contraction) -> Output:
    """An output apart from what the product is added to: a slice of a tensor it goes into anyway, or a new tensor."""
    inserted = find_insertion(contraction.op, contraction.output, (contraction.lhs.tensor, contraction.rhs.tensor))
    added = trace(contraction.output)
    if inserted is None or (added.tensor is inserted.destination.tensor and added != inserted.destination):
        return Output(contraction.output, is_new=True)
    return Output(inserted.destination, inserted_by=inserted.op)


def _onto_filled(contraction: Contraction, fill: FillOp, new: Output) -> Output:
    """The output of a product that is added to a filled tensor, which needs no filling any more."""
    value, filled = fill.inputs[0], fill.outputs[0]
    output = new
    if new.is_new and isinstance(filled, BlockArgument) and contraction.init.owner is fill:
        is_own = contraction.init.has_one_use() and may_overwrite(filled, fill, contraction.result)
        output = Output(Access(filled, contraction.output.coordinates)) if is_own else new
    if _is_zero(value):
        return output
    if value.type == contraction.result_element_type:
        return Output(output.destination, output.is_new, scalar=value, inserted_by=output.inserted_by)
    return Output(new.destination, new.is_new, addend=contraction.output, inserted_by=new.inserted_by)


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
