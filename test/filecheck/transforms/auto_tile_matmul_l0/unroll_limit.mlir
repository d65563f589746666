// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=toy_cube planner=pypto}" | filecheck %s

// Beyond 256 sub-tiles the grid is loops, columns outermost; windows that may cross the valid region are clamped.

func.func @many(%a: tensor<520x64xbf16>, %b: tensor<64x520xbf16>, %out: tensor<520x520xf32>) -> tensor<520x520xf32> {
  %lhs = tile.load %a[0, 0] valid [520, 64] : tensor<520x64xbf16> to !tile.tile<528x64xbf16, mat, valid = 520x64>
  %rhs = tile.load %b[0, 0] valid [64, 520] : tensor<64x520xbf16> to !tile.tile<64x528xbf16, mat, valid = 64x520>
  %c = tile.matmul %lhs, %rhs : !tile.tile<528x64xbf16, mat, valid = 520x64>, !tile.tile<64x528xbf16, mat, valid = 64x520> -> !tile.tile<528x528xf32, acc, valid = 520x520, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<528x528xf32, acc, valid = 520x520, compact> into tensor<520x520xf32>
  func.return %0 : tensor<520x520xf32>
}
