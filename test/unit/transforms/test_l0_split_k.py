"""Canonical split-K chains (tile_l0 section 5.11): what they become, and that it computes the same."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.analysis.footprint import tile_bytes
from xdsl_tiles.diagnostics import Diagnostic, collecting
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.memory import LoadOp, StoreOp
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.machines import load
from xdsl_tiles.numerics.dtypes import dtype_named
from xdsl_tiles.numerics.tolerance import compare, tolerance
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

_INPUTS = Path(__file__).parents[2] / "filecheck" / "transforms" / "auto-tile-matmul-l0"
_ACCUMULATORS = {"i8": "i32", "bf16": "f32", "f32": "f32"}
_NUMPY = {"i8": np.int8, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "i32": np.int32}


@dataclass(frozen=True)
class Chain:
    """`x[M, K * steps] * y[K * steps, N]` in `steps` source blocks of K; `boxed` rows and columns hold M and N."""

    case: str
    shape: tuple[int, int, int]
    steps: int
    dtype: str = "i8"
    peeled: bool = False
    boxed: tuple[int, int] | None = None

    def __str__(self) -> str:
        return f"{self.case}-{'peeled' if self.peeled else 'predicated'}-{self.dtype}"

    @property
    def text(self) -> str:
        """The program."""
        (m, n, k), acc, dtype = self.shape, _ACCUMULATORS[self.dtype], self.dtype
        rows, columns = self.boxed or (m, n)
        compact = "" if rows == m else ", compact"
        lhs = f"!tile.tile<{rows}x{k}x{dtype}, mat, valid = {m}x{k}>"
        rhs = f"!tile.tile<{k}x{columns}x{dtype}, mat, valid = {k}x{n}>"
        out = f"!tile.tile<{rows}x{columns}x{acc}, acc, valid = {m}x{n}{compact}>"
        predicated = f"%next = tile.matmul_acc %acc, %a, %b init %first : {out}, {lhs}, {rhs}"
        peeled = f"""%next = scf.if %first -> ({out}) {{
              %p = tile.matmul %a, %b : {lhs}, {rhs} -> {out}
              scf.yield %p : {out}
            }} else {{
              %q = tile.matmul_acc %acc, %a, %b : {out}, {lhs}, {rhs}
              scf.yield %q : {out}
            }}"""
        depth = k * self.steps
        tensors = f"tensor<{m}x{depth}x{dtype}>", f"tensor<{depth}x{n}x{dtype}>", f"tensor<{m}x{n}x{acc}>"
        return f"""
        func.func @f(%x: {tensors[0]}, %y: {tensors[1]}, %out: {tensors[2]}) -> {tensors[2]} {{
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %width = arith.constant {k} : index
          %steps = arith.constant {self.steps} : index
          %init = tile.create : {out}
          %c = scf.for %i = %zero to %steps step %one iter_args(%acc = %init) -> ({out}) {{
            %k = arith.muli %i, %width : index
            %a = tile.load %x[0, %k] valid [{m}, {k}] : {tensors[0]} to {lhs}
            %b = tile.load %y[%k, 0] valid [{k}, {n}] : {tensors[1]} to {rhs}
            %first = arith.cmpi eq, %k, %zero : index
            {peeled if self.peeled else predicated}
            scf.yield %next : {out}
          }} {{tile.pipeline_stages = 2 : i64}}
          %0 = tile.store %c into %out[0, 0] : {out} into {tensors[2]}
          func.return %0 : {tensors[2]}
        }}"""

    @property
    def spelled_otherwise(self) -> Chain:
        """The same chain in the other spelling."""
        return Chain(self.case, self.shape, self.steps, self.dtype, not self.peeled, self.boxed)


_PREDICATED = [
    Chain("case_99", (16, 1152, 128), 8),
    Chain("case_104", (512, 272, 384), 2, boxed=(512, 288)),
    Chain("case_110", (512, 272, 384), 2),
    Chain("fault_A1", (16, 1152, 64), 8),
    Chain("narrow_rows", (5, 1100, 64), 4, boxed=(16, 1120)),
    Chain("columns_of_a_tail_are_half_a_box", (40, 1040, 32), 3),
    Chain("one_step", (272, 528, 32), 1, "bf16"),
    Chain("rows_and_columns", (400, 528, 48), 3, "bf16", boxed=(416, 528)),
    Chain("f32", (144, 656, 80), 2, "f32"),
]
CHAINS = [chain for predicated in _PREDICATED for chain in (predicated, predicated.spelled_otherwise)]


def transformed(text: str, **options: str) -> tuple[ModuleOp, list[Diagnostic]]:
    """The program after the pass, and what the pass said."""
    context = all_dialects()
    module = LocatedParser(context, text, "chain").parse_module()
    with collecting() as said:
        run_pipeline(module, context, [AutoTileMatmulL0Pass(**options)])
    return module, said


def _values(module: ModuleOp) -> list[SSAValue]:
    blocks = [block for op in module.walk() for region in op.regions for block in region.blocks]
    return [
        *(result for op in module.walk() for result in op.results),
        *(arg for block in blocks for arg in block.args),
    ]


@pytest.mark.parametrize("planner", ["pypto", "dsa-rp"])
@pytest.mark.parametrize("chain", CHAINS, ids=str)
def test_case_107_every_tile_fits_its_memory(chain: Chain, planner: str) -> None:
    module, said = transformed(chain.text, machine="ascend910b", planner=planner)
    machine = load("ascend910b")
    assert not said
    for value in _values(module):
        if isinstance(value.type, TileType) and value.type.space is not None:
            needed, available = tile_bytes(value.type, machine), machine.capacity(value.type.space)
            assert needed is not None and available is not None and needed <= available


@pytest.mark.parametrize(
    ("machine", "planner"), [("ascend910b", "pypto"), ("ascend910b", "dsa-rp"), ("ascend950", "ptoas")]
)
@pytest.mark.parametrize("chain", CHAINS, ids=str)
def test_numerics(chain: Chain, machine: str, planner: str) -> None:
    """The tensor written before is overwritten all over, exactly in integers (faults A1, B12 and B22)."""
    m, n, k = chain.shape
    generator = np.random.default_rng(m + n + k)
    shapes = ((m, k * chain.steps), (k * chain.steps, n))
    if chain.dtype == "i8":
        lhs, rhs = (generator.integers(-128, 128, shape, dtype=np.int8) for shape in shapes)
    else:
        lhs, rhs = (generator.standard_normal(shape).astype(_NUMPY[chain.dtype]) for shape in shapes)
    acc = _ACCUMULATORS[chain.dtype]
    wide = np.int64 if acc == "i32" else np.float64
    module, _ = transformed(chain.text, machine=machine, planner=planner)
    before = np.full((m, n), 5, _NUMPY[acc])
    (computed,) = Program(module, Environment(machine=machine)).run("f", [lhs, rhs, before])
    expected = (lhs.astype(wide) @ rhs.astype(wide)).astype(_NUMPY[acc])
    assert compare(computed, expected, tolerance(dtype_named(acc))) is None


def _stores(module: ModuleOp) -> list[tuple[object, ...]]:
    stores = [op for op in module.walk() if isinstance(op, StoreOp)]
    return [(tuple(op.static_offsets.get_values()), op.source.type) for op in stores]


@pytest.mark.parametrize("chain", _PREDICATED, ids=str)
def test_case_103_both_spellings_have_the_same_stores(chain: Chain) -> None:
    predicated, _ = transformed(chain.text, planner="pypto")
    peeled, _ = transformed(chain.spelled_otherwise.text, planner="pypto")
    assert len(_stores(predicated)) > 1
    assert _stores(predicated) == _stores(peeled)


@pytest.mark.parametrize("chain", _PREDICATED, ids=str)
def test_case_102_the_branch_is_all_that_differs(chain: Chain) -> None:
    """Peeled and predicated, the loops around have the same bounds, types and loads."""
    predicated, _ = transformed(chain.text, planner="pypto")
    peeled, _ = transformed(chain.spelled_otherwise.text, planner="pypto")
    assert _outer_loops(predicated) == _outer_loops(peeled)


def _outer_loops(module: ModuleOp) -> list[object]:
    loops = [op for op in module.walk() if isinstance(op, scf.ForOp) and not isinstance(op.parent_op(), scf.ForOp)]
    loops = [loop for loop in loops if not isinstance(loop.parent_op(), scf.IfOp)]
    return [[_spelled(op) for op in loop.body.block.ops if not isinstance(op, scf.IfOp)][:4] for loop in loops]


def _spelled(op: Operation) -> object:
    return op.name, tuple(op.result_types), op.properties if isinstance(op, LoadOp) else None


@pytest.mark.parametrize(("machine", "limit"), [("ascend910b", 1024), ("ascend950", 4096)])
def test_fault_A1_columns_of_ones(machine: str, limit: int) -> None:
    chain = Chain("fault_A1", (16, 1152, 64) if machine == "ascend910b" else (16, 4224, 64), 8)
    m, n, depth = chain.shape[0], chain.shape[1], 512
    module, said = transformed(chain.text, machine=machine)
    assert not said
    accumulators = [value.type for value in _values(module) if isinstance(value.type, TileType)]
    widths = [type_.get_shape()[1] for type_ in accumulators if type_.space is MemorySpace.ACC]
    assert max(widths) <= limit
    arguments = [np.ones((m, depth), np.int8), np.ones((depth, n), np.int8), np.zeros((m, n), np.int32)]
    (computed,) = Program(module, Environment(machine=machine)).run("f", arguments)
    assert (computed == 512).all()


def test_case_108_what_is_not_proven_is_left_as_it_is() -> None:
    text = (_INPUTS / "split_k_unproven.mlir").read_text()
    context = all_dialects()
    before = LocatedParser(context, text, "before").parse_module()
    after, said = transformed(text, machine="ascend910b", planner="pypto")
    assert {diagnostic.code for diagnostic in said} == {"PH-AT-006"}
    assert after.is_structurally_equivalent(before)


def test_case_104_a_plain_product_of_272_valid_columns() -> None:
    """Six sub-tiles of (256, 128, 128); the last columns are 32 physical ones of which 16 are valid, Right compact."""
    lhs, rhs = "!tile.tile<512x384xi8, mat>", "!tile.tile<384x288xi8, mat, valid = 384x272>"
    out = "!tile.tile<512x288xi32, acc, valid = 512x272>"
    text = f"""
    func.func @f(%x: tensor<512x384xi8>, %y: tensor<384x272xi8>, %out: tensor<512x272xi32>) -> tensor<512x272xi32> {{
      %a = tile.load %x[0, 0] : tensor<512x384xi8> to {lhs}
      %b = tile.load %y[0, 0] valid [384, 272] : tensor<384x272xi8> to {rhs}
      %c = tile.matmul %a, %b : {lhs}, {rhs} -> {out}
      %0 = tile.store %c into %out[0, 0] : {out} into tensor<512x272xi32>
      func.return %0 : tensor<512x272xi32>
    }}"""
    module, said = transformed(text, machine="ascend910b", planner="pypto")
    assert not said
    assert len(_stores(module)) == 6
    types = [value.type for value in _values(module) if isinstance(value.type, TileType)]
    narrowed = {type_.space: type_ for type_ in types if type_.get_shape()[1] == 32}
    assert narrowed[MemorySpace.ACC].valid[1] == narrowed[MemorySpace.RIGHT].valid[1] == 16
    assert narrowed[MemorySpace.RIGHT].is_compact
    lhs_array, rhs_array = np.ones((512, 384), np.int8), np.ones((384, 272), np.int8)
    (computed,) = Program(module).run("f", [lhs_array, rhs_array, np.zeros((512, 272), np.int32)])
    assert (computed == 384).all()
