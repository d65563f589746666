// RUN: tile-opt %s -p lower-pipeline-loops --check-semantics | filecheck %s

// Where only the run knows the number of trips, those that fill no group run each behind a test.

// CHECK-LABEL: func.func @unknown_trips(
// CHECK:         %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c3 = arith.constant 3 : index
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %c6 = arith.constant 6 : index
// CHECK-NEXT:    %end = arith.muli %n, %c2 : index
// CHECK-NEXT:    %0 = arith.subi %end, %c1 : index
// CHECK-NEXT:    %1 = arith.maxsi %0, %c0 : index
// CHECK-NEXT:    %2 = arith.ceildivsi %1, %c2 : index
// CHECK-NEXT:    %rest = arith.remsi %2, %c3 : index
// CHECK-NEXT:    %3 = arith.subi %2, %rest : index
// CHECK-NEXT:    %4 = arith.muli %3, %c2 : index
// CHECK-NEXT:    %end_1 = arith.addi %c1, %4 : index
// CHECK-NEXT:    %r = scf.for %i = %c1 to %end_1 step %c6 iter_args(%o = %out) -> (tensor<8x64xf32>) {
// CHECK-NEXT:      %b = tile.load %m[%i, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s = tile.store %b into %o[%i, 0]
// CHECK-NEXT:      %i_1 = arith.addi %i, %c2 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b_1 = tile.load %m[%i_1, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_1 = tile.store %b_1 into %s[%i_1, 0]
// CHECK-NEXT:      %i_2 = arith.addi %i, %c4 {tile.stage = #tile.stage<group = 0, stage = 2>} : index
// CHECK-NEXT:      %b_2 = tile.load %m[%i_2, 0] {tile.stage = #tile.stage<group = 0, stage = 2>}
// CHECK-NEXT:      %s_2 = tile.store %b_2 into %s_1[%i_2, 0]
// CHECK-NEXT:      scf.yield %s_2
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    %5 = arith.cmpi sgt, %rest, %c0 : index
// CHECK-NEXT:    %r_1 = scf.if %5 -> (tensor<8x64xf32>) {
// CHECK-NEXT:      %b_3 = tile.load %m[%end_1, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s_3 = tile.store %b_3 into %r[%end_1, 0]
// CHECK-NEXT:      scf.yield %s_3
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %r
// CHECK-NEXT:    }
// CHECK-NEXT:    %6 = arith.cmpi sgt, %rest, %c1 : index
// CHECK-NEXT:    %r_2 = scf.if %6 -> (tensor<8x64xf32>) {
// CHECK-NEXT:      %7 = arith.addi %end_1, %c2 : index
// CHECK-NEXT:      %b_4 = tile.load %m[%7, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_4 = tile.store %b_4 into %r_1[%7, 0]
// CHECK-NEXT:      scf.yield %s_4
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %r_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r_2
func.func @unknown_trips(%m: tensor<8x64xf32>, %out: tensor<8x64xf32>, %n: index) -> tensor<8x64xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %end = arith.muli %n, %c2 : index
  %r = scf.for %i = %c1 to %end step %c2 iter_args(%o = %out) -> (tensor<8x64xf32>) {
    %b = tile.load %m[%i, 0] : tensor<8x64xf32> to !tile.tile<1x64xf32, vec>
    %s = tile.store %b into %o[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<8x64xf32>
    scf.yield %s : tensor<8x64xf32>
  } {tile.pipeline_stages = 3 : i64}
  func.return %r : tensor<8x64xf32>
}
