// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// Where one panel spans K there is no loop over K: the panel of one operand is held for a column or row of blocks,
// whichever moves less.

func.func @holds_rhs(%a: tensor<512x32xbf16>, %b: tensor<32x96xbf16>, %out: tensor<512x96xf32>) -> tensor<512x96xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x32xbf16> to !tile.tile<512x32xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x96xbf16> to !tile.tile<32x96xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x32xbf16, mat>, !tile.tile<32x96xbf16, mat> -> !tile.tile<512x96xf32, acc>
  %y = tile.store %c into %out[0, 0] : !tile.tile<512x96xf32, acc> into tensor<512x96xf32>
  func.return %y : tensor<512x96xf32>
}

// CHECK-LABEL: func.func @holds_rhs
// CHECK:         %y = scf.for %n_o = %c0 to %c96 step %c32 iter_args(%n_iter = %out)
// CHECK-NEXT:      %rhs = tile.load %b[0, %n_o] : tensor<32x96xbf16> to !tile.tile<32x32xbf16, mat>
// CHECK-NEXT:      %m_full = scf.for %m_o = %c0 to %c512 step %c32 iter_args(%m_iter = %n_iter)
// CHECK-NEXT:        %lhs = tile.load %a[%m_o, 0] : tensor<512x32xbf16> to !tile.tile<32x32xbf16, mat>
// CHECK-NEXT:        %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:        %[[NEXT:.*]] = tile.store %c into %m_iter[%m_o, %n_o]
// CHECK-NEXT:        scf.yield %[[NEXT]]
// CHECK:           scf.yield %m_full
// CHECK:         func.return %y

func.func @holds_lhs(%a: tensor<96x32xbf16>, %b: tensor<32x512xbf16>, %out: tensor<96x512xf32>) -> tensor<96x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<96x32xbf16> to !tile.tile<96x32xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x512xbf16> to !tile.tile<32x512xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<96x32xbf16, mat>, !tile.tile<32x512xbf16, mat> -> !tile.tile<96x512xf32, acc>
  %y = tile.store %c into %out[0, 0] : !tile.tile<96x512xf32, acc> into tensor<96x512xf32>
  func.return %y : tensor<96x512xf32>
}

// CHECK-LABEL: func.func @holds_lhs
// CHECK:         %y = scf.for %m_o = %c0 to %c96 step %c32 iter_args(%m_iter = %out)
// CHECK-NEXT:      %lhs = tile.load %a[%m_o, 0]
// CHECK-NEXT:      scf.for %n_o = %c0 to %c512 step %c32 iter_args(%n_iter = %m_iter)
// CHECK-NEXT:        %rhs = tile.load %b[0, %n_o]
// CHECK-NEXT:        %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:        tile.store %c into %n_iter[%m_o, %n_o]
