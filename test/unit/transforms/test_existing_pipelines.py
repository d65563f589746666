"""Pipelines that the author wrote, cases 55 to 74: which get two accumulators, and the order that they then run in."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles.dialects.tile.cube import MatmulOp
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.pipelining import DOUBLE_BUFFER_C, OVERLAP_STORES, STAGE, StageAttr, is_set
from xdsl_tiles.dialects.tile.transfer import AssembleOp, ExtractOp
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.instruments import SemanticsCheck
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass
from xdsl_tiles.transforms.canonicalize_io_order import CanonicalizeIOOrderPass
from xdsl_tiles.transforms.lower_pipeline_loops import LowerPipelineLoopsPass

STORE = "tile.store {c} into %inner[0, %n] : {acc} into {tensor}"
ASSEMBLE = "tile.assemble {c} into %inner[0, %n] : {acc} into {mat} -> {mat}"


_MOVING_LEFT = """
func.func @f(%a: tensor<64x128xbf16>, %b: tensor<128x64xbf16>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %cn = arith.constant 64 : index
  %cs = arith.constant 16 : index
  %x = tile.load %a[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %y = tile.load %b[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %q = tile.move %y : !tile.tile<128x64xbf16, mat> to !tile.tile<128x64xbf16, right>
  %o = scf.for %i = %c0 to %c2 step %c1 iter_args(%outer = %out) -> (tensor<64x64xf32>) {
    %r = scf.for %n = %c0 to %cn step %cs iter_args(%inner = %outer) -> (tensor<64x64xf32>) {
      %m = tile.extract %x[%n, 0] : !tile.tile<64x128xbf16, mat> to !tile.tile<16x128xbf16, left>
      %c = tile.matmul %m, %q
          : !tile.tile<16x128xbf16, left>, !tile.tile<128x64xbf16, right> -> !tile.tile<16x64xf32, acc>
      %s = tile.store %c into %inner[%n, 0] : !tile.tile<16x64xf32, acc> into tensor<64x64xf32>
      scf.yield %s : tensor<64x64xf32>
    } {tile.pipeline_stages = 2 : i64}
    scf.yield %r : tensor<64x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %o : tensor<64x64xf32>
}
"""


@dataclass(frozen=True)
class Kernel:
    """A stationary left panel and right panels that move, in nested pipelines of which the inner one drains."""

    m: int = 16
    step: int = 128
    trips: int = 4
    stages: int = 2
    drain: str = STORE
    before: str = ""
    """More ops in the inner loop, before the drain."""
    marks: str = ""
    moves_left: bool = False
    """Left panels move and a right one stays."""
    left: str = "%q"
    carried: str = ""
    """What the inner loop carries besides, as `name = init`; of the left panel's type."""

    @property
    def columns(self) -> int:
        return self.step * self.trips

    @property
    def text(self) -> str:
        return _MOVING_LEFT if self.moves_left else self._text_of_moving_right()

    def _text_of_moving_right(self) -> str:
        acc, tensor = f"!tile.tile<{self.m}x{self.step}xf32, acc>", f"tensor<{self.m}x{self.columns}xf32>"
        mat, left = f"!tile.tile<{self.m}x{self.columns}xf32, mat>", f"!tile.tile<{self.m}x128xbf16, left>"
        panels, right = f"!tile.tile<128x{self.columns}xbf16, mat>", f"!tile.tile<128x{self.step}xbf16, right>"
        whole, part = f"tensor<{self.m}x128xbf16>", f"!tile.tile<{self.m}x128xbf16, mat>"
        kind, target = (mat, "%scratch") if "assemble" in self.drain else (tensor, "%out")
        names = {"acc": acc, "tensor": tensor, "mat": mat, "left": left, "right": right, "panels": panels}
        args, types, yielded = "%inner = %outer", kind, "%s"
        if self.carried:
            args, types, yielded = f"{args}, {self.carried}", f"{kind}, {left}", "%s, %p"
        results = "%r:2" if self.carried else "%r"
        inner = "%r#0" if self.carried else "%r"
        return f"""
        func.func @f(%a: {whole}, %b: tensor<128x{self.columns}xbf16>, %out: {tensor}) -> {tensor} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %cn = arith.constant {self.columns} : index
          %cs = arith.constant {self.step} : index
          %x = tile.load %a[0, 0] : {whole} to {part}
          %y = tile.load %b[0, 0] : tensor<128x{self.columns}xbf16> to {panels}
          %q = tile.extract %x[0, 0] : {part} to {left}
          %scratch = tile.create : {mat}
          %o = scf.for %i = %c0 to %c2 step %c1 iter_args(%outer = {target}) -> ({kind}) {{
            {results} = scf.for %n = %c0 to %cn step %cs iter_args({args}) -> ({types}) {{
              %m = tile.extract %y[0, %n] : {panels} to {right}
              %c = tile.matmul {self.left}, %m : {left}, {right} -> {acc}
              {self.before.format(**names)}
              %s = {self.drain.format(c="%c", **names)}
              scf.yield {yielded} : {types}
            }} {{tile.pipeline_stages = {self.stages} : i64{self.marks}}}
            scf.yield {inner} : {kind}
          }} {{tile.pipeline_stages = 2 : i64}}
          func.return {"%out" if kind == mat else "%o"} : {tensor}
        }}"""


def run(
    kernel: Kernel, *passes: type, planner: str = "pypto", machine: str = "ascend910b", **options: bool
) -> ModuleOp:
    module = LocatedParser(all_dialects(), kernel.text, "kernel.mlir").parse_module()
    tiling = AutoTileMatmulL0Pass(machine=machine, planner=planner, **options)
    run_pipeline(module, all_dialects(), [tiling, *(cls() for cls in passes)], [SemanticsCheck(0)])
    return module


def marks(module: ModuleOp) -> list[tuple[bool | None, bool | None]]:
    loops = [op for op in module.walk() if isinstance(op, scf.ForOp)]
    return [(is_set(loop, OVERLAP_STORES), is_set(loop, DOUBLE_BUFFER_C)) for loop in loops]


UNMARKED, INNER_MARKED = [(None, None)] * 2, [(None, None), (False, True)]
OTHER_PRODUCT = "%d = tile.matmul %q, %m : {left}, {right} -> {acc}"
CASES = {
    "case_55": (Kernel(), True),
    "case_56_stage_3": (Kernel(step=64, trips=6, stages=3), True),
    "case_56_stage_4": (Kernel(step=64, trips=8, stages=4), True),
    "three_trips_of_three_stages": (Kernel(trips=3, stages=3), False),
    "case_57": (Kernel(trips=3), False),
    "case_58": (Kernel(trips=2), False),
    "case_59": (Kernel(m=128), True),
    "case_61": (Kernel(m=128, trips=4), True),
    "case_65": (Kernel(moves_left=True), True),
    "case_66_16x8": (Kernel(m=16, trips=8, step=64, drain=ASSEMBLE), False),
    "case_66_32x8": (Kernel(m=32, trips=8, step=64, drain=ASSEMBLE), False),
    "case_66_64x4": (Kernel(m=64, trips=4, drain=ASSEMBLE), False),
    "case_66_64x8": (Kernel(m=64, trips=8, step=128, drain=ASSEMBLE), True),
    "case_67": (Kernel(left="%p", carried="%p = %q"), False),
    "case_68": (Kernel(m=64, trips=8, drain=ASSEMBLE.replace("%inner", "%scratch")), False),
    "case_71": (Kernel(before="%d = tile.create : {acc}"), False),
    "case_72": (Kernel(before="%d = tile.store %c into %out[0, %n] : {acc} into {tensor}"), False),
    "case_73_another_product": (Kernel(before=OTHER_PRODUCT), False),
    "case_74": (Kernel(m=192), False),
    "read_besides": (Kernel(before="%d = tile.slice %c[0, 0] : {acc} to {acc}"), False),
    "says_already": (Kernel(marks=", tile.overlap_stores = true"), None),
}


@pytest.mark.parametrize("name", CASES)
def test_marks(name: str):
    kernel, marked = CASES[name]
    expected = [(None, None), (True, None)] if marked is None else INNER_MARKED if marked else UNMARKED
    assert marks(run(kernel)) == expected


@pytest.mark.parametrize(("planner", "machine"), [("ptoas", "ascend910b"), ("dsa-rp", "ascend910b"), ("pypto", "none")])
def test_case_62_and_63_only_under_pypto_with_a_machine(planner: str, machine: str):
    assert marks(run(Kernel(), planner=planner, machine=machine)) == UNMARKED


def test_opt_in_doubles_all_accumulators():
    assert marks(run(Kernel(m=128), double_buffer_c=True)) == INNER_MARKED
    assert marks(run(Kernel(m=144), double_buffer_c=True)) == UNMARKED


def test_all_or_nothing():
    one = Kernel(m=64).text
    live = one.replace("%o = scf.for", "%live = tile.create : !tile.tile<128x128xf32, acc>\n %o = scf.for", 1)
    module = LocatedParser(all_dialects(), live, "kernel.mlir").parse_module()
    run_pipeline(module, all_dialects(), [AutoTileMatmulL0Pass(machine="ascend910b", planner="pypto")])
    assert marks(module) == INNER_MARKED
    live = live.replace("128x128xf32, acc", "144x128xf32, acc")
    module = LocatedParser(all_dialects(), live, "kernel.mlir").parse_module()
    run_pipeline(module, all_dialects(), [AutoTileMatmulL0Pass(machine="ascend910b", planner="pypto")])
    assert marks(module) == UNMARKED


def test_case_64_a_second_run_changes_nothing():
    module = run(Kernel())
    text = str(module)
    run_pipeline(module, all_dialects(), [AutoTileMatmulL0Pass(machine="ascend910b", planner="pypto")])
    assert str(module) == text


@pytest.mark.parametrize(
    ("name", "order", "rights"),
    [
        ("case_55", "MMSS", 2),
        ("case_56_stage_3", "MMSSMS", 3),
        ("case_56_stage_4", "MMSSMMSS", 4),
        ("case_66_64x8", "MMSS", 2),
    ],
)
def test_order(name: str, order: str, rights: int):
    module = run(CASES[name][0], LowerPipelineLoopsPass, CanonicalizeIOOrderPass)
    inner = [op for op in module.walk() if isinstance(op, scf.ForOp) and isinstance(op.parent_op(), scf.ForOp)]
    assert len(inner) == 2
    for loop in inner:
        letters = {MatmulOp: "M", StoreOp: "S", AssembleOp: "S"}
        assert "".join(letters.get(type(op), "") for op in loop.body.block.ops) == order
        assert stages(loop, MatmulOp) == {0, 1}
        assert stages(loop, ExtractOp) == set(range(rights))


def stages(loop: scf.ForOp, op_type: type) -> set[int]:
    found = [op.attributes[STAGE] for op in loop.body.block.ops if isinstance(op, op_type)]
    return {mark.stage.data for mark in found if isinstance(mark, StageAttr)}
