"""convert-linalg-to-tile: products, elementwise ops and reductions on tensors become tile ops in in-core functions."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.abi import function_abi
from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import ACCUMULATOR_PITCH
from xdsl_tiles.dialects.tile.abi import ABI
from xdsl_tiles.dialects.tile.attributes import FunctionKind, FunctionKindAttr
from xdsl_tiles.dialects.tile.kernel import KIND
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.convert_linalg_to_tile.product import ProductToTile
from xdsl_tiles.transforms.convert_linalg_to_tile.vector.pattern import VectorToTile
from xdsl_tiles.transforms.rewriting import apply_patterns


@dataclass(frozen=True)
class ConvertLinalgToTilePass(CheckedPass):
    """Turn linalg on tensors into tile ops: loads, products or vector ops, and stores, in in-core functions.

    Products, by name or as a `linalg.generic` of any indexing maps:

    - M, N and K are rounded up to whole fractals; the true extents are the valid ones. A factor that lies transposed
      is loaded as it lies and seen through `tile.transpose_view`.
    - A batch is one `tile.batch_matmul` where it fits L1 page by page, else a loop over its products.
    - An output that is a `linalg.fill` of zero is overwritten. A row that is broadcast to it is a bias. Any other is
      added to: by an atomic store where the machine adds its element type atomically and nothing else reads the
      output, else on the vector core.
    - Products accumulate in f32 or i32; an output in the operands' 16-bit float type is rounded once, by the store.

    Elementwise ops and reductions by a sum, a maximum or a minimum:

    - Ops that walk the same rows and follow each other are computed together, on blocks of rows that fit the unified
      buffer twice, or once; a row that doesn't fit is cut for one op alone.
    - Narrow floats are summed in f32 and rounded once; tanh, erf and constant powers go by their parts.
    - What can't be computed stays as it is, with hint PH-LT-001.

    Slices, transposes, broadcasts and copies are seen through: they become offsets of loads. A result that only goes
    into a slice is stored there, if nobody reads what was there. The function becomes in-core (`tile.kind`) and records
    how it is called (`tile.abi`). Functions that hold tile ops, or are declared orchestration or opaque, stay.

    A product of a dynamic or empty extent, or of element types that the cube can't multiply or store, is an error.
    Source: tile_l0 section 7 (ConvertTensorToTileOps), seed 'Fractal boundary'.

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
    needs = gives = (ACCUMULATOR_PITCH,)

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
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
