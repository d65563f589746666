"""IR properties: what each of them finds, and how passes that declare them are checked under every driver."""

from dataclasses import dataclass

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis import properties
from xdsl_tiles.analysis.properties import IRProperty
from xdsl_tiles.diagnostics import OperationError
from xdsl_tiles.pipeline.describe import help_pass
from xdsl_tiles.pipeline.errors import LocatedError
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects
from xdsl_tiles.pipeline.runner import run_pipeline
from xdsl_tiles.transforms import get_all_passes
from xdsl_tiles.transforms.checked_pass import CheckedPass

HEADER = "func.func @f(%t: tensor<16x64xf32>, %i: index) {{\n{}\n  func.return\n}}"
LOAD = "%v = tile.load %t[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32{}>"
LOOP = "scf.for %k = %i to %i step %i {{ %c = tile.create : !tile.tile<16x64xf32, acc> }} {{{}}}"
CAST = LOAD.format(", vec") + "\n%c = tile.cast %v rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64x{}, vec>"
MOVE = LOAD.format(", {0}") + "\n%c = tile.move %v : !tile.tile<16x64xf32, {0}> to !tile.tile<16x64xf32, {1}>"
PRODUCT = (
    "%l = tile.create : !tile.tile<16x64xf32, {0}>\n%r = tile.create : !tile.tile<64x16xf32, {1}>\n"
    "%c = tile.matmul %l, %r : !tile.tile<16x64xf32, {0}>, !tile.tile<64x16xf32, {1}> -> !tile.tile<16x16xf32, acc>"
)


def parsed(body: str) -> ModuleOp:
    return LocatedParser(all_dialects(), HEADER.format(body), "a.mlir").parse_module()


def found(property_: IRProperty, body: str) -> list[tuple[str, str]]:
    function = next(op for op in parsed(body).walk() if isinstance(op, FuncOp))
    return [(violation.op.name, violation.reason) for violation in property_.violations(function, None)]


@pytest.mark.parametrize(
    ("property_", "lacking", "op", "reason", "having"),
    [
        (
            properties.TILES_2D,
            "%c = tile.create : !tile.tile<2x16x64xf32, vec>",
            "tile.create",
            "has a tile of rank 3",
            LOAD.format(", vec"),
        ),
        (
            properties.NATIVE_CASTS,
            CAST.format("i8"),
            "tile.cast",
            "casts f32 to i8, which ascend910b has no one instruction for",
            CAST.format("bf16"),
        ),
        (properties.MEMORY_SPACES, LOAD.format(""), "tile.load", "in no memory space", LOAD.format(", mat")),
        (
            properties.MEMORY_SPACES,
            PRODUCT.format("left", "mat"),
            "tile.matmul",
            "reads !tile.tile<64x16xf32, mat>, which is not in right",
            PRODUCT.format("left", "right"),
        ),
        (
            properties.ONE_KIND_OF_CORE,
            MOVE.format("vec", "mat"),
            "tile.move",
            "from vec to mat",
            MOVE.format("mat", "left"),
        ),
        (
            properties.STAGES_REPLICATED,
            LOOP.format("tile.pipeline_stages = 2 : i64"),
            "scf.for",
            "of 2 pipeline stages",
            LOOP.format("tile.pipeline_stages = 1 : i64"),
        ),
        (
            properties.NO_PIPELINED_LOOPS,
            LOOP.format("tile.pipeline_stages = 1 : i64"),
            "scf.for",
            "'tile.pipeline_stages'",
            LOOP.format("other.mark"),
        ),
    ],
)
def test_violations(property_: IRProperty, lacking: str, op: str, reason: str, having: str):
    ((name, said),) = found(property_, lacking)
    assert name == op
    assert reason in said
    assert found(property_, having) == []


@dataclass(frozen=True)
class MarkModule(CheckedPass):
    """A plug-in's pass: says that it ran."""

    name = "mark"
    needs = (properties.MEMORY_SPACES,)
    gives = (properties.NO_PIPELINED_LOOPS,)

    def run(self, ctx: Context, op: ModuleOp) -> None:
        op.attributes["ran"] = UnitAttr()


def test_needs_are_checked_under_any_driver():
    module = parsed(LOAD.format(""))
    expected = (
        "a.mlir:2:1: error: 'tile.load' op has a tile in no memory space, !tile.tile<16x64xf32>, but pass 'mark' "
        "needs 'memory-spaces'; run 'infer-tile-memory-space' before it"
    )
    with pytest.raises(OperationError) as raised:
        MarkModule().apply(all_dialects(), module)
    assert str(raised.value) == expected
    with pytest.raises(LocatedError) as raised:
        run_pipeline(module, all_dialects(), [MarkModule()])
    assert str(raised.value) == f"{expected} (in pass mark)"
    assert "ran" not in module.attributes


def test_what_is_given_is_verified_with_the_ir():
    module = parsed(LOOP.format("tile.pipeline_stages = 2 : i64"))
    with pytest.raises(LocatedError, match=r"but pass 'mark' gives 'no-pipelined-loops' \(in pass mark\)"):
        run_pipeline(module, all_dialects(), [MarkModule()])


def test_help_names_properties():
    text = help_pass(MarkModule)
    assert "Needs, in every in-core function:\n  memory-spaces: every tile has a memory space" in text
    assert "Gives:\n  no-pipelined-loops: loops are sequential" in text


ALL = [value for value in vars(properties).values() if isinstance(value, IRProperty)]


def test_establishers_give_their_properties():
    for property_ in ALL:
        if (load := get_all_passes().get(property_.established_by or "")) is not None:
            establisher = load()
            assert issubclass(establisher, CheckedPass)
            assert property_ in establisher.gives
