// RUN: tile-opt %s --check-semantics -p legalize-tile-cast --split-input-file | filecheck %s
// RUN: tile-opt %s --check-semantics -p legalize-tile-cast{machine=ascend950} --split-input-file | filecheck %s --check-prefix A5

// fault_G5: what rounds to an integer rounds once. f16 can't hold every f32: it gets the odd neighbour, never a tie.

func.func @f32_to_i8(%x: tensor<16x64xf32>, %out: tensor<16x64xi8>) -> tensor<16x64xi8> {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi8, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi8, vec> into tensor<16x64xi8>
  func.return %y : tensor<16x64xi8>
}
// CHECK-LABEL: func.func @f32_to_i8
// CHECK:         %b_f16 = tile.cast %a odd : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf16, vec>
// CHECK-NEXT:    %b = tile.cast %b_f16 rint : !tile.tile<16x64xf16, vec> to !tile.tile<16x64xi8, vec>
// CHECK-NEXT:    tile.store %b

// -----

// A directed mode is the same applied twice.

func.func @f32_to_i8_floor(%x: tensor<16x64xf32>, %out: tensor<16x64xi8>) -> tensor<16x64xi8> {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %b = tile.cast %a floor : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi8, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi8, vec> into tensor<16x64xi8>
  func.return %y : tensor<16x64xi8>
}
// CHECK-LABEL: func.func @f32_to_i8_floor
// CHECK:         %b_f16 = tile.cast %a floor
// CHECK-NEXT:    %b = tile.cast %b_f16 floor

// -----

// Three steps on ascend910b, of which the first loses nothing, and not through i32: a value rounded to an integer there would
// have to carry the round mode, f16 after it only what is whole. Two steps on ascend950.

func.func @bf16_to_i8(%x: tensor<16x64xbf16>, %out: tensor<16x64xi8>) -> tensor<16x64xi8> {
  %a = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, vec>
  %b = tile.cast %a round : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xi8, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi8, vec> into tensor<16x64xi8>
  func.return %y : tensor<16x64xi8>
}
// CHECK-LABEL: func.func @bf16_to_i8
// CHECK:         %b_f32 = tile.cast %a none : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xf32, vec>
// CHECK-NEXT:    %b_f16 = tile.cast %b_f32 odd
// CHECK-NEXT:    %b = tile.cast %b_f16 round
// A5-LABEL:    func.func @bf16_to_i8
// A5:            %b_f16 = tile.cast %a odd : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xf16, vec>
// A5-NEXT:       %b = tile.cast %b_f16 round

// -----

// f16 has the width of i16 but not all of its numbers: the chain goes through f32. ascend950 has the cast.

func.func @i16_to_i32(%x: tensor<16x64xi16>, %out: tensor<16x64xi32>) -> tensor<16x64xi32> {
  %a = tile.load %x[0, 0] : tensor<16x64xi16> to !tile.tile<16x64xi16, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xi16, vec> to !tile.tile<16x64xi32, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi32, vec> into tensor<16x64xi32>
  func.return %y : tensor<16x64xi32>
}
// CHECK-LABEL: func.func @i16_to_i32
// CHECK:         %b_f32 = tile.cast %a none : !tile.tile<16x64xi16, vec> to !tile.tile<16x64xf32, vec>
// CHECK-NEXT:    %b = tile.cast %b_f32 rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi32, vec>
// A5-LABEL:    func.func @i16_to_i32
// A5:            %b = tile.cast %a rint : !tile.tile<16x64xi16, vec> to !tile.tile<16x64xi32, vec>

// -----

// i32 to f16 through f32, which has the same width, and not through i16, which saturates too early.

func.func @i32_to_f16(%x: tensor<16x64xi32>, %out: tensor<16x64xf16>) -> tensor<16x64xf16> {
  %a = tile.load %x[0, 0] : tensor<16x64xi32> to !tile.tile<16x64xi32, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xi32, vec> to !tile.tile<16x64xf16, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xf16, vec> into tensor<16x64xf16>
  func.return %y : tensor<16x64xf16>
}
// CHECK-LABEL: func.func @i32_to_f16
// CHECK:         %b = tile.cast %a rint : !tile.tile<16x64xi32, vec> to !tile.tile<16x64xf16, vec>
// A5-LABEL:    func.func @i32_to_f16
// A5:            %b_f32 = tile.cast %a odd : !tile.tile<16x64xi32, vec> to !tile.tile<16x64xf32, vec>
// A5-NEXT:       %b = tile.cast %b_f32 rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf16, vec>
