"""Building ops in Python: operands in, everything else deduced, also inside an `ImplicitBuilder`."""

from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest
from xdsl.builder import ImplicitBuilder
from xdsl.context import Context
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, TensorType, bf16, f32, i1, i8, i32
from xdsl.ir import Block, Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile import Tile, comparison, cube, kernel, launch, memory, reduction, transfer, vector, views
from xdsl_tiles.dialects.tile.attributes import DN, ND, ZZ, CoreKind, MemorySpace
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.numerics.comparison import Comparison
from xdsl_tiles.numerics.round_mode import RoundMode

ACC, BIAS, LEFT, MAT, RIGHT, VEC = (MemorySpace[name] for name in ("ACC", "BIAS", "LEFT", "MAT", "RIGHT", "VEC"))
INPUTS = {
    "gm": TensorType(bf16, [128, DYNAMIC_INDEX]),
    "pages": TensorType(f32, [2, 8, 64]),
    "row": TensorType(f32, [1, 64]),
    "i": IndexType(),
    "p": i1,
    "one": f32,
    "mat": TileType([64, 256], bf16, MAT, valid=[40, 256]),
    "bytes": TileType([64, 256], i8, MAT),
    "left": TileType([16, 64], bf16, LEFT, valid=[DYNAMIC_INDEX, 64]),
    "right": TileType([64, 32], bf16, RIGHT, valid=[64, 30]),
    "bias": TileType([1, 32], f32, BIAS),
    "flat_bias": TileType([1, 32], f32, MAT, layout=ND),
    "acc": TileType([16, 32], f32, ACC),
    "ints": TileType([16, 32], i32, ACC),
    "narrow": TileType([16, 32], f32, ACC, valid=[5, 32], compact=True),
    "vec": TileType([16, 64], f32, VEC),
    "part": TileType([16, 64], f32, VEC, valid=[5, DYNAMIC_INDEX]),
    "dn": TileType([16, 64], f32, VEC, layout=DN),
    "column": TileType([16, 1], f32, VEC, valid=[5, 1]),
    "line": TileType([1, 64], f32, VEC, valid=[1, 60]),
    "mask": TileType([16, 64], i1, VEC),
    "mat_pages": TileType([4, 16, 64], bf16, MAT, valid=[4, 5, 60]),
    "panels": TileType([4, 64, 32], bf16, MAT),
    "scratch": TileType([32, 32], bf16, MAT, valid=[16, 32]),
}

Build = Callable[[SimpleNamespace], Operation]


def of(module: ModuleType, operation: str, *operands: str) -> Build:
    """Build the op of this class name with the inputs of these names."""
    return lambda v: getattr(module, operation)(*(getattr(v, name) for name in operands))


