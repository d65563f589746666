// RUN: tile-opt %s --check-semantics -p distribute-blocks{cores=2} | filecheck %s

// Two products with outputs of their own: a block each, with all that it is computed from. %c0 is read by both.

func.func @two(%x: tensor<32x32xbf16>, %w: tensor<32x32xbf16>, %o: tensor<32x32xf32>, %p: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %a = tile.load %x[0, 0] : tensor<32x32xbf16> to !tile.tile<32x32xbf16, mat>
  %b = tile.load %w[0, 0] : tensor<32x32xbf16> to !tile.tile<32x32xbf16, mat>
  %c = tile.matmul %a, %b : !tile.tile<32x32xbf16, mat>, !tile.tile<32x32xbf16, mat> -> !tile.tile<32x32xf32, acc>
  %d = tile.load %w[0, 0] : tensor<32x32xbf16> to !tile.tile<32x32xbf16, mat>
  %e = tile.matmul %a, %d : !tile.tile<32x32xbf16, mat>, !tile.tile<32x32xbf16, mat> -> !tile.tile<32x32xf32, acc>
  %y = tile.store %c into %o[0, 0] : !tile.tile<32x32xf32, acc> into tensor<32x32xf32>
  %z = tile.store %e into %p[0, 0] : !tile.tile<32x32xf32, acc> into tensor<32x32xf32>
  func.return %y, %z : tensor<32x32xf32>, tensor<32x32xf32>
}
// CHECK-LABEL: func.func @two
// CHECK:         %a = tile.load %x
// CHECK-NOT:     tile.load
// CHECK:         %y = scf.for %{{.*}} = %core to %c1 step %cores iter_args(%[[O:.*]] = %o)
// CHECK-NEXT:      %b = tile.load %w
// CHECK-NEXT:      %c = tile.matmul %a, %b
// CHECK-NEXT:      tile.store %c into %[[O]][0, 0]
// CHECK:         %z = scf.for %{{.*}} step %cores iter_args(%[[P:.*]] = %p)
// CHECK-NEXT:      %d = tile.load %w
// CHECK-NEXT:      %e = tile.matmul %a, %d
// CHECK-NEXT:      tile.store %e into %[[P]][0, 0]
