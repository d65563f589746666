// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" | filecheck %s --check-prefix SEED
// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto objective=balanced}" --check-semantics | filecheck %s --check-prefix BALANCED

// K = 688 costs 2159 cycles in 43 blocks as in 3; the seed prefers the less padded of the two.

// SEED:     scf.for %c_l0_ko = %c0 to %c688 step %c16
// BALANCED: scf.for %c_l0_ko = %c0 to %c480 step %c240
// BALANCED: tile.extract %lhs[0, 480] : !tile.tile<64x688xbf16, mat> to !tile.tile<64x208xbf16, left>
func.func @ties(%a: tensor<64x688xbf16>, %b: tensor<688x64xbf16>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x688xbf16> to !tile.tile<64x688xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<688x64xbf16> to !tile.tile<688x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x688xbf16, mat>, !tile.tile<688x64xbf16, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
