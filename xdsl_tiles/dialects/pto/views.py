"""Pointers into global memory, strided views of it, and windows of those views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

from xdsl_tiles.dialects.pto.attributes import LayoutAttr
from xdsl_tiles.dialects.pto.directives import ShortPointer, ViewAndPointer
from xdsl_tiles.dialects.pto.enums import ViewLayout
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.properties import optional
from xdsl_tiles.dialects.pto.types import PartitionTensorViewType, PtrType, TensorViewType
from xdsl_tiles.dialects.pto.view_rules import DescribesView, InsideView, OneType


@irdl_op_definition
class AddPtrOp(PtoOperation):
    """
    The pointer `offset` elements (not bytes) further on.

    ```mlir
    %q = pto.addptr %p, %i : <f32> -> <f32>
    ```
    """

    name = "pto.addptr"

    RULES: ClassVar = (OneType(("ptr", "result")),)

    ptr = operand_def(PtrType)
    offset = operand_def(IndexType)
    result = result_def(PtrType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = (
        "$ptr `,` $offset attr-dict `:` custom<ShortPointer>(type($ptr)) `->` custom<ShortPointer>(type($result))"
    )
    custom_directives = (ShortPointer,)

    def __init__(self, ptr: Value, offset: Value):
        super().__init__(operands=[ptr, offset], result_types=[SSAValue.get(ptr).type])


@irdl_op_definition
class MakeTensorViewOp(PtoOperation):
    """
    Describe a strided array in global memory: element (i, j) lies at `ptr + i * strides[0] + j * strides[1]`.

    No data moves. `layout` says which order the elements are in, for whoever loads them.

    ```mlir
    %v = pto.make_tensor_view %p, shape = [%m, %n], strides = [%n, %c1] : !pto.tensor_view<?x?xf32>
    ```
    """

    name = "pto.make_tensor_view"

    RULES: ClassVar = (DescribesView(),)

    ptr = operand_def(PtrType)
    shape = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)
    layout = opt_prop_def(LayoutAttr)
    result = result_def(TensorViewType)

    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "$ptr `,` `shape` `=` `[` $shape `]` `,` `strides` `=` `[` $strides `]` attr-dict "
        "`:` custom<ViewAndPointer>(type($result), type($ptr))"
    )
    custom_directives = (ViewAndPointer,)

    def __init__(
        self,
        ptr: Value,
        shape: Sequence[Value],
        strides: Sequence[Value],
        result_type: TensorViewType | None = None,
        layout: ViewLayout | None = None,
    ):
        """Without `result_type` every extent of the view is known to the run only."""
        if result_type is None:
            element_type = SSAValue.get(ptr, type=PtrType).type.element_type
            result_type = TensorViewType([DYNAMIC_INDEX] * len(shape), element_type)
        super().__init__(
            operands=[ptr, shape, strides],
            result_types=[result_type],
            properties={"layout": optional(LayoutAttr, layout)},
        )


@irdl_op_definition
class GetTensorViewDimOp(PtoOperation):
    """
    The extent of one dimension of a view.

    ```mlir
    %d = pto.get_tensor_view_dim %v, %i : !pto.tensor_view<?x?xf32> -> index
    ```
    """

    name = "pto.get_tensor_view_dim"

    tensor_view = operand_def(base(TensorViewType) | base(MemRefType))
    dim_index = operand_def(IndexType)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$tensor_view `,` $dim_index attr-dict `:` type($tensor_view) `->` type($result)"

    def __init__(self, tensor_view: Value, dim_index: Value):
        super().__init__(operands=[tensor_view, dim_index], result_types=[IndexType()])


@irdl_op_definition
class PartitionViewOp(PtoOperation):
    """
    The rectangular window of a view that starts at `offsets` and has the extents `sizes`, with the view's strides.

    ```mlir
    %s = pto.partition_view %v, offsets = [%i, %j], sizes = [%c16, %c32]
      : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<16x32xf32>
    ```
    """

    name = "pto.partition_view"

    RULES: ClassVar = (InsideView(),)

    source = operand_def(TensorViewType)
    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    result = result_def(PartitionTensorViewType)

    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "$source `,` `offsets` `=` `[` $offsets `]` `,` `sizes` `=` `[` $sizes `]` attr-dict "
        "`:` type($source) `->` type($result)"
    )

    def __init__(
        self, source: Value, offsets: Sequence[Value], sizes: Sequence[Value], result_type: PartitionTensorViewType
    ):
        super().__init__(operands=[source, offsets, sizes], result_types=[result_type])
