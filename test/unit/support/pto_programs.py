"""Programs of the pto dialect for tests: ops on tiles that the test fills and looks at."""

from typing import Any

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import ModuleOp

from xdsl_tiles.dialects.pto.arch import reading_for
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.tile_buf import TileBufType
from xdsl_tiles.interpreters.accumulator import CubeArithmetic, Order
from xdsl_tiles.interpreters.environment import Environment
from xdsl_tiles.interpreters.program import Program
from xdsl_tiles.interpreters.pto.handle import TileHandle, tile_of_array
from xdsl_tiles.pipeline.frontend.parser import LocatedParser
from xdsl_tiles.pipeline.reading import all_dialects

NUMPY: dict[str, Any] = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    **{f"{'u' if unsigned else ''}i{bits}": np.dtype(f"{'u' if unsigned else ''}int{bits}")
       for bits in (8, 16, 32, 64) for unsigned in (False, True)},
}  # fmt: skip
"""NumPy dtypes by the name of the element type."""

NZ = "blayout=col_major, slayout=row_major"
ZN = "slayout=col_major"
ACC = f"{NZ}, fractal=1024"


def parse(text: str, arch: str = "a3") -> ModuleOp:
    """The verified module of a text, whose architecture is recorded in it."""
    with reading_for(Arch(arch)):
        module = LocatedParser(all_dialects(), text, "test.pto").parse_module()
    from xdsl_tiles.dialects.pto.arch import record_arch

    record_arch(module, Arch(arch))
    module.verify()
    return module


def program(text: str, arch: str = "a3", *, order: Order = Order.BLAS, **environment: Any) -> Program:
    """A program of a text."""
    return Program(parse(text, arch), Environment(arithmetic=CubeArithmetic(order), **environment))


def run(text: str, *arguments: Any, arch: str = "a3", name: str | None = None, blocks: int = 1, **environment: Any):
    """Run a function of a text, the first where none is named; arrays behind pointers are written in place."""
    loaded = program(text, arch, **environment)
    return loaded.run_blocks(name or loaded.functions[0].sym_name.data, arguments, blocks)


def tile(shape: tuple[int, int], dtype: str = "f32", valid: tuple[Any, Any] | None = None, rest: str = "",
         space: str = "vec") -> str:  # fmt: skip
    """The text of a tile type."""
    region = "" if valid is None else f", valid={valid[0]}x{valid[1]}"
    return f"!pto.tile_buf<{space}, {shape[0]}x{shape[1]}x{dtype}{region}{f', {rest}' if rest else ''}>"


def run_op(body: str, *, arch: str = "a3", order: Order = Order.BLAS, **operands: tuple[str, Any]) -> dict[str, Any]:
    """Run ops on operands `name=(type text, value)`; gives each of them back as it is afterwards.

    A tile is filled by an array of its valid extents, or left unwritten for None; what else is given is passed on. In
    the body `{name}` stands for the type of an operand.
    """
    arguments = ", ".join(f"%{name}: {text}" for name, (text, _) in operands.items())
    types = {name: text for name, (text, _) in operands.items()}
    for name, text in types.items():
        body = body.replace(f"{{{name}}}", text)
    module = parse(f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}", arch)
    loaded = Program(module, Environment(arithmetic=CubeArithmetic(order)))
    inputs = loaded.functions[0].function_type.inputs
    values = {
        name: _filled(type_, value) if isinstance(type_, TileBufType) else value
        for type_, (name, (_, value)) in zip(inputs, operands.items())
    }
    loaded.run("f", list(values.values()))
    return values


def _filled(type_: TileBufType, elements: Any) -> TileHandle:
    from xdsl_tiles.interpreters.pto.handle import fresh_tile

    return fresh_tile(type_) if elements is None else tile_of_array(elements, type_)
