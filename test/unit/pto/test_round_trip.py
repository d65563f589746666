"""fault I2: what is printed is read back, byte for byte, for every op, with its optional parts set and unset.

Ops are built from their definitions, so a new op is covered by being registered.
"""

from io import StringIO
from itertools import product

import pytest
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    FlatSymbolRefAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.dialects.test import TestOp
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import IRDLOperation, OptionalDef, VariadicDef
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_tiles.dialects.format import FormattedOperation, format_program
from xdsl_tiles.dialects.pto import Pto
from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr, MaskPatternAttr
from xdsl_tiles.dialects.pto.config import TileBufConfigAttr
from xdsl_tiles.dialects.pto.enums import AddressSpace, MaskPattern
from xdsl_tiles.dialects.pto.fifo import ReserveBufferOp
from xdsl_tiles.dialects.pto.subset import SubsetOp
from xdsl_tiles.dialects.pto.tile_buf import NZ, TileBufType
from xdsl_tiles.dialects.pto.types import (
    AsyncEventType,
    AsyncSessionType,
    EventIdArrayType,
    PartitionTensorViewType,
    PipeType,
    PtrType,
    TensorViewType,
)
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects

CONTEXT = all_dialects()
OPERATIONS = list(Pto.operations)
TYPES: tuple[Attribute, ...] = (
    TileBufType(AddressSpace.VEC, (16, 32), f32),
    PtrType(f32),
    TensorViewType((DYNAMIC_INDEX, 32), f32),
    PartitionTensorViewType((16, 32), f32),
    MemRefType(f32, (16, 32), memory_space=AddressSpaceAttr(AddressSpace.VEC)),
    TensorType(f32, (16, 32)),
    IndexType(),
    f32,
    *(i1, i8, i32, i64),
    PipeType(),
    AsyncSessionType(),
    AsyncEventType(),
    EventIdArrayType(4),
)
PROPERTIES: tuple[Attribute, ...] = (
    StringAttr("text"),
    FlatSymbolRefAttr("peer"),
    TileBufConfigAttr(NZ),
    ArrayAttr([IntegerAttr(8, i64), IntegerAttr(16, i64)]),
    IntegerAttr(1, i1),
    IntegerAttr(2, i8),
    IntegerAttr(7, i32),
    IntegerAttr(9, i64),
)


def type_for(constraint: object) -> Attribute:
    """The first of the types above that an operand or result may have."""
    element = getattr(constraint, "constraint", constraint).constr
    return next(type_ for type_ in TYPES if element.verifies(type_))


def property_for(constraint: object) -> Attribute:
    """A property that satisfies its constraint, the last word of an enumeration."""
    for base in constraint.get_bases() or ():
        if issubclass(base, EnumAttribute):
            return base(list(base.enum_type)[-1])
    return next(attribute for attribute in PROPERTIES if constraint.verifies(attribute))


def built(operation: type[IRDLOperation], with_operands: bool, with_properties: bool) -> ModuleOp:
    """A module of the op, its optional operands and results set or unset, and its optional properties."""
    definition = operation.get_irdl_definition()
    groups: list[list[Attribute]] = []
    for name, operand in definition.operands:
        count = 1
        if isinstance(operand, OptionalDef):
            count = int(with_operands and name not in ("k_value", "cdst"))
        elif isinstance(operand, VariadicDef):
            count = 2
        groups.append([type_for(operand.constr)] * count)
    results = [
        [type_for(result.constr)] * (not isinstance(result, OptionalDef) or with_operands)
        for _, result in definition.results
    ]
    properties = {
        name: property_for(prop.constr)
        for name, prop in definition.properties.items()
        if name not in ("operandSegmentSizes", "maskPattern")
        and (with_properties or (not isinstance(prop, OptionalDef) and prop.default_value is None))
    }
    if operation is SubsetOp:
        results = [[TileBufType(AddressSpace.VEC, (8, 16), f32, valid=(DYNAMIC_INDEX, DYNAMIC_INDEX))]]
    if operation.name == "pto.tgather" and not with_operands:
        properties["maskPattern"] = MaskPatternAttr(MaskPattern.P0101)
    if operation.name.startswith("pto.sync."):
        properties.pop("event_id", None)
        if not with_operands:
            properties["event_id"] = IntegerAttr(7, i32)
    if operation.name == "pto.tmrgsort":
        groups[1 if with_operands else 3] = []
        groups[2], groups[4] = groups[2][:1], groups[4] if groups[3] else []
        groups[1] = groups[1] if groups[3] else [i32]
        properties |= {} if groups[3] else {"exhausted": IntegerAttr(0, i1)}
    source = TestOp(result_types=[type_ for types in groups for type_ in types])
    values = iter(source.results)
    op = operation.build(
        operands=[[next(values) for _ in types] for types in groups],
        result_types=results,
        properties=properties,
        attributes={"note": StringAttr("said")} if with_properties else {},
        regions=[Region(Block([TestOp()])) for _ in definition.regions],
    )
    return ModuleOp([source, op])


def printed(module: ModuleOp, *, generic: bool) -> str:
    """The text of a module."""
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_optional_parts(operation: type[IRDLOperation]):
    for with_operands, with_properties, generic in product((False, True), repeat=3):
        module = built(operation, with_operands, with_properties)
        text = printed(module, generic=generic)
        for parser in (Parser, LocatedParser):
            again = parser(CONTEXT, text).parse_module()
            assert again.is_structurally_equivalent(module)
            assert printed(again, generic=generic) == text


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_format_is_valid(operation: type[Operation]):
    """Formats are parsed when first used, so a mistake in one does not show at import."""
    assert issubclass(operation, FormattedOperation)
    assert format_program(operation).stmts


def test_properties_are_in_order():
    """The generic form lists properties by name, whatever their order in the builder."""
    op = ReserveBufferOp("fifo", 8192, AddressSpace.VEC, base=0)
    assert list(op.properties) == sorted(op.properties)
