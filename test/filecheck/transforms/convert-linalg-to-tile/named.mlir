// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// Named ops that xDSL has not; zero points that are 0; products in mixed precision.

func.func @quantized(%x: tensor<5x17xi8>, %w: tensor<17x9xi8>, %c: tensor<5x9xi32>) -> tensor<5x9xi32> {
  %z = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%x, %w, %z, %z : tensor<5x17xi8>, tensor<17x9xi8>, i32, i32) outs(%c : tensor<5x9xi32>) -> tensor<5x9xi32>
  func.return %0 : tensor<5x9xi32>
}

// CHECK-LABEL: func.func @quantized(
// CHECK:         tile.matmul %lhs, %rhs
// CHECK-NEXT:    tile.store %acc into %c[0, 0] atomic

// -----

func.func @mixed(%x: tensor<2x17x40xbf16>, %w: tensor<2x40x24xbf16>, %e: tensor<2x17x24xf32>, %y: tensor<13x7xf16>) -> (tensor<2x17x24xf32>, tensor<13x7xf16>) {
  %0 = linalg.batch_matmul ins(%x, %w : tensor<2x17x40xbf16>, tensor<2x40x24xbf16>) outs(%e : tensor<2x17x24xf32>) -> tensor<2x17x24xf32>
  %t = tensor.empty() : tensor<13x7xf16>
  %1 = linalg.tanh ins(%y : tensor<13x7xf16>) outs(%t : tensor<13x7xf16>) -> tensor<13x7xf16>
  %2 = linalg.erf ins(%1 : tensor<13x7xf16>) outs(%t : tensor<13x7xf16>) -> tensor<13x7xf16>
  %3 = linalg.square ins(%2 : tensor<13x7xf16>) outs(%t : tensor<13x7xf16>) -> tensor<13x7xf16>
  func.return %0, %3 : tensor<2x17x24xf32>, tensor<13x7xf16>
}

// CHECK-LABEL: func.func @mixed(
// CHECK:         tile.matmul
// CHECK:         tile.exp
// CHECK-NOT:     linalg
