"""The rules of ops of the vector unit, each on either side: where tiles lie, how far they are valid, which forms go."""

import pytest
from pto_verdicts import refusal

from xdsl_tiles.dialects.pto import Pto
from xdsl_tiles.dialects.pto.conversion import TQuantOp
from xdsl_tiles.dialects.pto.enums import Arch, MaskPattern
from xdsl_tiles.dialects.pto.fill import TRandomOp, TTriOp
from xdsl_tiles.dialects.pto.gather import TGatherOp
from xdsl_tiles.dialects.pto.reduction import TColSumOp
from xdsl_tiles.dialects.pto.sort import TMrgSortOp, TSort32Op
from xdsl_tiles.dialects.pto.unary import TRsqrtOp
from xdsl_tiles.numerics.comparison import Comparison

T = "vec, 16x32xf32"
SHORTS = "vec, 16x32xi16"
M = "mat, 16x32xf32"
DN = "vec, 16x32xf32, blayout=col_major"
BOXED = "vec, 16x32xf32, slayout=row_major"
NARROW = "vec, 16x32xf32, valid=16x8"
SHORT = "vec, 16x32xf32, valid=8x32"
EMPTY = "vec, 16x32xf32, valid=0x32"
LOOSE = "vec, 16x32xf32, valid=?x?"
COLUMN = "vec, 16x1xf32, blayout=col_major"
COLUMNS = "vec, 16x2xf32, valid=16x1, blayout=col_major"
BLOCKS = "vec, 16x8xf32"
ROW = "vec, 1x32xf32"
BYTES = "vec, 16x32xui8"
PADDED = "vec, 16x32xf32, pad=1"
PAIRS = "vec, 1x256xf32"
INDEX = "vec, 16x32xi32"
WIDE = "vec, 16x64xf32"

OPS = {operation.name.removeprefix("pto."): operation for operation in Pto.operations} | {
    "trsqrt tmp": lambda src, tmp, dst: TRsqrtOp(src, dst, tmp),
    "tcolsum tmp": lambda src, tmp, dst: TColSumOp(src, dst, tmp),
    "trowexpandmax tmp": lambda src0, src1, tmp, dst: OPS["trowexpandmax"](src0, src1, dst, tmp),
    "tsort32 tmp": lambda src, idx, tmp, dst: TSort32Op(src, idx, dst, tmp),
    "ttri 1": lambda diagonal, dst: TTriOp(diagonal, dst, upper=True),
    "trandom 7": lambda key, dst: TRandomOp((key,) * 2, (key,) * 4, dst, 7),
    "trandom 8": lambda key, dst: TRandomOp((key,) * 2, (key,) * 4, dst, 8),
    "tgather index": lambda src, indices, tmp, dst: TGatherOp(src, dst, indices=indices, tmp=tmp),
    "tgather no tmp": lambda src, indices, dst: TGatherOp(src, dst, indices=indices),
    "tgather mask": lambda src, dst: TGatherOp(src, dst, mask=MaskPattern.P0101),
    "tgather mask tmp": lambda src, tmp, dst: TGatherOp(src, dst, tmp=tmp, mask=MaskPattern.P0101),
    **{
        f"tgather {way}": lambda src, k, tmp, dst, cdst, way=way: TGatherOp(
            src, dst, k_value=k, tmp=tmp, cdst=cdst, comparison=Comparison(way)
        )
        for way in ("eq", "gt", "lt")
    },
    "tquant offset": lambda src, fp, offset, dst: TQuantOp(src, fp, dst, offset),
    "tmrgsort blocks": lambda src, length, dst: TMrgSortOp([src], dst, block_len=length),
    "tmrgsort lists": lambda a, b, tmp, dst, executed: TMrgSortOp([a, b], dst, tmp=tmp, executed=executed),
    "tmrgsort list": lambda a, tmp, dst, executed: TMrgSortOp([a], dst, tmp=tmp, executed=executed),
}

