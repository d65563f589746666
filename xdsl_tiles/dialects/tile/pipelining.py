"""Attributes by which loops say how they are to be software-pipelined, and ops which stage of it they belong to.

All are discardable, so scf passes keep working. On an `scf.for`:

- `tile.pipeline_stages = F : i64` asks for F iterations in flight. `lower-pipeline-loops` puts F copies of the body
  into one iteration and leaves 1; `canonicalize-io-order` orders that body and drops the mark.
- `tile.overlap_stores = false` keeps every store where it stands in its stage, next to what it stores; else a stage
  stores its Vec tiles after all that it computes, so that stores overlap. Accumulators are drained where they are
  either way, so that one serves all stages.
- `tile.double_buffer_c = true` asks for two accumulators in turns: two stages compute, then both drain.
- `tile.pipeline_group` is the group that `lower-pipeline-loops` gave the copies of the body.

On an op in such a body:

- `tile.stage = #tile.stage<group = 0, stage = 1>` on what makes a tile: buffers of different stages of a group are in
  use at the same time, and should not share memory.
- `tile.slots = F : i64` on a `tile.load`: its tile takes F buffers in turns, in iteration i the one numbered i mod F.
  It is the same tile to whoever reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr, IntegerAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

STAGES = "tile.pipeline_stages"
OVERLAP_STORES = "tile.overlap_stores"
DOUBLE_BUFFER_C = "tile.double_buffer_c"
GROUP = "tile.pipeline_group"
STAGE = "tile.stage"
SLOTS = "tile.slots"

LOOP_MARKS = (STAGES, OVERLAP_STORES, DOUBLE_BUFFER_C, GROUP)
"""What a pipelined loop carries and a sequential one does not."""


@irdl_attr_definition
class StageAttr(ParametrizedAttribute):
    """Membership in a software pipeline: `#tile.stage<group = 0, stage = 1>`, both counted from 0."""

    name = "tile.stage"

    group: IntAttr
    stage: IntAttr

    def __init__(self, group: int, stage: int):
        super().__init__(IntAttr(group), IntAttr(stage))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            parser.parse_keyword("group")
            parser.parse_punctuation("=")
            group = parser.parse_integer(allow_boolean=False, allow_negative=False)
            parser.parse_punctuation(",")
            parser.parse_keyword("stage")
            parser.parse_punctuation("=")
            stage = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return IntAttr(group), IntAttr(stage)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<group = {self.group.data}, stage = {self.stage.data}>")

    def verify(self) -> None:
        if min(self.group.data, self.stage.data) < 0:
            raise VerifyException("groups and stages are counted from 0")


def pipeline_stages(op: Operation) -> int | None:
    """How many stages a loop asks for or holds, or None where it is not pipelined."""
    stages = op.attributes.get(STAGES)
    return stages.value.data if isinstance(stages, IntegerAttr) else None


def is_set(op: Operation, mark: str) -> bool | None:
    """What a loop says to a mark that is true or false, or None where it says nothing."""
    value = op.attributes.get(mark)
    return bool(value.value.data) if isinstance(value, IntegerAttr) else None
