// A projection of 5 tokens, as it comes from a framework.

func.func @projection(%x: tensor<5x48xbf16>, %w: tensor<48x32xbf16>) -> tensor<5x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x32xf32>) -> tensor<5x32xf32>
  %y = linalg.matmul ins(%x, %w : tensor<5x48xbf16>, tensor<48x32xbf16>) outs(%init : tensor<5x32xf32>)
    -> tensor<5x32xf32>
  func.return %y : tensor<5x32xf32>
}
