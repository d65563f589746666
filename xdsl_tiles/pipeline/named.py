"""Pipelines with names: several passes under one, which see each other's dumps, timing and verification."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms import get_all_passes


@dataclass(frozen=True)
class NamedPipeline(ModulePass):
    """Passes that run one after the other under one name.

    A subclass names its `stages`, passes or other pipelines, and declares the options that it hands to those of them
    that have an option of that name; None leaves each stage its own default. `tile-opt` runs the stages one by one;
    under plain `xdsl-opt` the pipeline is a pass like any other.
    """

    stages: ClassVar[tuple[str, ...]]

    def expand(self) -> tuple[ModulePass, ...]:
        """The passes that this pipeline runs, with their options."""
        given = {f.name: value for f in dataclasses.fields(self) if (value := getattr(self, f.name)) is not None}
        known = get_all_passes() | get_all_pipelines()
        stages: list[ModulePass] = []
        for name in self.stages:
            cls = known[name]()
            options = {f.name: given[f.name] for f in dataclasses.fields(cls) if f.name in given}
            stages.append(cls(**options))
        return expand(stages)

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run the stages, verifying in between."""
        run_pipeline(op, ctx, self.expand())


def expand(passes: Iterable[ModulePass]) -> tuple[ModulePass, ...]:
    """The passes with every named pipeline among them replaced by what it runs."""
    return tuple(
        stage for pass_ in passes for stage in (pass_.expand() if isinstance(pass_, NamedPipeline) else (pass_,))
    )


def get_all_pipelines() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every named pipeline of the package by name."""
    return {cls.name: (lambda cls=cls: cls) for cls in PIPELINES}


@dataclass(frozen=True)
class TensorToTilePipeline(NamedPipeline):
    """From linalg on tensors to tile ops on blocks that fit L1."""

    name = "tensor-to-tile"
    stages = (
        "convert-linalg-to-tile",
        "tile-matmul-to-mat",
        "distribute-blocks",
        "flatten-tile-nd-to-2d",
        "legalize-tile-cast",
    )

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""
    cores: int | None = None
    """how many cores output blocks are dealt out to; without it all of them stay on one"""

    def expand(self) -> tuple[ModulePass, ...]:
        """The passes that this pipeline runs; blocks are dealt out only where that is asked for."""
        return tuple(stage for stage in super().expand() if self.cores is not None or stage.name != "distribute-blocks")


@dataclass(frozen=True)
class TileSchedulePipeline(NamedPipeline):
    """From tile ops on L1 tiles to loops over L0 tiles, one function a kind of core, pipelined."""

    name = "tile-schedule"
    stages = (
        "auto-tile-matmul-l0",
        "canonicalize-tile-slice",
        "infer-tile-memory-space",
        "expand-mixed-kernel",
        "lower-pipeline-to-slots",
        "lower-pipeline-loops",
        "canonicalize-io-order",
    )

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""
    planner: Literal["pypto", "dsa-rp", "ptoas"] | None = None
    """the memory planner that will run; without it dsa-rp"""
    double_buffer_c: bool | None = None
    """allow a double-buffered accumulator under pypto too"""
    objective: Literal["seed", "balanced"] | None = None
    """how L0 tiles are ranked"""


@dataclass(frozen=True)
class TileToPtoPipeline(TileSchedulePipeline):
    """From linalg on tensors, or tile ops at any stage, to kernels of the pto dialect."""

    name = "tile-to-pto"
    stages = ("tensor-to-tile", "tile-schedule", "convert-tile-to-pto")

    cores: int | None = None
    """how many cores output blocks are dealt out to; without it all of them stay on one"""

    def expand(self) -> tuple[ModulePass, ...]:
        """The passes of the pipelines that it runs, and then its own."""
        return expand(super().expand())


PIPELINES: tuple[type[NamedPipeline], ...] = (TensorToTilePipeline, TileSchedulePipeline, TileToPtoPipeline)
