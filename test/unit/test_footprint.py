"""Physical footprints per memory space, and fractal boxes (tile_l0 section 1)."""

import pytest
from xdsl.dialects.builtin import Float4E2M1FNType, bf16, f32, i8, i32

from xdsl_tiles.analysis.footprint import acc_row_alignment, box_extents, footprint, storage_bytes, tile_bytes
from xdsl_tiles.dialects.tile.attributes import DN, L0C, ND, NZ, ZN, Layout, Major, MemorySpace
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.machines import load

A3, A5 = load("ascend910b"), load("ascend950")


def test_fault_A1_an_int32_accumulator_of_16_rows_occupies_32_on_910b():
    assert footprint((16, 1152), "i32", 32, "acc", A3) == 32 * 1152 * 4 == 147456
    assert footprint((16, 1024), "i32", 32, "acc", A3) == A3.capacity("acc")
    assert footprint((16, 1152), "i32", 32, "acc", A5) == 16 * 1152 * 4


@pytest.mark.parametrize(("rows", "physical"), [(1, 16), (16, 16), (17, 32), (32, 32), (33, 48)])
def test_accumulator_rows_round_up(rows: int, physical: int):
    assert footprint((rows, 24), "f32", 32, "acc", A3) == physical * 24 * 4


def test_leading_dimensions_multiply():
    assert footprint((3, 2, 17, 8), "f32", 32, "acc", A5) == 3 * 2 * 32 * 8 * 4


def test_without_a_machine_the_largest_known_alignment_holds():
    assert [acc_row_alignment(dtype, None) for dtype in ("i32", "f32")] == [32, 16]
    assert footprint((16, 16), "i32", 32, "acc", None) == 32 * 16 * 4


@pytest.mark.parametrize("space", [None, "mat", "left", "right", "bias", "vec", "left_scale"])
def test_other_spaces_hold_the_elements_packed(space: str | None):
    assert footprint((17, 24), "i32", 32, space, A3) == 17 * 24 * 4


@pytest.mark.parametrize(("elements", "size"), [(1, 1), (2, 1), (3, 2), (255, 128)])
def test_four_bit_elements_share_bytes(elements: int, size: int):
    assert storage_bytes(elements, 4) == size


def test_a_truth_value_has_a_byte():
    assert storage_bytes(5, 1) == 5


@pytest.mark.parametrize("shape", [(-1, 16), (16, -(1 << 63)), (1 << 40, 1 << 40)])
def test_dynamic_and_overflowing_shapes_are_unknown(shape: tuple[int, ...]):
    assert footprint(shape, "f32", 32, "acc", A3) is None
    assert footprint(shape, "f32", 32, "mat", A3) is None


def test_an_accumulator_has_rows():
    assert footprint((16,), "f32", 32, "acc", A3) is None
    assert footprint((16,), "f32", 32, "vec", A3) == 64


def test_tile_types():
    assert tile_bytes(TileType((128, 256), bf16, MemorySpace.LEFT), A3) == A3.capacity("left")
    assert tile_bytes(TileType((16, 64), i32, MemorySpace.ACC, valid=(5, 64)), A3) == 32 * 64 * 4
    assert tile_bytes(TileType((16, 64), f32), None) == 4096
    assert tile_bytes(TileType((5, 5), Float4E2M1FNType(), MemorySpace.VEC), A5) == 13


@pytest.mark.parametrize(
    ("bits", "nz", "zn"),
    [(32, (16, 8), (8, 16)), (16, (16, 16), (16, 16)), (8, (16, 32), (32, 16)), (4, (16, 64), (64, 16))],
)
def test_operand_boxes(bits: int, nz: tuple[int, int], zn: tuple[int, int]):
    assert box_extents(NZ, bits) == nz
    assert box_extents(ZN, bits) == zn


def test_accumulator_scale_and_plain_layouts():
    assert box_extents(L0C, 32) == (16, 16)
    assert box_extents(Layout(Major.ROW, Major.ROW, 32), 8) == (16, 2)
    assert box_extents(Layout(Major.COL, Major.COL, 32), 8) == (2, 16)
    assert box_extents(ND, 32) is None
    assert box_extents(DN, 32) is None


def test_a_boxed_type_knows_its_box():
    tile = TileType((64, 64), i8, MemorySpace.MAT)
    assert box_extents(tile.effective_layout, tile.element_bits) == (16, 32)
