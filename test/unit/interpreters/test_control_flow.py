"""Loops, branches and calls."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32, i64
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.interpreters.func import FuncFunctions

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.bridge import table_functions
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.tables import default_table

Run = Callable[..., tuple[Any, ...]]


def test_loops_carry_values_and_may_run_zero_times(run: Run):
    text = """
    func.func @f(%n: index) -> (index, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (index, index) {
        %s = arith.addi %x, %y : index
        scf.yield %y, %s : index, index
      }
      func.return %a, %b : index, index
    }"""
    assert run(text, 0) == (0, 1)
    assert run(text, 10) == (55, 89)


@pytest.mark.parametrize("step", [0, -1])
def test_a_loop_that_does_not_step_upwards_is_refused(run: Run, step: int):
    text = """
    func.func @f(%step: index) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %step {
        scf.yield
      }
      func.return
    }"""
    with pytest.raises(
        OperationError, match=rf"test.mlir:5:7: error: 'scf.for' op step must be positive, but is {step}"
    ):
        run(text, step)


def test_while_and_index_switch(run: Run):
    text = """
    func.func @collatz(%n: i32) -> i32 {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %three = arith.constant 3 : i32
      %last, %steps = scf.while (%x = %n, %s = %zero) : (i32, i32) -> (i32, i32) {
        %more = arith.cmpi ne, %x, %one : i32
        scf.condition(%more) %x, %s : i32, i32
      } do {
      ^bb0(%x: i32, %s: i32):
        %t = arith.addi %s, %one : i32
        %r = arith.remsi %x, %two : i32
        %i = arith.index_cast %r : i32 to index
        %y = scf.index_switch %i -> i32
        case 0 {
          %h = arith.divsi %x, %two : i32
          scf.yield %h : i32
        }
        default {
          %p = arith.muli %x, %three : i32
          %q = arith.addi %p, %one : i32
          scf.yield %q : i32
        }
        scf.yield %y, %t : i32, i32
      }
      func.return %steps : i32
    }"""
    assert run(text, 27) == (111,)


@pytest.mark.parametrize("n, expected", [(40, 39), (16, 0), (17, 16)])
def test_fault_I9_a_branch_gives_what_it_yields(run: Run, n: int, expected: int):
    """The yield of an `if` belongs to the `if`, not to the loop around it."""
    text = """
    func.func @f(%n: index) -> (index, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %twice = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %c0) -> (index) {
        %more = arith.cmpi slt, %c16, %n : index
        %block = scf.if %more -> (index) {
          %last = arith.subi %n, %c1 : index
          scf.yield %last : index
        } else {
          scf.yield %c0 : index
        }
        %sum = arith.addi %block, %block : index
        scf.yield %sum : index
      }
      %more = arith.cmpi slt, %c16, %n : index
      %block = scf.if %more -> (index) {
        %last = arith.subi %n, %c1 : index
        scf.yield %last : index
      } else {
        scf.yield %c0 : index
      }
      func.return %block, %twice : index, index
    }"""
    assert run(text, n) == (expected, 2 * expected)


def test_functions_call_each_other(program: Callable[..., Program]):
    text = """
    func.func @even(%n: i32) -> i1 {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %done = arith.cmpi eq, %n, %zero : i32
      %r = scf.if %done -> (i1) {
        scf.yield %done : i1
      } else {
        %m = arith.subi %n, %one : i32
        %o = func.call @odd(%m) : (i32) -> i1
        scf.yield %o : i1
      }
      func.return %r : i1
    }
    func.func @odd(%n: i32) -> i1 {
      %e = func.call @even(%n) : (i32) -> i1
      %one = arith.constant 1 : i1
      %r = arith.xori %e, %one : i1
      func.return %r : i1
    }
    func.func private @outside(i32) -> i32
    func.func @calls_outside(%n: i32) -> i32 {
      %r = func.call @outside(%n) : (i32) -> i32
      func.return %r : i32
    }
    func.func @forever(%n: i32) -> i32 {
      %r = func.call @forever(%n) : (i32) -> i32
      func.return %r : i32
    }"""
    loaded = program(text)
    assert [bool(loaded.run("even", [n])[0]) for n in (0, 1, 10)] == [True, False, True]
    assert [function.sym_name.data for function in loaded.functions] == ["even", "odd", "calls_outside", "forever"]
    with pytest.raises(
        OperationError, match=r"test.mlir:21:5: error: 'func.func' op cannot run 'outside': it has no body"
    ):
        loaded.run("calls_outside", [1])
    with pytest.raises(OperationError, match=r"'func.call' op functions call each other too deeply"):
        loaded.run("forever", [1])


def test_loops_nest_as_deep_as_python_goes(run: Run):
    def nest(depth: int) -> str:
        body = "%s = arith.addi %x{0}, %c1 : index\nscf.yield %s : index".replace("{0}", str(depth - 1))
        for level in reversed(range(depth)):
            init = f"%x{level - 1}" if level else "%c0"
            close = f"\nscf.yield %r{level} : index" if level else "\nfunc.return %r0 : index"
            body = (
                f"%r{level} = scf.for %i{level} = %c0 to %c1 step %c1 iter_args(%x{level} = {init}) -> (index) {{\n"
                f"{body}\n}}{close}"
            )
        head = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        return f"func.func @f() -> index {{\n{head}{body}\n}}"

    assert run(nest(18)) == (1,)
    with pytest.raises(OperationError, match="loops nested deeper than 18"):
        run(nest(19))


@register_impls
class Doubling(InterpreterFunctions):
    """What a plug-in brings for its op: an `@impl` only."""

    @impl(test.TestOp)
    def run_test(self, interpreter: Interpreter, op: test.TestOp, args: PythonValues) -> PythonValues:
        """Twice a scalar, or what the op's region makes of it."""
        if op.regs:
            return interpreter.run_ssacfg_region(op.regs[0], args)
        return (IntegerAttr(args[0].value.data * 2, i32),)

    @impl_terminator(test.TestTermOp)
    def run_terminator(
        self, interpreter: Interpreter, op: test.TestTermOp, args: PythonValues
    ) -> tuple[ReturnedValues, PythonValues]:
        """The end of the op's region."""
        return ReturnedValues(args), ()


