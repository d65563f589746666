// RUN: not tile-opt %s -p legalize-tile-cast 2>&1 | filecheck %s
// RUN: not tile-opt %s -p legalize-tile-cast{machine=toy_cube} 2>&1 | filecheck %s --check-prefix TOY
// RUN: tile-opt %s -p legalize-tile-cast{machine=ascend950} | filecheck %s --check-prefix A5

func.func @fp8(%x: tensor<16x64xf16>, %out: tensor<16x64xf8E4M3FN>) -> tensor<16x64xf8E4M3FN> {
  %a = tile.load %x[0, 0] : tensor<16x64xf16> to !tile.tile<16x64xf16, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xf16, vec> to !tile.tile<16x64xf8E4M3FN, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xf8E4M3FN, vec> into tensor<16x64xf8E4M3FN>
  func.return %y : tensor<16x64xf8E4M3FN>
}
// CHECK: errors.mlir:7:3: error: 'tile.cast' op cannot cast f16 to f8E4M3FN on ascend910b: no chain of its casts gets there (f16 to f32, i32, i16, i8, ui8, i4); choose another element type or machine
// TOY: error: 'tile.cast' op cannot cast f16 to f8E4M3FN on toy_cube
// A5: %b_f32 = tile.cast %a none
// A5-NEXT: %b = tile.cast %b_f32 rint
