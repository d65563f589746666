"""What a kernel asks of the core it runs on, and the regions that are for one kind of core."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr, i64
from xdsl.ir import Operation, Region
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, region_def, result_def, traits_def
from xdsl.traits import NoTerminator, Pure

from xdsl_tiles.dialects.pto.element_rules import Printable
from xdsl_tiles.dialects.pto.enums import AddressSpace, Pipe
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.rules import InSpace
from xdsl_tiles.dialects.pto.types import SCALAR, SHAPED


class CoreQuery(PtoOperation, ABC):
    """
    A number that the core knows about itself.

    ```mlir
    %b = pto.get_block_idx
    ```
    """

    result = result_def(i64)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "attr-dict"

    def __init__(self):
        super().__init__(result_types=[i64])


@irdl_op_definition
class GetBlockIdxOp(CoreQuery):
    """Which of the launched cores this is."""

    name = "pto.get_block_idx"


@irdl_op_definition
class GetBlockNumOp(CoreQuery):
    """How many cores were launched."""

    name = "pto.get_block_num"


@irdl_op_definition
class GetSubblockIdxOp(CoreQuery):
    """Which of the vector cores of its cluster this is."""

    name = "pto.get_subblock_idx"


@irdl_op_definition
class GetSubblockNumOp(CoreQuery):
    """How many vector cores a cluster has."""

    name = "pto.get_subblock_num"


class SectionOperation(PtoOperation, ABC):
    """
    A region that only one kind of core runs, in a function for both.

    ```mlir
    pto.section.cube {
      pto.barrier <PIPE_M>
    }
    ```
    """

    body = region_def("single_block")

    traits = traits_def(NoTerminator())

    ASSEMBLY_FORMAT: ClassVar = "attr-dict-with-keyword $body"

    def __init__(self, body: Region | Sequence[Operation]):
        super().__init__(regions=[body])


@irdl_op_definition
class SectionCubeOp(SectionOperation):
    """A region that the cube core runs."""

    name = "pto.section.cube"


@irdl_op_definition
class SectionVectorOp(SectionOperation):
    """A region that the vector cores run."""

    name = "pto.section.vector"


@irdl_op_definition
class PrintOp(PtoOperation):
    """
    Print a scalar with a C format string.

    ```mlir
    pto.print ins("x=%f", %x : f32)
    ```
    """

    name = "pto.print"

    scalar = operand_def(SCALAR)
    format = prop_def(StringAttr)

    ASSEMBLY_FORMAT: ClassVar = "`ins` `(` $format `,` $scalar `:` type($scalar) `)` attr-dict"

    def __init__(self, format: str, scalar: Value):
        super().__init__(operands=[scalar], properties={"format": StringAttr(format)})


@irdl_op_definition
class TPrintOp(PtoOperation):
    """
    Print a tile or a window of global memory.

    ```mlir
    pto.tprint ins(%t : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tprint"

    RULES: ClassVar = (InSpace(("src",), (AddressSpace.VEC,)), Printable(("src",)))

    src = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = "`ins` `(` $src `:` type($src) `)` attr-dict"
    PIPE: ClassVar = Pipe.V

    def __init__(self, src: Value):
        super().__init__(operands=[src])


@irdl_op_definition
class TrapOp(PtoOperation):
    """
    Stop the core.

    ```mlir
    pto.trap
    ```
    """

    name = "pto.trap"

    ASSEMBLY_FORMAT: ClassVar = "attr-dict"

    def __init__(self):
        super().__init__()
