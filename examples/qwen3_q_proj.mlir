// The query projection of Qwen3-0.6B for 128 tokens: hidden size 1024 to 16 heads of 128, in bf16.
func.func @q_proj(%x: tensor<128x1024xbf16>, %w: tensor<1024x2048xbf16>) -> tensor<128x2048xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x2048xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x2048xf32>) -> tensor<128x2048xf32>
  %y = linalg.matmul ins(%x, %w : tensor<128x1024xbf16>, tensor<1024x2048xbf16>)
                     outs(%init : tensor<128x2048xf32>) -> tensor<128x2048xf32>
  func.return %y : tensor<128x2048xf32>
}
