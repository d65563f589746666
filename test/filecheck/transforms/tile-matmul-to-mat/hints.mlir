// RUN: tile-opt %s -p tile-matmul-to-mat{machine=toy_cube} --verify-diagnostics

// A matmul that exceeds Mat and cannot be cut stays as it is and says why.

func.func @two_uses(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{[PH-TM-001]}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %v = tile.cast %c rint : !tile.tile<64x64xf32, acc> to !tile.tile<64x64xbf16, vec>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

func.func @operand(%lhs: !tile.tile<64x256xf32, mat>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{must be loaded from GM by tile.load}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
