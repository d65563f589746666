"""`--check-semantics`: passes that keep, change or break what functions compute."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, builtin, func
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_tiles.dialects.tile import cube, transfer
from xdsl_tiles.dialects.tile import memory as tile_memory
from xdsl_tiles.pipeline.check_semantics import SemanticsChecker
from xdsl_tiles.pipeline.errors import LocatedError
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.instruments import SemanticsCheck
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline

Rewrite = Callable[[Operation], None]


def parse(text: str) -> ModuleOp:
    context = all_dialects()
    return LocatedParser(context, text, "test.mlir").parse_module()


def check(text: str, rewrite: Rewrite, seed: int = 0) -> None:
    """Run a pass that does nothing, then one that rewrites every op, under the checker."""

    @dataclass(frozen=True)
    class Keep(ModulePass):
        name = "keep"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            pass

    @dataclass(frozen=True)
    class Change(ModulePass):
        name = "change"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            for inner in list(op.walk()):
                rewrite(inner)

    run_pipeline(parse(text), Context(), [Keep(), Change()], [SemanticsCheck(seed)])


def nothing(op: Operation) -> None:
    """Change nothing."""


def swap(op_type: type[Operation]) -> Rewrite:
    """Exchange the first two operands of ops of a type."""

    def rewrite(op: Operation) -> None:
        if isinstance(op, op_type):
            op.operands[0], op.operands[1] = op.operands[1], op.operands[0]

    return rewrite


SCALARS = """
func.func @sub(%a: i32, %b: i32 {tile.sample = 7 : i32}) -> i32 {
  %r = arith.subi %a, %b : i32
  func.return %r : i32
}"""

TILES = """
!a = !tile.tile<16x32xbf16, mat>
!acc = !tile.tile<16x16xf32, acc>
func.func @mm(%x: tensor<16x64xbf16>, %y: tensor<32x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, mat>
  %b = tile.load %y[0, 0] : tensor<32x16xbf16> to !tile.tile<32x16xbf16, mat>
  %l = tile.extract %a[0, 16] : !tile.tile<16x64xbf16, mat> to !tile.tile<16x32xbf16, left>
  %c = tile.matmul %l, %b : !tile.tile<16x32xbf16, left>, !tile.tile<32x16xbf16, mat> -> !acc
  %r = tile.store %c into %out[0, 0] : !acc into tensor<16x16xf32>
  func.return %r : tensor<16x16xf32>
}"""


@pytest.mark.parametrize("text", [SCALARS, TILES])
def test_what_stays_is_passed(text: str):
    check(text, nothing)


def test_a_changed_scalar_function():
    with pytest.raises(LocatedError) as raised:
        check(SCALARS, swap(arith.SubiOp))
    assert str(raised.value) == (
        "test.mlir:2:1: error: 'func.func' op pass 'change' changed what 'sub' computes: "
        "output 0 is 7 where -7 is expected (1 of 1 differ) (in pass change)"
    )


def move_window(op: Operation) -> None:
    """Extract from elsewhere."""
    if isinstance(op, transfer.ExtractOp):
        op.properties["static_offsets"] = builtin.DenseArrayBase.from_list(builtin.i64, [0, 0])


def test_a_changed_window_says_where_the_first_difference_is():
    with pytest.raises(
        LocatedError, match=r"pass 'change' changed what 'mm' computes: output 0 is .* at \[0, 0\] where"
    ):
        check(TILES, move_window)


def test_a_function_that_no_longer_runs():
    def read_before_write(op: Operation) -> None:
        if isinstance(op, cube.MatmulOp):
            seed = tile_memory.CreateOp(op.result.type)
            block = op.parent
            assert block is not None
            block.insert_ops_before([seed, added := cube.MatmulAccOp(seed, op.lhs, op.rhs)], op)
            added.location = op.location
            op.result.replace_all_uses_with(added.result)
            block.erase_op(op)

    said = r"test.mlir:8:3: error: 'tile.matmul_acc' op pass 'change' broke 'mm', which ran before: accumulates into"
    with pytest.raises(LocatedError, match=said):
        check(TILES, read_before_write)


def test_a_function_that_cannot_run_is_reported_before_any_pass():
    text = SCALARS + '\nfunc.func @other(%a: i32) { "test.op"(%a) : (i32) -> () func.return }'
    with pytest.raises(LocatedError) as raised:
        check(text, nothing)
    assert "'test.op' op cannot check the semantics of 'other', which does not run" in str(raised.value)
    assert "in pass" not in str(raised.value)


def test_scalars_are_sampled_as_told_else_0_1_2():
    text = """
    func.func @f(%a: i32, %b: i32 {tile.sample = 7 : i32}) -> i32 {
      %r = arith.divsi %b, %a : i32
      func.return %r : i32
    }"""
    references = SemanticsChecker(parse(text), 0).references["f"]
    assert [list(reference.arguments) for reference in references] == [[1, 7], [2, 7]]
    assert [list(reference.outputs) for reference in references] == [[7], [3]]


def test_memrefs_are_compared_as_the_run_left_them():
    text = """
    func.func @f(%m: memref<4xi32>, %x: i32 {tile.sample = 5 : i32}) {
      %c1 = arith.constant 1 : index
      memref.store %x, %m[%c1] : memref<4xi32>
      func.return
    }"""

    def elsewhere(op: Operation) -> None:
        if isinstance(op, arith.ConstantOp):
            op.properties["value"] = IntegerAttr.from_index_int_value(2)

    check(text, nothing)
    with pytest.raises(LocatedError, match=r"output 0 is .* at \[1\] where 5 is expected"):
        check(text, elsewhere)


def test_the_seed_decides_the_arguments():
    checkers = [SemanticsChecker(parse(TILES), seed) for seed in (0, 0, 1)]
    first, again, other = (checker.references["mm"][0].arguments[0] for checker in checkers)
    assert (first == again).all() and not (first == other).all()


def test_capacities_are_no_part_of_the_meaning():
    text = """
    !t = !tile.tile<256x256xbf16, mat>
    !l = !tile.tile<256x256xbf16, left>
    !r = !tile.tile<256x256xbf16, right>
    func.func @f(%a: !t, %b: !t) -> !tile.tile<256x256xf32, acc> {
      %l = tile.extract %a[0, 0] : !t to !l
      %r = tile.extract %b[0, 0] : !t to !r
      %c = tile.matmul %l, %r : !l, !r -> !tile.tile<256x256xf32, acc>
      func.return %c : !tile.tile<256x256xf32, acc>
    }"""
    check(text, nothing)


def test_a_function_that_is_gone_is_not_missed():
    def erase(op: Operation) -> None:
        if isinstance(op, func.FuncOp) and op.sym_name == StringAttr("sub"):
            op.detach()

    check(SCALARS + TILES.replace("!a", "!b"), erase)
