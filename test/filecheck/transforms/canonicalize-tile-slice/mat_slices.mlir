// RUN: tile-opt %s -p canonicalize-tile-slice --check-semantics | filecheck %s

// Whoever reads a window of a Mat tile reads the tile itself: extracts, moves into L0, and the factors of products.

// CHECK-LABEL: @extract
// CHECK-NOT:   tile.slice
// CHECK:       tile.extract %a[16, 64] : !tile.tile<64x256xbf16, mat> to !tile.tile<16x32xbf16, left>
func.func @extract(%x: tensor<64x256xbf16>, %out: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %a = tile.load %x[0, 0] : tensor<64x256xbf16> to !tile.tile<64x256xbf16, mat>
  %s = tile.slice %a[16, 0] : !tile.tile<64x256xbf16, mat> to !tile.tile<32x256xbf16, mat>
  %l = tile.extract %s[0, 64] : !tile.tile<32x256xbf16, mat> to !tile.tile<16x32xbf16, left>
  %r = tile.extract %a[32, 32] : !tile.tile<64x256xbf16, mat> to !tile.tile<32x32xbf16, right>
  %c = tile.matmul %l, %r : !tile.tile<16x32xbf16, left>, !tile.tile<32x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x32xf32, acc> into tensor<16x32xf32>
  func.return %0 : tensor<16x32xf32>
}

// A chain of three adds up, also where the run knows some of the offsets.
// CHECK-LABEL: @chain
// CHECK-NOT:   tile.slice
// CHECK:         [[A:%.*]] = arith.constant 32 : index
// CHECK-NEXT:    [[B:%.*]] = arith.addi [[A]], %k : index
// CHECK-NEXT:    [[C:%.*]] = arith.constant 16 : index
// CHECK-NEXT:    [[D:%.*]] = arith.addi [[B]], [[C]] : index
// CHECK:         tile.extract %a[16, [[D]]] : !tile.tile<64x256xbf16, mat> to !tile.tile<16x16xbf16, left>
func.func @chain(%x: tensor<64x256xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c16 = arith.constant 16 : index
  %a = tile.load %x[0, 0] : tensor<64x256xbf16> to !tile.tile<64x256xbf16, mat>
  %s = tile.slice %a[16, 32] : !tile.tile<64x256xbf16, mat> to !tile.tile<32x128xbf16, mat>
  %init = tile.create : !tile.tile<16x16xf32, acc>
  %acc = scf.for %k = %c0 to %c64 step %c16 iter_args(%i = %init) -> (!tile.tile<16x16xf32, acc>) {
    %t = tile.slice %s[0, %k] : !tile.tile<32x128xbf16, mat> to !tile.tile<32x64xbf16, mat>
    %l = tile.extract %t[0, 16] : !tile.tile<32x64xbf16, mat> to !tile.tile<16x16xbf16, left>
    %r = tile.extract %a[%k, 0] : !tile.tile<64x256xbf16, mat> to !tile.tile<16x16xbf16, right>
    %first = arith.cmpi eq, %k, %c0 : index
    %n = tile.matmul_acc %i, %l, %r init %first : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, right>
    scf.yield %n : !tile.tile<16x16xf32, acc>
  }
  %0 = tile.store %acc into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// The factors of a product are copied to Left and Right, the narrowed one compact; what the tile knows stays known.
// CHECK-LABEL: @matmul
// CHECK-NOT:   tile.slice
// CHECK:         %s = tile.extract %a[16, 0] : !tile.tile<64x32xbf16, mat, valid = 21x32> to !tile.tile<16x32xbf16, left, valid = 5x32, compact>
// CHECK-NEXT:    %t = tile.extract %b[0, 16] : !tile.tile<32x64xbf16, mat> to !tile.tile<32x16xbf16, right>
// CHECK-NEXT:    tile.matmul %s, %t
func.func @matmul(%x: tensor<21x32xbf16>, %y: tensor<32x64xbf16>, %out: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %a = tile.load %x[0, 0] valid [21, 32] : tensor<21x32xbf16> to !tile.tile<64x32xbf16, mat, valid = 21x32>
  %b = tile.load %y[0, 0] : tensor<32x64xbf16> to !tile.tile<32x64xbf16, mat>
  %s = tile.slice %a[16, 0] : !tile.tile<64x32xbf16, mat, valid = 21x32> to !tile.tile<16x32xbf16, mat, valid = 5x32>
  %t = tile.slice %b[0, 16] : !tile.tile<32x64xbf16, mat> to !tile.tile<32x16xbf16, mat>
  %c = tile.matmul %s, %t : !tile.tile<16x32xbf16, mat, valid = 5x32>, !tile.tile<32x16xbf16, mat> -> !tile.tile<16x16xf32, acc, valid = 5x16, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc, valid = 5x16, compact> into tensor<5x16xf32>
  func.return %0 : tensor<5x16xf32>
}

// CHECK-LABEL: @move
// CHECK-NOT:   tile.slice
// CHECK:       tile.extract %a[0, 32] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, left>
func.func @move(%x: tensor<16x64xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, mat>
  %s = tile.slice %a[0, 32] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, mat>
  %l = tile.move %s : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, right>
  %c = tile.matmul %l, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// What is read otherwise stays: a stated valid rectangle, a copy to Bias; what nobody reads goes, a chain from its end.
// CHECK-LABEL: @kept
// CHECK:         tile.slice %b[0, 16]
// CHECK-NEXT:    tile.move
// CHECK-NEXT:    [[S:%.*]] = tile.slice %a[0, 16]
// CHECK-NEXT:    tile.set_validshape [[S]][5, 16]
// CHECK-NOT:     tile.slice
// CHECK:         func.return
func.func @kept(%x: tensor<16x64xf32>, %y: tensor<1x64xf32>, %out: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, mat>
  %b = tile.load %y[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %w = tile.slice %b[0, 16] : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x16xf32, mat, layout = <row, none, 512>>
  %bias = tile.move %w : !tile.tile<1x16xf32, mat, layout = <row, none, 512>> to !tile.tile<1x16xf32, bias>
  %s = tile.slice %a[0, 16] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, mat>
  %n = tile.set_validshape %s[5, 16] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, mat, valid = 5x16>
  %u = tile.slice %a[0, 32] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, mat>
  %v = tile.slice %u[0, 16] : !tile.tile<16x32xf32, mat> to !tile.tile<16x16xf32, mat>
  %r = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, right>
  %c = tile.matmul_bias %n, %r, %bias : !tile.tile<16x16xf32, mat, valid = 5x16>, !tile.tile<16x16xf32, right>, !tile.tile<1x16xf32, bias> -> !tile.tile<16x16xf32, acc, valid = 5x16, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc, valid = 5x16, compact> into tensor<5x16xf32>
  func.return %0 : tensor<5x16xf32>
}

// A function that is not in-core is left alone.
// CHECK-LABEL: @opaque
// CHECK:         tile.slice
func.func @opaque(%x: tensor<16x64xf32>) attributes {tile.kind = #tile<kind opaque>} {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, mat>
  %s = tile.slice %a[0, 32] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, mat>
  func.return
}
