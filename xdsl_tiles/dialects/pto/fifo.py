"""FIFOs of tiles between the cube core and its vector cores, as kernels are written."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import (
    BoolAttr,
    FlatSymbolRefAttrConstr,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    i8,
    i32,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)

from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr
from xdsl_tiles.dialects.pto.case_rules import Needs, On, Together
from xdsl_tiles.dialects.pto.directives import OneField, Word
from xdsl_tiles.dialects.pto.enums import AddressSpace, Arch, KernelKind
from xdsl_tiles.dialects.pto.fifo_rules import (
    FreesAfterUse,
    HasBase,
    InKernel,
    InMemory,
    OncePerFunction,
    PopsOpenTile,
    ReservedByPeer,
)
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.properties import flag, number
from xdsl_tiles.dialects.pto.property_rules import OneOf, Within
from xdsl_tiles.dialects.pto.types import ADDRESS, SHAPED

SPLIT = Within("split", 0, 2)
INITIALIZE = (
    OncePerFunction(),
    OneOf("dir_mask", (1, 2, 3)),
    Within("slot_size", 1),
    On(Arch.A3, (Needs("gm_slot_buffer"),)),
)
POP = (SPLIT, Together(("valid_row", "valid_col")), PopsOpenTile())


@irdl_op_definition
class ReserveBufferOp(PtoOperation):
    """
    Set bytes of vec or mat aside for a FIFO; their address is given, or chosen where `auto` is true.

    ```mlir
    %b = pto.reserve_buffer{name = "fifo", size = 8192, location = <vec>, auto = true} -> i32
    ```
    """

    name = "pto.reserve_buffer"

    RULES: ClassVar = (OncePerFunction(), Within("size", 1), InMemory(), HasBase(), Within("base", 0))

    buffer_name = prop_def(StringAttr, prop_name="name")
    size = prop_def(IntegerAttr.constr(i32))
    space = prop_def(AddressSpaceAttr, prop_name="location")
    auto_alloc = prop_def(BoolAttr, prop_name="autoAlloc")
    base = opt_prop_def(IntegerAttr.constr(i32))
    addr = result_def(i32)

    ASSEMBLY_FORMAT: ClassVar = (
        "`{` `name` `=` $name `,` `size` `=` $size `,` `location` `=` custom<Word>($location) `,` "
        "`auto` `=` $autoAlloc (`,` `base` `=` $base^)? `}` attr-dict `->` type($addr)"
    )
    custom_directives = (Word,)

    def __init__(self, name: str, size: int, space: AddressSpace, base: int | None = None):
        """Without `base` the address is chosen."""
        super().__init__(
            properties={
                "name": StringAttr(name),
                "size": number(size),
                "location": AddressSpaceAttr(space),
                "autoAlloc": flag(base is None),
                "base": number(base),
            },
            result_types=[i32],
        )


@irdl_op_definition
class ImportReservedBufferOp(PtoOperation):
    """
    The address of a buffer that another function has set aside.

    ```mlir
    func.func @user() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
      %b = pto.import_reserved_buffer{name = "fifo", peer_func = @owner} -> i32
      func.return
    }
    func.func @owner() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %b = pto.reserve_buffer{name = "fifo", size = 8192, location = <vec>, auto = true} -> i32
      func.return
    }
    ```
    """

    name = "pto.import_reserved_buffer"

    RULES: ClassVar = (OncePerFunction(), ReservedByPeer())

    buffer_name = prop_def(StringAttr, prop_name="name")
    peer_func = prop_def(FlatSymbolRefAttrConstr)
    addr = result_def(i32)

    ASSEMBLY_FORMAT: ClassVar = "`{` `name` `=` $name `,` `peer_func` `=` $peer_func `}` attr-dict `->` type($addr)"

    def __init__(self, name: str, peer_func: str):
        properties = {"name": StringAttr(name), "peer_func": SymbolRefAttr(peer_func)}
        super().__init__(properties=properties, result_types=[i32])


class InitializeOperation(PtoOperation, ABC):
    """
    Set up the FIFOs of a core: `dir_mask` 1 from cube to vector, 2 from vector to cube, 3 both.

    ```mlir
    func.func @example(%p: !pto.ptr<f32>, %a: i32, %b: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
      pto.aic_initialize_pipe{dir_mask = 1, slot_size = 1024}
        (gm_slot_buffer = %p : !pto.ptr<f32>, c2v_consumer_buf = %a : i32, v2c_consumer_buf = %b : i32)
      func.return
    }
    ```
    """

    gm_slot_buffer = opt_operand_def(ADDRESS)
    c2v_consumer_buf = operand_def(i32)
    v2c_consumer_buf = operand_def(i32)
    dir_mask = prop_def(IntegerAttr.constr(i8))
    slot_size = prop_def(IntegerAttr.constr(i32))
    nosplit = opt_prop_def(BoolAttr)

    ASSEMBLY_FORMAT: ClassVar = (
        "`{` `dir_mask` `=` $dir_mask `,` `slot_size` `=` $slot_size custom<OneField>($nosplit) `}` "
        "`(` (`gm_slot_buffer` `=` $gm_slot_buffer^ `:` type($gm_slot_buffer) `,`)? "
        "`c2v_consumer_buf` `=` $c2v_consumer_buf `:` type($c2v_consumer_buf) `,` "
        "`v2c_consumer_buf` `=` $v2c_consumer_buf `:` type($v2c_consumer_buf) `)` attr-dict"
    )
    custom_directives = (OneField,)

    def __init__(
        self,
        dir_mask: int,
        slot_size: int,
        c2v_consumer_buf: Value,
        v2c_consumer_buf: Value,
        gm_slot_buffer: Value | None = None,
        *,
        nosplit: bool | None = None,
    ):
        super().__init__(
            operands=[gm_slot_buffer, c2v_consumer_buf, v2c_consumer_buf],
            properties={
                "dir_mask": number(dir_mask, i8),
                "slot_size": number(slot_size),
                "nosplit": flag(nosplit),
            },
        )


@irdl_op_definition
class AicInitializePipeOp(InitializeOperation):
    """The side of the cube core."""

    name = "pto.aic_initialize_pipe"

    RULES: ClassVar = (InKernel((KernelKind.CUBE,)), *INITIALIZE)


@irdl_op_definition
class AivInitializePipeOp(InitializeOperation):
    """The side of a vector core."""

    name = "pto.aiv_initialize_pipe"

    RULES: ClassVar = (InKernel((KernelKind.VECTOR,)), *INITIALIZE)


class PushOperation(PtoOperation, ABC):
    """
    Put a tile into the next slot: whole (`split` 0), rows (1) or columns (2) halved between the vector cores.

    ```mlir
    func.func @example(%t: !pto.tile_buf<vec, 16x16xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 0}
      func.return
    }
    ```
    """

    tile = operand_def(SHAPED)
    split = prop_def(IntegerAttr.constr(i8))

    ASSEMBLY_FORMAT: ClassVar = "`(` $tile `:` type($tile) `)` `{` `split` `=` $split `}` attr-dict"

    def __init__(self, tile: Value, split: int = 0):
        super().__init__(operands=[tile], properties={"split": number(split, i8)})


@irdl_op_definition
class TPushToAivOp(PushOperation):
    """From the cube core to its vector cores."""

    name = "pto.tpush_to_aiv"

    RULES: ClassVar = (InKernel((KernelKind.CUBE,)), SPLIT)


@irdl_op_definition
class TPushToAicOp(PushOperation):
    """From a vector core to the cube core."""

    name = "pto.tpush_to_aic"

    RULES: ClassVar = (InKernel((KernelKind.VECTOR,)), SPLIT)


class PopOperation(PtoOperation, ABC):
    """
    Wait for the next slot and take it as a tile, of which a part may be said to be valid.

    ```mlir
    func.func @example() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %t = pto.tpop_from_aic {split = 0} -> !pto.tile_buf<vec, 16x16xf32>
      func.return
    }
    ```
    """

    valid_row = opt_operand_def(IndexType)
    valid_col = opt_operand_def(IndexType)
    split = prop_def(IntegerAttr.constr(i8))
    tile = result_def(SHAPED)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "(`(` $valid_row^ `,` $valid_col `)`)? ` ` `{` `split` `=` $split `}` attr-dict `->` type($tile)"
    )

    def __init__(
        self,
        tile_type: Attribute,
        split: int = 0,
        *,
        valid_row: Value | None = None,
        valid_col: Value | None = None,
    ):
        super().__init__(
            operands=[valid_row, valid_col],
            properties={"split": number(split, i8)},
            result_types=[tile_type],
        )


@irdl_op_definition
class TPopFromAicOp(PopOperation):
    """What the cube core pushed."""

    name = "pto.tpop_from_aic"

    RULES: ClassVar = (InKernel((KernelKind.VECTOR,)), *POP)


@irdl_op_definition
class TPopFromAivOp(PopOperation):
    """What the vector cores pushed."""

    name = "pto.tpop_from_aiv"

    RULES: ClassVar = (InKernel((KernelKind.CUBE,)), *POP)


class FreeOperation(PtoOperation, ABC):
    """
    Give the slot taken last back.

    ```mlir
    func.func @example() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      pto.tfree_from_aic {split = 0}
      func.return
    }
    ```
    """

    split = prop_def(IntegerAttr.constr(i8))

    ASSEMBLY_FORMAT: ClassVar = "`{` `split` `=` $split `}` attr-dict"

    def __init__(self, split: int = 0):
        super().__init__(properties={"split": number(split, i8)})


@irdl_op_definition
class TFreeFromAicOp(FreeOperation):
    """To the cube core."""

    name = "pto.tfree_from_aic"

    RULES: ClassVar = (InKernel((KernelKind.VECTOR,)), SPLIT, FreesAfterUse("pto.tpop_from_aic"))


@irdl_op_definition
class TFreeFromAivOp(FreeOperation):
    """To the vector cores."""

    name = "pto.tfree_from_aiv"

    RULES: ClassVar = (InKernel((KernelKind.CUBE,)), SPLIT, FreesAfterUse("pto.tpop_from_aiv"))
