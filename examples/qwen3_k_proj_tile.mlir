// The key projection of Qwen3-0.6B for 16 tokens, written in tiles: hidden size 1024 to 8 heads of 128, in bf16.
// One head fits L1, so the program loops over the heads itself.
func.func @k_proj(%x: tensor<16x1024xbf16>, %w: tensor<1024x1024xbf16>, %k: tensor<16x1024xf32>) -> tensor<16x1024xf32> {
  %c0 = arith.constant 0 : index
  %width = arith.constant 1024 : index
  %head = arith.constant 128 : index
  %tokens = tile.load %x[0, 0] : tensor<16x1024xbf16> to !tile.tile<16x1024xbf16, mat>
  %keys = scf.for %h = %c0 to %width step %head iter_args(%out = %k) -> (tensor<16x1024xf32>) {
    %weights = tile.load %w[0, %h] : tensor<1024x1024xbf16> to !tile.tile<1024x128xbf16, mat>
    %heads = tile.matmul %tokens, %weights
        : !tile.tile<16x1024xbf16, mat>, !tile.tile<1024x128xbf16, mat> -> !tile.tile<16x128xf32, acc>
    %0 = tile.store %heads into %out[0, %h] : !tile.tile<16x128xf32, acc> into tensor<16x1024xf32>
    scf.yield %0 : tensor<16x1024xf32>
  }
  func.return %keys : tensor<16x1024xf32>
}