UNARY = ("Exp", "Log", "Sqrt", "Rsqrt", "Neg", "Abs", "Relu")
BINARY = ("Add", "Sub", "Mul", "Div", "Maximum", "Minimum")
REDUCING = ("Sum", "Max", "Min")
COMBINING = ("Add", "Sub", "Mul", "Div")
BUILT: list[tuple[Build, list[str]]] = [
    (lambda v: memory.CreateOp(TileType([16, 32], f32, ACC)), ["!tile.tile<16x32xf32, acc>"]),
    (lambda v: memory.FillOp(v.one, TileType([16, 32], f32, VEC)), ["!tile.tile<16x32xf32, vec>"]),
    (lambda v: memory.LoadOp(v.gm, [v.i, 0], [16, 64], MAT), ["!tile.tile<16x64xbf16, mat>"]),
    (lambda v: memory.LoadOp(v.gm, [0, 0], [16, 64]), ["!tile.tile<16x64xbf16>"]),
    (
        lambda v: memory.LoadOp(v.gm, [120, 0], [16, 64], VEC, valid=[12, 64], clamp=True),
        ["!tile.tile<16x64xbf16, vec, valid = 8x?>"],
    ),
    (
        lambda v: memory.LoadOp(v.gm, [0, 0], [16, 64], VEC, valid=[v.i, 3]),
        ["!tile.tile<16x64xbf16, vec, valid = ?x3>"],
    ),
    (lambda v: memory.LoadOp(v.row, [0, 0], [1, 64], MAT), ["!tile.tile<1x64xf32, mat, layout = <row, none, 512>>"]),
    (lambda v: memory.LoadOp(v.pages, [1, 0, 0], [8, 1], VEC), ["!tile.tile<8x1xf32, vec>"]),
    (lambda v: memory.StoreOp(v.vec, v.pages, [0, 0, 0], sizes=[2, 8, 64], atomic=True), ["tensor<2x8x64xf32>"]),
    (lambda v: memory.StoreOp(v.line, v.row, [v.i, 0]), ["tensor<1x64xf32>"]),
    (lambda v: transfer.ExtractOp(v.mat, [0, v.i], [16, 64], LEFT), ["!tile.tile<16x64xbf16, left>"]),
    (
        lambda v: transfer.ExtractOp(v.mat, [32, 0], [16, 64], LEFT),
        ["!tile.tile<16x64xbf16, left, valid = 8x64, compact>"],
    ),
    (lambda v: transfer.ExtractOp(v.mat, [v.i, 0], [16, 64]), ["!tile.tile<16x64xbf16, vec, valid = ?x64>"]),
    (lambda v: transfer.ExtractOp(v.mat, [v.i, 0], [16, 64], LEFT, valid=[16, 64]), ["!tile.tile<16x64xbf16, left>"]),
    (lambda v: transfer.MoveOp(v.mat, LEFT), ["!tile.tile<64x256xbf16, left, valid = 40x256>"]),
    (
        lambda v: transfer.MoveOp(v.mat, LEFT, layout=ZZ),
        ["!tile.tile<64x256xbf16, left, valid = 40x256, layout = <row, row, 512>>"],
    ),
    (lambda v: transfer.MoveOp(v.narrow, VEC), ["!tile.tile<16x32xf32, vec, valid = 5x32>"]),
    (lambda v: transfer.MoveOp(v.dn, VEC), ["!tile.tile<16x64xf32, vec, layout = <col, none, 512>>"]),
    (lambda v: transfer.MoveOp(v.dn, MAT), ["!tile.tile<16x64xf32, mat>"]),
    (lambda v: transfer.MoveOp(v.flat_bias, BIAS), ["!tile.tile<1x32xf32, bias>"]),
    (lambda v: transfer.SliceOp(v.mat, [32, 0], [16, 64]), ["!tile.tile<16x64xbf16, mat, valid = 8x64>"]),
    (lambda v: transfer.SliceOp(v.narrow, [0, v.i], [16, 16]), ["!tile.tile<16x16xf32, acc, valid = 5x16, compact>"]),
    (lambda v: transfer.SliceOp(v.dn, [0, 0], [16, 1]), ["!tile.tile<16x1xf32, vec>"]),
    (lambda v: transfer.AssembleOp(v.acc, v.scratch, [16, 0]), ["!tile.tile<32x32xbf16, mat>"]),
    (lambda v: transfer.AssembleOp(v.acc, v.scratch, [v.i, 0]), ["!tile.tile<32x32xbf16, mat, valid = ?x32>"]),
    (lambda v: views.SetValidShapeOp(v.acc, [v.i, 30]), ["!tile.tile<16x32xf32, acc, valid = ?x30>"]),
    (lambda v: views.SetValidShapeOp(v.narrow, [16, 32]), ["!tile.tile<16x32xf32, acc, compact>"]),
    (lambda v: views.GetValidShapeOp(v.part), ["index", "index"]),
    (
        lambda v: views.TransposeViewOp(v.mat),
        ["!tile.tile<256x64xbf16, mat, valid = 256x40, layout = <row, col, 512>>"],
    ),
    (lambda v: views.TransposeViewOp(v.line), ["!tile.tile<64x1xf32, vec, valid = 60x1>"]),
    (lambda v: views.ReshapeOp(v.vec, [4, 256]), ["!tile.tile<4x256xf32, vec>"]),
    (lambda v: views.ReshapeOp(v.flat_bias, [4, 8]), ["!tile.tile<4x8xf32, mat, layout = <row, none, 512>>"]),
    (lambda v: cube.MatmulOp(v.left, v.right), ["!tile.tile<16x32xf32, acc, valid = ?x30, compact>"]),
    (lambda v: cube.MatmulOp(v.bytes, views.TransposeViewOp(v.bytes)), ["!tile.tile<64x64xi32, acc>"]),
    (lambda v: cube.BatchMatmulOp(v.mat_pages, v.panels), ["!tile.tile<4x16x32xf32, acc, valid = 4x5x32, compact>"]),
    (lambda v: cube.MatmulAccOp(v.acc, v.left, v.right), ["!tile.tile<16x32xf32, acc>"]),
    (lambda v: cube.MatmulAccOp(v.acc, v.left, v.right, v.p), ["!tile.tile<16x32xf32, acc>"]),
    (lambda v: cube.MatmulBiasOp(v.left, v.right, v.bias), ["!tile.tile<16x32xf32, acc, valid = ?x30, compact>"]),
    *((of(vector, f"{name}Op", "part"), ["!tile.tile<16x64xf32, vec, valid = 5x?>"]) for name in UNARY),
    *((of(vector, f"{name}Op", "part", "part"), ["!tile.tile<16x64xf32, vec, valid = 5x?>"]) for name in BINARY),
    *((of(vector, f"{name}ScalarOp", "vec", "one"), ["!tile.tile<16x64xf32, vec>"]) for name in BINARY),
    (lambda v: vector.CastOp(v.narrow, bf16, RoundMode.RINT), ["!tile.tile<16x32xbf16, vec, valid = 5x32>"]),
    (lambda v: vector.CastOp(v.dn, bf16), ["!tile.tile<16x64xbf16, vec, layout = <col, none, 512>>"]),
    (lambda v: comparison.CmpOp(Comparison.LT, v.part, v.part), ["!tile.tile<16x64xi1, vec, valid = 5x?>"]),
    (lambda v: comparison.CmpScalarOp(Comparison.GE, v.vec, v.one), ["!tile.tile<16x64xi1, vec>"]),
    (lambda v: comparison.SelOp(v.mask, v.vec, v.vec), ["!tile.tile<16x64xf32, vec>"]),
    *((of(reduction, f"Row{name}Op", "part"), ["!tile.tile<16x1xf32, vec, valid = 5x1>"]) for name in REDUCING),
    *((of(reduction, f"Col{name}Op", "part"), ["!tile.tile<1x64xf32, vec, valid = 1x?>"]) for name in REDUCING),
    *(
        (of(reduction, f"{axis}Expand{name}Op", "part", along), ["!tile.tile<16x64xf32, vec, valid = 5x?>"])
        for axis, along in (("Row", "column"), ("Col", "line"))
        for name in COMBINING
    ),
    (lambda v: kernel.BlockIdxOp(), ["index"]),
    (lambda v: kernel.BlockNumOp(), ["index"]),
    (lambda v: kernel.PushOp(v.acc, CoreKind.VECTOR, 3), []),
    (lambda v: kernel.PopOp(TileType([16, 32], f32, VEC), CoreKind.CUBE), ["!tile.tile<16x32xf32, vec>"]),
    (lambda v: kernel.FreeOp(kernel.PopOp(TileType([16, 32], f32, MAT), CoreKind.VECTOR)), []),
]


