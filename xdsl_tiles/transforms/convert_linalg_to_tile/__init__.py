"""convert-linalg-to-tile: matrix products on tensors become tile ops in in-core functions."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from xdsl_tiles.analysis.abi import function_abi
from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.dialects.tile.abi import ABI
from xdsl_tiles.dialects.tile.attributes import FunctionKind, FunctionKindAttr
from xdsl_tiles.dialects.tile.kernel import KIND
from xdsl_tiles.transforms.convert_linalg_to_tile.product import ProductToTile
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.pattern import VectorToTile
from xdsl_tiles.transforms.rewriting import apply_patterns


@dataclass(frozen=True)
class ConvertLinalgToTilePass(ModulePass):
    """Turn `linalg.matmul` on tensors into a load of each operand, a `tile.matmul` and a store, in in-core functions.

    - M, N and K are rounded up to whole fractals; the true extents are the valid ones.
    - An output that is a `linalg.fill` of zero is overwritten. Any other is added to: by an atomic store where the
      machine adds its element type atomically and nothing else reads the output, else on the vector core.
    - Products accumulate in f32 or i32; an output in the operands' 16-bit float type is rounded once, by the store.
    - A `linalg.generic` that spells out a matmul is one. Everything else stays as it is.
    - The function becomes in-core (`tile.kind`) and records how it is called (`tile.abi`). Functions that hold tile
      ops, or are declared orchestration or opaque, are left alone.

    A dynamic or empty extent, and element types that the cube can't multiply or store, are errors. Source: tile_l0
    section 7 (ConvertTensorToTileOps), seed 'Fractal boundary'.

    ```mlir
    %y = linalg.matmul ins(%x, %w : tensor<5x100xbf16>, tensor<100x64xbf16>) outs(%zeros : tensor<5x64xf32>)
      -> tensor<5x64xf32>
    ```
    becomes
    ```mlir
    %out = tensor.empty() : tensor<5x64xf32>
    %lhs = tile.load %x[0, 0] valid [5, 100] : tensor<5x100xbf16> to !tile.tile<16x112xbf16, mat, valid = 5x100>
    %rhs = tile.load %w[0, 0] valid [100, 64] : tensor<100x64xbf16> to !tile.tile<112x64xbf16, mat, valid = 100x64>
    %acc = tile.matmul %lhs, %rhs
        : !tile.tile<16x112xbf16, mat, valid = 5x100>, !tile.tile<112x64xbf16, mat, valid = 100x64>
        -> !tile.tile<16x64xf32, acc, valid = 5x64, compact>
    %y = tile.store %acc into %out[0, 0] : !tile.tile<16x64xf32, acc, valid = 5x64, compact> into tensor<5x64xf32>
    ```
    """

    name = "convert-linalg-to-tile"

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert every function of the module that may hold tile ops and holds none yet."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            if _is_convertible(function):
                self._convert(function)

    def _convert(self, function: FuncOp) -> None:
        machine = machine_for(function, self.machine)
        patterns = (ProductToTile(machine), VectorToTile(machine), VectorToTile(machine, relayouts=True))
        changed = [apply_patterns(function, [pattern]) for pattern in patterns]
        if any(changed):
            function.attributes[KIND] = FunctionKindAttr(FunctionKind.IN_CORE)
            function.attributes[ABI] = function_abi(function)


def _is_convertible(function: FuncOp) -> bool:
    declared = function.attributes.get(KIND)
    if isinstance(declared, FunctionKindAttr) and declared.data is not FunctionKind.IN_CORE:
        return False
    return not function.is_declaration and all(op.dialect_name() != "tile" for op in function.walk())
