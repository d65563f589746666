// RUN: tile-opt %s -p lower-pipeline-loops,canonicalize-io-order --check-semantics | filecheck %s

// Loads run ahead; a stage computes before it stores, unless its stores stay where they are.

// CHECK-LABEL: func.func @overlap(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %r, %r_1 = scf.for %i = %c0 to %c64 step %c32 iter_args(%o = %out, %p = %second) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b = tile.load %m[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %b_1 = tile.load %m[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %e = tile.exp %b {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %n = tile.neg %b {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s = tile.store %e into %o[0, %i]
// CHECK-NEXT:      %t = tile.store %n into %p[0, %i]
// CHECK-NEXT:      %e_1 = tile.exp %b_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %n_1 = tile.neg %b_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_1 = tile.store %e_1 into %s[0, %i_1]
// CHECK-NEXT:      %t_1 = tile.store %n_1 into %t[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1, %t_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r, %r_1
func.func @overlap(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>, %second: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r:2 = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %out, %p = %second) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
    %b = tile.load %m[0, %i] : tensor<16x64xf32> to !tile.tile<16x16xf32, vec>
    %e = tile.exp %b : !tile.tile<16x16xf32, vec>
    %s = tile.store %e into %o[0, %i] : !tile.tile<16x16xf32, vec> into tensor<16x64xf32>
    %n = tile.neg %b : !tile.tile<16x16xf32, vec>
    %t = tile.store %n into %p[0, %i] : !tile.tile<16x16xf32, vec> into tensor<16x64xf32>
    scf.yield %s, %t : tensor<16x64xf32>, tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r#0, %r#1 : tensor<16x64xf32>, tensor<16x64xf32>
}

// CHECK-LABEL: func.func @adjacent(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %r, %r_1 = scf.for %i = %c0 to %c64 step %c32 iter_args(%o = %out, %p = %second) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b = tile.load %m[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %b_1 = tile.load %m[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %e = tile.exp %b {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s = tile.store %e into %o[0, %i]
// CHECK-NEXT:      %n = tile.neg %b {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %t = tile.store %n into %p[0, %i]
// CHECK-NEXT:      %e_1 = tile.exp %b_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_1 = tile.store %e_1 into %s[0, %i_1]
// CHECK-NEXT:      %n_1 = tile.neg %b_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %t_1 = tile.store %n_1 into %t[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1, %t_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r, %r_1
func.func @adjacent(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>, %second: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r:2 = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %out, %p = %second) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
    %b = tile.load %m[0, %i] : tensor<16x64xf32> to !tile.tile<16x16xf32, vec>
    %e = tile.exp %b : !tile.tile<16x16xf32, vec>
    %s = tile.store %e into %o[0, %i] : !tile.tile<16x16xf32, vec> into tensor<16x64xf32>
    %n = tile.neg %b : !tile.tile<16x16xf32, vec>
    %t = tile.store %n into %p[0, %i] : !tile.tile<16x16xf32, vec> into tensor<16x64xf32>
    scf.yield %s, %t : tensor<16x64xf32>, tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
  func.return %r#0, %r#1 : tensor<16x64xf32>, tensor<16x64xf32>
}
