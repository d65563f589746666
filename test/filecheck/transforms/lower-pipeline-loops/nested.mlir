// RUN: tile-opt %s -p lower-pipeline-loops --check-semantics | filecheck %s

// Inner loops first: the copies of an inner loop share its group, what the outer loop makes has a group of its own.

// CHECK-LABEL: func.func @nested(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c64 step %c32 iter_args(%o = %out) -> (tensor<64x64xf32>) {
// CHECK-NEXT:      %bias = tile.load %m[%i, 0] {tile.stage = #tile.stage<group = 1, stage = 0>}
// CHECK-NEXT:      %q = scf.for %j = %c0 to %c64 step %c32 iter_args(%p = %o) -> (tensor<64x64xf32>) {
// CHECK-NEXT:        %b = tile.load %m[%i, %j] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:        %s = tile.add %b, %bias {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:        %n = tile.store %s into %p[%i, %j]
// CHECK-NEXT:        %j_1 = arith.addi %j, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:        %b_1 = tile.load %m[%i, %j_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:        %s_1 = tile.add %b_1, %bias {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:        %n_1 = tile.store %s_1 into %n[%i, %j_1]
// CHECK-NEXT:        scf.yield %n_1
// CHECK-NEXT:      } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 1, stage = 1>} : index
// CHECK-NEXT:      %bias_1 = tile.load %m[%i_1, 0] {tile.stage = #tile.stage<group = 1, stage = 1>}
// CHECK-NEXT:      %q_1 = scf.for %j_2 = %c0 to %c64 step %c32 iter_args(%p_1 = %q) -> (tensor<64x64xf32>) {
// CHECK-NEXT:        %b_2 = tile.load %m[%i_1, %j_2] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:        %s_2 = tile.add %b_2, %bias_1 {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:        %n_2 = tile.store %s_2 into %p_1[%i_1, %j_2]
// CHECK-NEXT:        %j_3 = arith.addi %j_2, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:        %b_3 = tile.load %m[%i_1, %j_3] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:        %s_3 = tile.add %b_3, %bias_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:        %n_3 = tile.store %s_3 into %n_2[%i_1, %j_3]
// CHECK-NEXT:        scf.yield %n_3
// CHECK-NEXT:      } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:      scf.yield %q_1
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 1 : i64}
// CHECK-NEXT:    func.return %r
func.func @nested(%m: tensor<64x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %out) -> (tensor<64x64xf32>) {
    %bias = tile.load %m[%i, 0] : tensor<64x64xf32> to !tile.tile<16x16xf32, vec>
    %q = scf.for %j = %c0 to %c64 step %c16 iter_args(%p = %o) -> (tensor<64x64xf32>) {
      %b = tile.load %m[%i, %j] : tensor<64x64xf32> to !tile.tile<16x16xf32, vec>
      %s = tile.add %b, %bias : !tile.tile<16x16xf32, vec>, !tile.tile<16x16xf32, vec>
      %n = tile.store %s into %p[%i, %j] : !tile.tile<16x16xf32, vec> into tensor<64x64xf32>
      scf.yield %n : tensor<64x64xf32>
    } {tile.pipeline_stages = 2 : i64}
    scf.yield %q : tensor<64x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<64x64xf32>
}

// A loop of one stage holds all it has.
// CHECK-LABEL: func.func @one_stage(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:      %b = tile.load %m[%i, 0]
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64}
// CHECK-NEXT:    func.return
func.func @one_stage(%m: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = tile.load %m[%i, 0] : tensor<64x64xf32> to !tile.tile<1x16xf32, vec>
  } {tile.pipeline_stages = 1 : i64}
  func.return
}
