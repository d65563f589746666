"""Single elements, of global memory and of tiles."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.ir import SSAValue
from xdsl.irdl import AnyAttr, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect

from xdsl_tiles.dialects.pto.element_rules import OneElement, PointsTo
from xdsl_tiles.dialects.pto.enums import Pipe
from xdsl_tiles.dialects.pto.operation import PtoOperation, TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.types import ADDRESS, NUMBER, SHAPED, element_of
from xdsl_tiles.dialects.pto.vector_rules import in_vec


@irdl_op_definition
class LoadScalarOp(PtoOperation):
    """
    The element of global memory at `ptr + offset`, in elements.

    ```mlir
    %x = pto.load_scalar %p[%i] : !pto.ptr<f32> -> f32
    ```
    """

    name = "pto.load_scalar"

    ptr = operand_def(ADDRESS)
    offset = operand_def(IndexType)
    value = result_def(AnyAttr())

    traits = traits_def(MemoryReadEffect())

    RULES: ClassVar = (PointsTo("ptr", "value"),)
    ASSEMBLY_FORMAT: ClassVar = "$ptr `[` $offset `]` attr-dict `:` type($ptr) `->` type($value)"

    def __init__(self, ptr: Value, offset: Value):
        super().__init__(operands=[ptr, offset], result_types=[element_of(SSAValue.get(ptr).type)])


@irdl_op_definition
class StoreScalarOp(PtoOperation):
    """
    Set the element of global memory at `ptr + offset`, in elements.

    ```mlir
    pto.store_scalar %x, %p[%i] : !pto.ptr<f32>, f32
    ```
    """

    name = "pto.store_scalar"

    ptr = operand_def(ADDRESS)
    offset = operand_def(IndexType)
    value = operand_def(AnyAttr())

    traits = traits_def(MemoryWriteEffect())

    RULES: ClassVar = (PointsTo("ptr", "value"),)
    ASSEMBLY_FORMAT: ClassVar = "$value `,` $ptr `[` $offset `]` attr-dict `:` type($ptr) `,` type($value)"

    def __init__(self, value: Value, ptr: Value, offset: Value):
        super().__init__(operands=[ptr, offset, value])


@irdl_op_definition
class TGetValOp(TileOperation):
    """
    The element of a tile at a linear index.

    ```mlir
    %x = pto.tgetval ins(%t, %i : !pto.tile_buf<vec, 16x32xf32>, index) outs : f32
    ```
    """

    name = "pto.tgetval"

    src = operand_def(SHAPED)
    offset = operand_def(IndexType)
    dst = result_def(NUMBER)

    RULES: ClassVar = (*in_vec("src"), OneElement(("src", "dst")))
    ASSEMBLY_FORMAT: ClassVar = (
        "`ins` `(` $src `,` $offset `:` type($src) `,` type($offset) `)` `outs` `:` type($dst) attr-dict"
    )
    OUTPUTS: ClassVar = ()
    PIPE: ClassVar = Pipe.S

    def __init__(self, src: Value, offset: Value):
        super().__init__(operands=[src, offset], result_types=[element_of(SSAValue.get(src).type)])


@irdl_op_definition
class TSetValOp(TileOperation):
    """
    Set the element of a tile at a linear index; the others stay.

    ```mlir
    pto.tsetval ins(%i, %x : index, f32) outs(%t : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tsetval"

    dst = operand_def(SHAPED)
    offset = operand_def(IndexType)
    val = operand_def(NUMBER)

    RULES: ClassVar = (OneElement(("dst", "val")),)
    ASSEMBLY_FORMAT: ClassVar = ins_outs("offset", "val")
    PIPE: ClassVar = Pipe.S

    def __init__(self, dst: Value, offset: Value, val: Value):
        super().__init__(operands=[dst, offset, val])
