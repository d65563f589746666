// RUN: tile-opt %s --check-semantics -p legalize-tile-cast | filecheck %s
// RUN: tile-opt %s -p legalize-tile-cast,legalize-tile-cast | filecheck %s

// Only the first step reads the accumulator; valid extents, marks and the name of the result stay.

func.func @accumulator(%x: tensor<20x32xbf16>, %w: tensor<32x64xbf16>, %n: index {tile.sample = 40}, %out: tensor<20x64xi8>) -> tensor<20x64xi8> {
  %a = tile.load %x[0, 0] valid [20, 32] : tensor<20x32xbf16> to !tile.tile<32x32xbf16, mat, valid = 20x32>
  %b = tile.load %w[0, 0] valid [32, %n] : tensor<32x64xbf16> to !tile.tile<32x64xbf16, mat, valid = 32x?>
  %c = tile.matmul %a, %b : !tile.tile<32x32xbf16, mat, valid = 20x32>, !tile.tile<32x64xbf16, mat, valid = 32x?> -> !tile.tile<32x64xf32, acc, valid = 20x?, compact>
  %q = tile.cast %c rint {requantised} : !tile.tile<32x64xf32, acc, valid = 20x?, compact> to !tile.tile<32x64xi8, vec, valid = 20x?>
  %y = tile.store %q into %out[0, 0] : !tile.tile<32x64xi8, vec, valid = 20x?> into tensor<20x64xi8>
  func.return %y : tensor<20x64xi8>
}
// CHECK:         %q_f16 = tile.cast %c odd : !tile.tile<32x64xf32, acc, valid = 20x?, compact> to !tile.tile<32x64xf16, vec, valid = 20x?>
// CHECK-NEXT:    %q = tile.cast %q_f16 rint {requantised} : !tile.tile<32x64xf16, vec, valid = 20x?> to !tile.tile<32x64xi8, vec, valid = 20x?>
// CHECK-NEXT:    tile.store %q

// A tile that no memory is inferred for yet, and the source of a loop-carried value.

func.func @open(%x: tensor<64x16xi8>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %init = tile.fill %zero : f32 to !tile.tile<16x16xf32>
  %sum = scf.for %i = %c0 to %c64 step %c16 iter_args(%carried = %init) -> (!tile.tile<16x16xf32>) {
    %a = tile.load %x[%i, 0] : tensor<64x16xi8> to !tile.tile<16x16xi8>
    %wide = tile.cast %a round : !tile.tile<16x16xi8> to !tile.tile<16x16xf32>
    %next = tile.add %carried, %wide : !tile.tile<16x16xf32>, !tile.tile<16x16xf32>
    scf.yield %next : !tile.tile<16x16xf32>
  }
  %y = tile.store %sum into %out[0, 0] : !tile.tile<16x16xf32> into tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}
// CHECK-LABEL: func.func @open
// CHECK:           %wide_f16 = tile.cast %a none : !tile.tile<16x16xi8> to !tile.tile<16x16xf16>
// CHECK-NEXT:      %wide = tile.cast %wide_f16 round : !tile.tile<16x16xf16> to !tile.tile<16x16xf32>
// CHECK-NEXT:      tile.add %carried, %wide
