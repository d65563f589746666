// RUN: tile-opt %s -p legalize-tile-cast{machine=%S/Inputs/half_only.toml} 2>%t.hints | filecheck %s
// RUN: filecheck %s --check-prefix HINT --input-file %t.hints

// A machine whose only way from i16 to i32 is f16: 2049 becomes 2048, and that is said.

func.func @i16_to_i32(%x: tensor<16x64xi16>, %out: tensor<16x64xi32>) -> tensor<16x64xi32> {
  %a = tile.load %x[0, 0] : tensor<16x64xi16> to !tile.tile<16x64xi16, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xi16, vec> to !tile.tile<16x64xi32, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi32, vec> into tensor<16x64xi32>
  func.return %y : tensor<16x64xi32>
}
// CHECK:      %b_f16 = tile.cast %a {{.*}} to !tile.tile<16x64xf16, vec>
// CHECK-NEXT: %b = tile.cast %b_f16 rint : {{.*}} to !tile.tile<16x64xi32, vec>
// HINT: rounds_twice.mlir:8:3: hint: [PH-LC-001] 'tile.cast' op half_only casts i16 to i32 through i16 -> f16 -> i32, which can give other values
