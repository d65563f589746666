"""Arrays of event ids, for loops that use a buffer after the other."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.types import EventIdArrayType


@irdl_op_definition
class DeclareEventIdArrayOp(PtoOperation):
    """
    An array of event ids.

    ```mlir
    %ev = pto.declare_eventid_array -> !pto.eventid_array<4>
    ```
    """

    name = "pto.declare_eventid_array"

    array = result_def(EventIdArrayType)

    ASSEMBLY_FORMAT: ClassVar = "attr-dict `->` type($array)"

    def __init__(self, size: int):
        super().__init__(result_types=[EventIdArrayType(size)])


@irdl_op_definition
class EventIdArrayGetOp(PtoOperation):
    """
    An event id of an array.

    ```mlir
    %e = pto.eventid_array_get %ev[%i] : !pto.eventid_array<4>
    ```
    """

    name = "pto.eventid_array_get"

    array = operand_def(EventIdArrayType)
    index = operand_def(IndexType)
    result = result_def(IndexType)

    ASSEMBLY_FORMAT: ClassVar = "$array `[` $index `]` attr-dict `:` type($array)"

    def __init__(self, array: Value, index: Value):
        super().__init__(operands=[array, index], result_types=[IndexType()])


@irdl_op_definition
class EventIdArraySetOp(PtoOperation):
    """
    Set an event id of an array.

    ```mlir
    pto.eventid_array_set %ev[%i], %e : !pto.eventid_array<4>
    ```
    """

    name = "pto.eventid_array_set"

    array = operand_def(EventIdArrayType)
    index = operand_def(IndexType)
    value = operand_def(IndexType)

    ASSEMBLY_FORMAT: ClassVar = "$array `[` $index `]` `,` $value attr-dict `:` type($array)"

    def __init__(self, array: Value, index: Value, value: Value):
        super().__init__(operands=[array, index, value])
