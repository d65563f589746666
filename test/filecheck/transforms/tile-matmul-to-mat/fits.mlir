// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// What fits Mat stays as it is.

// CHECK-LABEL: func.func @fits(
// CHECK:         %lhs = tile.load %a[0, 0] : tensor<32x32xf32> to !tile.tile<32x32xf32, mat>
// CHECK-NEXT:    %rhs = tile.load %b[0, 0] : tensor<32x32xf32> to !tile.tile<32x32xf32, mat>
// CHECK-NEXT:    %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<32x32xf32>
func.func @fits(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %out: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %lhs = tile.load %a[0, 0] : tensor<32x32xf32> to !tile.tile<32x32xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x32xf32> to !tile.tile<32x32xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<32x32xf32, mat>, !tile.tile<32x32xf32, mat> -> !tile.tile<32x32xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<32x32xf32, acc> into tensor<32x32xf32>
  func.return %0 : tensor<32x32xf32>
}