def inputs() -> tuple[Block, SimpleNamespace]:
    """A block with one argument for each input, and the arguments by name."""
    block = Block(arg_types=INPUTS.values())
    return block, SimpleNamespace(**dict(zip(INPUTS, block.args)))


@pytest.mark.parametrize(("build", "types"), BUILT)
def test_result_types_are_deduced(build: Build, types: list[str]):
    block, values = inputs()
    with ImplicitBuilder(block):
        op = build(values)
    assert op.parent is block
    assert [str(type_) for type_ in op.result_types] == types
    for built in block.ops:
        built.verify()


def test_every_op_is_built_here():
    built = set[str]()
    for build, _ in BUILT:
        _, values = inputs()
        built.add(build(values).name)
    assert built == {operation.name for operation in Tile.operations} - {launch.LaunchOp.name}


def test_a_launch_gives_what_it_is_said_to_give():
    """Its verifier asks the functions that it names."""
    _, values = inputs()
    op = launch.LaunchOp("f_cube", "f_vector", [values.gm, values.i], [f32])
    assert op.outputs.types == (f32,)


@pytest.mark.parametrize(
    "build",
    [
        lambda v, flat: cube.MatmulOp(flat, flat),
        lambda v, flat: cube.MatmulBiasOp(flat, v.right, v.bias),
        lambda v, flat: cube.MatmulOp(v.ints, v.ints),
        lambda v, flat: cube.BatchMatmulOp(v.left, v.right),
        lambda v, flat: views.TransposeViewOp(flat),
        lambda v, flat: views.SetValidShapeOp(flat, [4, 4]),
        lambda v, flat: reduction.RowSumOp(flat),
        lambda v, flat: transfer.AssembleOp(v.acc, v.scratch, [20, 0]),
    ],
)
def test_builders_refuse_what_has_no_result_type(build: Callable[..., Operation]):
    _, values = inputs()
    flat = memory.CreateOp(TileType([64], f32, VEC)).result
    with pytest.raises(VerifyException):
        build(values, flat)


