// RUN: tile-opt %s -p canonicalize-tile-slice --check-semantics | filecheck %s
// RUN: tile-opt %s -p "canonicalize-tile-slice{machine=none}" | filecheck %s --check-prefix NONE

// A window of a Vec tile is read in place where its address is provably aligned, and copied elsewhere.

// fault D5: both halves of two rows or more; 64 columns of f32 are 256 bytes.
// CHECK-LABEL: @fault_D5
// CHECK:         tile.slice %t[0, 0]
// CHECK-NEXT:    tile.slice %t[0, 64]
func.func @fault_D5(%x: tensor<16x128xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %t = tile.load %x[0, 0] : tensor<16x128xf32> to !tile.tile<16x128xf32, vec>
  %lo = tile.slice %t[0, 0] : !tile.tile<16x128xf32, vec> to !tile.tile<16x64xf32, vec>
  %hi = tile.slice %t[0, 64] : !tile.tile<16x128xf32, vec> to !tile.tile<16x64xf32, vec>
  %d = tile.sub %hi, %lo : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// CHECK-LABEL: @unaligned
// CHECK:         tile.extract %t[0, 4]
// CHECK-NEXT:    tile.slice %t[0, 8]
// CHECK-NEXT:    tile.slice %t[3, 0]
// CHECK-NEXT:    tile.extract %t[%i, %i]
// CHECK-NEXT:    tile.slice %t[%i, 0]
// NONE-LABEL:  @unaligned
// NONE-NOT:      tile.extract
// NONE:          tile.slice %t[%i, %i]
func.func @unaligned(%x: tensor<16x32xf32>, %i: index, %out: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = tile.load %x[0, 0] : tensor<16x32xf32> to !tile.tile<16x32xf32, vec>
  %a = tile.slice %t[0, 4] : !tile.tile<16x32xf32, vec> to !tile.tile<8x8xf32, vec>
  %b = tile.slice %t[0, 8] : !tile.tile<16x32xf32, vec> to !tile.tile<8x8xf32, vec>
  %c = tile.slice %t[3, 0] : !tile.tile<16x32xf32, vec> to !tile.tile<8x8xf32, vec>
  %d = tile.slice %t[%i, %i] : !tile.tile<16x32xf32, vec> to !tile.tile<8x8xf32, vec>
  %e = tile.slice %t[%i, 0] : !tile.tile<16x32xf32, vec> to !tile.tile<8x8xf32, vec>
  %0 = tile.add %a, %b : !tile.tile<8x8xf32, vec>, !tile.tile<8x8xf32, vec>
  %1 = tile.sub %0, %c : !tile.tile<8x8xf32, vec>, !tile.tile<8x8xf32, vec>
  %2 = tile.add %1, %d : !tile.tile<8x8xf32, vec>, !tile.tile<8x8xf32, vec>
  %3 = tile.sub %2, %e : !tile.tile<8x8xf32, vec>, !tile.tile<8x8xf32, vec>
  %4 = tile.store %3 into %out[0, 0] : !tile.tile<8x8xf32, vec> into tensor<8x8xf32>
  func.return %4 : tensor<8x8xf32>
}

// A loop's step and a product say what an offset is a multiple of: 4 f32 are 16 bytes, 2 * 4 are 32.
// CHECK-LABEL: @loop
// CHECK:         tile.extract %t[0, %j]
// CHECK:         tile.slice %t[0, %{{.*}}]
func.func @loop(%x: tensor<8x64xf32>, %out: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %c2 = arith.constant 2 : index
  %t = tile.load %x[0, 0] : tensor<8x64xf32> to !tile.tile<8x64xf32, vec>
  %r = scf.for %j = %c0 to %c24 step %c4 iter_args(%o = %out) -> (tensor<8x64xf32>) {
    %a = tile.slice %t[0, %j] : !tile.tile<8x64xf32, vec> to !tile.tile<8x8xf32, vec>
    %j2 = arith.muli %j, %c2 : index
    %b = tile.slice %t[0, %j2] : !tile.tile<8x64xf32, vec> to !tile.tile<8x8xf32, vec>
    %s = tile.add %a, %b : !tile.tile<8x8xf32, vec>, !tile.tile<8x8xf32, vec>
    %n = tile.store %s into %o[0, %j2] : !tile.tile<8x8xf32, vec> into tensor<8x64xf32>
    scf.yield %n : tensor<8x64xf32>
  }
  func.return %r : tensor<8x64xf32>
}

// A window that is written into is copied first, else the write would be seen in the tile; one of an empty tile is a
// tile of its own.
// CHECK-LABEL: @written
// CHECK:         %s = tile.extract %t[0, 8]
// CHECK-NEXT:    tile.assemble %p into %s[0, 0]
// CHECK:         %f = tile.create : !tile.tile<8x8xf32, vec>
// CHECK-NEXT:    tile.assemble %p into %f[0, 0]
func.func @written(%x: tensor<8x16xf32>, %y: tensor<8x8xf32>, %out: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %t = tile.load %x[0, 0] : tensor<8x16xf32> to !tile.tile<8x16xf32, vec>
  %p = tile.load %y[0, 0] : tensor<8x8xf32> to !tile.tile<8x8xf32, vec>
  %s = tile.slice %t[0, 8] : !tile.tile<8x16xf32, vec> to !tile.tile<8x8xf32, vec>
  %u = tile.assemble %p into %s[0, 0] : !tile.tile<8x8xf32, vec> into !tile.tile<8x8xf32, vec> -> !tile.tile<8x8xf32, vec>
  %e = tile.create : !tile.tile<8x16xf32, vec>
  %f = tile.slice %e[0, 8] : !tile.tile<8x16xf32, vec> to !tile.tile<8x8xf32, vec>
  %v = tile.assemble %p into %f[0, 0] : !tile.tile<8x8xf32, vec> into !tile.tile<8x8xf32, vec> -> !tile.tile<8x8xf32, vec>
  %w = tile.add %u, %v : !tile.tile<8x8xf32, vec>, !tile.tile<8x8xf32, vec>
  %0 = tile.store %t into %out[0, 0] : !tile.tile<8x16xf32, vec> into tensor<8x16xf32>
  %1 = tile.store %w into %0[0, 8] : !tile.tile<8x8xf32, vec> into tensor<8x16xf32>
  func.return %1 : tensor<8x16xf32>
}
