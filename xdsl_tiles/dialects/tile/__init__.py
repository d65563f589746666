"""The tile dialect: matrix programs over tiles in named on-chip memories, as SSA values.

GM data is the builtin `tensor`; a store gives the tensor after the write, so order is the SSA chain. A tile is
`!tile.tile<128x256xbf16, mat>`. Files: `types` and `attributes` (vocabulary), `memory` (create, fill, load, store),
`transfer` (between on-chip memories), `views`, `cube`, `vector`, `comparison`, `reduction`, `kernel`, `launch`, `abi`.
Source: tile_l0 section 6.
"""

from xdsl.ir import Dialect

from xdsl_tiles.dialects.tile import comparison, cube, kernel, launch, memory, reduction, transfer, vector, views
from xdsl_tiles.dialects.tile.abi import AbiAttr, ParameterAttr
from xdsl_tiles.dialects.tile.attributes import (
    ComparisonAttr,
    CoreKindAttr,
    FunctionKindAttr,
    MemorySpaceAttr,
    RoundModeAttr,
)
from xdsl_tiles.dialects.tile.pipelining import StageAttr
from xdsl_tiles.dialects.tile.types import LayoutAttr, TileType

Tile = Dialect(
    "tile",
    [
        memory.CreateOp,
        memory.FillOp,
        memory.LoadOp,
        memory.StoreOp,
        transfer.ExtractOp,
        transfer.MoveOp,
        transfer.SliceOp,
        transfer.AssembleOp,
        views.SetValidShapeOp,
        views.GetValidShapeOp,
        views.TransposeViewOp,
        views.ReshapeOp,
        cube.MatmulOp,
        cube.BatchMatmulOp,
        cube.MatmulAccOp,
        cube.MatmulBiasOp,
        vector.ExpOp,
        vector.LogOp,
        vector.SqrtOp,
        vector.RsqrtOp,
        vector.NegOp,
        vector.AbsOp,
        vector.ReluOp,
        vector.AddOp,
        vector.SubOp,
        vector.MulOp,
        vector.DivOp,
        vector.MaximumOp,
        vector.MinimumOp,
        vector.AddScalarOp,
        vector.SubScalarOp,
        vector.MulScalarOp,
        vector.DivScalarOp,
        vector.MaximumScalarOp,
        vector.MinimumScalarOp,
        comparison.CmpOp,
        comparison.CmpScalarOp,
        comparison.SelOp,
        vector.CastOp,
        reduction.RowSumOp,
        reduction.RowMaxOp,
        reduction.RowMinOp,
        reduction.ColSumOp,
        reduction.ColMaxOp,
        reduction.ColMinOp,
        reduction.RowExpandAddOp,
        reduction.RowExpandSubOp,
        reduction.RowExpandMulOp,
        reduction.RowExpandDivOp,
        reduction.ColExpandAddOp,
        reduction.ColExpandSubOp,
        reduction.ColExpandMulOp,
        reduction.ColExpandDivOp,
        kernel.BlockIdxOp,
        kernel.BlockNumOp,
        kernel.PushOp,
        kernel.PopOp,
        kernel.FreeOp,
        launch.LaunchOp,
    ],
    [
        TileType,
        LayoutAttr,
        MemorySpaceAttr,
        RoundModeAttr,
        ComparisonAttr,
        CoreKindAttr,
        FunctionKindAttr,
        ParameterAttr,
        AbiAttr,
        StageAttr,
    ],
)
