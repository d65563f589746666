// RUN: tile-opt %s -p convert-tile-to-pto --check-semantics | filecheck %s

// A loop that reads each block of a tensor before it stores it may read the tensor as it was before the loop.

// CHECK-LABEL: func.func @own_block(
// CHECK:         pto.tload
// CHECK:         pto.texp
// CHECK:         pto.tstore
func.func @own_block(%c: tensor<4x32x16xf32>) -> tensor<4x32x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %p = %c0 to %c4 step %c1 iter_args(%o = %c) -> (tensor<4x32x16xf32>) {
    %q = scf.for %i = %c0 to %c32 step %c16 iter_args(%n = %o) -> (tensor<4x32x16xf32>) {
      %t = tile.load %c[%p, %i, 0] : tensor<4x32x16xf32> to !tile.tile<16x16xf32, vec>
      %e = tile.exp %t : !tile.tile<16x16xf32, vec>
      %s = tile.store %e into %n[%p, %i, 0] : !tile.tile<16x16xf32, vec> into tensor<4x32x16xf32>
      scf.yield %s : tensor<4x32x16xf32>
    }
    scf.yield %q : tensor<4x32x16xf32>
  }
  func.return %r : tensor<4x32x16xf32>
}
