"""Which machine an op is compiled for."""

import pytest
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr, i32
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.machines import load


def function_in(module_machine: str | None, function_machine: str | None) -> FuncOp:
    function = FuncOp.external("f", [], [])
    module = ModuleOp([function])
    for op, machine in ((module, module_machine), (function, function_machine)):
        if machine is not None:
            op.attributes["tile.machine"] = StringAttr(machine)
    return function


@pytest.mark.parametrize(
    ("option", "on_function", "on_module", "expected"),
    [
        ("toy_cube", "ascend950", "ascend910b", "toy_cube"),
        (None, "ascend950", "toy_cube", "ascend950"),
        (None, None, "a5", "ascend950"),
        (None, None, None, "ascend910b"),
    ],
)
def test_precedence(option: str | None, on_function: str | None, on_module: str | None, expected: str):
    assert machine_for(function_in(on_module, on_function), option) == load(expected)


def test_none_is_no_machine():
    assert machine_for(function_in(None, None), "none") is None
    assert machine_for(function_in("ascend950", "none")) is None


def test_unknown_machine_is_a_user_error_at_the_op_that_names_it():
    function = function_in("ascend910c", None)
    with pytest.raises(OperationError, match=r"'builtin.module' op unknown machine 'ascend910c'; available: "):
        machine_for(function)


def test_the_attribute_is_a_string():
    function = function_in(None, None)
    function.attributes["tile.machine"] = IntegerAttr(910, i32)
    with pytest.raises(OperationError, match=r"'func.func' op attribute 'tile.machine' should be a string"):
        machine_for(function)