BOTH, A3, A5 = tuple(Arch), (Arch.A3,), (Arch.A5,)
CASES = {
    BOTH: [
        ("tadd", (LOOSE, T, T), None),
        ("tadd", (M, T, T), "expects src0 in vec"),
        ("tadd", (DN, T, T), "expects src0 in blayout row_major"),
        ("tadd", (SHORT, T, T), "expects one valid shape, got src0 of"),
        ("tadd", ("vec, 16x32xi32", T, T), "expects one element type"),
        ("taddc", (T, T, T, SHORT), None),
        ("taddc", (T, T, T, WIDE), "expects shapes src0 RxC"),
        ("trem", (T, T, NARROW, NARROW), "expects one valid shape"),
        ("trem", (T, T, NARROW, T), "a valid row as wide as dst has columns: 32, got 16x8"),
        ("trem", (T, T, "vec, 1x32xf32", T), None),
        ("trem", (T, T, EMPTY, T), "a valid row as wide"),
        ("trems", (T, "f16", T, T), "expects one element type"),
        ("tfmods", (T, "f32", T), None),
        ("tfmods", (T, "f16", T), "expects one element type"),
        ("tadds", (DN, "i8", DN), None),
        ("tadds", (T, "f32", NARROW), "expects valid shapes"),
        ("tmaxs", (T, "f32", SHORT), "expects one valid shape"),
        ("tdivs", ("f32", T, T), None),
        ("tdivs", ("f32", "f32", T), "expects a tile and a scalar"),
        ("tdivs", (T, T, T), "expects a tile and a scalar"),
        ("taxpy", (T, "f32", T), None),
        ("taxpy", (T, "f32", WIDE), "expects one valid shape"),
        ("trsqrt tmp", (T, "vec, 1x8xf32", T), None),
        ("trsqrt tmp", (T, "vec, 1x7xf32", T), "expects tmp with at least 32 bytes"),
        ("tprelu", (T, T, "vec, 16x64xui8", T), "expects shapes"),
        ("tprelu", (T, LOOSE, BYTES, PADDED), None),
        ("texpands", ("f32", M), None),
        ("texpands", ("f32", "acc, 16x32xf32"), "expects dst in vec or mat"),
        ("texpands", ("f16", T), "expects one element type"),
        ("tands", (SHORTS, "i16", "vec, 16x32xi16, pad=1"), None),
        ("tands", (SHORTS, "i16", SHORTS), "expects src and dst to be different tiles"),
        ("tshls", ("vec, 16x32xi16", "i16", "vec, 16x32xi16"), None),
        ("trowsum", (T, T, COLUMN), None),
        ("trowsum", (T, T, "vec, 16x8xf32, valid=16x1"), None),
        ("trowsum", (T, T, COLUMNS), "expects dst with one column"),
        ("trowsum", (T, T, BLOCKS), "expects valid shapes src Rx_, dst Rx1"),
        ("trowsum", (EMPTY, T, COLUMN), "expects src with valid rows and columns"),
        ("trowsum", (BOXED, T, COLUMN), "expects src laid out row_major/none_box"),
        ("trowprod", (T, NARROW, COLUMN), "expects one valid shape, got src of"),
        ("trowargmax", (T, T, "vec, 16x1xui32, blayout=col_major"), None),
        ("tcolargmax", (T, T, "vec, 1x32xi32"), None),
        ("tcolargmax", (T, T, INDEX), "expects valid shapes src _xC, dst 1xC"),
        ("tcolmax", (T, ROW), None),
        ("tcolmax", (T, "vec, 1x16xf32"), "expects valid shapes"),
        ("tcolsum tmp", (T, T, ROW), None),
        ("tcolsum tmp", (T, BYTES, ROW), "expects one element type"),
        ("trowexpand", (COLUMN, T), None),
        ("trowexpand", (COLUMN, SHORT), "expects valid shapes"),
        ("trowexpand", (EMPTY, EMPTY), "expects src with valid rows"),
        ("trowexpandadd", (T, BLOCKS, T), None),
        ("trowexpandadd", (T, T, T), "expects src1 to be a column of 16 rows: 16x1 by columns, or 16x8 by rows"),
        ("trowexpandmax", (COLUMN, T, T), None),
        ("trowexpandmax", (T, T, T), "expects one of src0 and src1 by rows and valid as dst"),
        ("trowexpandmul", (T, COLUMN, DN), "expects dst in blayout row_major"),
        ("tcolexpandmul", (T, ROW, T), None),
        ("tcolexpandmul", (T, ROW, WIDE), "expects shapes"),
        ("tcolexpandmul", (T, "vec, 1x16xf32", T), "expects valid shapes src1 _xC"),
        ("tcmps", (T, "i8", "vec, 16x32xi8, valid=16x4"), None),
        ("tcmps", (T, "f32", "vec, 16x32xi8, valid=8x4"), "expects valid shapes src Rx_, dst Rx_"),
        ("tsel", (BYTES, T, T, T, DN), "expects dst in blayout row_major"),
        ("tsels", (BYTES, T, T, "f32", SHORT), "expects one valid shape"),
        ("tcvt", (T, "vec, 16x32xf16"), None),
        ("tcvt", (T, "vec, 16x64xf16, valid=16x32"), "expects shapes"),
        ("tcvt", (T, "vec, 16x32xf16, valid=8x32"), "expects one valid shape"),
        ("tquant offset", (T, COLUMN, COLUMN, "vec, 16x32xui8"), None),
        ("tquant offset", (T, COLUMN, "vec, 16x1xf16", "vec, 16x32xui8"), "takes offset with elements of f32"),
        ("tfillpad", (NARROW, PADDED), None),
        ("tfillpad", (NARROW, T), "expects dst to say what it is padded with"),
        ("tfillpad", (NARROW, "vec, 16x64xf32, pad=1"), "expects shapes"),
        ("tfillpad", ("vec, 16x32xf16", PADDED), "expects elements of the same width"),
        ("tfillpad_expand", (T, "vec, 16x16xf32, pad=1"), "expects dst at least as large as src: 16x32, got 16x16"),
        ("tconcat", (T, T, WIDE), None),
        ("tconcat", (T, T, T), "expects 32 + 32 valid columns of src0 and src1 in the 32 of dst"),
        ("tconcat", (T, SHORT, WIDE), "expects valid shapes"),
        ("tci", ("i32", "vec, 1x32xi32"), None),
        ("tci", ("i32", "vec, 1x1xi32"), "at least 2 valid columns"),
        ("tci", ("i16", "vec, 1x32xi32"), "expects one element type"),
        ("ttri 1", ("i32", T), None),
        ("ttri 1", ("i32", DN), "expects dst in blayout row_major"),
        ("tgather mask", (T, "vec, 16x16xf32"), None),
        ("tgather mask", (T, NARROW), "expects dst with all of its columns valid"),
        ("tgather mask tmp", (T, T, T), "takes no tmp, as it gathers by a mask"),
        ("tgather no tmp", (T, INDEX, T), "needs tmp, as it gathers by indices"),
        ("tgather gt", (T, "f32", T, INDEX, INDEX), None),
        ("tgather gt", (T, "f16", T, INDEX, INDEX), "expects one element type"),
        ("tgather lt", (T, "f32", T, INDEX, INDEX), "compares by eq or gt, got lt"),
        ("tgather eq", (T, "f32", T, T, INDEX), "takes dst with elements of int32"),
        ("tscatter", (T, M, T), "expects indexes in vec"),
        ("tsort32 tmp", (ROW, "vec, 1x32xui32", DN, "vec, 1x64xf32"), "expects tmp in blayout row_major"),
        ("tmrgsort blocks", (PAIRS, "i32", "vec, 1x128xf32"), "of one row and as many columns"),
        ("tmrgsort lists", (PAIRS, PAIRS, PAIRS, PAIRS, "vector<4xi16>"), None),
        ("tmrgsort lists", (PAIRS, PAIRS, PAIRS, PAIRS, "vector<4xi32>"), "expects excuted of vector<4xi16>"),
        ("tmrgsort lists", (PAIRS, PAIRS, ROW, PAIRS, "vector<4xi16>"), "expects tmp with the shape of dst"),
        ("tmrgsort list", (PAIRS, PAIRS, PAIRS, "vector<4xi16>"), "got 1 srcs"),
        ("tsetval", (T, "index", "f16"), "expects one element type"),
    ],
    A3: [
        ("tadds", (T, "f32", SHORT), "expects one valid shape"),
        ("tneg", (T, SHORT), "expects one valid shape"),
        ("trecip", (T, T), "expects src and dst to be different tiles on a3"),
        ("tprelu", (T, T, T, T), "takes tmp with elements of ui8 on a3"),
        ("txor", (SHORTS, SHORTS, "vec, 16x32xi8", SHORTS), "expects one element type"),
        ("tlrelu", (EMPTY, "f32", EMPTY), "expects src with valid rows"),
        ("texpands", ("f32", DN), "expects dst in blayout row_major"),
        ("tcolmax", (EMPTY, ROW), None),
        ("tcmp", (T, T, "vec, 16x64xi8"), None),
        ("tcmp", (T, T, "vec, 8x64xi8"), "expects valid shapes"),
        ("tpartadd", (NARROW, T, T), None),
        ("tpartadd", (NARROW, SHORT, T), "expects as much valid of src0 or src1 as of dst"),
        ("tpartadd", (T, T, NARROW), "expects no more valid of src0 than of dst"),
        ("tpack", (INDEX, SHORTS), "is there on a5 only"),
        ("ttrans", (DN, DN, DN), "expects src in blayout row_major"),
        ("trowexpandmax tmp", (T, COLUMN, T, T), None),
        ("trowexpandmax tmp", (T, BLOCKS, T, T), "with tmp, a3 takes it by columns only"),
        ("tgather index", (T, INDEX, T, T), "expects one element type"),
        ("tgather gt", ("vec, 16x32xi32", "i32", T, INDEX, INDEX), "takes src with elements of f16,f32 on a3"),
    ],
    A5: [
        ("tadds", (T, "f32", SHORT), None),
        ("tsubs", (T, "f32", SHORT), None),
        ("tneg", (T, SHORT), None),
        ("trecip", (T, T), None),
        ("tprelu", (T, T, T, T), None),
        ("txor", (SHORTS, SHORTS, "vec, 16x32xi8", SHORTS), None),
        ("tlrelu", (EMPTY, "f32", EMPTY), None),
        ("texpands", ("f32", DN), None),
        ("tcolmax", (EMPTY, ROW), "expects src with valid rows and columns on a5"),
        ("tcolprod", (EMPTY, ROW), None),
        ("tcmp", (T, T, "vec, 16x64xi8"), "expects shapes"),
        ("tpartadd", (T, T, NARROW), None),
        ("tpartmax", (T, T, WIDE), "expects shapes"),
        ("tpack", (INDEX, SHORTS), None),
        ("tconcat", (DN, DN, "vec, 16x64xf32, blayout=col_major"), "expects src0 in blayout row_major"),
        ("ttrans", (DN, DN, DN), None),
        ("ttrans", ("vec, 8x4xf32",) * 3, "a multiple of 32 bytes on a5, got 16"),
        ("trandom 7", ("i32", INDEX), None),
        ("trandom 8", ("i32", INDEX), "expects rounds to be 7 or 10, got 8"),
        ("trowexpandmax tmp", (T, COLUMN, T, T), "takes no tmp, as a5 needs no scratch for it"),
        ("tgather index", (T, INDEX, T, T), None),
        ("thistogram", ("vec, 16x32xui16", "vec, 16x1xui8, blayout=col_major", "vec, 16x256xui32"), None),
        ("thistogram", ("vec, 16x32xui16", "vec, 16x1xui8, blayout=col_major", "vec, 16x128xui32"), "at least 256"),
        ("thistogram", ("vec, 16x32xui16", "vec, 16x1xui8", "vec, 16x256xui32"), "expects idx laid out col_major"),
    ],
}


@pytest.mark.parametrize(
    ("arch", "op", "operands", "reason"),
    [(arch, *case) for archs, cases in CASES.items() for arch in archs for case in cases],
)
def test_verdict(arch: Arch, op: str, operands: tuple[str, ...], reason: str | None):
    types = [f"!pto.tile_buf<{each}>" if " " in each else each for each in operands]
    found = refusal(arch, OPS[op], types, same=op in ("tands", "trecip"))
    assert found is None if reason is None else reason in (found or "is taken")
