// The classifier of ResNet-50 for a batch of 32 images: 2048 features to 1000 classes, in f16.
func.func @fc(%x: tensor<32x2048xf16>, %w: tensor<2048x1000xf16>) -> tensor<32x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x1000xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x1000xf32>) -> tensor<32x1000xf32>
  %y = linalg.matmul ins(%x, %w : tensor<32x2048xf16>, tensor<2048x1000xf16>)
                     outs(%init : tensor<32x1000xf32>) -> tensor<32x1000xf32>
  func.return %y : tensor<32x1000xf32>
}
