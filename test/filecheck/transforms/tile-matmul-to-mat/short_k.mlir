// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// One whole panel and a part of one: no loop, the product of the first is accumulated onto by the second.

func.func @short_tail(%a: tensor<32x90xbf16>, %b: tensor<90x128xbf16>, %out: tensor<32x128xf32>) -> tensor<32x128xf32> {
  %lhs = tile.load %a[0, 0] valid [32, 90] : tensor<32x90xbf16> to !tile.tile<32x96xbf16, mat, valid = 32x90>
  %rhs = tile.load %b[0, 0] valid [90, 128] : tensor<90x128xbf16> to !tile.tile<96x128xbf16, mat, valid = 90x128>
  %c = tile.matmul %lhs, %rhs : !tile.tile<32x96xbf16, mat, valid = 32x90>, !tile.tile<96x128xbf16, mat, valid = 90x128> -> !tile.tile<32x128xf32, acc>
  %y = tile.store %c into %out[0, 0] : !tile.tile<32x128xf32, acc> into tensor<32x128xf32>
  func.return %y : tensor<32x128xf32>
}

// CHECK-LABEL: func.func @short_tail
// CHECK:         scf.for %n_o
// CHECK-NEXT:      %lhs = tile.load %a[0, 0] : tensor<32x90xbf16> to !tile.tile<32x64xbf16, mat>
// CHECK-NEXT:      %rhs = tile.load %b[0, %n_o]
// CHECK-NEXT:      %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %[[LHS:.*]] = tile.load %a[0, 64] valid [32, 26] : {{.*}} to !tile.tile<32x32xbf16, mat, valid = 32x26>
// CHECK-NEXT:      %[[RHS:.*]] = tile.load %b[64, %n_o] valid [26, 32] : {{.*}} to !tile.tile<32x32xbf16, mat, valid = 26x32>
// CHECK-NEXT:      %[[ACC:.*]] = tile.matmul_acc %c, %[[LHS]], %[[RHS]]
// CHECK-NEXT:      tile.store %[[ACC]] into
