"""How functions on tensors are called once lowered."""

from io import BytesIO

import pytest
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.abi import function_abi
from xdsl_tiles.pipeline.frontend import LocatedMLIR
from xdsl_tiles.pipeline.reading import all_dialects

T = "tensor<16x16xf32>"
STORE = f"!tile.tile<16x16xf32, vec> into {T}"


def abi_of(signature: str, body: str) -> str:
    ctx = all_dialects()
    text = f"func.func @f{signature} {{\n{body}\n}}"
    (function,) = LocatedMLIR().parse(ctx, BytesIO(text.encode())).ops
    assert isinstance(function, FuncOp)
    function.verify()
    return str(function_abi(function)).removeprefix("#tile.abi").replace(f" : {T}", "")


@pytest.mark.parametrize(
    ("signature", "body", "expected"),
    [
        ("(%a: index) -> index", "func.return %a : index", "<[scalar 0 : index] -> [scalar 0 : index]>"),
        ("()", "func.return", "<[] -> []>"),
        (f"(%a: {T}) -> {T}", f"func.return %a : {T}", "<[in 0] -> [in 0]>"),
        (
            f"() -> ({T}, {T})",
            f"%e = tensor.empty() : {T}\n func.return %e, %e : {T}, {T}",
            "<[] -> [out 0, out 0]>",
        ),
        (
            f"(%c: {T}, %t: !tile.tile<16x16xf32, vec>) -> {T}",
            f"%0 = tile.store %t into %c[0, 0] : {STORE}\n %1 = tile.store %t into %0[0, 0] : {STORE}\n"
            f"func.return %1 : {T}",
            "<[inout 0, scalar 1 : !tile.tile<16x16xf32, vec>] -> [inout 0]>",
        ),
    ],
)
def test_chains_of_stores(signature: str, body: str, expected: str):
    assert abi_of(signature, body) == expected


LOOP = """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t = tile.create : !tile.tile<16x16xf32, vec>
  %e = tensor.empty() : {T}
  %r = scf.for %i = %zero to %n step %one iter_args(%held = %c) -> ({T}) {{
    %s = tile.store %t into {into}[0, 0] : {STORE}
    scf.yield %s : {T}
  }}
  func.return %r : {T}
"""


def test_a_loop_that_carries_the_tensor_it_stores_into():
    body = LOOP.format(T=T, STORE=STORE, into="%held")
    assert abi_of(f"(%c: {T}, %n: index) -> {T}", body) == "<[inout 0, scalar 1 : index] -> [inout 0]>"


def test_a_loop_that_yields_another_tensor_has_a_result_of_its_own():
    body = LOOP.format(T=T, STORE=STORE, into="%e")
    assert abi_of(f"(%c: {T}, %n: index) -> {T}", body) == "<[in 0, scalar 1 : index] -> [out 2]>"
