"""fault I2: what is printed is read back, byte for byte, for every op and type of the dialect.

Ops are drawn from their definitions, every optional part set and unset, so a new op is covered by being registered.
"""

from io import StringIO

import pytest
import xdsl.dialects.test as testing
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    Builtin,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    bf16,
    f4E2M1FN,
    f8E4M3FN,
    f8E5M2,
    f16,
    f32,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation, OptionalDef, VarConstraint, VariadicDef
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.tile import Tile
from xdsl_tiles.dialects.tile.attributes import Layout, Major, MemorySpace
from xdsl_tiles.dialects.tile.types import TileType
from xdsl_tiles.pipeline.frontend.parser import LocatedParser

OPERATIONS = list(Tile.operations)
ELEMENT_TYPES = (f32, f16, bf16, f8E4M3FN, f8E5M2, f4E2M1FN, i1, IntegerType(4), i8, i16, i32, i64)
COMPACT_SPACES = (MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC, None)

layouts = st.builds(
    Layout, st.sampled_from((Major.ROW, Major.COL)), st.sampled_from(Major), st.sampled_from((32, 512, 1024))
)
element_types = st.sampled_from(ELEMENT_TYPES)


@st.composite
def tile_types(draw: st.DrawFn) -> TileType:
    """Any tile type, most of them small and 2-D."""
    shape = draw(st.lists(st.integers(1, 64), min_size=1, max_size=4) | st.just([16, 64]))
    space = draw(st.sampled_from((*MemorySpace, None)))
    return TileType(
        shape,
        draw(element_types),
        space,
        valid=draw(st.none() | st.tuples(*(st.integers(0, extent) | st.just(DYNAMIC_INDEX) for extent in shape))),
        layout=draw(st.none() | layouts),
        compact=space in COMPACT_SPACES and draw(st.booleans()),
    )


tensor_types = st.builds(
    TensorType, element_types, st.lists(st.integers(1, 64) | st.just(DYNAMIC_INDEX), min_size=1, max_size=4)
)
BY_BASE: dict[type[Attribute], st.SearchStrategy[Attribute]] = {
    TileType: tile_types(),
    TensorType: tensor_types,
    IndexType: st.just(IndexType()),
}


def type_for(draw: st.DrawFn, constraint: object, bound: dict[str, Attribute]) -> Attribute:
    """A type that satisfies the constraint of an operand or result, the same for one variable."""
    if isinstance(constraint, VarConstraint):
        if constraint.name not in bound:
            bound[constraint.name] = type_for(draw, constraint.constraint, bound)
        return bound[constraint.name]
    bases = constraint.get_bases() or set()
    if bases == {IntegerType}:
        return i1
    known = [BY_BASE[base] for base in bases if base in BY_BASE]
    return draw(st.one_of(known) if known else element_types)


def element_constraint(definition: object) -> object:
    """The constraint of each value that an operand or result definition stands for."""
    constraint = definition.constr
    return getattr(constraint, "constraint", constraint).constr


def property_for(draw: st.DrawFn, name: str, dynamic: dict[str, int], constraint: object) -> Attribute:
    """A property; the static half of a list of mixed indices has a marker for each operand."""
    if name.startswith("static_"):
        markers = [DYNAMIC_INDEX] * dynamic[name.removeprefix("static_")]
        constants = draw(st.lists(st.integers(-3, 2**40), max_size=3))
        return DenseArrayBase.from_list(i64, draw(st.permutations(markers + constants)))
    (base,) = constraint.get_bases()
    if base is SymbolRefAttr:
        return SymbolRefAttr(draw(st.sampled_from(("f_cube", "a b", "0"))))
    if issubclass(base, EnumAttribute):
        return base(draw(st.sampled_from(list(base.enum_type))))
    return UnitAttr() if base is UnitAttr else IntegerAttr(draw(st.integers(-1, 2**40)), i64)


def _result_types(draw: st.DrawFn, result: object, bound: dict[str, Attribute]) -> list[Attribute]:
    count = draw(st.integers(0, 3)) if isinstance(result, VariadicDef) else 1
    return [type_for(draw, element_constraint(result), bound) for _ in range(count)]


@st.composite
def operations(draw: st.DrawFn, operation: type[IRDLOperation]) -> tuple[testing.TestOp, Operation]:
    """An op that satisfies its constraints, if not its verifier, and the op that defines its operands."""
    definition = operation.get_irdl_definition()
    bound: dict[str, Attribute] = {}
    groups: list[list[Attribute]] = []
    for _, operand in definition.operands:
        count = 1
        if isinstance(operand, VariadicDef):
            count = draw(st.integers(0, 1 if isinstance(operand, OptionalDef) else 3))
        groups.append([type_for(draw, element_constraint(operand), bound) for _ in range(count)])
    dynamic = {name: len(types) for (name, _), types in zip(definition.operands, groups)}
    properties = {
        name: property_for(draw, name, dynamic, value.constr)
        for name, value in definition.properties.items()
        if name != "operandSegmentSizes" and not (isinstance(value, OptionalDef) and draw(st.booleans()))
    }
    source = testing.TestOp(result_types=[type_ for types in groups for type_ in types])
    values = iter(source.results)
    op = operation.build(
        operands=[[next(values) for _ in types] for types in groups],
        result_types=[_result_types(draw, result, bound) for _, result in definition.results],
        properties=properties,
        attributes={"note": StringAttr(draw(st.sampled_from(("", "some text"))))} if draw(st.booleans()) else {},
    )
    return source, op


def context() -> Context:
    """A context with what the modules here are written in."""
    ctx = Context()
    for dialect in (Builtin, testing.Test, Tile):
        ctx.load_dialect(dialect)
    return ctx


CONTEXT = context()


def printed(module: Operation, generic: bool) -> str:
    """The text of a module."""
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


@given(type_=tile_types())
def test_types(type_: TileType):
    text = str(type_)
    read = Parser(CONTEXT, text).parse_type()
    assert read == type_
    assert str(read) == text


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_operations(operation: type[IRDLOperation], data: st.DataObject):
    module = ModuleOp(list(data.draw(operations(operation))))
    for generic in (False, True):
        text = printed(module, generic)
        for parser in (Parser, LocatedParser):
            read = parser(CONTEXT, text).parse_module()
            assert read.is_structurally_equivalent(module)
            assert printed(read, generic) == text


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_verifiers_accept_or_refuse(operation: type[IRDLOperation], data: st.DataObject):
    """fault I8: no op that can be written makes its verifier fail in any other way."""
    source, op = data.draw(operations(operation))
    ModuleOp([source, op])
    try:
        op.verify()
    except VerifyException as error:
        assert str(error)
