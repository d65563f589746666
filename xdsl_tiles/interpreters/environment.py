"""What a run has besides its arguments: a machine, the block it is, its pipes and its cube arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from xdsl.ir import Operation

from xdsl_tiles.interpreters.accumulator import CubeArithmetic
from xdsl_tiles.interpreters.pipes import Pipes
from xdsl_tiles.interpreters.values import Array


class Progress(Protocol):
    """Who watches the iterations of outermost loops."""

    def __call__(self, steps: range) -> Iterable[int]:
        """The steps of a loop, watched."""
        ...

    def wipe(self) -> None:
        """The run is over."""
        ...


@dataclass
class Environment:
    """The surroundings of one run.

    `machine` is a machine's name or file, which comes before what functions say (`machine_for`), or `none`; `pipes`
    hold, per pipe id and receiving core, what was pushed and not yet popped, oldest first; `buffers` the arrays that
    ops making new tensors give instead, so that the blocks of a run share an output; `progress` is told of each
    iteration of an outermost loop. `memories` are those of the cores by vector core and name of the space, of
    `subblock_count` vector cores of which the running one is `subblock_index`.
    """

    machine: str | None = None
    arithmetic: CubeArithmetic = field(default_factory=CubeArithmetic)
    block_index: int = 0
    block_count: int = 1
    pipes: Pipes = field(default_factory=Pipes)
    buffers: dict[Operation, Array] = field(default_factory=dict[Operation, Array])
    progress: Progress | None = None
    subblock_index: int = 0
    subblock_count: int = 1
    memories: dict[tuple[int, str], Any] = field(default_factory=dict[tuple[int, str], Any])
