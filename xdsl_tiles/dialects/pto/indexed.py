"""Ops that read and write single elements or rows of global memory by their index."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, prop_def

from xdsl_tiles.dialects.pto.attributes import GatherOobAttr, ScatterAtomicOpAttr, ScatterOobAttr
from xdsl_tiles.dialects.pto.case_rules import OnlyOn
from xdsl_tiles.dialects.pto.element_rules import Elements, OneElement
from xdsl_tiles.dialects.pto.enums import (
    AddressSpace,
    Arch,
    GatherOutOfBounds,
    Pipe,
    ScatterAtomic,
    ScatterOutOfBounds,
)
from xdsl_tiles.dialects.pto.operation import TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.rules import InSpace, Rule
from xdsl_tiles.dialects.pto.tile_buf import ND
from xdsl_tiles.dialects.pto.tile_rules import IsTile, IsWindow, LaidOut
from xdsl_tiles.dialects.pto.transfer_rules import Atomic, IndexPerRow
from xdsl_tiles.dialects.pto.types import SHAPED


def _indexed(data: str) -> tuple[Rule, ...]:
    """The rules of gathers and scatters: `idx` says for each element of `data`, or each row, where it is in `mem`."""
    tiles = (data, "idx")
    return (
        OnlyOn(Arch.A5),
        IsWindow(("mem",)),
        IsTile(tiles),
        InSpace(tiles, (AddressSpace.VEC,)),
        LaidOut(tiles, (ND,)),
        Elements(tiles, ("i8,ui8,i16,ui16,i32,ui32,f16,bf16,f32,fp8/i32",)),
        OneElement(("mem", data)),
        IndexPerRow(data),
    )


@irdl_op_definition
class MGatherOp(TileOperation):
    """
    Read elements, or rows where `idx` has one column, of global memory by their index.

    ```mlir
    builtin.module attributes {pto.target_arch = "a5"} {
      func.func @example(%m: !pto.partition_tensor_view<64x32xf32>, %i: !pto.tile_buf<vec, 16x32xi32>,
          %d: !pto.tile_buf<vec, 16x32xf32>) {
        pto.mgather ins(%m, %i : !pto.partition_tensor_view<64x32xf32>, !pto.tile_buf<vec, 16x32xi32>)
          outs(%d : !pto.tile_buf<vec, 16x32xf32>) {gatherOob = #pto<gather_oob clamp>}
        func.return
      }
    }
    ```
    """

    name = "pto.mgather"

    mem = operand_def(SHAPED)
    idx = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    gather_oob = prop_def(
        GatherOobAttr, default_value=GatherOobAttr(GatherOutOfBounds.UNDEFINED), prop_name="gatherOob"
    )

    ASSEMBLY_FORMAT: ClassVar = ins_outs("mem", "idx")
    PIPE: ClassVar = Pipe.MTE2
    RULES: ClassVar = _indexed("dst")

    def __init__(
        self, mem: Value, idx: Value, dst: Value, out_of_bounds: GatherOutOfBounds = GatherOutOfBounds.UNDEFINED
    ):
        super().__init__(operands=[mem, idx, dst], properties={"gatherOob": GatherOobAttr(out_of_bounds)})


@irdl_op_definition
class MScatterOp(TileOperation):
    """
    Write elements, or rows where `idx` has one column, into global memory by their index.

    ```mlir
    builtin.module attributes {pto.target_arch = "a5"} {
      func.func @example(%s: !pto.tile_buf<vec, 16x32xf32>, %i: !pto.tile_buf<vec, 16x32xi32>,
          %m: !pto.partition_tensor_view<64x32xf32>) {
        pto.mscatter ins(%s, %i : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xi32>)
          outs(%m : !pto.partition_tensor_view<64x32xf32>) {scatterAtomicOp = #pto<scatter_atomic_op add>}
        func.return
      }
    }
    ```
    """

    name = "pto.mscatter"

    src = operand_def(SHAPED)
    idx = operand_def(SHAPED)
    mem = operand_def(SHAPED)
    scatter_atomic_op = prop_def(
        ScatterAtomicOpAttr, default_value=ScatterAtomicOpAttr(ScatterAtomic.NONE), prop_name="scatterAtomicOp"
    )
    scatter_oob = prop_def(
        ScatterOobAttr, default_value=ScatterOobAttr(ScatterOutOfBounds.UNDEFINED), prop_name="scatterOob"
    )

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "idx", outs=("mem",))
    OUTPUTS: ClassVar = ("mem",)
    PIPE: ClassVar = Pipe.MTE3
    RULES: ClassVar = (*_indexed("src"), Atomic())

    def __init__(
        self,
        src: Value,
        idx: Value,
        mem: Value,
        *,
        atomic: ScatterAtomic = ScatterAtomic.NONE,
        out_of_bounds: ScatterOutOfBounds = ScatterOutOfBounds.UNDEFINED,
    ):
        super().__init__(
            operands=[src, idx, mem],
            properties={"scatterAtomicOp": ScatterAtomicOpAttr(atomic), "scatterOob": ScatterOobAttr(out_of_bounds)},
        )
