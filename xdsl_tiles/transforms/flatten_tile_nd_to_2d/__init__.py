"""`flatten-tile-nd-to-2d`: tiles of any rank as the two-dimensional ones that the machine has.

Files: `shapes` (2-D types), `pages` (products and what follows them, page by page), `merge` (everything else, all pages
as rows of one tile).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import TILES_2D
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.flatten_tile_nd_to_2d.merge import merge_tiles
from xdsl_tiles.transforms.flatten_tile_nd_to_2d.pages import PageStores, erase_unused, refuse_products
from xdsl_tiles.transforms.rewriting import apply_patterns


@dataclass(frozen=True)
class FlattenTileNdTo2DPass(CheckedPass):
    """Make every tile of in-core functions two-dimensional.

    All dimensions of a tile but the last merge into its rows; a vector becomes one row. What is valid must stay one
    rectangle. Windows of tensors keep their shape: loads state it as `valid` sizes and stores as `sizes`, one for each
    dimension of the tensor.

    A `tile.batch_matmul` becomes one `tile.matmul` a page, with what follows it up to the store, and so does what has
    partly valid pages. Pages of operands are slices of the whole operand where both operands fit Mat together, lie
    in the tensor without gaps and have pages of whole fractals; else each page is loaded by itself. More than 16 pages
    become a loop.

    Windows of tiles that don't lie in consecutive rows, and products that are not stored, are errors. Source: tile_l0
    section 7.

    ```mlir
    %a = tile.load %x[0, 0, 0] : tensor<2x16x64xbf16> to !tile.tile<2x16x64xbf16, mat>
    %b = tile.load %w[0, 0, 0] : tensor<2x64x32xbf16> to !tile.tile<2x64x32xbf16, mat>
    %c = tile.batch_matmul %a, %b
        : !tile.tile<2x16x64xbf16, mat>, !tile.tile<2x64x32xbf16, mat> -> !tile.tile<2x16x32xf32, acc>
    %y = tile.store %c into %out[0, 0, 0] : !tile.tile<2x16x32xf32, acc> into tensor<2x16x32xf32>
    ```
    becomes, twice, the second time at rows 16 and 64 and at page 1 of `%out`,
    ```mlir
    %a = tile.load %x[0, 0, 0] valid [2, 16, 64] : tensor<2x16x64xbf16> to !tile.tile<32x64xbf16, mat>
    %b = tile.load %w[0, 0, 0] valid [2, 64, 32] : tensor<2x64x32xbf16> to !tile.tile<128x32xbf16, mat>
    %a_page = tile.slice %a[0, 0] : !tile.tile<32x64xbf16, mat> to !tile.tile<16x64xbf16, mat>
    %b_page = tile.slice %b[0, 0] : !tile.tile<128x32xbf16, mat> to !tile.tile<64x32xbf16, mat>
    %c = tile.matmul %a_page, %b_page
        : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, acc>
    %y = tile.store %c into %out[0, 0, 0] : !tile.tile<16x32xf32, acc> into tensor<2x16x32xf32>
    ```
    """

    name = "flatten-tile-nd-to-2d"

    gives = (TILES_2D,)

    machine: str | None = None
    """whose Mat both operands must fit; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Flatten the tiles of every in-core function of the module."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            if function_kind(function) is not FunctionKind.IN_CORE or not any(TILES_2D.violations(function, None)):
                continue
            apply_patterns(function, [PageStores(machine_for(function, self.machine))])
            erase_unused(function)
            refuse_products(function)
            merge_tiles(function)
