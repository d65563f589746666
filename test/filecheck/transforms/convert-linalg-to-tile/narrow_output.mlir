// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// An output in the factors' 16-bit type: the product accumulates in f32 and is rounded once, by the store.

func.func @bf16(%x: tensor<16x32xbf16>, %w: tensor<32x16xbf16>) -> tensor<16x16xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<16x16xbf16>
  %filled = linalg.fill ins(%zero : bf16) outs(%empty : tensor<16x16xbf16>) -> tensor<16x16xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%filled : tensor<16x16xbf16>)
    -> tensor<16x16xbf16>
  func.return %y : tensor<16x16xbf16>
}

// CHECK-LABEL: func.func @bf16
// CHECK:         %acc = tile.matmul {{.*}} -> !tile.tile<16x16xf32, acc>
// CHECK-NEXT:    tile.store %acc into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xbf16>

func.func @f16(%x: tensor<16x32xf16>, %w: tensor<32x16xf16>) -> tensor<16x16xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<16x16xf16>
  %filled = linalg.fill ins(%zero : f16) outs(%empty : tensor<16x16xf16>) -> tensor<16x16xf16>
  %y = linalg.matmul ins(%x, %w : tensor<16x32xf16>, tensor<32x16xf16>) outs(%filled : tensor<16x16xf16>)
    -> tensor<16x16xf16>
  func.return %y : tensor<16x16xf16>
}

// CHECK-LABEL: func.func @f16
// CHECK:         tile.store %acc into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf16>
