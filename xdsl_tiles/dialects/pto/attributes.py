"""The attributes of the pto dialect, in the two textual forms that it has: `#pto.pipe<PIPE_V>` and `#pto<cmp gt>`.

Which form an attribute has is part of the language. Inside the syntax of some ops the first form is shortened to
`<PIPE_V>`.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Data, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum

from xdsl_tiles.dialects.pto import enums
from xdsl_tiles.numerics.comparison import Comparison

Words = TypeVar("Words", bound=StrEnum)


def parse_word(parser: AttrParser, words: type[Words]) -> Words:
    """Parse a word of an enumeration, bare or quoted."""
    quoted = parser.parse_optional_str_literal()
    if quoted is None:
        return parser.parse_str_enum(words)
    if quoted not in set(words):
        parser.raise_error(f"expected one of {', '.join(words)}, got '{quoted}'")
    return words(quoted)


class AngleSyntax(Data[Any]):
    """The form `#pto.name<word>`."""

    enum_type: ClassVar[type[StrEnum]]

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        """Parse `<word>`."""
        with parser.in_angle_brackets():
            return parse_word(parser, cls.enum_type)

    def print_parameter(self, printer: Printer) -> None:
        """Print `<word>`."""
        printer.print_string(f"<{self.data}>")


@irdl_attr_definition
class AddressSpaceAttr(AngleSyntax, EnumAttribute[enums.AddressSpace]):
    """A memory space: `#pto.address_space<vec>`."""

    name = "pto.address_space"


@irdl_attr_definition
class PipeAttr(AngleSyntax, EnumAttribute[enums.Pipe]):
    """A pipe: `#pto.pipe<PIPE_V>`."""

    name = "pto.pipe"


@irdl_attr_definition
class PipeEventTypeAttr(AngleSyntax, EnumAttribute[enums.OperationKind]):
    """The kind of an operation that an event is about: `#pto.pipe_event_type<TLOAD>`."""

    name = "pto.pipe_event_type"


@irdl_attr_definition
class SyncOpTypeAttr(AngleSyntax, EnumAttribute[enums.OperationKind]):
    """The kind of an operation that a barrier is about: `#pto.sync_op_type<TVEC>`."""

    name = "pto.sync_op_type"


@irdl_attr_definition
class EventAttr(AngleSyntax, EnumAttribute[enums.Event]):
    """A flag between two pipes: `#pto.event<EVENT_ID0>`."""

    name = "pto.event"


@irdl_attr_definition
class LayoutAttr(AngleSyntax, EnumAttribute[enums.ViewLayout]):
    """The order of the elements of a GM view: `#pto.layout<nd>`."""

    name = "pto.layout"


@irdl_attr_definition
class KernelKindAttr(AngleSyntax, EnumAttribute[enums.KernelKind]):
    """The core that a function is for: `#pto.kernel_kind<cube>`."""

    name = "pto.kernel_kind"


@irdl_attr_definition
class FuncCoreTypeAttr(AngleSyntax, EnumAttribute[enums.CoreType]):
    """The cores that a function uses: `#pto.func_core_type<AIC>`."""

    name = "pto.func_core_type"


@irdl_attr_definition
class ModuleCoreTypeAttr(AngleSyntax, EnumAttribute[enums.CoreType]):
    """The cores that a module uses: `#pto.module_core_type<MIX>`."""

    name = "pto.module_core_type"


@irdl_attr_definition
class PadModeAttr(AngleSyntax, EnumAttribute[enums.PadMode]):
    """What a load puts around the data: `#pto.padmode<PadValue>`."""

    name = "pto.padmode"


@irdl_attr_definition
class AccToVecModeAttr(AngleSyntax, EnumAttribute[enums.AccToVecMode]):
    """Which vector cores get what of an accumulator: `#pto.acc_to_vec_mode<single_mode_vec0>`."""

    name = "pto.acc_to_vec_mode"


@irdl_attr_definition
class MaskPatternAttr(AngleSyntax, EnumAttribute[enums.MaskPattern]):
    """The columns that a mask gather keeps: `#pto.mask_pattern<P0101>`."""

    name = "pto.mask_pattern"


@irdl_attr_definition
class BLayoutAttr(AngleSyntax, EnumAttribute[enums.BLayout]):
    """The order of the boxes of a tile: `#pto.blayout<row_major>`."""

    name = "pto.blayout"


@irdl_attr_definition
class SLayoutAttr(AngleSyntax, EnumAttribute[enums.SLayout]):
    """The order inside a box of a tile: `#pto.slayout<none_box>`."""

    name = "pto.slayout"


@irdl_attr_definition
class PadValueAttr(AngleSyntax, EnumAttribute[enums.PadValue]):
    """What lies outside the valid region of a tile: `#pto.pad_value<zero>`."""

    name = "pto.pad_value"


@irdl_attr_definition
class CompactModeAttr(AngleSyntax, EnumAttribute[enums.CompactMode]):
    """How closely the boxes of a tile are packed: `#pto.compact_mode<null>`."""

    name = "pto.compact_mode"


@irdl_attr_definition
class CmpAttr(EnumAttribute[Comparison], SpacedOpaqueSyntaxAttribute):
    """A comparison: `#pto<cmp gt>`."""

    name = "pto.cmp"


@irdl_attr_definition
class RoundModeAttr(EnumAttribute[enums.RoundMode], SpacedOpaqueSyntaxAttribute):
    """A round mode: `#pto<round_mode RINT>`."""

    name = "pto.round_mode"


@irdl_attr_definition
class SaturationModeAttr(EnumAttribute[enums.SaturationMode], SpacedOpaqueSyntaxAttribute):
    """Whether a conversion clamps: `#pto<saturation_mode ON>`."""

    name = "pto.saturation_mode"


@irdl_attr_definition
class StPhaseAttr(EnumAttribute[enums.StorePhase], SpacedOpaqueSyntaxAttribute):
    """Whether more stores to the same place follow: `#pto<st_phase final>`."""

    name = "pto.st_phase"


@irdl_attr_definition
class AtomicTypeAttr(EnumAttribute[enums.AtomicType], SpacedOpaqueSyntaxAttribute):
    """What a store does with the value that is there: `#pto<atomic_type atomic_add>`."""

    name = "pto.atomic_type"


@irdl_attr_definition
class ReluPreModeAttr(EnumAttribute[enums.ReluPreMode], SpacedOpaqueSyntaxAttribute):
    """Whether the fixpipe drops negative numbers: `#pto<relu_pre_mode normal_relu>`."""

    name = "pto.relu_pre_mode"


@irdl_attr_definition
class GatherOobAttr(EnumAttribute[enums.GatherOutOfBounds], SpacedOpaqueSyntaxAttribute):
    """What a gather reads outside of the memory: `#pto<gather_oob clamp>`."""

    name = "pto.gather_oob"


@irdl_attr_definition
class ScatterOobAttr(EnumAttribute[enums.ScatterOutOfBounds], SpacedOpaqueSyntaxAttribute):
    """Where a scatter writes outside of the memory: `#pto<scatter_oob skip>`."""

    name = "pto.scatter_oob"


@irdl_attr_definition
class ScatterAtomicOpAttr(EnumAttribute[enums.ScatterAtomic], SpacedOpaqueSyntaxAttribute):
    """What a scatter does with the value that is there: `#pto<scatter_atomic_op add>`."""

    name = "pto.scatter_atomic_op"


@irdl_attr_definition
class QuantTypeAttr(EnumAttribute[enums.QuantType], SpacedOpaqueSyntaxAttribute):
    """The integers of a quantised tile: `#pto<quant_type INT8_SYM>`."""

    name = "pto.quant_type"
