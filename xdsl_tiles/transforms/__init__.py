"""What changes programs: one pass per file, loaded when first used."""

from collections.abc import Callable

from xdsl.passes import ModulePass


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass of the package by name; a pass is imported when its entry is called."""

    def get_auto_tile_matmul_l0() -> type[ModulePass]:
        from xdsl_tiles.transforms.auto_tile_matmul_l0 import AutoTileMatmulL0Pass

        return AutoTileMatmulL0Pass

    def get_canonicalize_tile_slice() -> type[ModulePass]:
        from xdsl_tiles.transforms.canonicalize_tile_slice import CanonicalizeTileSlicePass

        return CanonicalizeTileSlicePass

    def get_canonicalize_io_order() -> type[ModulePass]:
        from xdsl_tiles.transforms.canonicalize_io_order import CanonicalizeIOOrderPass

        return CanonicalizeIOOrderPass

    def get_convert_linalg_to_tile() -> type[ModulePass]:
        from xdsl_tiles.transforms.convert_linalg_to_tile import ConvertLinalgToTilePass

        return ConvertLinalgToTilePass

    def get_convert_tile_to_pto() -> type[ModulePass]:
        from xdsl_tiles.transforms.convert_tile_to_pto import ConvertTileToPtoPass

        return ConvertTileToPtoPass

    def get_distribute_blocks() -> type[ModulePass]:
        from xdsl_tiles.transforms.distribute_blocks import DistributeBlocksPass

        return DistributeBlocksPass

    def get_flatten_tile_nd_to_2d() -> type[ModulePass]:
        from xdsl_tiles.transforms.flatten_tile_nd_to_2d import FlattenTileNdTo2DPass

        return FlattenTileNdTo2DPass

    def get_legalize_tile_cast() -> type[ModulePass]:
        from xdsl_tiles.transforms.legalize_tile_cast import LegalizeTileCastPass

        return LegalizeTileCastPass

    def get_expand_mixed_kernel() -> type[ModulePass]:
        from xdsl_tiles.transforms.expand_mixed_kernel import ExpandMixedKernelPass

        return ExpandMixedKernelPass

    def get_infer_tile_memory_space() -> type[ModulePass]:
        from xdsl_tiles.transforms.infer_tile_memory_space import InferTileMemorySpacePass

        return InferTileMemorySpacePass

    def get_tile_matmul_to_mat() -> type[ModulePass]:
        from xdsl_tiles.transforms.tile_matmul_to_mat import TileMatmulToMatPass

        return TileMatmulToMatPass

    def get_lower_pipeline_to_slots() -> type[ModulePass]:
        from xdsl_tiles.transforms.lower_pipeline_to_slots import LowerPipelineToSlotsPass

        return LowerPipelineToSlotsPass

    def get_lower_pipeline_loops() -> type[ModulePass]:
        from xdsl_tiles.transforms.lower_pipeline_loops import LowerPipelineLoopsPass

        return LowerPipelineLoopsPass

    return {
        "auto-tile-matmul-l0": get_auto_tile_matmul_l0,
        "canonicalize-tile-slice": get_canonicalize_tile_slice,
        "convert-linalg-to-tile": get_convert_linalg_to_tile,
        "convert-tile-to-pto": get_convert_tile_to_pto,
        "distribute-blocks": get_distribute_blocks,
        "flatten-tile-nd-to-2d": get_flatten_tile_nd_to_2d,
        "legalize-tile-cast": get_legalize_tile_cast,
        "expand-mixed-kernel": get_expand_mixed_kernel,
        "infer-tile-memory-space": get_infer_tile_memory_space,
        "canonicalize-io-order": get_canonicalize_io_order,
        "lower-pipeline-to-slots": get_lower_pipeline_to_slots,
        "lower-pipeline-loops": get_lower_pipeline_loops,
        "tile-matmul-to-mat": get_tile_matmul_to_mat,
    }
