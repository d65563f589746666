"""Which element types each architecture has the ops of the vector unit for, as the public assembler was probed."""

import pytest
from pto_verdicts import TABLE, Build, combinations, refusal

from xdsl_tiles.dialects.pto import Pto
from xdsl_tiles.dialects.pto.conversion import TQuantOp
from xdsl_tiles.dialects.pto.enums import Arch, MaskPattern
from xdsl_tiles.dialects.pto.fill import TRandomOp
from xdsl_tiles.dialects.pto.gather import TGatherOp
from xdsl_tiles.dialects.pto.sort import TMrgSortOp

OPS = {operation.name.removeprefix("pto."): operation for operation in Pto.operations}


def vec(element: str = "{0}", shape: str = "16x32", more: str = "") -> str:
    """The text of a tile; `{0}` is the first type of a combination, `{1}` the last."""
    return f"!pto.tile_buf<vec, {shape}x{element}{more}>"


T, U = vec(), vec("{1}")
COLUMN = vec("{0}", "16x1", ", blayout=col_major")
FACTORS = vec("f32", "16x1", ", blayout=col_major")
PADDED = vec("{0}", "16x32", ", pad=1")

PROBES: dict[str, tuple[Build, tuple[str, ...]]] = {}
"""For each row, the op and the types of its operands."""


def probe(rows: str, *types: str) -> None:
    """The ops that rows are named after, on these operands."""
    for row in rows.split():
        PROBES[row] = (OPS[row], types)


probe("tadd tsub tmul tdiv tmax tmin tfmod tand tor tshl tshr tpartadd tpartmul tpartmax tpartmin", T, T, T)
probe("tconcat", T, T, vec(shape="16x64"))
probe("tabs texp tlog tsqrt trecip tneg trelu tnot trsqrt", T, T)
probe("taddc tsubc trem txor", T, T, T, T)
probe("tadds tsubs tmuls tmaxs tmins tdivs tfmods tands tors tshls tshrs", T, "{0}", T)
probe("trems txors", T, "{0}", T, T)
probe("taddsc tsubsc", T, "{0}", T, T)
probe("texpands", "{0}", T)
probe("tlrelu", T, "f32", T)
probe("tprelu", T, T, vec("ui8"), T)
probe("trowsum trowmax trowmin trowprod", T, T, COLUMN)
probe("trowargmax trowargmin", T, T, vec("{1}", "16x1", ", blayout=col_major"))
probe("tcolargmax tcolargmin", T, T, vec("{1}", "1x32"))
probe("tcolsum tcolmax tcolmin tcolprod", T, vec(shape="1x32"))
probe("trowexpand", COLUMN, T)
probe("tcolexpand", vec(shape="1x32"), T)
for name in ["add", "sub", "mul", "div", "max", "min", "expdif"]:
    probe(f"trowexpand{name}", T, COLUMN, T)
    probe(f"tcolexpand{name}", T, vec(shape="1x32"), T)
probe("tfillpad tfillpad_inplace", T, PADDED)
probe("tfillpad_expand", T, vec("{0}", "32x64", ", pad=1"))
probe("ttrans", *[vec(shape="32x32")] * 3)
probe("tci", "{0}", vec(shape="1x32"))
probe("ttri", "i32", T)
probe("tsort32", vec(shape="1x32"), vec("ui32", "1x32"), vec(shape="1x64"))
probe("tcmp", T, T, U)
probe("tcmps", T, "{0}", U)
probe("tcvt tpack", T, U)
probe("tdequant", T, FACTORS, FACTORS, U)
PROBES |= {
    "taxpy src,dst": (OPS["taxpy"], (T, "{0}", U)),
    "tsel mask,data": (OPS["tsel"], (T, U, U, U, U)),
    "tsels mask,data": (OPS["tsels"], (T, U, U, "{1}", U)),
    "tquant sym": (TQuantOp, (T, FACTORS, U)),
    "tquant asym": (lambda src, fp, offset, dst: TQuantOp(src, fp, dst, offset), (T, FACTORS, FACTORS, U)),
    "trandom": (lambda key, dst: TRandomOp((key,) * 2, (key,) * 4, dst), ("i32", T)),
    "tgather src,idx": (
        lambda src, indices, tmp, dst: TGatherOp(src, dst, indices=indices, tmp=tmp),
        (T, U, U, T),
    ),
    "tgather mask": (lambda src, dst: TGatherOp(src, dst, mask=MaskPattern.P0101), (T, vec(shape="16x16"))),
    "tgatherb src,off": (OPS["tgatherb"], (T, U, T)),
    "tscatter src,idx": (OPS["tscatter"], (T, U, T)),
    "tmrgsort 1": (
        lambda src, length, dst: TMrgSortOp([src], dst, block_len=length),
        (vec(shape="1x256"), "i32", vec(shape="1x256")),
    ),
}


@pytest.mark.parametrize("row", PROBES)
@pytest.mark.parametrize("arch", Arch)
def test_row(row: str, arch: Arch):
    build, types = PROBES[row]
    accepted = {
        "/".join(tried)
        for tried in combinations(row)
        if refusal(arch, build, [type_.format(tried[0], tried[-1]) for type_ in types]) is None
    }
    assert accepted == set(TABLE[row][arch].split()) - {"-"}


def test_every_row_of_the_table_is_tried_here_or_with_transfers_and_products():
    others = ("mgather", "mscatter", "tload", "tstore", "tprefetch", "tmov", "textract", "tinsert", "tmatmul")
    assert [row for row in TABLE if row not in PROBES and not row.startswith(others)] == []
