// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile 2>/dev/null | filecheck %s

// On a 910B an accumulator reaches Vec only through GM. The sum is taken in windows that fit Vec: full rows, and the
// last rows on their own.

func.func @rows(%x: tensor<500x32xbf16>, %w: tensor<32x250xbf16>, %c: tensor<500x250xbf16>)
    -> (tensor<500x250xbf16>, tensor<500x250xbf16>) {
  %y = linalg.matmul ins(%x, %w : tensor<500x32xbf16>, tensor<32x250xbf16>) outs(%c : tensor<500x250xbf16>)
    -> tensor<500x250xbf16>
  func.return %y, %c : tensor<500x250xbf16>, tensor<500x250xbf16>
}

// CHECK-LABEL: func.func @rows
// CHECK:         %product = tensor.empty() : tensor<500x250xf32>
// CHECK-NEXT:    %[[STORED:.*]] = tile.store %acc into %product[0, 0]
// CHECK:         %[[MAIN:.*]] = scf.for %m_o = %c0 to %c460 step %c46 iter_args(%[[HELD:.*]] = %out)
// CHECK-NEXT:      %[[P:.*]] = tile.load %[[STORED]][%m_o, 0] valid [46, 250] : tensor<500x250xf32> to !tile.tile<46x256xf32, vec, valid = 46x250>
// CHECK-NEXT:      %[[C:.*]] = tile.load %c[%m_o, 0] valid [46, 250]
// CHECK-NEXT:      %[[W:.*]] = tile.cast %[[C]] rint
// CHECK-NEXT:      %[[S:.*]] = tile.add %[[P]], %[[W]]
// CHECK-NEXT:      %[[N:.*]] = tile.cast %[[S]] rint
// CHECK-NEXT:      %[[NEXT:.*]] = tile.store %[[N]] into %[[HELD]][%m_o, 0]
// CHECK-NEXT:      scf.yield %[[NEXT]]
// CHECK:         tile.load %[[STORED]][460, 0] valid [40, 250]
// CHECK:         %y = tile.store %{{.*}} into %[[MAIN]][460, 0]

// A row beyond Vec is cut too.

func.func @columns(%x: tensor<3x16xf32>, %w: tensor<16x20000xf32>, %c: tensor<3x20000xf32>)
    -> (tensor<3x20000xf32>, tensor<3x20000xf32>) {
  %y = linalg.matmul ins(%x, %w : tensor<3x16xf32>, tensor<16x20000xf32>) outs(%c : tensor<3x20000xf32>)
    -> tensor<3x20000xf32>
  func.return %y, %c : tensor<3x20000xf32>, tensor<3x20000xf32>
}

// CHECK-LABEL: func.func @columns
// CHECK:         scf.for %m_o = %c0 to %c3 step %c1 iter_args(%[[ROW:.*]] = %out)
// CHECK:           tile.store %{{.*}} into %[[ROW]][%m_o, 0] : !tile.tile<1x15696xf32, vec>
// CHECK:           tile.store %{{.*}} into %{{.*}}[%m_o, 15696] : !tile.tile<1x4304xf32, vec>
