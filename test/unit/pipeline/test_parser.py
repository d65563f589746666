"""Where things are: locations of ops, places of errors."""

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from xdsl_tiles.diagnostics import position
from xdsl_tiles.pipeline.errors import diagnose
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects


def parse(text: str | bytes) -> ModuleOp:
    return LocatedParser(all_dialects(), text, "a.mlir").parse_module()


def refusal(text: str | bytes) -> str:
    with pytest.raises(ParseError) as caught:
        parse(text)
    return str(diagnose(caught.value))


NESTED = """\
func.func @f(%n: index) {
  %c = arith.constant 1 : index
  scf.for %i = %c to %n step %c {
    %x = arith.addi %i,
        %c : index
  }
  "test.op"() ({
    "test.inner"() : () -> () loc("f.py":7:8)
  }) : () -> ()
  func.return
}
"""


def test_every_op_has_the_place_of_its_first_token():
    places = [position(op.location) for op in parse(NESTED.replace('"test.inner"', '"test.termop"')).walk()]
    assert places == [
        *("a.mlir:1:1", "a.mlir:1:1", "a.mlir:2:3", "a.mlir:3:3", "a.mlir:4:5"),
        # scf.for makes its own terminator, which stands nowhere in the text.
        None,
        *("a.mlir:7:3", "f.py:7:8", "a.mlir:10:3"),
    ]


def test_columns_count_characters():
    (op,) = parse('/* é */ "test.op"() : () -> ()'.replace("/* é */", "")).ops
    assert position(op.location) == "a.mlir:1:2"
    (op,) = parse('#é = 1 : i32\n"test.op"() : () -> ()'.replace("#é", "#e")).ops
    assert position(op.location) == "a.mlir:2:1"


def test_same_type_text_is_the_same_object():
    module = parse('"test.op"() : () -> (tensor<4x4xf32>, tensor<4x4xf32>, !tile.tile<4x4xf32>, !tile.tile<4x4xf32>)')
    (op,) = module.ops
    first, second, third, fourth = op.result_types
    assert first is second
    assert third is fourth


def test_same_type_text_after_an_alias_changes_nothing():
    text = '!t = tensor<4xf32>\n"test.op"() : () -> (!t, tensor<4xf32>, tensor<4xf32, 1 : i32>)'
    (op,) = parse(text).ops
    assert [str(type_) for type_ in op.result_types] == ["tensor<4xf32>", "tensor<4xf32>", "tensor<4xf32, 1 : i32>"]


@pytest.mark.parametrize(
    "attribute",
    [
        *("1", "1 : i8", "-1 : i8", "0x10 : i32", "1.5", "1.5 : f16", "3 : f32", "0x7F800000 : f32", "true", "i32"),
        *("dense<[1, 2]> : tensor<2xi8>", "[1, 2 : i8]", "{a = 1, b}", "@f::@g", "affine_map<(d0) -> (d0)>", "unit"),
        *("(i32) -> f32", "memref<2x?xf32, strided<[?, 1]>, 1 : i32>", "vector<[4]xf32>", "tuple<i1, index>"),
    ],
)
def test_attributes_are_xdsls(attribute: str):
    text = f'"test.op"() {{a = {attribute}, b = {attribute}}} : () -> ()'
    assert parse(text).is_structurally_equivalent(Parser(all_dialects(), text).parse_module())


@pytest.mark.parametrize("attribute", ["1.5 : i32", "1 : none", "300 : i8", "-", "1 :", "dense<1>", "i"])
def test_bad_attributes_are_refused_as_xdsl_refuses_them(attribute: str):
    text = f'"test.op"() {{a = {attribute}}} : () -> ()'
    assert refusal(text).startswith("a.mlir:1:")


def test_first_use_of_an_undefined_value():
    text = '"test.op"(%a) : (i32) -> ()\n"test.op"(%b, %a) : (i32, i32) -> ()\n%a = "test.op"() : () -> i32'
    assert refusal(text) == "a.mlir:2:11: error: value %b is used but never defined"


def test_unregistered_op_is_placed_at_its_name():
    assert refusal("\n  nothing.here\n%a").startswith("a.mlir:2:3: error: operation 'nothing.here' is not registered")
    assert refusal("%a = nothing.here\n%a").startswith("a.mlir:1:6: error: ")


def test_deep_nesting_is_refused():
    assert "nested too deeply" in refusal('"test.op"() ({' * 5000)
    assert "nested too deeply" in refusal(f'"test.op"() {{a = {"[" * 5000}}} : () -> ()')
    assert "nested too deeply" in refusal("#a = " + "[" * 5000)


def test_bytes_that_are_not_utf8():
    assert refusal(b"// ok\n  \xe9") == "a.mlir:2:3: error: invalid UTF-8: byte 0xe9"


def test_text_without_an_op_is_an_empty_module():
    assert not parse("// nothing").body.block.ops
    assert position(parse("").location) == "a.mlir:1:1"


def test_explicit_module_only_where_it_is_asked_for():
    with pytest.raises(ParseError, match=r"builtin\.module operation expected"):
        LocatedParser(all_dialects(), '"test.op"() : () -> ()').parse_module(allow_implicit_module=False)
    LocatedParser(all_dialects(), "builtin.module {}").parse_module(allow_implicit_module=False)
