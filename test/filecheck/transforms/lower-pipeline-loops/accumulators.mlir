// RUN: tile-opt %s -p lower-pipeline-loops --check-semantics | filecheck %s

// Products follow each other: accumulators carry a stage only where they are to be double-buffered, then modulo two.

// A K loop keeps its one accumulator. Only the first copy may be the first block: the others lose the predicate.
// CHECK-LABEL: func.func @k_loop(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c96 = arith.constant 96 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    %y = tile.load %b[0, 0]
// CHECK-NEXT:    %init = tile.create
// CHECK-NEXT:    %c = scf.for %k = %c0 to %c96 step %c32 iter_args(%acc = %init) -> (!tile.tile<16x16xf32, acc>) {
// CHECK-NEXT:      %l = tile.extract %x[0, %k] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %r = tile.extract %y[%k, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %first = arith.cmpi eq, %k, %c0 : index
// CHECK-NEXT:      %next = tile.matmul_acc %acc, %l, %r init %first
// CHECK-NEXT:      %k_1 = arith.addi %k, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %l_1 = tile.extract %x[0, %k_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %r_1 = tile.extract %y[%k_1, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %next_1 = tile.matmul_acc %next, %l_1, %r_1
// CHECK-NEXT:      scf.yield %next_1
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0
func.func @k_loop(%a: tensor<16x96xf32>, %b: tensor<96x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %x = tile.load %a[0, 0] : tensor<16x96xf32> to !tile.tile<16x96xf32, mat>
  %y = tile.load %b[0, 0] : tensor<96x16xf32> to !tile.tile<96x16xf32, mat>
  %init = tile.create : !tile.tile<16x16xf32, acc>
  %c = scf.for %k = %c0 to %c96 step %c16 iter_args(%acc = %init) -> (!tile.tile<16x16xf32, acc>) {
    %l = tile.extract %x[0, %k] : !tile.tile<16x96xf32, mat> to !tile.tile<16x16xf32, left>
    %r = tile.extract %y[%k, 0] : !tile.tile<96x16xf32, mat> to !tile.tile<16x16xf32, right>
    %first = arith.cmpi eq, %k, %c0 : index
    %next = tile.matmul_acc %acc, %l, %r init %first
        : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right>
    scf.yield %next : !tile.tile<16x16xf32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// fault_E13: three stages, every operand of every product is of its own stage; the accumulators take two in turns.
// CHECK-LABEL: func.func @fault_E13_double_buffer_c(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c96 = arith.constant 96 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c48 = arith.constant 48 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    %y = tile.load %b[0, 0]
// CHECK-NEXT:    %c = scf.for %n = %c0 to %c96 step %c48 iter_args(%o = %out) -> (tensor<16x96xf32>) {
// CHECK-NEXT:      %l = tile.extract %x[0, 0] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %r = tile.extract %y[0, %n] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %p = tile.matmul %l, %r {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s = tile.store %p into %o[0, %n]
// CHECK-NEXT:      %n_1 = arith.addi %n, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %l_1 = tile.extract %x[0, 0] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %r_1 = tile.extract %y[0, %n_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %p_1 = tile.matmul %l_1, %r_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %n_1]
// CHECK-NEXT:      %n_2 = arith.addi %n, %c32 {tile.stage = #tile.stage<group = 0, stage = 2>} : index
// CHECK-NEXT:      %l_2 = tile.extract %x[0, 0] {tile.stage = #tile.stage<group = 0, stage = 2>}
// CHECK-NEXT:      %r_2 = tile.extract %y[0, %n_2] {tile.stage = #tile.stage<group = 0, stage = 2>}
// CHECK-NEXT:      %p_2 = tile.matmul %l_2, %r_2 {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s_2 = tile.store %p_2 into %s_1[0, %n_2]
// CHECK-NEXT:      scf.yield %s_2
// CHECK-NEXT:    } {tile.pipeline_stages = 1 : i64, tile.overlap_stores = false, tile.double_buffer_c = true, tile.pipeline_group = 0 : i64}
// CHECK-NEXT:    func.return %c
func.func @fault_E13_double_buffer_c(%a: tensor<16x16xf32>, %b: tensor<16x96xf32>, %out: tensor<16x96xf32>) -> tensor<16x96xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %x = tile.load %a[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %y = tile.load %b[0, 0] : tensor<16x96xf32> to !tile.tile<16x96xf32, mat>
  %c = scf.for %n = %c0 to %c96 step %c16 iter_args(%o = %out) -> (tensor<16x96xf32>) {
    %l = tile.extract %x[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
    %r = tile.extract %y[0, %n] : !tile.tile<16x96xf32, mat> to !tile.tile<16x16xf32, right>
    %p = tile.matmul %l, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %s = tile.store %p into %o[0, %n] : !tile.tile<16x16xf32, acc> into tensor<16x96xf32>
    scf.yield %s : tensor<16x96xf32>
  } {tile.pipeline_stages = 3 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  func.return %c : tensor<16x96xf32>
}
