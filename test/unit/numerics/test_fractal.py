"""Physical orders against the offset formulas of the instruction set, spelled out in Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_tiles.numerics.fractal import TileLayout


def formula(layout: TileLayout, r: int, c: int) -> int:
    """isa section 1, one formula for each name."""
    rows, columns = layout.rows, layout.columns
    if not layout.box_bytes:
        return r * columns + c if layout.by_rows else c * rows + r
    edge = layout.box_bytes // 16 // layout.itemsize
    box_rows, box_columns = (16, edge) if layout.box_by_rows else (edge, 16)
    sr, ir, sc, ic = r // box_rows, r % box_rows, c // box_columns, c % box_columns
    match layout.by_rows, layout.box_by_rows:
        case False, True:  # Nz
            return sc * rows * box_columns + sr * box_rows * box_columns + ir * box_columns + ic
        case True, False:  # Zn
            return sr * columns * box_rows + sc * box_rows * box_columns + ic * box_rows + ir
        case True, True:  # Zz
            return sr * columns * box_rows + sc * box_rows * box_columns + ir * box_columns + ic
        case _:  # Nn
            return sc * rows * box_columns + sr * box_rows * box_columns + ic * box_rows + ir


@st.composite
def layouts(draw: st.DrawFn) -> TileLayout:
    itemsize = draw(st.sampled_from([1, 2, 4, 8]))
    box_bytes = draw(st.sampled_from([0, 512, 1024, 32 if itemsize <= 2 else 512]))
    by_rows, box_by_rows = draw(st.booleans()), draw(st.booleans())
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    if box_bytes:
        edge = box_bytes // 16 // itemsize
        rows, columns = (rows * 16, columns * edge) if box_by_rows else (rows * edge, columns * 16)
    return TileLayout(rows, columns, itemsize, by_rows, box_bytes, box_by_rows)


@given(layouts())
def test_orders_are_those_of_the_formulas(layout: TileLayout):
    points = [(r, c) for r in range(layout.rows) for c in range(layout.columns)]
    elements = np.arange(layout.elements).reshape(layout.rows, layout.columns)
    flat = layout.flat(elements)
    offsets = [formula(layout, r, c) for r, c in points]
    assert sorted(offsets) == list(range(layout.elements))
    assert [flat[offset] for offset in offsets] == elements.ravel().tolist()
    assert [layout.offset(r, c) for r, c in points] == offsets
    np.testing.assert_array_equal(layout.logical(flat), elements)


@pytest.mark.parametrize(
    "itemsize, box_bytes, by_rows, box",
    [(4, 512, True, (16, 8)), (4, 512, False, (8, 16)), (2, 512, True, (16, 16)), (2, 512, False, (16, 16)),
     (1, 512, True, (16, 32)), (1, 512, False, (32, 16)), (4, 1024, True, (16, 16)), (1, 32, True, (16, 2)),
     (1, 32, False, (2, 16))],
)  # fmt: skip
def test_boxes(itemsize: int, box_bytes: int, by_rows: bool, box: tuple[int, int]):
    assert TileLayout(64, 64, itemsize, True, box_bytes, by_rows).box == box


def test_broken_boxes_are_refused():
    with pytest.raises(ValueError, match="17x16 elements of 2 bytes are no whole boxes of 16x16"):
        TileLayout(17, 16, 2, box_bytes=512).flat(np.zeros((17, 16)))
