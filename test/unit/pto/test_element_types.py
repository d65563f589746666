"""Which element types each architecture has the ops of transfers and products for, as the public assembler was probed.

A row of `pto_dtypes.tsv` lists, for the operands that were varied, every combination of thirteen types that it takes.
"""

from collections.abc import Callable
from itertools import product

import pytest
from pto_verdicts import ELEMENTS, TABLE, combinations, refusal
from xdsl.ir import Operation, SSAValue

from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.indexed import MGatherOp, MScatterOp
from xdsl_tiles.dialects.pto.matrix import TMatmulBiasOp, TMatmulOp
from xdsl_tiles.dialects.pto.matrix_mx import TMatmulMxOp
from xdsl_tiles.dialects.pto.transfer import TLoadOp, TMovOp, TPrefetchOp, TStoreOp
from xdsl_tiles.dialects.pto.windows import TExtractFpOp, TExtractOp, TInsertFpOp, TInsertOp, TMovFpOp, TStoreFpOp

NZ = "blayout=col_major, slayout=row_major"
LAYOUTS = {
    "vec": "",
    "mat": f", {NZ}",
    "left": f", {NZ}",  # The order of its boxes is that of the machine, whatever is written.
    "right": ", slayout=col_major",
    "acc": f", {NZ}, fractal=1024",
    "bias": "",
    "scaling": "",
}


def tile(space: str, element: str = "{0}", shape: str = "16x16") -> str:
    """The text of a tile in the layout of its memory; `{0}` is the first type of a combination."""
    return f"!pto.tile_buf<{space}, {shape}x{element}{LAYOUTS[space]}>"


def window(element: str = "{0}") -> str:
    """The text of a window of global memory."""
    return f"!pto.partition_tensor_view<16x16x{element}>"


SCALES = tile("scaling", "ui64", "1x16")


def indexed(operation: type[TExtractOp | TInsertOp | TExtractFpOp | TInsertFpOp]) -> Callable[..., Operation]:
    """A builder that takes the indices last, as the test lists tiles first."""
    return lambda *values: operation(*values[:-3], values[-2], values[-1], values[-3])


PROBES: dict[str, tuple[Callable[..., Operation], tuple[str, ...]]] = {
    "mgather": (MGatherOp, (window(), tile("vec", "{1}"), tile("vec"))),
    "mscatter": (MScatterOp, (tile("vec"), tile("vec", "{1}"), window())),
    **{f"tload {space}": (TLoadOp, (window(), tile(space))) for space in LAYOUTS},
    "tload x-type": (TLoadOp, (window("{0}"), tile("vec", "{1}"))),
    **{f"tstore {space}": (TStoreOp, (tile(space), window("{1}"))) for space in ("vec", "mat", "left", "acc")},
    "tstore x-type": (TStoreOp, (tile("vec", "{0}"), window("{1}"))),
    "tstore acc+preQuant": (
        lambda src, dst, scalar: TStoreOp(src, dst, pre_quant_scalar=scalar),
        (tile("acc"), window("{1}"), "i64"),
    ),
    "tprefetch": (TPrefetchOp, (window(), tile("vec"))),
    **{
        f"tmov {source}->{target}": (TMovOp, (tile(source), tile(target, "{1}")))
        for source, target in product(LAYOUTS, repeat=2)
    },
    "tmov.fp": (TMovFpOp, (tile("acc"), SCALES, tile("mat", "{1}"))),
    "tstore_fp": (TStoreFpOp, (tile("acc"), SCALES, window("{1}"))),
    **{
        f"t{way} {source}->{target}": (indexed(operation), (tile(source), tile(target, "{1}"), "index", "index"))
        for way, operation in (("extract", TExtractOp), ("insert", TInsertOp))
        for source, target in product(LAYOUTS, repeat=2)
    },
    "textract_fp": (indexed(TExtractFpOp), (tile("acc"), SCALES, tile("mat", "{1}"), "index", "index")),
    "tinsert_fp": (indexed(TInsertFpOp), (tile("acc"), SCALES, tile("mat", "{1}"), "index", "index")),
    "tmatmul": (TMatmulOp, (tile("left"), tile("right", "{1}"), tile("acc", "{2}"))),
    "tmatmul.mx": (
        TMatmulMxOp,
        (tile("left"), SCALES, tile("right", "{1}"), SCALES, tile("acc", "{2}")),
    ),
}
"""For each row, the op and the types of its operands; `{1}` is the second of a combination, or the only one."""

ROWS = [name for name in PROBES if name in TABLE]
by_arch = pytest.mark.parametrize("arch", Arch)


def accepts(arch: Arch, operation: Callable[..., Operation], types: list[str]) -> bool:
    """Whether the op verifies on operands of these types in a module for the architecture."""
    reason = refusal(arch, operation, types)
    assert reason != ""
    return reason is None


def tries(name: str) -> list[tuple[str, ...]]:
    """Everything that was tried for a row; products into four types."""
    return [each for each in combinations(name) if len(each) < 3 or each[2] in ("i32", "f32", "f16", "bf16")]


@pytest.mark.parametrize("name", ROWS)
@by_arch
def test_row(name: str, arch: Arch):
    operation, types = PROBES[name]
    accepted = {
        "/".join(tried)
        for tried in tries(name)
        if accepts(arch, operation, [type_.format(*tried, *tried[-1:] * 2) for type_ in types])
    }
    assert accepted == set(TABLE[name][arch].split()) - {"-"}


@by_arch
def test_the_bias_of_a_product(arch: Arch):
    """Its row gives what products are added up in, and the element type of the bias."""
    inputs = {"i32": "i8", "f32": "f16"}
    accepted = [
        f"{acc}/{bias}"
        for acc, bias in product(ELEMENTS, repeat=2)
        if acc in inputs
        and accepts(
            arch,
            TMatmulBiasOp,
            [
                tile("left", inputs[acc]),
                tile("right", inputs[acc]),
                tile("bias", bias, "1x16"),
                tile("acc", acc),
            ],
        )
    ]
    assert accepted == TABLE["tmatmul.bias acc,bias"][arch].split()


MINE = ("mgather", "mscatter", "tload", "tstore", "tprefetch", "tmov", "textract", "tinsert", "tmatmul")
UNREADABLE = "tmov acc->mat+preQuant"
"""A row of nothing, as the assembler cannot read the form that it prints this in; we read it and the generic form."""


def test_every_row_is_probed():
    rows = {name for name in TABLE if name.startswith(MINE)}
    assert rows - set(PROBES) == {"tmatmul.bias acc,bias", UNREADABLE}


@by_arch
def test_a_copy_quantised_by_a_scalar(arch: Arch):
    def quantised(src: SSAValue, dst: SSAValue, scalar: SSAValue) -> Operation:
        return TMovOp(src, dst, pre_quant_scalar=scalar)

    assert TABLE[UNREADABLE][arch] == "-"
    assert accepts(arch, quantised, [tile("acc", "i32"), tile("mat", "i8"), "i64"])
    assert not accepts(arch, quantised, [tile("mat", "i8"), tile("left", "i8"), "i64"])
