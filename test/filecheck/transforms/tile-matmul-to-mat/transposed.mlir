// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// A transposed factor is loaded as it lies, and every panel of it is seen through a view.

func.func @transposed(%a: tensor<300x32xbf16>, %b: tensor<300x32xbf16>) -> tensor<32x32xf32> {
  %out = tensor.empty() : tensor<32x32xf32>
  %natural = tile.load %a[0, 0] valid [300, 32] : tensor<300x32xbf16> to !tile.tile<304x32xbf16, mat, valid = 300x32>
  %lhs = tile.transpose_view %natural : !tile.tile<304x32xbf16, mat, valid = 300x32> to !tile.tile<32x304xbf16, mat, valid = 32x300, layout = <row, col, 512>>
  %rhs = tile.load %b[0, 0] valid [300, 32] : tensor<300x32xbf16> to !tile.tile<304x32xbf16, mat, valid = 300x32>
  %c = tile.matmul %lhs, %rhs : !tile.tile<32x304xbf16, mat, valid = 32x300, layout = <row, col, 512>>, !tile.tile<304x32xbf16, mat, valid = 300x32> -> !tile.tile<32x32xf32, acc>
  %y = tile.store %c into %out[0, 0] : !tile.tile<32x32xf32, acc> into tensor<32x32xf32>
  func.return %y : tensor<32x32xf32>
}

// CHECK-LABEL: func.func @transposed
// CHECK-NOT:     304x
// CHECK:         scf.for %[[K:.*]] = %c0 to %c256 step %c64
// CHECK-NEXT:      %[[PANEL:.*]] = tile.load %a[%[[K]], 0] : {{.*}} to !tile.tile<64x32xbf16, mat>
// CHECK-NEXT:      tile.transpose_view %[[PANEL]] : {{.*}} to !tile.tile<32x64xbf16, mat, layout = <row, col, 512>>
// CHECK:         tile.load %a[256, 0] valid [44, 32] : {{.*}} to !tile.tile<48x32xbf16, mat, valid = 44x32>
// CHECK-NEXT:    tile.transpose_view
// CHECK:         tile.matmul_acc
