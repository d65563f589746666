// RUN: tile-opt %s -p infer-tile-memory-space --check-semantics | filecheck %s

// Loads into Mat leave the loops that they are the same in, but never past a store into what they read.

// CHECK-LABEL: @nest
// CHECK:         %b = tile.load %y[0, 0]
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      %a = tile.load %x[%i, 0]
// CHECK-NEXT:      scf.for
// CHECK-NOT:         tile.load
// CHECK:             tile.store
func.func @nest(%x: tensor<32x16xf32>, %y: tensor<16x16xf32>, %out: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %i = %c0 to %c32 step %c16 iter_args(%o = %out) -> (tensor<32x32xf32>) {
    %s = scf.for %j = %c0 to %c32 step %c16 iter_args(%p = %o) -> (tensor<32x32xf32>) {
      %a = tile.load %x[%i, 0] : tensor<32x16xf32> to !tile.tile<16x16xf32, mat>
      %b = tile.load %y[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
      %c = tile.matmul %a, %b : !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc>
      %q = tile.store %c into %p[%i, %j] : !tile.tile<16x16xf32, acc> into tensor<32x32xf32>
      scf.yield %q : tensor<32x32xf32>
    }
    scf.yield %s : tensor<32x32xf32>
  }
  func.return %r : tensor<32x32xf32>
}

// The loop writes into the tensor that the load reads, by its argument; the other load reads what the loop carries.
// CHECK-LABEL: @written
// CHECK:         scf.for
// CHECK-NEXT:      %a = tile.load %x[0, 0]
// CHECK-NEXT:      %b = tile.load %o[0, 0]
func.func @written(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%o = %x) -> (tensor<16x16xf32>) {
    %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
    %b = tile.load %o[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
    %c = tile.matmul %a, %b : !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc>
    %q = tile.store %c into %o[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
    scf.yield %q : tensor<16x16xf32>
  }
  func.return %r : tensor<16x16xf32>
}

// A loop that may not run keeps the load that may fail, not the one that can't.
// CHECK-LABEL: @may_not_run
// CHECK:         %b = tile.load %y[0, 0]
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      %a = tile.load %x[%n, 0]
func.func @may_not_run(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.muli %n, %c0 : index
  %r = scf.for %i = %m to %n step %c1 iter_args(%o = %out) -> (tensor<16x16xf32>) {
    %a = tile.load %x[%n, 0] clamp : tensor<16x16xf32> to !tile.tile<16x16xf32, mat, valid = ?x16>
    %b = tile.load %y[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
    %c = tile.matmul %a, %b : !tile.tile<16x16xf32, mat, valid = ?x16>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc, valid = ?x16, compact>
    %q = tile.store %c into %o[0, 0] : !tile.tile<16x16xf32, acc, valid = ?x16, compact> into tensor<16x16xf32>
    scf.yield %q : tensor<16x16xf32>
  }
  func.return %r : tensor<16x16xf32>
}

// A load into Vec stays: it is the vector core's.
// CHECK-LABEL: @vec
// CHECK:         scf.for
// CHECK-NEXT:      tile.load
func.func @vec(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%o = %out) -> (tensor<16x16xf32>) {
    %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
    %q = tile.store %a into %o[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
    scf.yield %q : tensor<16x16xf32>
  }
  func.return %r : tensor<16x16xf32>
}
