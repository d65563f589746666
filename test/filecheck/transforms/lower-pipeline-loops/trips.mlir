// RUN: tile-opt %s -p lower-pipeline-loops --check-semantics | filecheck %s

// Two stages: whole groups stay a loop, known trips that are left over follow as straight-line copies.

// Four trips: two groups, nothing left.
// CHECK-LABEL: func.func @even(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c256 step %c128 iter_args(%o = %out) -> (tensor<16x256xf32>) {
// CHECK-NEXT:      %b = tile.load %m[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %c = tile.exp %b {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %n = tile.store %c into %o[0, %i]
// CHECK-NEXT:      %i_1 = arith.addi %i, %c64 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b_1 = tile.load %m[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %c_1 = tile.exp %b_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %n_1 = tile.store %c_1 into %n[0, %i_1]
// CHECK-NEXT:      scf.yield %n_1
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    func.return %r
func.func @even(%m: tensor<16x256xf32>, %out: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %r = scf.for %i = %c0 to %c256 step %c64 iter_args(%o = %out) -> (tensor<16x256xf32>) {
    %b = tile.load %m[0, %i] : tensor<16x256xf32> to !tile.tile<16x64xf32, vec>
    %c = tile.exp %b : !tile.tile<16x64xf32, vec>
    %n = tile.store %c into %o[0, %i] : !tile.tile<16x64xf32, vec> into tensor<16x256xf32>
    scf.yield %n : tensor<16x256xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x256xf32>
}

// fault_E3, three trips: one group and one copy. What stays outside is no copy's business.
// CHECK-LABEL: func.func @fault_E3_odd(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c192 = arith.constant 192 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c128 step %c128 iter_args(%o = %out) -> (tensor<16x192xf32>) {
// CHECK-NEXT:      %b = tile.load %m[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %n = tile.store %b into %o[0, %i]
// CHECK-NEXT:      %i_1 = arith.addi %i, %c64 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b_1 = tile.load %m[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %n_1 = tile.store %b_1 into %n[0, %i_1]
// CHECK-NEXT:      scf.yield %n_1
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    %b_2 = tile.load %m[0, %c128] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    %n_2 = tile.store %b_2 into %r[0, %c128]
// CHECK-NEXT:    func.return %n_2
func.func @fault_E3_odd(%m: tensor<16x192xf32>, %out: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  %r = scf.for %i = %c0 to %c192 step %c64 iter_args(%o = %out) -> (tensor<16x192xf32>) {
    %b = tile.load %m[0, %i] : tensor<16x192xf32> to !tile.tile<16x64xf32, vec>
    %n = tile.store %b into %o[0, %i] : !tile.tile<16x64xf32, vec> into tensor<16x192xf32>
    scf.yield %n : tensor<16x192xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x192xf32>
}

// fault_E3, one trip: no loop at all.
// CHECK-LABEL: func.func @fault_E3_one(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %b = tile.load %m[0, %c0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    %n = tile.store %b into %out[0, %c0]
// CHECK-NEXT:    func.return %n
func.func @fault_E3_one(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c64 iter_args(%o = %out) -> (tensor<16x64xf32>) {
    %b = tile.load %m[0, %i] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
    %n = tile.store %b into %o[0, %i] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
    scf.yield %n : tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x64xf32>
}

// fault_E3, no trip: what goes in comes out.
// CHECK-LABEL: func.func @fault_E3_zero(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    func.return %out
func.func @fault_E3_zero(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c64 to %c0 step %c64 iter_args(%o = %out) -> (tensor<16x64xf32>) {
    %b = tile.load %m[0, %i] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
    %n = tile.store %b into %o[0, %i] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
    scf.yield %n : tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x64xf32>
}

// fault_E10: stages count trips, whatever start and step are: 3, 6 | 9, 12 | 15.
// CHECK-LABEL: func.func @fault_E10(
// CHECK:         %c3 = arith.constant 3 : index
// CHECK-NEXT:    %c18 = arith.constant 18 : index
// CHECK-NEXT:    %c15 = arith.constant 15 : index
// CHECK-NEXT:    %c6 = arith.constant 6 : index
// CHECK-NEXT:    %r = scf.for %i = %c3 to %c15 step %c6 iter_args(%o = %out) -> (tensor<20x64xf32>) {
// CHECK-NEXT:      %b = tile.load %m[%i, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %n = tile.store %b into %o[%i, 0]
// CHECK-NEXT:      %i_1 = arith.addi %i, %c3 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b_1 = tile.load %m[%i_1, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %n_1 = tile.store %b_1 into %n[%i_1, 0]
// CHECK-NEXT:      scf.yield %n_1
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    %b_2 = tile.load %m[%c15, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    %n_2 = tile.store %b_2 into %r[%c15, 0]
// CHECK-NEXT:    func.return %n_2
func.func @fault_E10(%m: tensor<20x64xf32>, %out: tensor<20x64xf32>) -> tensor<20x64xf32> {
  %c3 = arith.constant 3 : index
  %c18 = arith.constant 18 : index
  %r = scf.for %i = %c3 to %c18 step %c3 iter_args(%o = %out) -> (tensor<20x64xf32>) {
    %b = tile.load %m[%i, 0] : tensor<20x64xf32> to !tile.tile<1x64xf32, vec>
    %n = tile.store %b into %o[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<20x64xf32>
    scf.yield %n : tensor<20x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<20x64xf32>
}

// An index of an integer type, and a loop that carries nothing.
// CHECK-LABEL: func.func @integer_index(
// CHECK:         %c0 = arith.constant 0 : i32
// CHECK-NEXT:    %c1 = arith.constant 1 : i32
// CHECK-NEXT:    %c3 = arith.constant 3 : i32
// CHECK-NEXT:    %c2 = arith.constant 2 : i32
// CHECK-NEXT:    scf.for %i = %c0 to %c2 step %c2 : i32 {
// CHECK-NEXT:      %b = tile.load %m[0, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %i_1 = arith.addi %i, %c1 {tile.stage = #tile.stage<group = 0, stage = 1>} : i32
// CHECK-NEXT:      %b_1 = tile.load %m[0, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    %b_2 = tile.load %m[0, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    func.return
func.func @integer_index(%m: tensor<16x64xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %b = tile.load %m[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}
