"""Tiles as memrefs, as they are after handles have been lowered; a program may contain them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, MemRefType, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

from xdsl_tiles.dialects.pto.config import TileBufConfigAttr
from xdsl_tiles.dialects.pto.effects import OwnStorage
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.properties import optional
from xdsl_tiles.dialects.pto.tile_buf import Config


@irdl_op_definition
class BindTileOp(PtoOperation):
    """
    A memref read as a tile of a given layout.

    ```mlir
    %m = pto.bind_tile %s {config = #pto.tile_buf_config<blayout=#pto.blayout<row_major>,
      slayout=#pto.slayout<none_box>, s_fractal_size=512, pad=#pto.pad_value<null>, compact=#pto.compact_mode<null>>}
      : memref<16x32xf32, #pto.address_space<vec>> -> memref<16x32xf32, #pto.address_space<vec>>
    ```
    """

    name = "pto.bind_tile"

    source = operand_def(MemRefType)
    valid_row = opt_operand_def(IndexType)
    valid_col = opt_operand_def(IndexType)
    config = prop_def(TileBufConfigAttr)
    result = result_def(MemRefType)

    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "$source (`valid_row` `=` $valid_row^)? (`valid_col` `=` $valid_col^)? attr-dict "
        "`:` type($source) `->` type($result)"
    )

    def __init__(
        self,
        source: Value,
        config: Config,
        *,
        valid_row: Value | None = None,
        valid_col: Value | None = None,
    ):
        super().__init__(
            operands=[source, valid_row, valid_col],
            result_types=[SSAValue.get(source).type],
            properties={"config": TileBufConfigAttr(config)},
        )


@irdl_op_definition
class PointerCastOp(PtoOperation):
    """
    A memref at a byte address, or at one of several in turn.

    ```mlir
    %m = pto.pointer_cast(%a) : memref<16x32xf32, #pto.address_space<vec>>
    ```
    """

    name = "pto.pointer_cast"

    addrs = var_operand_def(i64)
    valid_row = opt_operand_def(IndexType)
    valid_col = opt_operand_def(IndexType)
    config = opt_prop_def(TileBufConfigAttr)
    result = result_def(MemRefType)

    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "`(` $addrs `)` (`valid_row` `=` $valid_row^)? (`valid_col` `=` $valid_col^)? attr-dict `:` type($result)"
    )

    def __init__(
        self,
        addrs: Sequence[Value],
        result_type: Attribute,
        *,
        valid_row: Value | None = None,
        valid_col: Value | None = None,
        config: Config | None = None,
    ):
        super().__init__(
            operands=[addrs, valid_row, valid_col],
            result_types=[result_type],
            properties={"config": optional(TileBufConfigAttr, config)},
        )


@irdl_op_definition
class DeclareTileMemRefOp(PtoOperation):
    """
    A memref without storage, which a `pto.tpop` fills.

    ```mlir
    %m = pto.declare_tile_memref -> memref<16x32xf32, #pto.address_space<vec>>
    ```
    """

    name = "pto.declare_tile_memref"

    result = result_def(MemRefType)

    traits = traits_def(OwnStorage())

    ASSEMBLY_FORMAT: ClassVar = "attr-dict `->` type($result)"

    def __init__(self, result_type: Attribute):
        super().__init__(result_types=[result_type])
