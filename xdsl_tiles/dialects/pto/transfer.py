"""Ops between global memory and tiles, and between the memories of a core, of whole tiles."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IndexType, TensorType, i64
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
)

from xdsl_tiles.dialects.pto.attributes import (
    AccToVecModeAttr,
    AtomicTypeAttr,
    PadModeAttr,
    ReluPreModeAttr,
    StPhaseAttr,
)
from xdsl_tiles.dialects.pto.case_rules import BySpaces, Exclusive, Given, On
from xdsl_tiles.dialects.pto.directives import ScaledSource, Word
from xdsl_tiles.dialects.pto.effects import space_of
from xdsl_tiles.dialects.pto.element_rules import Elements, OneWidth
from xdsl_tiles.dialects.pto.enums import (
    AccToVecMode,
    AddressSpace,
    Arch,
    AtomicType,
    PadMode,
    PadValue,
    Pipe,
    ReluPreMode,
    StorePhase,
)
from xdsl_tiles.dialects.pto.operation import TileOperation, Value, ins_outs
from xdsl_tiles.dialects.pto.properties import flag, optional
from xdsl_tiles.dialects.pto.rules import InSpace
from xdsl_tiles.dialects.pto.shape_rules import FillsWindow, Shapes, ValidWithin
from xdsl_tiles.dialects.pto.tile_buf import NZ
from xdsl_tiles.dialects.pto.tile_rules import Fractal, IsTile, IsWindow, LaidOut, PadIn
from xdsl_tiles.dialects.pto.transfer_rules import SingleMode
from xdsl_tiles.dialects.pto.types import SHAPED

VEC, MAT, ACC = AddressSpace.VEC, AddressSpace.MAT, AddressSpace.ACC
COPIED = ("int8,int16,int32,int64,f16,bf16,f32",)
NO_RELU = ReluPreModeAttr(ReluPreMode.NO_RELU)


@irdl_op_definition
class TLoadOp(TileOperation):
    """
    Copy a window of global memory into the valid region of a tile, converting the order of elements.

    What lies outside the valid region is undefined, or the pad value of the tile's type.

    ```mlir
    pto.tload ins(%s : !pto.partition_tensor_view<16x32xf32>) outs(%t : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tload"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    pad_value = opt_operand_def(AnyAttr())
    left_padding_num = opt_operand_def(IndexType)
    right_padding_num = opt_operand_def(AnyAttr())
    init_condition = opt_operand_def(AnyAttr())
    pad_mode = opt_prop_def(PadModeAttr)
    init_out_buffer = opt_prop_def(BoolAttr)
    result = opt_result_def(TensorType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "`ins` `(` $src `:` type($src) `)` `outs` `(` $dst `:` type($dst) `)` attr-dict "
        "(`pad_mode` `=` custom<Word>($pad_mode)^)? "
        "(`pad_value` `=` $pad_value^ `:` type($pad_value))? "
        "(`left_padding_num` `=` $left_padding_num^ `:` type($left_padding_num))? "
        "(`init_out_buffer` `=` $init_out_buffer^)? "
        "(`right_padding_num` `=` $right_padding_num^ `:` type($right_padding_num))? "
        "(`init_condition` `=` $init_condition^ `:` type($init_condition))? "
        "(`->` type($result)^)?"
    )
    custom_directives = (Word,)
    PIPE: ClassVar = Pipe.MTE2
    RULES: ClassVar = (
        IsWindow(("src",)),
        IsTile(("dst",)),
        On(Arch.A3, (InSpace(("dst",), (VEC, MAT)),)),
        Elements(("dst",), COPIED, (*COPIED, "f64,fp8")),
        OneWidth(("src", "dst")),
        On(Arch.A5, (PadIn(("dst",), 64, (PadValue.NULL, PadValue.ZERO)),)),
    )

    def __init__(
        self,
        src: Value,
        dst: Value,
        *,
        pad_mode: PadMode | None = None,
        pad_value: Value | None = None,
        left_padding_num: Value | None = None,
        right_padding_num: Value | None = None,
        init_out_buffer: bool | None = None,
        init_condition: Value | None = None,
    ):
        super().__init__(
            operands=[src, dst, pad_value, left_padding_num, right_padding_num, init_condition],
            result_types=[None],
            properties={
                "pad_mode": optional(PadModeAttr, pad_mode),
                "init_out_buffer": flag(init_out_buffer),
            },
        )


_PLAIN = (Elements(("src",), COPIED), OneWidth(("src", "dst")))
_FIXPIPE = (
    Given(
        "pre_quant_scalar",
        (Elements(("src", "dst"), ("i32/i8,f16", "f32/i8"), ("i32/i8,f16,bf16", "f32/i8,f16,bf16,f32")),),
        otherwise=(Elements(("src", "dst"), ("i32,f32/i32,f32,f16,bf16",)),),
    ),
    On(Arch.A3, (ValidWithin(("src",), "_N", 1, 4095),)),
)


@irdl_op_definition
class TStoreOp(TileOperation):
    """
    Copy the valid region of a tile to a window of global memory.

    An accumulator goes through the fixpipe: an optional relu, an optional quantisation by the float whose bits
    `preQuantScalar` holds, and the conversion to the element type of the window.

    ```mlir
    pto.tstore ins(%t : !pto.tile_buf<vec, 16x32xf32>) outs(%d : !pto.partition_tensor_view<16x32xf32>)
    ```
    """

    name = "pto.tstore"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    pre_quant_scalar = opt_operand_def(i64)
    st_phase = prop_def(StPhaseAttr, default_value=StPhaseAttr(StorePhase.UNSPECIFIED), prop_name="stPhase")
    atomic_type = prop_def(AtomicTypeAttr, default_value=AtomicTypeAttr(AtomicType.NONE), prop_name="atomicType")
    relu_pre_mode = prop_def(ReluPreModeAttr, default_value=NO_RELU, prop_name="reluPreMode")
    result = opt_result_def(TensorType)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src", "pre_quant_scalar?", result="result")
    RULES: ClassVar = (
        IsTile(("src",)),
        IsWindow(("dst",)),
        FillsWindow("src", "dst"),
        Given("pre_quant_scalar", (InSpace(("src",), (ACC,)),)),
        Given("relu_pre_mode", (InSpace(("src",), (ACC,)),), unless=NO_RELU),
        On(Arch.A3, (BySpaces(("src",), {(VEC,): _PLAIN, (MAT,): _PLAIN, (ACC,): _FIXPIPE}),)),
        On(Arch.A5, (BySpaces(("src",), {(VEC,): _PLAIN, (ACC,): _FIXPIPE}),)),
    )

    def __init__(
        self,
        src: Value,
        dst: Value,
        *,
        pre_quant_scalar: Value | None = None,
        phase: StorePhase = StorePhase.UNSPECIFIED,
        atomic: AtomicType = AtomicType.NONE,
        relu: ReluPreMode = ReluPreMode.NO_RELU,
    ):
        super().__init__(
            operands=[src, dst, pre_quant_scalar],
            result_types=[None],
            properties={
                "stPhase": StPhaseAttr(phase),
                "atomicType": AtomicTypeAttr(atomic),
                "reluPreMode": ReluPreModeAttr(relu),
            },
        )

    @property
    def unit(self) -> Pipe:
        """The fixpipe for an accumulator, else the store pipe."""
        return Pipe.FIX if space_of(self.src.type) is AddressSpace.ACC else Pipe.MTE3


@irdl_op_definition
class TPrefetchOp(TileOperation):
    """
    Copy a window of global memory into a tile early.

    ```mlir
    pto.tprefetch ins(%s : !pto.partition_tensor_view<16x32xf32>) outs(%t : !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tprefetch"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = ins_outs("src")
    PIPE: ClassVar = Pipe.MTE2
    RULES: ClassVar = (IsWindow(("src",)), IsTile(("dst",)), InSpace(("dst",), (VEC, MAT)), OneWidth(("src", "dst")))

    def __init__(self, src: Value, dst: Value):
        super().__init__(operands=[src, dst])


_SAME = (Shapes(("src", "dst"), "MN MN"),)
_TABLES = (AddressSpace.BIAS, AddressSpace.SCALING)
_FROM_MAT = {(MAT, to): _SAME for to in (AddressSpace.LEFT, AddressSpace.RIGHT, *_TABLES)}
_A5_PAIRS = ((VEC, VEC), (VEC, MAT), (ACC, MAT), (ACC, VEC))
_FROM_ACC = (InSpace(("src",), (ACC,)),)


@irdl_op_definition
class TMovOp(TileOperation):
    """
    Copy the valid region of a tile into a tile in another memory, or in another layout.

    From an accumulator it is converted: by the scales of `fp`, one a column, or by one scalar, after an optional relu;
    `accToVecMode` says which vector cores get what.

    ```mlir
    pto.tmov ins(%s : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>)
      outs(%d : !pto.tile_buf<left, 32x32xf16, slayout=row_major>)
    ```
    """

    name = "pto.tmov"

    src = operand_def(SHAPED)
    dst = operand_def(SHAPED)
    fp = opt_operand_def(SHAPED)
    pre_quant_scalar = opt_operand_def(i64)
    acc_to_vec_mode = opt_prop_def(AccToVecModeAttr, prop_name="accToVecMode")
    relu_pre_mode = prop_def(ReluPreModeAttr, default_value=NO_RELU, prop_name="reluPreMode")
    result = opt_result_def(TensorType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ASSEMBLY_FORMAT: ClassVar = (
        "`ins` `(` custom<ScaledSource>($src, $fp, $pre_quant_scalar, "
        "type($src), type($fp), type($pre_quant_scalar)) `)` "
        "`outs` `(` $dst `:` type($dst) `)` attr-dict (`->` type($result)^)?"
    )
    custom_directives = (ScaledSource,)
    RULES: ClassVar = (
        Exclusive(("fp", "pre_quant_scalar")),
        On(
            Arch.A3,
            (
                BySpaces(
                    ("src", "dst"),
                    _FROM_MAT | {(VEC, VEC): _SAME, (ACC, MAT): (*_SAME, Fractal(("dst",), 512)), (ACC, VEC): _SAME},
                ),
            ),
        ),
        On(Arch.A5, (BySpaces(("src", "dst"), _FROM_MAT | dict.fromkeys(_A5_PAIRS, ())),)),
        Given("acc_to_vec_mode", (*_FROM_ACC, InSpace(("dst",), (VEC,)))),
        Given("relu_pre_mode", (*_FROM_ACC, LaidOut(("src",), (NZ,))), unless=NO_RELU),
        Given("pre_quant_scalar", (*_FROM_ACC, SingleMode())),
        Given(
            "fp",
            (
                *_FROM_ACC,
                IsTile(("fp",)),
                InSpace(("fp",), (AddressSpace.SCALING,)),
                Elements(("src",), ("f32,int32",)),
                SingleMode(),
                LaidOut(("src",), (NZ,)),
            ),
        ),
    )

    def __init__(
        self,
        src: Value,
        dst: Value,
        *,
        fp: Value | None = None,
        pre_quant_scalar: Value | None = None,
        acc_to_vec: AccToVecMode | None = None,
        relu: ReluPreMode = ReluPreMode.NO_RELU,
    ):
        super().__init__(
            operands=[src, dst, fp, pre_quant_scalar],
            result_types=[None],
            properties={
                "accToVecMode": optional(AccToVecModeAttr, acc_to_vec),
                "reluPreMode": ReluPreModeAttr(relu),
            },
        )

    @property
    def unit(self) -> Pipe:
        """The vector unit between tiles in vec, else the pipe that reads the source's memory."""
        spaces = space_of(self.src.type), space_of(self.dst.type)
        if spaces == (AddressSpace.VEC, AddressSpace.VEC):
            return Pipe.V
        return Pipe.MTE1 if spaces[0] is AddressSpace.MAT else Pipe.FIX
