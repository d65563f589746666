// RUN: not tile-opt %s -p flatten-tile-nd-to-2d --split-input-file 2>&1 | filecheck %s

// Two half pages have other rows between them.

func.func @assemble(%x: tensor<2x4x64xf32>, %out: tensor<2x8x64xf32>) -> tensor<2x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tile.load %x[0, 0, 0] : tensor<2x4x64xf32> to !tile.tile<2x4x64xf32, vec>
  %room = tile.fill %zero : f32 to !tile.tile<2x8x64xf32, vec>
  %put = tile.assemble %a into %room[0, 4, 0] : !tile.tile<2x4x64xf32, vec> into !tile.tile<2x8x64xf32, vec> -> !tile.tile<2x8x64xf32, vec>
  %y = tile.store %put into %out[0, 0, 0] : !tile.tile<2x8x64xf32, vec> into tensor<2x8x64xf32>
  func.return %y : tensor<2x8x64xf32>
}
// CHECK: errors.mlir:9:3: error: 'tile.assemble' op the rows of !tile.tile<2x4x64xf32, vec> don't follow each other in !tile.tile<2x8x64xf32, vec>; take whole pages, or one at a time

// -----

func.func @unstored(%x: tensor<2x16x64xbf16>, %w: tensor<2x64x32xbf16>, %out: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %a = tile.load %x[0, 0, 0] : tensor<2x16x64xbf16> to !tile.tile<2x16x64xbf16, mat>
  %b = tile.load %w[0, 0, 0] : tensor<2x64x32xbf16> to !tile.tile<2x64x32xbf16, mat>
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16, mat>, !tile.tile<2x64x32xbf16, mat> -> !tile.tile<2x16x32xf32, acc>
  %v = tile.move %c : !tile.tile<2x16x32xf32, acc> to !tile.tile<2x16x32xf32, vec>
  %f = tile.reshape %v : !tile.tile<2x16x32xf32, vec> to !tile.tile<32x32xf32, vec>
  %n = tile.slice %f[0, 0] : !tile.tile<32x32xf32, vec> to !tile.tile<16x32xf32, vec>
  %y = tile.store %n into %out[0, 0] : !tile.tile<16x32xf32, vec> into tensor<16x32xf32>
  func.return %y : tensor<16x32xf32>
}
// CHECK: errors.mlir:20:3: error: 'tile.batch_matmul' op its result must go into a tile.store, by itself or through elementwise ops, to be cut into pages

// -----

func.func @overwritten(%x: tensor<2x20x64xf32>) -> tensor<2x20x64xf32> {
  %a = tile.load %x[0, 0, 0] valid [2, 20, 64] : tensor<2x20x64xf32> to !tile.tile<2x32x64xf32, vec, valid = 2x20x64>
  %e = tile.exp %a : !tile.tile<2x32x64xf32, vec, valid = 2x20x64>
  %y = tile.store %e into %x[0, 0, 0] : !tile.tile<2x32x64xf32, vec, valid = 2x20x64> into tensor<2x20x64xf32>
  func.return %y : tensor<2x20x64xf32>
}
// CHECK: errors.mlir:32:3: error: 'tile.load' op is loaded page by page where it is used, but the tensor is stored to; copy the tensor first

// -----

func.func @carried(%x: tensor<2x20x64xf32>, %n: index, %out: tensor<2x20x64xf32>) -> tensor<2x20x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tile.load %x[0, 0, 0] valid [2, 20, 64] : tensor<2x20x64xf32> to !tile.tile<2x32x64xf32, vec, valid = 2x20x64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!tile.tile<2x32x64xf32, vec, valid = 2x20x64>) {
    %e = tile.exp %t : !tile.tile<2x32x64xf32, vec, valid = 2x20x64>
    scf.yield %e : !tile.tile<2x32x64xf32, vec, valid = 2x20x64>
  }
  %y = tile.store %r into %out[0, 0, 0] : !tile.tile<2x32x64xf32, vec, valid = 2x20x64> into tensor<2x20x64xf32>
  func.return %y : tensor<2x20x64xf32>
}
// CHECK: errors.mlir:45:3: error: 'scf.for' op has !tile.tile<2x32x64xf32, vec, valid = 2x20x64>, whose valid rows don't follow each other
