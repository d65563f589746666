// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// The result of one product is loaded by the next.

func.func @chain(%x: tensor<16x32xbf16>, %u: tensor<32x32xbf16>, %d: tensor<32x16xbf16>) -> tensor<16x16xf32> {
  %zero16 = arith.constant 0.0 : bf16
  %empty16 = tensor.empty() : tensor<16x32xbf16>
  %filled16 = linalg.fill ins(%zero16 : bf16) outs(%empty16 : tensor<16x32xbf16>) -> tensor<16x32xbf16>
  %up = linalg.matmul ins(%x, %u : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%filled16 : tensor<16x32xbf16>)
    -> tensor<16x32xbf16>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %down = linalg.matmul ins(%up, %d : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%filled : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %down : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @chain
// CHECK-SAME:    -> [out 3 : tensor<16x16xf32>]
// CHECK:         %up = tile.store %acc into %out[0, 0] : !tile.tile<16x32xf32, acc> into tensor<16x32xbf16>
// CHECK:         tile.load %up[0, 0]
// CHECK:         tile.load %d[0, 0]
// CHECK:         %down = tile.store
// CHECK-NEXT:    func.return %down
