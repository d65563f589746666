// RUN: tile-opt %s -p expand-mixed-kernel --check-semantics | filecheck %s

// Both halves follow the loops and branches that their work stands in, each with its own scalars and carried values.

// fault I9: a scalar branch that both cores need; 16 columns at a time of n.
// CHECK-LABEL: @fault_I9_cube(
// CHECK:         %last = scf.if
// CHECK-NEXT:      arith.subi
// CHECK:         scf.for %i = %c0 to %c3 step %c1 {
// CHECK:           tile.load %x[%last, 0]
// CHECK:           tile.push {{.*}} pipe 0
// CHECK-NEXT:    }
// CHECK-LABEL: @fault_I9_vector(
// CHECK:         %last = scf.if
// CHECK-NEXT:      arith.subi
// CHECK:         scf.for %i = %c0 to %c3 step %c1 iter_args(%o = %out) -> (tensor<64x16xf32>) {
// CHECK-NOT:       tile.load
// CHECK:           %v = tile.pop from cube pipe 0
// CHECK-NEXT:      [[N:%.*]] = tile.store %v into %o[%last, 0]
// CHECK-NEXT:      tile.free %v
// CHECK-NEXT:      scf.yield [[N]]
func.func @fault_I9(%x: tensor<64x16xf32>, %n: index {tile.sample = 40 : index}, %out: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %more = arith.cmpi slt, %c16, %n : index
  %last = scf.if %more -> (index) {
    %m = arith.subi %n, %c1 : index
    scf.yield %m : index
  } else {
    scf.yield %c0 : index
  }
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%o = %out) -> (tensor<64x16xf32>) {
    %t = tile.load %x[%last, 0] : tensor<64x16xf32> to !tile.tile<16x16xf32, mat>
    %l = tile.extract %t[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
    %b = tile.extract %t[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
    %c = tile.matmul %l, %b : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %v = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
    %q = tile.store %v into %o[%last, 0] : !tile.tile<16x16xf32, vec> into tensor<64x16xf32>
    scf.yield %q : tensor<64x16xf32>
  }
  func.return %r : tensor<64x16xf32>
}

// Each half carries its own of a loop's values, and takes its own of a branch's.
// CHECK-LABEL: @carried_cube(
// CHECK:         scf.for {{.*}} iter_args(%acc = %{{.*}}) -> (!tile.tile<16x16xf32, acc>)
// CHECK-LABEL: @carried_vector(
// CHECK:         %r, %s = scf.if
// CHECK:         func.return %s
// CHECK-LABEL: func.func @carried(
// CHECK:         %{{.*}}, %{{.*}} = tile.launch
func.func @carried(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>, %copy: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %l = tile.extract %a[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %b = tile.extract %a[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
  %v = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %z = tile.matmul %l, %b : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
  %c, %w = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %z, %u = %v) -> (!tile.tile<16x16xf32, acc>, !tile.tile<16x16xf32, vec>) {
    %d = tile.matmul_acc %acc, %l, %b : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right>
    %m = tile.abs %u : !tile.tile<16x16xf32, vec>
    scf.yield %d, %m : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf32, vec>
  }
  %r, %s = scf.if %p -> (!tile.tile<16x16xf32, vec>, tensor<16x16xf32>) {
    %e = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
    %f = tile.add %e, %w : !tile.tile<16x16xf32, vec>, !tile.tile<16x16xf32, vec>
    %0 = tile.store %f into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
    scf.yield %f, %0 : !tile.tile<16x16xf32, vec>, tensor<16x16xf32>
  } else {
    scf.yield %w, %out : !tile.tile<16x16xf32, vec>, tensor<16x16xf32>
  }
  %1 = tile.store %r into %copy[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %s, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// A popped tile that outlives its block is copied, so that its slot goes back there; more iterations than slots.
// CHECK-LABEL: @outlives_vector(
// CHECK:         scf.for
// CHECK:           %v = tile.pop from cube pipe 0
// CHECK-NEXT:      [[V:%.*]] = tile.extract %v[0, 0] : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xf32, vec>
// CHECK-NEXT:      tile.free %v
// CHECK:           scf.yield [[V]]
func.func @outlives(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %l = tile.extract %a[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %b = tile.extract %a[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
  %w = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%u = %w) -> (!tile.tile<16x16xf32, vec>) {
    %c = tile.matmul %l, %b : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %v = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
    scf.yield %v : !tile.tile<16x16xf32, vec>
  }
  %0 = tile.store %s into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
