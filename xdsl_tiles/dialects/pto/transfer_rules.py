"""Rules of single transfers: indices into global memory, atomic scatters, quantised accumulators."""

from __future__ import annotations

from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.attributes import AccToVecModeAttr, ScatterAtomicOpAttr
from xdsl_tiles.dialects.pto.element_rules import Elements
from xdsl_tiles.dialects.pto.enums import AccToVecMode, ScatterAtomic
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule, tiles_of

_COMBINED = {
    ScatterAtomic.ADD: "i32,ui32,f16,f32",
    ScatterAtomic.MAX: "i32,f32",
    ScatterAtomic.MIN: "i32,f32",
}
"""The elements that a scatter can combine with what is there."""


class SingleMode(Rule):
    """A quantised accumulator goes to one vector core as a whole."""

    mode: str = "acc_to_vec_mode"

    def check(self, op: PtoOperation) -> None:
        mode: AccToVecModeAttr | None = getattr(op, self.mode)
        if mode is not None and mode.data not in (AccToVecMode.SINGLE_VEC0, AccToVecMode.SINGLE_VEC1):
            raise VerifyException(
                f"cannot split what it quantises between vector cores: takes accToVecMode {AccToVecMode.SINGLE_VEC0} "
                f"or {AccToVecMode.SINGLE_VEC1}, got {mode.data}"
            )


class Atomic(Rule):
    """The scatter can combine elements of this type with what is there."""

    operation: str = "scatter_atomic_op"

    def check(self, op: PtoOperation) -> None:
        combined: ScatterAtomicOpAttr = getattr(op, self.operation)
        if combined.data in _COMBINED:
            Elements(("src",), (_COMBINED[combined.data],)).check(op)


class IndexPerRow(Rule):
    """There is an index for each element of the data, or one for each row of it."""

    data: str

    def check(self, op: PtoOperation) -> None:
        shapes = [tile.get_shape() for _, tile in tiles_of(op, (self.data, "idx"))]
        if len(shapes) < 2:
            return
        (rows, columns), found = shapes
        if found not in ((rows, columns), (rows, 1)):
            raise VerifyException(
                f"expects idx of {rows}x{columns}, one an element of {self.data}, or {rows}x1, one a row; "
                f"got {'x'.join(map(str, found))}"
            )
