"""One program on the wrong side of each rule of transfers, products, handles and FIFOs, and what is said of it."""

import pytest
from pto_programs import parse
from xdsl.utils.exceptions import VerifyException

VEC = "!pto.tile_buf<vec, 16x32xf32>"
NZ = "blayout=col_major, slayout=row_major"
MAT = f"!pto.tile_buf<mat, 32x32xf16, {NZ}>"
LEFT = "!pto.tile_buf<left, 16x32xf16, slayout=row_major>"
RIGHT = "!pto.tile_buf<right, 32x16xf16, slayout=col_major>"
ACC = f"!pto.tile_buf<acc, 16x16xf32, {NZ}, fractal=1024>"
WINDOW = "!pto.partition_tensor_view<16x32xf32>"
POP, FREE = "pto.tpop_from_aic {split = 0} -> !pto.tile_buf<vec, 16x16xf32>", "pto.tfree_from_aic {split = 0}"


def ops(*lines: str, arguments: str = "", kind: str = "vector") -> str:
    """A kernel of these ops."""
    head = f"func.func @f({arguments}) attributes {{pto.kernel_kind = #pto.kernel_kind<{kind}>}} {{"
    return "\n".join((head, *lines, "func.return", "}"))


def dps(op: str, ins: tuple[str, ...], out: str) -> str:
    """A kernel of one op that reads and writes tiles of these types."""
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in zip(("%a", "%b", "%c", "%d"), (*ins, out)))
    names = ["%a", "%b", "%c", "%d"][: len(ins) + 1]
    return ops(f"{op} ins({', '.join(names[:-1])} : {', '.join(ins)}) outs({names[-1]} : {out})", arguments=arguments)


REFUSED = {
    "fault C12, a store of less than the window": (
        dps("pto.tstore", ("!pto.tile_buf<vec, 64x64xf32, valid=32x32>",), "!pto.partition_tensor_view<64x64xf32>"),
        "a3",
        "32x32 of the tile are valid, and the window is 64x64",
    ),
    "fault C14, an operand of the cube stored row by row": (
        dps("pto.tmatmul", (LEFT, "!pto.tile_buf<right, 32x16xf16>"), ACC),
        "a5",
        "expects rhs laid out row_major/col_major",
    ),
    "a load into left": (
        dps("pto.tload", (WINDOW,), "!pto.tile_buf<left, 16x32xf32>"),
        "a3",
        "expects dst in vec or mat",
    ),
    "a load of another width": (dps("pto.tload", (WINDOW,), "!pto.tile_buf<vec, 16x32xf16>"), "a3", "the same width"),
    "a load from a tile": (dps("pto.tload", (VEC,), VEC), "a3", "expects src to be a !pto.partition_tensor_view"),
    "a padded load of 64 bits": (
        dps("pto.tload", ("!pto.partition_tensor_view<16x32xi64>",), "!pto.tile_buf<vec, 16x32xi64, pad=2>"),
        "a5",
        "padded with null or zero",
    ),
    "a store from mat": (
        dps("pto.tstore", (MAT,), "!pto.partition_tensor_view<32x32xf16>"),
        "a5",
        "vec or acc on a5, got mat",
    ),
    "a copy within mat": (dps("pto.tmov", (MAT,), MAT), "a3", "got mat/mat"),
    "a copy to another shape": (dps("pto.tmov", (MAT,), LEFT), "a3", "expects shapes src MxN, dst MxN, got src 32x32"),
    "fault B19, int8 products as floats": (
        dps(
            "pto.tmatmul",
            ("!pto.tile_buf<left, 16x32xi8, slayout=row_major>", "!pto.tile_buf<right, 32x16xi8, slayout=col_major>"),
            ACC,
        ),
        "a3",
        "got i8/i8/f32",
    ),
    "a product of other shapes": (
        dps("pto.tmatmul", (LEFT, LEFT.replace("left", "right")), ACC),
        "a3",
        "expects shapes lhs MxK",
    ),
    "operands of a product swapped": (dps("pto.tmatmul", (RIGHT, LEFT), ACC), "a3", "got right/left/acc"),
    "a row product of more rows": (dps("pto.tgemv", (LEFT, RIGHT), ACC), "a3", "expects valid shapes lhs 1xK"),
    "a window that reaches out": (
        ops(
            "%i = arith.constant 8 : index",
            f"pto.textract ins(%a, %i, %i : {MAT}, index, index) outs(%b : {LEFT})",
            arguments=f"%a: {MAT}, %b: {LEFT}",
        ),
        "a3",
        "expects dst inside src",
    ),
    "a partition that reaches out": (
        ops(
            "%c = arith.constant 8 : index",
            "%w = pto.partition_view %v, offsets = [%c, %c], sizes = [%c, %c] "
            ": !pto.tensor_view<12x?xf32> -> !pto.partition_tensor_view<8x8xf32>",
            arguments="%v: !pto.tensor_view<12x?xf32>",
        ),
        "a3",
        "offset 8 and size 8 exceed 12",
    ),
    "an open extent that nothing states": (
        ops("%t = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32, valid=?x32>"),
        "a3",
        "needs the operand valid_row",
    ),
    "an extent stated twice": (
        ops(f"%t = pto.alloc_tile valid_row = %r : {VEC}", arguments="%r: index"),
        "a3",
        "takes no operand valid_row",
    ),
    "a reshape to more bytes": (
        ops(f"%t = pto.treshape %a : {VEC} -> !pto.tile_buf<vec, 16x64xf32>", arguments=f"%a: {VEC}"),
        "a3",
        "expects a result of 2048 bytes",
    ),
    "a bitcast to the same type": (
        ops(f"%t = pto.bitcast %a : {VEC} -> {VEC}", arguments=f"%a: {VEC}"),
        "a3",
        "expects another element type than f32",
    ),
    "fault F3, a slot given back before its last use": (
        ops(
            f"%t = {POP}",
            FREE,
            "pto.tprint ins(%t : !pto.tile_buf<vec, 16x16xf32>)",
        ),
        "a5",
        "gives back a slot whose tile a pto.tprint below uses",
    ),
    "a push from the other core": (ops(FREE, kind="cube"), "a5", "expects to be in a vector kernel, got a cube one"),
    "a split that there is not": (ops(FREE.replace("0", "3")), "a5", "expects split from 0 to 2, got 3"),
    "a signal from a pipe that has none": (
        ops("pto.sync.set <PIPE_V>, 3"),
        "a5",
        "expects PIPE_FIX or PIPE_MTE3 on a5",
    ),
}


@pytest.mark.parametrize(("text", "arch", "said"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, arch: str, said: str):
    with pytest.raises(VerifyException, match=said):
        parse(text, arch)


def test_fault_F3_slots_are_given_back_in_their_order():
    tile = "!pto.tile_buf<vec, 16x16xf32>"
    uses = [f"pto.tprint ins(%{name} : {tile})" for name in "tu"]
    parse(ops(f"%t = {POP}", f"%u = {POP}", *uses, FREE, FREE), "a5")


def test_a3_takes_products_of_any_layout():
    parse(dps("pto.tmatmul", ("!pto.tile_buf<left, 16x32xf16>", "!pto.tile_buf<right, 32x16xf16>"), ACC), "a3")
