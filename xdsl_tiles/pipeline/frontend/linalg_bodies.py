"""Bodies of `linalg.matmul` in mixed precision, as MLIR builds them.

The text of a named linalg op leaves out its body. MLIR builds one that first converts each input to the element type
of the output (bf16 to f32, i8 to i32); xDSL builds one without conversions, which does not verify where the types
differ. The body put in its place here is MLIR's, so mixed-precision matmuls are read like any others.
"""

from __future__ import annotations

from xdsl.builder import Builder
from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IntegerType, ModuleOp
from xdsl.dialects.linalg.ops import MatmulOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from xdsl_tiles.dialects.linalg_named import NamedProduct


def widen_matmul_bodies(module: ModuleOp) -> None:
    """Give every named product whose inputs and output differ in element type the body that MLIR gives it."""
    for op in module.walk():
        if isinstance(op, MatmulOp | NamedProduct) and _is_unconverted(op.body):
            _widen(op)


def _is_unconverted(body: Region) -> bool:
    """True for a body whose arguments differ in type but are multiplied as they are."""
    block = body.first_block
    if block is None or len(block.args) != 3:
        return False
    is_mixed = len(set(block.arg_types)) > 1
    return is_mixed and isinstance(block.first_op, arith.MulfOp | arith.MuliOp)


def _widen(op: MatmulOp | NamedProduct) -> None:
    block = Block(arg_types=op.body.block.arg_types)
    builder = Builder(InsertPoint.at_end(block))
    lhs, rhs, accumulator = block.args
    lhs, rhs = (_converted(builder, value, accumulator.type) for value in (lhs, rhs))
    is_float = isinstance(accumulator.type, AnyFloat)
    product = builder.insert(arith.MulfOp(lhs, rhs) if is_float else arith.MuliOp(lhs, rhs))
    total = builder.insert(arith.AddfOp(accumulator, product) if is_float else arith.AddiOp(accumulator, product))
    builder.insert(YieldOp(total))
    for inner in block.ops:
        inner.location = op.location
    op.body.detach_block(op.body.block).erase(safe_erase=False)
    op.body.add_block(block)


def _converted(builder: Builder, value: SSAValue, wanted: Attribute) -> SSAValue:
    """The value as the wanted type, converted as a signed number; as it is where there is no such conversion."""
    conversion = _conversion(value, wanted)
    return value if conversion is None else builder.insert(conversion).results[0]


def _conversion(value: SSAValue, wanted: Attribute) -> Operation | None:
    source = value.type
    if isa(source, IntegerType) and isinstance(wanted, AnyFloat):
        return arith.SIToFPOp(value, wanted)
    if isinstance(source, AnyFloat) and isa(wanted, IntegerType):
        return arith.FPToSIOp(value, wanted)
    if isinstance(source, AnyFloat) and isinstance(wanted, AnyFloat) and source.bitwidth != wanted.bitwidth:
        return (arith.ExtFOp if source.bitwidth < wanted.bitwidth else arith.TruncFOp)(value, wanted)
    if isa(source, IntegerType) and isa(wanted, IntegerType) and source.bitwidth != wanted.bitwidth:
        return (arith.ExtSIOp if source.bitwidth < wanted.bitwidth else arith.TruncIOp)(value, wanted)
    return None
