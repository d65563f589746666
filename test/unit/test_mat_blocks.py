"""Blocks that stream through Mat: what fits, and that no other block reads fewer bytes."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import bf16, f32, i8

from xdsl_tiles.analysis.granularity import product_granularity
from xdsl_tiles.analysis.mat_blocks import Held, MatBlocks, Product, choose_mat_blocks
from xdsl_tiles.machines import Machine, load

_TYPES = {"f32": (f32, 32, "f32"), "bf16": (bf16, 16, "f32"), "i8": (i8, 8, "i32")}


def product(dtype: str, m: int, n: int, k: int, machine: Machine) -> Product:
    element_type, bits, accumulator = _TYPES[dtype]
    return Product(m, n, k, bits, accumulator, 32, product_granularity(element_type, machine))


def up(value: int, step: int) -> int:
    return ceil(value / step) * step


def fits(block: MatBlocks, question: Product, machine: Machine) -> bool:
    size, one_box = question.bits // 8, question.granularity.k
    acc_rows = up(block.m, machine.cube.acc_row_alignment[question.accumulator])
    return (
        acc_rows * block.n * 4 <= machine.memory["acc"].bytes
        and 2 * block.m * one_box * size <= machine.memory["left"].bytes
        and 2 * block.n * one_box * size <= machine.memory["right"].bytes
        and 2 * (block.m + block.n) * block.k * size <= machine.memory["mat"].bytes
    )


def bytes_read(block: MatBlocks, question: Product, machine: Machine) -> int:
    """Count the granules of GM that the rows of every panel of every block occupy, one by one."""
    size, granule = question.bits // 8, machine.gm.granularity
    total = 0
    for row in range(0, question.m, block.m):
        for column in range(0, question.n, block.n):
            width = up(min(block.n, question.n - column) * size, granule)
            for at in range(0, question.k, block.k):
                depth = min(block.k, question.k - at)
                total += min(block.m, question.m - row) * up(depth * size, granule) + depth * width
    return total


def any_block(question: Product, machine: Machine) -> list[MatBlocks]:
    """Every block of whole boxes that fits, with the panel depth that the rule gives it."""
    unit, size = question.granularity, question.bits // 8
    whole, advised = up(question.k, unit.k), up(machine.gm.advised_innermost // size, unit.k)
    found: list[MatBlocks] = []
    for m in range(unit.m, up(question.m, unit.m) + 1, unit.m):
        for n in range(unit.n, up(question.n, unit.n) + 1, unit.n):
            deepest = machine.memory["mat"].bytes // (2 * (m + n) * size)
            depth = whole if whole <= deepest else deepest // advised * advised or deepest // unit.k * unit.k
            block = MatBlocks(m, n, depth, Held.NEITHER)
            if depth and fits(block, question, machine):
                found.append(block)
    return found


@given(
    dtype=st.sampled_from(sorted(_TYPES)),
    extents=st.tuples(st.integers(1, 100), st.integers(1, 100), st.integers(1, 400)),
)
def test_no_block_reads_less(dtype: str, extents: tuple[int, int, int]):
    machine = load("toy_cube")
    question = product(dtype, *extents, machine)
    chosen = choose_mat_blocks(question, machine)
    assert chosen is not None
    assert fits(chosen, question, machine)
    least = min(bytes_read(block, question, machine) for block in any_block(question, machine))
    assert bytes_read(chosen, question, machine) == least


@pytest.mark.parametrize(
    ("machine", "dtype", "m", "n", "k", "expected"),
    [
        # The query projection of Qwen3-0.6B, 128 tokens: a row of blocks, panels of 512 bytes a row.
        ("ascend910b", "bf16", 128, 2048, 1024, MatBlocks(128, 256, 256, Held.NEITHER)),
        ("ascend950", "bf16", 128, 2048, 1024, MatBlocks(128, 512, 192, Held.NEITHER)),
        # ResNet-50's classifier for one image: all columns at once.
        ("ascend910b", "bf16", 1, 1000, 2048, MatBlocks(16, 1008, 128, Held.NEITHER)),
        ("ascend910b", "f32", 4096, 4096, 4096, MatBlocks(128, 256, 128, Held.NEITHER)),
        # An i32 accumulator has rows in multiples of 32 on a 910B.
        ("ascend910b", "i8", 16, 151936, 1024, MatBlocks(16, 1024, 224, Held.NEITHER)),
        ("ascend910b", "bf16", 4096, 4096, 64, MatBlocks(64, 512, 64, Held.RHS)),
    ],
)
def test_layers(machine: str, dtype: str, m: int, n: int, k: int, expected: MatBlocks):
    assert choose_mat_blocks(product(dtype, m, n, k, load(machine)), load(machine)) == expected


def test_nothing_fits_a_mat_below_one_box():
    machine = load("toy_cube")
    tiny = {**machine.memory, "mat": type(machine.memory["mat"])(bytes=512, alignment=32)}
    starved = type(machine)(**{**vars(machine), "memory": tiny})
    assert choose_mat_blocks(product("bf16", 64, 64, 64, starved), starved) is None
