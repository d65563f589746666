"""The rules of ops: which element types each architecture has an op for (`pto_dtypes.tsv`), and where tiles lie."""

import csv
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.test import TestOp
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto import Pto
from xdsl_tiles.dialects.pto.arch import record_arch
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.rules import SameElement
from xdsl_tiles.pipeline.reading import all_dialects

CONTEXT = all_dialects()
ELEMENTS = ["i8", "ui8", "si8", "i16", "ui16", "i32", "ui32", "i64", "f16", "bf16", "f32", "f8E4M3FN", "f8E5M2"]
TABLE = {
    row[0]: dict(zip(Arch, row[1:]))
    for row in csv.reader(
        (Path(__file__).parents[1] / "data" / "pto_dtypes.tsv").read_text().splitlines()[1:], delimiter="\t"
    )
}
RULED = [operation for operation in Pto.operations if any(isinstance(rule, SameElement) for rule in operation.RULES)]

by_op = pytest.mark.parametrize("operation", RULED, ids=lambda operation: operation.name)
by_arch = pytest.mark.parametrize("arch", Arch)


def accepts(operation: type[IRDLOperation], arch: Arch, *types: str) -> bool:
    """Whether the op verifies on tiles of these types in a module for the architecture."""
    source = TestOp(result_types=[Parser(CONTEXT, f"!pto.tile_buf<{type_}>").parse_type() for type_ in types])
    op = operation(*source.results)
    module = ModuleOp([source, op])
    record_arch(module, arch)
    try:
        op.verify()
    except VerifyException as error:
        assert str(error)
        return False
    return True


@by_op
@by_arch
def test_element_types(operation: type[IRDLOperation], arch: Arch):
    count = len(operation.get_irdl_definition().operands)
    accepted = [each for each in ELEMENTS if accepts(operation, arch, *[f"vec, 16x32x{each}"] * count)]
    assert accepted == TABLE[operation.name.removeprefix("pto.")][arch].split()


@by_op
def test_one_side_of_each_rule(operation: type[IRDLOperation]):
    others = ["vec, 16x32xf32"] * (len(operation.get_irdl_definition().operands) - 1)
    assert accepts(operation, Arch.A3, "vec, 16x32xf32, valid=?x32", *others)
    for wrong in (
        "mat, 16x32xf32",
        "vec, 16x32xf32, blayout=col_major",
        "vec, 16x32xf32, valid=8x32",
        "vec, 16x32xf16",
    ):
        assert not accepts(operation, Arch.A3, wrong, *others)
