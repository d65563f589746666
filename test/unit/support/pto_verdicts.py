"""Verdicts on single ops of the pto dialect, against those of the public assembler (`pto_dtypes.tsv`)."""

import csv
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.test import TestOp
from xdsl.ir import Operation, SSAValue
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.arch import reading_for, record_arch
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.pipeline.reading import all_dialects

ELEMENTS = ["i8", "ui8", "si8", "i16", "ui16", "i32", "ui32", "i64", "f16", "bf16", "f32", "f8E4M3FN", "f8E5M2"]
"""The element types that every row tries."""

TABLE = {
    row[0]: dict(zip(Arch, row[1:]))
    for row in csv.reader(
        (Path(__file__).parents[1] / "data" / "pto_dtypes.tsv").read_text().splitlines()[1:], delimiter="\t"
    )
}
"""By row and architecture, the combinations of element types that are taken, as they are listed."""

CONTEXT = all_dialects()

Build = Callable[..., Operation]


def refusal(arch: Arch, build: Build, types: Sequence[str], *, same: bool = False) -> str | None:
    """Why an op does not verify on operands of these types in a module for the architecture, None where it does.

    With `same`, operands of one type are one value.
    """
    with reading_for(arch):
        source = TestOp(result_types=[Parser(CONTEXT, type_).parse_type() for type_ in types])
    values: list[SSAValue] = list(source.results)
    if same:
        first = {value.type: value for value in reversed(values)}
        values = [first[value.type] for value in values]
    module = ModuleOp([source, op := build(*values)])
    record_arch(module, arch)
    try:
        op.verify()
    except VerifyException as error:
        return str(error)
    return None


def combinations(row: str) -> Iterator[tuple[str, ...]]:
    """Everything that was tried for a row."""
    listed = [each.count("/") + 1 for column in TABLE[row].values() for each in column.split()]
    return product(ELEMENTS, repeat=max(listed))
