// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile{machine=ascend910b} | filecheck %s

// An output that nothing else reads is added to by an atomic store.

func.func @argument(%x: tensor<16x32xbf16>, %w: tensor<32x16xbf16>, %c: tensor<16x16xbf16>) -> tensor<16x16xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xbf16>)
    -> tensor<16x16xbf16>
  func.return %y : tensor<16x16xbf16>
}

// CHECK-LABEL: func.func @argument
// CHECK-SAME:    inout 2 : tensor<16x16xbf16>] -> [inout 2 : tensor<16x16xbf16>]>
// CHECK-NOT:     tensor.empty
// CHECK:         %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<16x16xf32, acc> into tensor<16x16xbf16>
// CHECK-NEXT:    func.return %y

func.func @two_products(%x: tensor<16x32xi8>, %w: tensor<32x32xi8>, %c: tensor<16x32xi32>) -> tensor<16x32xi32> {
  %0 = linalg.matmul ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xi32>) -> tensor<16x32xi32>
  %1 = linalg.matmul ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%0 : tensor<16x32xi32>) -> tensor<16x32xi32>
  func.return %1 : tensor<16x32xi32>
}

// CHECK-LABEL: func.func @two_products
// CHECK-SAME:    -> [inout 2 : tensor<16x32xi32>]
// CHECK:         %[[FIRST:.*]] = tile.store %{{.*}} into %c[0, 0] atomic
// CHECK:         %[[SECOND:.*]] = tile.store %{{.*}} into %[[FIRST]][0, 0] atomic
// CHECK-NEXT:    func.return %[[SECOND]]

func.func @computed(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %empty = tensor.empty() : tensor<16x16xf32>
  %squared = linalg.mul ins(%c, %c : tensor<16x16xf32>, tensor<16x16xf32>) outs(%empty : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%squared : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @computed
// CHECK-SAME:    in 2 : tensor<16x16xf32>] -> [out 3 : tensor<16x16xf32>]>
// CHECK:         %y = tile.store %acc into %squared[0, 0] atomic
