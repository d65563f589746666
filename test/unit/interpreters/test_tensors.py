"""Tensors and memrefs, their bounds and sizes, and when a tensor is written in place."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.interpreters.program import Program

Run = Callable[..., tuple[Any, ...]]

T = "tensor<4xf32>"


def test_slices_and_shapes(run: Run):
    text = """
    func.func @f(%t: tensor<4x6xf32>, %i: index)
        -> (tensor<2x3xf32>, tensor<?xf32>, tensor<2x12xf32>, tensor<8x3xf32>) {
      %a = tensor.extract_slice %t[1, %i] [2, 3] [1, 2] : tensor<4x6xf32> to tensor<2x3xf32>
      %b = tensor.extract_slice %t[%i, 0] [1, 5] [1, 1] : tensor<4x6xf32> to tensor<?xf32>
      %c = tensor.collapse_shape %t [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
      %d = tensor.expand_shape %c [[0, 1]] output_shape [2, 12] : tensor<24xf32> into tensor<2x12xf32>
      %s = arith.constant dense<[8, 3]> : tensor<2xi64>
      %e = tensor.reshape %t(%s) : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
      func.return %a, %b, %d, %e : tensor<2x3xf32>, tensor<?xf32>, tensor<2x12xf32>, tensor<8x3xf32>
    }"""
    t = np.arange(24, dtype=np.float32).reshape(4, 6)
    a, b, d, e = run(text, t, 1)
    np.testing.assert_array_equal(a, t[1:3, 1:6:2])
    np.testing.assert_array_equal(b, t[1, :5])
    np.testing.assert_array_equal(d, t.reshape(2, 12))
    np.testing.assert_array_equal(e, t.reshape(8, 3))


def test_making_tensors(run: Run):
    text = """
    func.func @f(%n: index, %x: f32) -> (tensor<?x2xf32>, tensor<3xf32>, tensor<6x2xf32>, tensor<5xf32>, index) {
      %a = tensor.splat %x[%n] : tensor<?x2xf32>
      %b = tensor.from_elements %x, %x, %x : tensor<3xf32>
      %c = arith.constant dense<1.0> : tensor<3x2xf32>
      %d = tensor.concat dim(0) %c, %c : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
      %e = tensor.pad %b low[1] high[1] {
      ^bb0(%i: index):
        tensor.yield %x : f32
      } : tensor<3xf32> to tensor<5xf32>
      %c0 = arith.constant 0 : index
      %m = tensor.dim %a, %c0 : tensor<?x2xf32>
      func.return %a, %b, %d, %e, %m : tensor<?x2xf32>, tensor<3xf32>, tensor<6x2xf32>, tensor<5xf32>, index
    }"""
    a, b, d, e, m = run(text, 4, 2.5)
    assert (a.shape, b.tolist(), d.shape, e.tolist(), m) == ((4, 2), [2.5] * 3, (6, 2), [2.5] * 5, 4)


@pytest.mark.parametrize("offset", [-8, 3, 2**62])
def test_slices_stay_inside(run: Run, offset: int):
    text = """
    func.func @f(%t: tensor<4xf32>, %i: index) -> tensor<2xf32> {
      %a = tensor.extract_slice %t[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
      func.return %a : tensor<2xf32>
    }"""
    with pytest.raises(OperationError, match=rf"'tensor.extract_slice' op offset {offset} out of \[0, 2\]"):
        run(text, np.ones(4, np.float32), offset)


@pytest.mark.parametrize("index", [-1, 4])
@pytest.mark.parametrize("op", ["extract", "insert", "load", "store"])
def test_elements_stay_inside(run: Run, op: str, index: int):
    lines = {
        "extract": "%e = tensor.extract %t[%i] : tensor<4xf32>",
        "insert": "%e = tensor.insert %x into %t[%i] : tensor<4xf32>",
        "load": "%e = memref.load %m[%i] : memref<4xf32>",
        "store": "memref.store %x, %m[%i] : memref<4xf32>",
    }
    text = f"""
    func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %x: f32, %i: index) {{
      {lines[op]}
      func.return
    }}"""
    with pytest.raises(OperationError, match=rf"op index {index} out of \[0, 3\]"):
        run(text, np.ones(4, np.float32), np.ones(4, np.float32), 1.0, index)


def test_memrefs_are_the_callers_memory(run: Run):
    text = """
    func.func @f(%m: memref<4x4xf32>, %x: f32) -> f32 {
      %c1 = arith.constant 1 : index
      %v = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: 4>>
      memref.store %x, %v[%c1] : memref<4xf32, strided<[1], offset: 4>>
      %n = memref.alloc() : memref<4x4xf32>
      "memref.copy"(%m, %n) : (memref<4x4xf32>, memref<4x4xf32>) -> ()
      %y = memref.load %n[%c1, %c1] : memref<4x4xf32>
      memref.dealloc %n : memref<4x4xf32>
      func.return %y : f32
    }"""
    m = np.zeros((4, 4), np.float32)
    assert run(text, m, 3.0) == (3.0,)
    assert m[1, 1] == 3.0


@pytest.mark.parametrize(
    "type_, op",
    [
        ("tensor<1048576x1048576xf32>", "tensor.empty() : tensor<1048576x1048576xf32>"),
        ("memref<1099511627776xi8>", "memref.alloc() : memref<1099511627776xi8>"),
    ],
)
def test_a_tensor_of_a_trillion_elements_is_refused_before_it_is_made(run: Run, type_: str, op: str):
    with pytest.raises(
        OperationError, match=r"3:15: error: '\w+.\w+' op a tensor of [\dx]+\w+ has 1099511627776 elements"
    ):
        run(f"func.func @f() {{\n\n              %t = {op}\n func.return }}")
    with pytest.raises(OperationError, match=r"'func.func' op a tensor of .* has 1099511627776 elements"):
        run(f"func.func @f(%t: {type_}) {{ func.return }}", np.zeros(1))


@pytest.mark.parametrize("type_", ["tensor<0x4xf32>", "memref<4x0xi8>"])
def test_a_tensor_without_elements_is_refused(run: Run, type_: str):
    with pytest.raises(
        OperationError, match=r"'func.func' op a tensor of \dx\dx\w+ has no elements; extents are positive"
    ):
        run(f"func.func @f(%t: {type_}) {{ func.return }}", np.zeros(1))


def test_fault_H9_new_memory_is_poisoned(run: Run):
    text = """
    func.func @f() -> (tensor<2xf32>, tensor<2xi8>) {
      %t = tensor.empty() : tensor<2xf32>
      %u = tensor.empty() : tensor<2xi8>
      func.return %t, %u : tensor<2xf32>, tensor<2xi8>
    }"""
    floats, integers = run(text)
    assert np.isnan(floats).all() and integers.tolist() == [127, 127]


def test_a_run_time_size_is_refused_too(run: Run):
    text = """
    func.func @f(%n: index) {
      %t = tensor.empty(%n, %n) : tensor<?x?xf32>
      func.return
    }"""
    with pytest.raises(
        OperationError, match=r"'tensor.empty' op a tensor of 1048576x1048576xf32 has 1099511627776 elements"
    ):
        run(text, 1 << 20)


@pytest.mark.parametrize(
    "value, reason",
    [
        (np.ones(5, np.float32), r"shape 5 and dtype float32 is no 4xf32"),
        (np.ones((4, 1), np.float32), r"shape 4x1 and dtype float32 is no 4xf32"),
        (np.ones(4, np.float64), r"shape 4 and dtype float64 is no 4xf32"),
    ],
)
def test_arguments_fit_their_types(run: Run, value: Any, reason: str):
    with pytest.raises(OperationError, match=f"'func.func' op argument 0 does not fit: an array of {reason}"):
        run(f"func.func @f(%t: {T}) {{ func.return }}", value)


@pytest.mark.parametrize("type_, value", [("i8", 128), ("i32", 1.5), ("index", np.ones(2)), ("i1", 2)])
def test_scalars_fit_their_types(run: Run, type_: str, value: Any):
    with pytest.raises(OperationError, match=r"argument 0 does not fit: .* is no"):
        run(f"func.func @f(%t: {type_}) {{ func.return }}", value)


def test_the_number_of_arguments_is_checked(run: Run):
    with pytest.raises(OperationError, match="takes 1 arguments, got 0"):
        run(f"func.func @f(%t: {T}) {{ func.return }}")


# Ownership: whatever is done in place, values are values.


def copies(text: str, program: Callable[..., Program]) -> int:
    return program(text).source("f").count(".copy()")


CHAIN = f"""
func.func @f(%x: f32, %n: index) -> {T} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.empty() : {T}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> ({T}) {{
    %b = tensor.insert %x into %a[%i] : {T}
    %c = tensor.insert %x into %b[%c0] : {T}
    scf.yield %c : {T}
  }}
  %s = tensor.insert %x into %r[%c1] : {T}
  func.return %s : {T}
}}"""


def test_a_chain_of_writes_copies_nothing(run: Run, program: Callable[..., Program]):
    assert copies(CHAIN, program) == 0
    assert run(CHAIN, 2.0, 4)[0].tolist() == [2.0] * 4


def test_an_argument_is_copied_once(run: Run, program: Callable[..., Program]):
    text = CHAIN.replace("(%x: f32", f"(%t: {T}, %x: f32").replace(f"%t = tensor.empty() : {T}", "")
    assert copies(text, program) == 1
    t = np.zeros(4, np.float32)
    assert run(text, t, 2.0, 4)[0].tolist() == [2.0] * 4
    assert t.tolist() == [0.0] * 4


@pytest.mark.parametrize(
    "body, expected",
    [
        # a value written twice
        (
            "%a = tensor.insert %x into %t[%c0] : !t\n%b = tensor.insert %x into %t[%c1] : !t",
            ([9, 0, 0, 0], [0, 9, 0, 0]),
        ),
        # a value read after it was written
        (
            "%a = tensor.insert %x into %t[%c0] : !t\n%b = tensor.insert %y into %t[%c0] : !t",
            ([9, 0, 0, 0], [5, 0, 0, 0]),
        ),
        # the init of a loop read after the loop
        (
            """%b = tensor.insert %y into %t[%c0] : !t
            %a = scf.for %i = %c0 to %c1 step %c1 iter_args(%o = %b) -> (!t) {
              %p = tensor.insert %x into %o[%c0] : !t
              scf.yield %p : !t
            }""",
            ([9, 0, 0, 0], [5, 0, 0, 0]),
        ),
        # a value from outside written in every iteration
        (
            """%b = tensor.insert %y into %t[%c0] : !t
            %a = scf.for %i = %c0 to %c2 step %c1 iter_args(%o = %t) -> (!t) {
              %p = tensor.insert %x into %b[%i] : !t
              scf.yield %p : !t
            }""",
            ([5, 9, 0, 0], [5, 0, 0, 0]),
        ),
        # two iteration arguments yielded the same value
        (
            """%a, %b = scf.for %i = %c0 to %c2 step %c1 iter_args(%o = %t, %q = %t) -> (!t, !t) {
              %p = tensor.insert %x into %o[%i] : !t
              scf.yield %p, %p : !t, !t
            }""",
            ([9, 9, 0, 0], [9, 9, 0, 0]),
        ),
        # iteration arguments that change places
        (
            """%a, %b = scf.for %i = %c0 to %c3 step %c1 iter_args(%o = %t, %q = %t) -> (!t, !t) {
              %p = tensor.insert %x into %o[%i] : !t
              scf.yield %q, %p : !t, !t
            }""",
            ([0, 9, 0, 0], [9, 0, 9, 0]),
        ),
        # one side of a branch hands on what is read later
        (
            """%b = tensor.insert %y into %t[%c0] : !t
            %m = scf.if %yes -> (!t) {
              scf.yield %b : !t
            } else {
              scf.yield %t : !t
            }
            %a = tensor.insert %x into %m[%c1] : !t""",
            ([5, 9, 0, 0], [5, 0, 0, 0]),
        ),
        # a window of what is written later
        (
            """%o = tensor.insert %y into %t[%c0] : !t
            %b = tensor.extract_slice %o[0] [4] [1] : !t to !t
            %a = tensor.insert %x into %o[%c0] : !t""",
            ([9, 0, 0, 0], [5, 0, 0, 0]),
        ),
        # a view of what is written later, and writing the view
        (
            """%o = tensor.insert %y into %t[%c0] : !t
            %b = tensor.cast %o : !t to !t
            %a = tensor.insert %x into %b[%c0] : !t""",
            ([9, 0, 0, 0], [5, 0, 0, 0]),
        ),
        # a constant written
        (
            """%z = arith.constant dense<0.0> : !t
            %a = tensor.insert %x into %z[%c0] : !t
            %b = tensor.insert %y into %z[%c0] : !t""",
            ([9, 0, 0, 0], [5, 0, 0, 0]),
        ),
        # what a call hands back
        (
            """%b = tensor.insert %y into %t[%c0] : !t
            %r = func.call @same(%b) : (!t) -> !t
            %a = tensor.insert %x into %r[%c0] : !t""",
            ([9, 0, 0, 0], [5, 0, 0, 0]),
        ),
    ],
)
def test_values_stay_what_they_are(run: Run, body: str, expected: tuple[list[float], list[float]]):
    text = f"""
    !t = {T}
    func.func @f(%t: !t, %x: f32, %y: f32, %yes: i1) -> (!t, !t, !t) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      {body}
      func.return %a, %b, %t : !t, !t, !t
    }}
    func.func @same(%t: !t) -> !t {{
      func.return %t : !t
    }}"""
    t = np.zeros(4, np.float32)
    a, b, kept = run(text, t, 9.0, 5.0, 1)
    assert (a.tolist(), b.tolist(), kept.tolist(), t.tolist()) == (*expected, [0] * 4, [0] * 4)


def test_a_callee_may_keep_a_window_of_what_is_written_later(run: Run):
    text = """
    !t = tensor<1x4xf32>
    !w = !tile.tile<1x4xf32, vec>
    func.func @f(%t: !t, %x: f32, %y: f32) -> (!w, !t) {
      %c0 = arith.constant 0 : index
      %a = tensor.insert %x into %t[%c0, %c0] : !t
      %w = func.call @window(%a) : (!t) -> !w
      %b = tensor.insert %y into %a[%c0, %c0] : !t
      func.return %w, %b : !w, !t
    }
    func.func @window(%t: !t) -> !w {
      %w = tile.load %t[0, 0] : !t to !w
      func.return %w : !w
    }"""
    window, tensor = run(text, np.zeros((1, 4), np.float32), 9.0, 5.0)
    assert (window[0, 0], tensor[0, 0]) == (9.0, 5.0)


steps = st.lists(st.tuples(st.sampled_from(["insert", "slice", "window"]), *[st.integers(0, 7)] * 3), max_size=8)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(outer=steps, inner=steps, carried=st.integers(0, 7))
def test_random_programs_agree_with_copying(run: Run, outer: list[Any], inner: list[Any], carried: int):
    """Any tangle of writes and windows, inside and outside of a loop, against NumPy arrays copied at every step."""
    lines: list[str] = []
    values, arrays = ["%t"], [np.arange(8, dtype=np.float32)]

    def apply(program: list[Any], names: list[str], held: list[Any], prefix: str) -> None:
        for number, (op, source, other, at) in enumerate(program):
            name, target, old = f"%{prefix}{number}", names[source % len(names)], held[source % len(held)].copy()
            window = names[other % len(names)], held[other % len(held)]
            if op == "insert":
                lines.append(f"{name} = tensor.insert %x{at} into {target}[%c{at}] : tensor<8xf32>")
                old[at] = 100 + at
            elif op == "slice":
                lines.append(
                    f"{name}_w = tensor.extract_slice {window[0]}[{at // 2}] [4] [1] : tensor<8xf32> to tensor<4xf32>"
                )
                lines.append(
                    f"{name} = tensor.insert_slice {name}_w into {target}[{4 - at // 2}] [4] [1]"
                    " : tensor<4xf32> into tensor<8xf32>"
                )
                old[4 - at // 2 : 8 - at // 2] = window[1][at // 2 : at // 2 + 4]
            else:
                lines.append(f"{name} = tensor.extract_slice {target}[0] [8] [1] : tensor<8xf32> to tensor<8xf32>")
            names.append(name)
            held.append(old)

    apply(outer, values, arrays, "o")
    init = carried % len(values)
    lines.append(f"%r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = {values[init]}) -> (tensor<8xf32>) {{")
    state = arrays[init].copy()
    marker = len(lines)
    for _ in range(3):
        del lines[marker:]
        names, held = [*values, "%a"], [*arrays, state]
        apply(inner, names, held, "n")
        state = held[-1]
    lines.append(f"scf.yield {names[-1]} : tensor<8xf32>\n}}")
    results = [*values, "%r"]
    types = ", ".join(["tensor<8xf32>"] * len(results))
    constants = "\n".join(
        f"%c{i} = arith.constant {i} : index\n%x{i} = arith.constant {100 + i}.0 : f32" for i in range(8)
    )
    body = "\n".join(lines)
    body += f"\nfunc.return {', '.join(results)} : {types}"
    text = f"func.func @f(%t: tensor<8xf32>) -> ({types}) {{\n{constants}\n{body}\n}}"
    given_array = arrays[0].copy()
    actual = run(text, given_array)
    for value, expected in zip(actual, [*arrays, state], strict=True):
        np.testing.assert_array_equal(value, expected)
    np.testing.assert_array_equal(given_array, arrays[0])
