"""The printer of text for the public assembler, where that differs from what xDSL prints."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, Operation
from xdsl.utils.hints import isa

from xdsl_tiles.dialects.pto.transfer import TMovOp
from xdsl_tiles.pipeline.frontend.printer import FastPrinter


class PtoPrinter(FastPrinter):
    """Prints as MLIR does: 64-bit integers without their type; what the assembler cannot read back, generically."""

    def print_op(self, op: Operation) -> None:
        """Print an op and what is inside it."""
        if isinstance(op, TMovOp) and op.fp is None and op.pre_quant_scalar is not None:
            # The assembler takes a scalar in second place for the scales.
            kept, self.print_generic_format = self.print_generic_format, True
            super().print_op(op)
            self.print_generic_format = kept
        else:
            super().print_op(op)

    def print_attribute(self, attribute: Attribute) -> None:
        """Print an attribute or a type."""
        if isa(attribute, IntegerAttr) and attribute.type == i64:
            self.print_int(attribute.value.data)
        else:
            super().print_attribute(attribute)
