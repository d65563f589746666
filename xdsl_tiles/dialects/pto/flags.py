"""Order between pipes and between cores: barriers, flags, buffer tokens and cross-core signals."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType, i32
from xdsl.irdl import (
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    var_operand_def,
)

from xdsl_tiles.dialects.pto.attributes import EventAttr, PipeAttr, PipeEventTypeAttr, SyncOpTypeAttr
from xdsl_tiles.dialects.pto.case_rules import On
from xdsl_tiles.dialects.pto.directives import EventId, Word
from xdsl_tiles.dialects.pto.element_rules import OfMemref
from xdsl_tiles.dialects.pto.enums import Arch, Event, OperationKind, Pipe
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.properties import number
from xdsl_tiles.dialects.pto.property_rules import ExactlyOne, OnPipe, Within
from xdsl_tiles.dialects.pto.types import SHAPED

_SIGNAL = (ExactlyOne(("event_id", "event_id_dyn")),)

KIND = base(PipeEventTypeAttr) | base(SyncOpTypeAttr)
"""The kind of an operation, of which the pipe follows."""

PIPE_OF_KIND = {
    OperationKind.TLOAD: Pipe.MTE2,
    OperationKind.TSTORE_VEC: Pipe.MTE3,
    OperationKind.TSTORE_ACC: Pipe.FIX,
    OperationKind.TMOV_M2L: Pipe.MTE1,
    OperationKind.TMOV_M2B: Pipe.MTE1,
    OperationKind.TMOV_M2S: Pipe.FIX,
    OperationKind.TMOV_V2M: Pipe.FIX,
    OperationKind.TMOV_M2V: Pipe.V,
    OperationKind.TMATMUL: Pipe.M,
    OperationKind.TVEC: Pipe.V,
    OperationKind.TVECWAIT_EVENT: Pipe.V,
}
"""The pipe that operations of a kind run on. Source: pto section 4."""


@irdl_op_definition
class BarrierOp(PtoOperation):
    """
    Wait until what a pipe was given before is done, or what all of them were.

    ```mlir
    pto.barrier <PIPE_ALL>
    ```
    """

    name = "pto.barrier"

    pipe = prop_def(PipeAttr)

    ASSEMBLY_FORMAT: ClassVar = "custom<Word>($pipe) attr-dict"
    custom_directives = (Word,)

    def __init__(self, pipe: Pipe = Pipe.ALL):
        super().__init__(properties={"pipe": PipeAttr(pipe)})


@irdl_op_definition
class BarrierSyncOp(PtoOperation):
    """
    A barrier of the pipe that operations of a kind run on.

    ```mlir
    pto.barrier_sync[<TVEC>]
    ```
    """

    name = "pto.barrier_sync"

    op_type = prop_def(SyncOpTypeAttr)

    ASSEMBLY_FORMAT: ClassVar = "`[` custom<Word>($op_type) `]` attr-dict"
    custom_directives = (Word,)

    def __init__(self, kind: OperationKind):
        super().__init__(properties={"op_type": SyncOpTypeAttr(kind)})


class FlagOperation(PtoOperation, ABC):
    """
    A flag from one pipe to another.

    ```mlir
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    ```
    """

    src_pipe = prop_def(PipeAttr)
    dst_pipe = prop_def(PipeAttr)
    event_id = prop_def(EventAttr)

    ASSEMBLY_FORMAT: ClassVar = (
        "`[` custom<Word>($src_pipe) `,` custom<Word>($dst_pipe) `,` custom<Word>($event_id) `]` attr-dict"
    )
    custom_directives = (Word,)

    def __init__(self, src_pipe: Pipe, dst_pipe: Pipe, event: Event):
        properties = {"src_pipe": PipeAttr(src_pipe), "dst_pipe": PipeAttr(dst_pipe), "event_id": EventAttr(event)}
        super().__init__(properties=properties)


@irdl_op_definition
class SetFlagOp(FlagOperation):
    """Raise the flag when the source pipe has done what it was given before."""

    name = "pto.set_flag"


@irdl_op_definition
class WaitFlagOp(FlagOperation):
    """Let the destination pipe wait for the flag and take it down."""

    name = "pto.wait_flag"


class DynamicFlagOperation(PtoOperation, ABC):
    """
    A flag from one pipe to another whose number only the run knows.

    ```mlir
    pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %e]
    pto.wait_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %e]
    ```
    """

    event_id = operand_def(IndexType)
    src_pipe = prop_def(PipeAttr)
    dst_pipe = prop_def(PipeAttr)

    ASSEMBLY_FORMAT: ClassVar = "`[` custom<Word>($src_pipe) `,` custom<Word>($dst_pipe) `,` $event_id `]` attr-dict"
    custom_directives = (Word,)

    def __init__(self, src_pipe: Pipe, dst_pipe: Pipe, event_id: Value):
        properties = {"src_pipe": PipeAttr(src_pipe), "dst_pipe": PipeAttr(dst_pipe)}
        super().__init__(operands=[event_id], properties=properties)


@irdl_op_definition
class SetFlagDynOp(DynamicFlagOperation):
    """Raise the flag when the source pipe has done what it was given before."""

    name = "pto.set_flag_dyn"


@irdl_op_definition
class WaitFlagDynOp(DynamicFlagOperation):
    """Let the destination pipe wait for the flag and take it down."""

    name = "pto.wait_flag_dyn"


class EventOperation(PtoOperation, ABC):
    """
    A flag between the pipes that two kinds of operations run on.

    ```mlir
    pto.record_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
    pto.wait_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
    ```
    """

    src_op = prop_def(KIND)
    dst_op = prop_def(KIND)
    event_id = prop_def(EventAttr)

    ASSEMBLY_FORMAT: ClassVar = "`[` $src_op `,` $dst_op `,` custom<Word>($event_id) `]` attr-dict"
    custom_directives = (Word,)

    def __init__(self, src_kind: OperationKind, dst_kind: OperationKind, event: Event):
        properties = {
            "src_op": PipeEventTypeAttr(src_kind),
            "dst_op": PipeEventTypeAttr(dst_kind),
            "event_id": EventAttr(event),
        }
        super().__init__(properties=properties)


@irdl_op_definition
class RecordEventOp(EventOperation):
    """Raise the flag when the operations of the source kind are done."""

    name = "pto.record_event"


@irdl_op_definition
class WaitEventOp(EventOperation):
    """Let operations of the destination kind wait for the flag."""

    name = "pto.wait_event"


class BufferTokenOperation(PtoOperation, ABC):
    """
    A token that orders the pipes that use one buffer.

    ```mlir
    pto.get_buf[#pto.pipe_event_type<TVEC>, 3]
    pto.rls_buf[#pto.pipe_event_type<TVEC>, 3]
    ```
    """

    op_type = prop_def(KIND)
    buf_id = prop_def(IntegerAttr.constr(i32))
    mode = prop_def(IntegerAttr.constr(i32), default_value=IntegerAttr(0, i32))

    ASSEMBLY_FORMAT: ClassVar = "`[` $op_type `,` $buf_id `]` attr-dict"
    RULES: ClassVar = (Within("buf_id", 0, 31), Within("mode", 0))

    def __init__(self, kind: OperationKind, buffer: int, mode: int = 0):
        properties = {
            "op_type": PipeEventTypeAttr(kind),
            "buf_id": number(buffer),
            "mode": number(mode),
        }
        super().__init__(properties=properties)


@irdl_op_definition
class GetBufOp(BufferTokenOperation):
    """Wait until the users of the buffer before have released it."""

    name = "pto.get_buf"


@irdl_op_definition
class RlsBufOp(BufferTokenOperation):
    """Release the buffer."""

    name = "pto.rls_buf"


class SignalOperation(PtoOperation, ABC):
    """
    A signal between the cube and its vector cores, by a number or an index.

    ```mlir
    pto.sync.set <PIPE_MTE3>, 3
    pto.sync.wait <PIPE_V>, 3
    ```
    """

    event_id_dyn = opt_operand_def(IndexType)
    pipe = prop_def(PipeAttr)
    event_id = opt_prop_def(IntegerAttr.constr(i32))

    ASSEMBLY_FORMAT: ClassVar = "custom<Word>($pipe) `,` custom<EventId>($event_id, $event_id_dyn) attr-dict"
    custom_directives = (Word, EventId)

    def __init__(self, pipe: Pipe, event: int | Value, **properties: IntegerAttr | None):
        fixed, index = (event, None) if isinstance(event, int) else (None, event)
        super().__init__(operands=[index], properties={"pipe": PipeAttr(pipe), "event_id": number(fixed), **properties})


@irdl_op_definition
class SyncSetOp(SignalOperation):
    """Raise the signal when the pipe gets here."""

    name = "pto.sync.set"

    RULES: ClassVar = (*_SIGNAL, Within("ffts_mode", 0, 2), On(Arch.A5, (OnPipe((Pipe.FIX, Pipe.MTE3)),)))

    ffts_mode = opt_prop_def(IntegerAttr.constr(i32))

    def __init__(self, pipe: Pipe, event: int | Value, ffts_mode: int | None = None):
        super().__init__(pipe, event, ffts_mode=number(ffts_mode))


@irdl_op_definition
class SyncWaitOp(SignalOperation):
    """Let the pipe wait for the signal."""

    name = "pto.sync.wait"

    RULES: ClassVar = (*_SIGNAL, On(Arch.A5, (OnPipe((Pipe.FIX, Pipe.MTE1, Pipe.MTE2, Pipe.MTE3, Pipe.V)),)))


@irdl_op_definition
class SetFftsOp(PtoOperation):
    """
    Say where in global memory the signals between cores are.

    ```mlir
    pto.set_ffts %f : memref<256xi64>
    ```
    """

    name = "pto.set_ffts"

    RULES: ClassVar = (OfMemref("ffts", "int64,int8"),)

    ffts = operand_def(MemRefType)

    ASSEMBLY_FORMAT: ClassVar = "$ffts attr-dict `:` type($ffts)"

    def __init__(self, ffts: Value):
        super().__init__(operands=[ffts])


@irdl_op_definition
class TSyncOp(PtoOperation):
    """
    Order the users of tiles before with those after.

    ```mlir
    pto.tsync ins(%a, %b : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
    ```
    """

    name = "pto.tsync"

    events = var_operand_def(SHAPED)

    ASSEMBLY_FORMAT: ClassVar = "`ins` `(` $events `:` type($events) `)` attr-dict"

    def __init__(self, events: Sequence[Value]):
        super().__init__(operands=[events])
