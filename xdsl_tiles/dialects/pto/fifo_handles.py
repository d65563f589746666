"""FIFOs as handles, as they are after lowering; a program may contain them."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i8, i32
from xdsl.ir import Attribute
from xdsl.irdl import AnyAttr, irdl_op_definition, operand_def, opt_operand_def, opt_prop_def, prop_def, result_def

from xdsl_tiles.dialects.pto.directives import ThreeFields, TwoFields
from xdsl_tiles.dialects.pto.effects import space_of
from xdsl_tiles.dialects.pto.enums import AddressSpace, Pipe
from xdsl_tiles.dialects.pto.fifo_rules import FewerLocalSlots, FromInitialize, InKernel, PeerForBothWays
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.properties import flag, number
from xdsl_tiles.dialects.pto.property_rules import OneOf, Within
from xdsl_tiles.dialects.pto.types import SHAPED, PipeType

_PIPE_RULES = (
    OneOf("dir_mask", (1, 2, 3)),
    Within("slot_size", 1),
    OneOf("slot_num", (4, 8)),
    Within("flag_base", 0),
    PeerForBothWays(),
)
_SLOT_RULES = (InKernel(), FromInitialize(), Within("split", 0, 2))


@irdl_op_definition
class InitializeL2LPipeOp(PtoOperation):
    """
    A FIFO from the local memory of one core to that of the other.

    ```mlir
    %h = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 1024, slot_num = 8} (%a : i32) -> !pto.pipe
    ```
    """

    name = "pto.initialize_l2l_pipe"

    RULES: ClassVar = _PIPE_RULES

    local_addr = operand_def(AnyAttr())
    peer_local_addr = opt_operand_def(AnyAttr())
    dir_mask = prop_def(IntegerAttr.constr(i8))
    slot_size = prop_def(IntegerAttr.constr(i32))
    slot_num = prop_def(IntegerAttr.constr(i32))
    flag_base = opt_prop_def(IntegerAttr.constr(i32))
    nosplit = opt_prop_def(BoolAttr)
    pipe = result_def(PipeType)

    ASSEMBLY_FORMAT: ClassVar = (
        "`{` `dir_mask` `=` $dir_mask `,` `slot_size` `=` $slot_size `,` `slot_num` `=` $slot_num "
        "custom<TwoFields>($flag_base, $nosplit) `}` `(` $local_addr `:` type($local_addr) "
        "(`,` $peer_local_addr^ `:` type($peer_local_addr))? `)` attr-dict `->` type($pipe)"
    )
    custom_directives = (TwoFields,)

    def __init__(
        self,
        dir_mask: int,
        slot_size: int,
        slot_num: int,
        local_addr: Value,
        peer_local_addr: Value | None = None,
        *,
        flag_base: int | None = None,
        nosplit: bool | None = None,
    ):
        super().__init__(
            operands=[local_addr, peer_local_addr],
            properties=_fields(dir_mask, slot_size, slot_num, flag_base, nosplit),
            result_types=[PipeType()],
        )


@irdl_op_definition
class InitializeL2G2LPipeOp(PtoOperation):
    """
    A FIFO between the cores through slots in global memory.

    ```mlir
    %h = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 1024, slot_num = 8}
      (%p : !pto.ptr<f32>, %a : i32) -> !pto.pipe
    ```
    """

    name = "pto.initialize_l2g2l_pipe"

    RULES: ClassVar = (*_PIPE_RULES, FewerLocalSlots())

    gm_addr = operand_def(AnyAttr())
    local_addr = operand_def(AnyAttr())
    peer_local_addr = opt_operand_def(AnyAttr())
    dir_mask = prop_def(IntegerAttr.constr(i8))
    slot_size = prop_def(IntegerAttr.constr(i32))
    slot_num = prop_def(IntegerAttr.constr(i32))
    local_slot_num = opt_prop_def(IntegerAttr.constr(i32))
    flag_base = opt_prop_def(IntegerAttr.constr(i32))
    nosplit = opt_prop_def(BoolAttr)
    pipe = result_def(PipeType)

    ASSEMBLY_FORMAT: ClassVar = (
        "`{` `dir_mask` `=` $dir_mask `,` `slot_size` `=` $slot_size `,` `slot_num` `=` $slot_num "
        "custom<ThreeFields>($local_slot_num, $flag_base, $nosplit) `}` "
        "`(` $gm_addr `:` type($gm_addr) `,` $local_addr `:` type($local_addr) "
        "(`,` $peer_local_addr^ `:` type($peer_local_addr))? `)` attr-dict `->` type($pipe)"
    )
    custom_directives = (ThreeFields,)

    def __init__(
        self,
        dir_mask: int,
        slot_size: int,
        slot_num: int,
        gm_addr: Value,
        local_addr: Value,
        peer_local_addr: Value | None = None,
        *,
        local_slot_num: int | None = None,
        flag_base: int | None = None,
        nosplit: bool | None = None,
    ):
        properties = _fields(dir_mask, slot_size, slot_num, flag_base, nosplit)
        properties["local_slot_num"] = number(local_slot_num)
        super().__init__(
            operands=[gm_addr, local_addr, peer_local_addr], properties=properties, result_types=[PipeType()]
        )


def _fields(
    dir_mask: int, slot_size: int, slot_num: int, flag_base: int | None, nosplit: bool | None
) -> dict[str, Attribute | None]:
    return {
        "dir_mask": number(dir_mask, i8),
        "slot_size": number(slot_size),
        "slot_num": number(slot_num),
        "flag_base": number(flag_base),
        "nosplit": flag(nosplit),
    }


@irdl_op_definition
class TPushOp(PtoOperation):
    """
    Put a tile into the next slot.

    ```mlir
    func.func @example(%t: !pto.tile_buf<vec, 16x16xf32>, %a: i32)
        attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %h = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 1024, slot_num = 8} (%a : i32) -> !pto.pipe
      pto.tpush(%t, %h : !pto.tile_buf<vec, 16x16xf32>, !pto.pipe) {split = 0}
      func.return
    }
    ```
    """

    name = "pto.tpush"

    RULES: ClassVar = _SLOT_RULES

    tile = operand_def(SHAPED)
    pipe_handle = operand_def(PipeType)
    split = prop_def(IntegerAttr.constr(i8))

    ASSEMBLY_FORMAT: ClassVar = (
        "`(` $tile `,` $pipe_handle `:` type($tile) `,` type($pipe_handle) `)` `{` `split` `=` $split `}` attr-dict"
    )

    def __init__(self, tile: Value, pipe_handle: Value, split: int = 0):
        super().__init__(operands=[tile, pipe_handle], properties={"split": number(split, i8)})

    @property
    def unit(self) -> Pipe:
        """The fixpipe for an accumulator, else the store pipe."""
        return Pipe.FIX if space_of(self.tile.type) is AddressSpace.ACC else Pipe.MTE3


@irdl_op_definition
class TPopOp(PtoOperation):
    """
    Wait for the next slot and make a declared tile a handle of it.

    ```mlir
    func.func @example(%a: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %h = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 1024, slot_num = 8} (%a : i32) -> !pto.pipe
      %t = pto.declare_tile -> !pto.tile_buf<vec, 16x16xf32>
      pto.tpop(%t, %h : !pto.tile_buf<vec, 16x16xf32>, !pto.pipe) {split = 0}
      func.return
    }
    ```
    """

    name = "pto.tpop"

    RULES: ClassVar = _SLOT_RULES

    tile = operand_def(SHAPED)
    pipe_handle = operand_def(PipeType)
    split = prop_def(IntegerAttr.constr(i8))

    ASSEMBLY_FORMAT: ClassVar = (
        "`(` $tile `,` $pipe_handle `:` type($tile) `,` type($pipe_handle) `)` `{` `split` `=` $split `}` attr-dict"
    )
    PIPE: ClassVar = Pipe.MTE2

    def __init__(self, tile: Value, pipe_handle: Value, split: int = 0):
        super().__init__(operands=[tile, pipe_handle], properties={"split": number(split, i8)})


@irdl_op_definition
class TFreeOp(PtoOperation):
    """
    Give the slot taken last back.

    ```mlir
    func.func @example(%a: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %h = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 1024, slot_num = 8} (%a : i32) -> !pto.pipe
      pto.tfree(%h : !pto.pipe) {split = 0}
      func.return
    }
    ```
    """

    name = "pto.tfree"

    RULES: ClassVar = _SLOT_RULES

    pipe_handle = operand_def(PipeType)
    split = prop_def(IntegerAttr.constr(i8))

    ASSEMBLY_FORMAT: ClassVar = "`(` $pipe_handle `:` type($pipe_handle) `)` `{` `split` `=` $split `}` attr-dict"
    PIPE: ClassVar = Pipe.S

    def __init__(self, pipe_handle: Value, split: int = 0):
        super().__init__(operands=[pipe_handle], properties={"split": number(split, i8)})