@pytest.mark.parametrize(
    ("build", "mixed"),
    [
        (lambda v: memory.LoadOp(v.gm, [v.i, 3], [16, 64]).mixed_offsets, ["i", 3]),
        (lambda v: memory.LoadOp(v.gm, [0, 0], [16, 64]).mixed_valid_sizes, []),
        (lambda v: memory.LoadOp(v.gm, [0, 0], [16, 64], valid=[v.i, 3]).mixed_valid_sizes, ["i", 3]),
        (lambda v: memory.StoreOp(v.vec, v.row, [3, v.i]).mixed_offsets, [3, "i"]),
        (lambda v: memory.StoreOp(v.vec, v.row, [0, 0], sizes=[v.i, v.i]).mixed_sizes, ["i", "i"]),
        (lambda v: transfer.ExtractOp(v.mat, [v.i, 3], [16, 64]).mixed_offsets, ["i", 3]),
        (lambda v: transfer.SliceOp(v.mat, [3, v.i], [16, 64]).mixed_offsets, [3, "i"]),
        (lambda v: transfer.AssembleOp(v.acc, v.scratch, [16, v.i]).mixed_offsets, [16, "i"]),
        (lambda v: views.SetValidShapeOp(v.vec, [v.i, 3]).mixed_sizes, ["i", 3]),
    ],
)
def test_mixed_indices_come_back(build: Callable[[SimpleNamespace], list[object]], mixed: list[object]):
    _, values = inputs()
    assert build(values) == [getattr(values, index) if isinstance(index, str) else index for index in mixed]


def test_a_view_equal_to_the_implied_one_is_not_stated():
    assert TileType([16, 64], f32, VEC, valid=[16, 64], layout=ND) == TileType([16, 64], f32, VEC)
    assert TileType([16, 1], f32, VEC, layout=DN) == TileType([16, 1], f32, VEC)
    assert TileType([16, 64], f32, VEC, layout=DN) != TileType([16, 64], f32, VEC)


def test_the_text_of_a_type_may_state_what_is_implied():
    ctx = Context()
    ctx.load_dialect(Tile)
    text = "!tile.tile<16x64xf32, valid = 16x64, layout = <row, none, 512>, vec>"
    assert str(Parser(ctx, text).parse_type()) == "!tile.tile<16x64xf32, vec>"
