func.func @ones() -> (tensor<5x48xbf16>, tensor<48x32xbf16>) {
  %x = arith.constant dense<1.0> : tensor<5x48xbf16>
  %w = arith.constant dense<1.0> : tensor<48x32xbf16>
  func.return %x, %w : tensor<5x48xbf16>, tensor<48x32xbf16>
}
