"""Handles of tiles: making them, changing what of them is valid, and other handles of the same storage."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IndexType, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from xdsl_tiles.dialects.pto.effects import OwnStorage
from xdsl_tiles.dialects.pto.enums import Pipe
from xdsl_tiles.dialects.pto.handle_rules import OtherElements, ResizesLocalTile, SameStorage, StatesValid
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.dialects.pto.tile_rules import IsTile
from xdsl_tiles.dialects.pto.types import SHAPED, TILE_HANDLE
from xdsl_tiles.dialects.pto.view_rules import OneType


@irdl_op_definition
class AllocTileOp(PtoOperation):
    """
    A tile of a core: at byte `addr` of its memory, or wherever the memory planner puts it.

    Tiles at given addresses may overlap. The operands `valid_row` and `valid_col` are there exactly where the type
    leaves the valid extent to the run.

    ```mlir
    %t = pto.alloc_tile valid_row = %r : !pto.tile_buf<vec, 16x32xf32, valid=?x32>
    ```
    """

    name = "pto.alloc_tile"

    RULES: ClassVar = (StatesValid(),)

    addr = opt_operand_def(i64)
    valid_row = opt_operand_def(IndexType)
    valid_col = opt_operand_def(IndexType)
    result = result_def(TileBufType)

    traits = traits_def(OwnStorage())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "(`addr` `=` $addr^)? (`valid_row` `=` $valid_row^)? (`valid_col` `=` $valid_col^)? attr-dict `:` type($result)"
    )

    def __init__(
        self,
        result_type: TileBufType,
        *,
        addr: Value | None = None,
        valid_row: Value | None = None,
        valid_col: Value | None = None,
    ):
        super().__init__(operands=[addr, valid_row, valid_col], result_types=[result_type])


@irdl_op_definition
class SetValidShapeOp(PtoOperation):
    """
    Change how many rows and columns of a tile are valid; the data stays.

    ```mlir
    %t = pto.alloc_tile valid_row = %r valid_col = %c : !pto.tile_buf<vec, 16x32xf32, valid=?x?>
    pto.set_validshape %t, %r, %c : !pto.tile_buf<vec, 16x32xf32, valid=?x?>
    ```
    """

    name = "pto.set_validshape"

    RULES: ClassVar = (ResizesLocalTile(),)

    source = operand_def(TILE_HANDLE)
    valid_row = operand_def(IndexType)
    valid_col = operand_def(IndexType)

    ASSEMBLY_FORMAT: ClassVar = "$source `,` $valid_row `,` $valid_col attr-dict `:` type($source)"

    def __init__(self, source: Value, valid_row: Value, valid_col: Value):
        super().__init__(operands=[source, valid_row, valid_col])


@irdl_op_definition
class BitcastOp(PtoOperation):
    """
    The same storage and shape with elements of another type.

    ```mlir
    %u = pto.bitcast %t : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 16x32xi32>
    ```
    """

    name = "pto.bitcast"

    RULES: ClassVar = (OtherElements(),)

    src = operand_def(TileBufType)
    result = result_def(TileBufType)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$src attr-dict `:` type($src) `->` type($result)"

    def __init__(self, src: Value, result_type: TileBufType):
        super().__init__(operands=[src], result_types=[result_type])


@irdl_op_definition
class TReshapeOp(PtoOperation):
    """
    The same bytes read with another shape or layout.

    ```mlir
    %u = pto.treshape %t : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 8x64xf32>
    ```
    """

    name = "pto.treshape"

    RULES: ClassVar = (IsTile(("src", "result")), SameStorage())

    src = operand_def(SHAPED)
    result = result_def(SHAPED)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$src attr-dict `:` type($src) `->` type($result)"
    PIPE: ClassVar = Pipe.S

    def __init__(self, src: Value, result_type: Attribute):
        super().__init__(operands=[src], result_types=[result_type])


@irdl_op_definition
class TAssignOp(PtoOperation):
    """
    The tile moved to byte `addr` of its memory.

    ```mlir
    %u = pto.tassign %t, %a : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 16x32xf32>
    ```
    """

    name = "pto.tassign"

    RULES: ClassVar = (OneType(("tile", "result")),)

    tile = operand_def(SHAPED)
    addr = operand_def(i64)
    result = result_def(SHAPED)

    traits = traits_def(Pure())

    ASSEMBLY_FORMAT: ClassVar = "$tile `,` $addr attr-dict `:` type($tile) `->` type($result)"

    def __init__(self, tile: Value, addr: Value):
        super().__init__(operands=[tile, addr], result_types=[SSAValue.get(tile).type])


@irdl_op_definition
class DeclareTileOp(PtoOperation):
    """
    A handle without storage, which a `pto.tpop` fills.

    ```mlir
    %t = pto.declare_tile -> !pto.tile_buf<vec, 16x32xf32>
    ```
    """

    name = "pto.declare_tile"

    tile = result_def(SHAPED)

    traits = traits_def(OwnStorage())

    ASSEMBLY_FORMAT: ClassVar = "attr-dict `->` type($tile)"

    def __init__(self, tile_type: Attribute):
        super().__init__(result_types=[tile_type])
