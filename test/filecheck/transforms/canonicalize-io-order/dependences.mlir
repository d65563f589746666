// RUN: tile-opt %s -p lower-pipeline-loops,canonicalize-io-order --check-semantics | filecheck %s

// What depends on each other keeps its order.

// A load of what the trip before stored waits for it, though loads go first.
// CHECK-LABEL: func.func @load_of_stored(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c64 step %c32 iter_args(%o = %m) -> (tensor<16x80xf32>) {
// CHECK-NEXT:      %next = arith.addi %i, %c16 : index
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %next_1 = arith.addi %i_1, %c16 : index
// CHECK-NEXT:      %b = tile.load %o[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s = tile.store %b into %o[0, %next]
// CHECK-NEXT:      %b_1 = tile.load %s[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_1 = tile.store %b_1 into %s[0, %next_1]
// CHECK-NEXT:      scf.yield %s_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @load_of_stored(%m: tensor<16x80xf32>) -> tensor<16x80xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %m) -> (tensor<16x80xf32>) {
    %b = tile.load %o[0, %i] : tensor<16x80xf32> to !tile.tile<16x16xf32, vec>
    %next = arith.addi %i, %c16 : index
    %s = tile.store %b into %o[0, %next] : !tile.tile<16x16xf32, vec> into tensor<16x80xf32>
    scf.yield %s : tensor<16x80xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x80xf32>
}

// A version of a scratch that is read before the next write into it is read before it.
// CHECK-LABEL: func.func @assembled(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %scratch = tile.fill %zero : f32 to !tile.tile<16x64xf32, vec>
// CHECK-NEXT:    %r, %r_1 = scf.for %i = %c0 to %c64 step %c32 iter_args(%o = %out, %t = %scratch) -> (tensor<16x64xf32>, !tile.tile<16x64xf32, vec>) {
// CHECK-NEXT:      %view = tile.slice %t[0, 0]
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b = tile.load %m[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %b_1 = tile.load %m[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %sum = tile.add %b, %view {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %next = tile.assemble %sum into %t[0, 0]
// CHECK-NEXT:      %s = tile.store %sum into %o[0, %i]
// CHECK-NEXT:      %view_1 = tile.slice %next[0, 0]
// CHECK-NEXT:      %sum_1 = tile.add %b_1, %view_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %next_1 = tile.assemble %sum_1 into %next[0, 0]
// CHECK-NEXT:      %s_1 = tile.store %sum_1 into %s[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1, %next_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @assembled(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %scratch = tile.fill %zero : f32 to !tile.tile<16x64xf32, vec>
  %r:2 = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %out, %t = %scratch) -> (tensor<16x64xf32>, !tile.tile<16x64xf32, vec>) {
    %b = tile.load %m[0, %i] : tensor<16x64xf32> to !tile.tile<16x16xf32, vec>
    %view = tile.slice %t[0, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x16xf32, vec>
    %sum = tile.add %b, %view : !tile.tile<16x16xf32, vec>, !tile.tile<16x16xf32, vec>
    %next = tile.assemble %sum into %t[0, 0]
        : !tile.tile<16x16xf32, vec> into !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xf32, vec>
    %s = tile.store %sum into %o[0, %i] : !tile.tile<16x16xf32, vec> into tensor<16x64xf32>
    scf.yield %s, %next : tensor<16x64xf32>, !tile.tile<16x64xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r#0 : tensor<16x64xf32>
}

// fault_E12: a tile that is carried on is stored before the next trip's takes its buffer: 9, then all inputs but the last.
// CHECK-LABEL: func.func @fault_E12(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %nine = arith.constant 9.000000e+00 : f32
// CHECK-NEXT:    %c3 = arith.constant 3 : index
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %first = tile.fill %nine : f32 to !tile.tile<1x64xf32, vec>
// CHECK-NEXT:    %r, %r_1 = scf.for %i = %c0 to %c3 step %c3 iter_args(%o = %out, %buf = %first) -> (tensor<4x64xf32>, !tile.tile<1x64xf32, vec>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c1 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %i_2 = arith.addi %i, %c2 {tile.stage = #tile.stage<group = 0, stage = 2>} : index
// CHECK-NEXT:      %in = tile.load %m[%i, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %in_1 = tile.load %m[%i_1, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s = tile.store %buf into %o[%i, 0]
// CHECK-NEXT:      %in_2 = tile.load %m[%i_2, 0] {tile.stage = #tile.stage<group = 0, stage = 2>}
// CHECK-NEXT:      %s_1 = tile.store %in into %s[%i_1, 0]
// CHECK-NEXT:      %s_2 = tile.store %in_1 into %s_1[%i_2, 0]
// CHECK-NEXT:      scf.yield %s_2, %in_2
// CHECK-NEXT:    }
// CHECK-NEXT:    %s_3 = tile.store %r_1 into %r[%c3, 0]
// CHECK-NEXT:    %in_3 = tile.load %m[%c3, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    func.return %s_3
func.func @fault_E12(%m: tensor<4x64xf32>, %out: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %nine = arith.constant 9.0 : f32
  %first = tile.fill %nine : f32 to !tile.tile<1x64xf32, vec>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %out, %buf = %first) -> (tensor<4x64xf32>, !tile.tile<1x64xf32, vec>) {
    %s = tile.store %buf into %o[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<4x64xf32>
    %in = tile.load %m[%i, 0] : tensor<4x64xf32> to !tile.tile<1x64xf32, vec>
    scf.yield %s, %in : tensor<4x64xf32>, !tile.tile<1x64xf32, vec>
  } {tile.pipeline_stages = 3 : i64}
  func.return %r#0 : tensor<4x64xf32>
}
