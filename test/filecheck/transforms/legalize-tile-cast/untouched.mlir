// RUN: tile-opt %s -o %t.before
// RUN: tile-opt %s --check-semantics -p legalize-tile-cast -o %t.after
// RUN: tile-opt %s --check-semantics -p legalize-tile-cast{machine=ascend950} -o %t.a5
// RUN: diff %t.before %t.after
// RUN: diff %t.before %t.a5

// Native casts, among them the one that a cube folds into its drain; opaque functions.

func.func @native(%x: tensor<16x32xbf16>, %w: tensor<32x64xbf16>, %out: tensor<16x64xbf16>, %half: tensor<16x64xf16>) -> (tensor<16x64xbf16>, tensor<16x64xf16>) {
  %a = tile.load %x[0, 0] : tensor<16x32xbf16> to !tile.tile<16x32xbf16, mat>
  %b = tile.load %w[0, 0] : tensor<32x64xbf16> to !tile.tile<32x64xbf16, mat>
  %c = tile.matmul %a, %b : !tile.tile<16x32xbf16, mat>, !tile.tile<32x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %brain = tile.cast %c rint : !tile.tile<16x64xf32, acc> to !tile.tile<16x64xbf16, vec>
  %ieee = tile.cast %c rint : !tile.tile<16x64xf32, acc> to !tile.tile<16x64xf16, vec>
  %y = tile.store %brain into %out[0, 0] : !tile.tile<16x64xbf16, vec> into tensor<16x64xbf16>
  %z = tile.store %ieee into %half[0, 0] : !tile.tile<16x64xf16, vec> into tensor<16x64xf16>
  func.return %y, %z : tensor<16x64xbf16>, tensor<16x64xf16>
}

func.func @opaque(%x: tensor<16x64xf32>, %out: tensor<16x64xi8>) -> tensor<16x64xi8> attributes {tile.kind = #tile<kind opaque>} {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi8, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi8, vec> into tensor<16x64xi8>
  func.return %y : tensor<16x64xi8>
}
