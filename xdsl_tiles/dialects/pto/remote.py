"""Asynchronous copies between cards."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i1, i32, i64
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, result_def

from xdsl_tiles.dialects.pto.element_rules import OneElement
from xdsl_tiles.dialects.pto.enums import AddressSpace
from xdsl_tiles.dialects.pto.operation import PtoOperation, Value
from xdsl_tiles.dialects.pto.property_rules import Within
from xdsl_tiles.dialects.pto.rules import InSpace
from xdsl_tiles.dialects.pto.types import ADDRESS, SHAPED, TILE_HANDLE, AsyncEventType, AsyncSessionType
from xdsl_tiles.dialects.pto.view_rules import Bytes, FlatWindow, Holds, OneShape


@irdl_op_definition
class BuildAsyncSessionOp(PtoOperation):
    """
    What copies between cards go through: a scratch tile and a workspace in global memory.

    ```mlir
    %s = pto.build_async_session(%t, %w : !pto.tile_buf<vec, 1x256xui8>, !pto.ptr<i8>) {sync_id = 0 : i32}
      -> !pto.async_session
    ```
    """

    name = "pto.build_async_session"

    RULES: ClassVar = (
        InSpace(("scratch",), (AddressSpace.VEC,)),
        Holds("scratch", 8),
        Bytes("workspace"),
        Within("sync_id", 0, 7),
        Within("block_bytes", 1),
        Within("comm_block_offset", 0),
        Within("queue_num", 1),
        Within("channel_group_idx", 0, 2**32 - 1),
    )

    scratch = operand_def(TILE_HANDLE)
    workspace = operand_def(ADDRESS)
    sync_id = opt_prop_def(IntegerAttr.constr(i32))
    block_bytes = opt_prop_def(IntegerAttr.constr(i64))
    comm_block_offset = opt_prop_def(IntegerAttr.constr(i64))
    queue_num = opt_prop_def(IntegerAttr.constr(i32))
    channel_group_idx = opt_prop_def(IntegerAttr.constr(i64))
    session = result_def(AsyncSessionType)

    ASSEMBLY_FORMAT: ClassVar = (
        "`(` $scratch `,` $workspace `:` type($scratch) `,` type($workspace) `)` attr-dict `->` type($session)"
    )

    def __init__(
        self,
        scratch: Value,
        workspace: Value,
        *,
        sync_id: int | None = None,
        block_bytes: int | None = None,
        comm_block_offset: int | None = None,
        queue_num: int | None = None,
        channel_group_idx: int | None = None,
    ):
        numbers = {
            "sync_id": (sync_id, i32),
            "block_bytes": (block_bytes, i64),
            "comm_block_offset": (comm_block_offset, i64),
            "queue_num": (queue_num, i32),
            "channel_group_idx": (channel_group_idx, i64),
        }
        super().__init__(
            operands=[scratch, workspace],
            properties={
                name: None if number is None else IntegerAttr(number, type_)
                for name, (number, type_) in numbers.items()
            },
            result_types=[AsyncSessionType()],
        )


class AsyncCopyOperation(PtoOperation, ABC):
    """
    Start a copy; the event is its end.

    ```mlir
    %e = pto.tput_async(%d, %x, %s : !pto.partition_tensor_view<128xf32>, !pto.partition_tensor_view<128xf32>,
      !pto.async_session) -> !pto.async_event
    ```
    """

    dst = operand_def(SHAPED)
    src = operand_def(SHAPED)
    session = operand_def(AsyncSessionType)
    RULES: ClassVar = (OneElement(("dst", "src")), FlatWindow("dst"), FlatWindow("src"), OneShape(("dst", "src")))
    event = result_def(AsyncEventType)

    ASSEMBLY_FORMAT: ClassVar = (
        "`(` $dst `,` $src `,` $session `:` type($dst) `,` type($src) `,` type($session) `)` "
        "attr-dict `->` type($event)"
    )

    def __init__(self, dst: Value, src: Value, session: Value):
        super().__init__(operands=[dst, src, session], result_types=[AsyncEventType()])


@irdl_op_definition
class TPutAsyncOp(AsyncCopyOperation):
    """To another card."""

    name = "pto.tput_async"


@irdl_op_definition
class TGetAsyncOp(AsyncCopyOperation):
    """From another card."""

    name = "pto.tget_async"


class AsyncEventOperation(PtoOperation, ABC):
    """
    Ask whether a copy is done.

    ```mlir
    %ok = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1
    ```
    """

    event = operand_def(AsyncEventType)
    session = operand_def(AsyncSessionType)
    completed = result_def(i1)

    ASSEMBLY_FORMAT: ClassVar = (
        "`(` $event `,` $session `:` type($event) `,` type($session) `)` attr-dict `->` type($completed)"
    )

    def __init__(self, event: Value, session: Value):
        super().__init__(operands=[event, session], result_types=[i1])


@irdl_op_definition
class WaitAsyncEventOp(AsyncEventOperation):
    """Wait for its end."""

    name = "pto.wait_async_event"


@irdl_op_definition
class TestAsyncEventOp(AsyncEventOperation):
    """As it is now."""

    name = "pto.test_async_event"