def test_an_op_with_only_an_impl_runs_through_xdsls_interpreter(module: Callable[[str], ModuleOp]):
    text = """
    func.func @f(%n: i32) -> i32 {
      %c3 = arith.constant 3 : i32
      %m = "test.op"(%n) : (i32) -> i32
      %r = arith.addi %m, %c3 : i32
      func.return %r : i32
    }"""
    assert Program(module(text), plugins=[Doubling()]).run("f", [20]) == (43,)
    with pytest.raises(OperationError, match=r"4:7: error: 'test.op' op Could not find interpretation function"):
        Program(module(text)).run("f", [20])


def test_the_regions_of_such_an_op_run_our_ops(module: Callable[[str], ModuleOp]):
    text = """
    func.func @f(%n: i32, %t: tensor<4xf32>) -> (i32, tensor<4xf32>) {
      %m, %u = "test.op"(%n) ({
      ^bb0(%x: i32):
        %c1 = arith.constant 1 : i32
        %y = arith.addi %x, %c1 : i32
        %z = arith.muli %y, %n : i32
        %c0 = arith.constant 0 : index
        %s = arith.constant 7.0 : f32
        %v = tensor.insert %s into %t[%c0] : tensor<4xf32>
        "test.termop"(%z, %v) : (i32, tensor<4xf32>) -> ()
      }) : (i32) -> (i32, tensor<4xf32>)
      func.return %m, %u : i32, tensor<4xf32>
    }"""
    tensor = np.ones(4, np.float32)
    number, changed = Program(module(text), plugins=[Doubling()]).run("f", [5, tensor])
    assert (number, changed.tolist(), tensor.tolist()) == (30, [7, 1, 1, 1], [1, 1, 1, 1])


def test_xdsls_own_interpreter_runs_ops_through_the_same_kernels(module: Callable[[str], ModuleOp]):
    text = """
    !t = !tile.tile<16x16xf32, vec>
    func.func @f(%x: tensor<32x16xf32>, %row: index) -> (tensor<32x16xf32>, i1) {
      %c16 = arith.constant 16 : index
      %t = tile.load %x[%row, 0] : tensor<32x16xf32> to !t
      %u = tile.add %t, %t : !t, !t
      %y = tile.store %u into %x[%row, 0] : !t into tensor<32x16xf32>
      %at_end = arith.cmpi eq, %row, %c16 : index
      func.return %y, %at_end : tensor<32x16xf32>, i1
    }"""
    loaded, x = module(text), np.arange(512, dtype=np.float32).reshape(32, 16)
    interpreter = Interpreter(loaded, index_bitwidth=64)
    interpreter.register_implementations(FuncFunctions())
    interpreter.register_implementations(table_functions(default_table(), Environment()))
    tensor, at_end = interpreter.call_op("f", (x, IntegerAttr(16, i64)))
    expected = Program(loaded).run("f", [x, 16])
    np.testing.assert_array_equal(tensor, expected[0])
    assert (at_end.value.data & 1) == expected[1] == 1
    np.testing.assert_array_equal(x, np.arange(512).reshape(32, 16))
