// The classifier of ResNet-50 for a batch of 32 images, written in tiles: 2048 features to 1000 classes, in f16.
// The 1000 columns are padded to 1008, a multiple of the 16 columns of a fractal; 1000 of them are valid.
func.func @fc(%x: tensor<32x2048xf16>, %w: tensor<2048x1000xf16>, %y: tensor<32x1000xf32>) -> tensor<32x1000xf32> {
  %lhs = tile.load %x[0, 0] : tensor<32x2048xf16> to !tile.tile<32x2048xf16, mat>
  %rhs = tile.load %w[0, 0] valid [2048, 1000]
      : tensor<2048x1000xf16> to !tile.tile<2048x1008xf16, mat, valid = 2048x1000>
  %logits = tile.matmul %lhs, %rhs
      : !tile.tile<32x2048xf16, mat>, !tile.tile<2048x1008xf16, mat, valid = 2048x1000>
      -> !tile.tile<32x1008xf32, acc, valid = 32x1000>
  %0 = tile.store %logits into %y[0, 0] : !tile.tile<32x1008xf32, acc, valid = 32x1000> into tensor<32x1000xf32>
  func.return %0 : tensor<32x1000xf32>
}
