// RUN: tile-opt %s -p "tile-matmul-to-mat,auto-tile-matmul-l0{planner=pypto}" --check-semantics | filecheck %s
// RUN: tile-opt %s -p "tile-matmul-to-mat,auto-tile-matmul-l0{planner=dsa-rp}" --check-semantics | filecheck %s

// Chains that tile-matmul-to-mat makes fit L0C: they are not cut again, whatever the chooser would make of one step.

// CHECK-LABEL: func.func @blocks(
// CHECK-NOT:     _mn
// CHECK:         %c_init = tile.create : !tile.tile<[[BLOCK:[0-9]+x[0-9]+xf32, acc]]>
// CHECK-NOT:     _mn
// CHECK:         %c = scf.for %c_k = {{.*}} iter_args(%c_iter = %c_init) -> (!tile.tile<[[BLOCK]]>)
// CHECK-NOT:     _mn
// CHECK:         func.return
func.func @blocks(%x: tensor<256x2048xbf16>, %w: tensor<2048x512xbf16>, %out: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %a = tile.load %x[0, 0] : tensor<256x2048xbf16> to !tile.tile<256x2048xbf16, mat>
  %b = tile.load %w[0, 0] : tensor<2048x512xbf16> to !tile.tile<2048x512xbf16, mat>
  %c = tile.matmul %a, %b : !tile.tile<256x2048xbf16, mat>, !tile.tile<2048x512xbf16, mat> -> !tile.tile<256x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xf32, acc> into tensor<256x512xf32>
  func.return %0 : tensor<256x512xf32>
}
