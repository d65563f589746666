// RUN: tile-opt %s -p lower-pipeline-loops,canonicalize-io-order --check-semantics | filecheck %s

// Two accumulators in turns: two stages compute before both drain. Operands keep the depth of the pipeline.

// two stages: MMSS.
// CHECK-LABEL: func.func @two_stages(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    %y = tile.load %b[0, 0]
// CHECK-NEXT:    %q = tile.extract %x[0, 0]
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c64 step %c32 iter_args(%o = %out) -> (tensor<16x64xf32>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %m = tile.extract %y[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %m_1 = tile.extract %y[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %p = tile.matmul %q, %m {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %p_1 = tile.matmul %q, %m_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s = tile.store %p into %o[0, %i]
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @two_stages(%a: tensor<16x16xf32>, %b: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %x = tile.load %a[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %y = tile.load %b[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, mat>
  %q = tile.extract %x[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %out) -> (tensor<16x64xf32>) {
    %m = tile.extract %y[0, %i] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, right>
    %p = tile.matmul %q, %m : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %s = tile.store %p into %o[0, %i] : !tile.tile<16x16xf32, acc> into tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  func.return %r : tensor<16x64xf32>
}

// case 56, three stages: MMSSMS.
// CHECK-LABEL: func.func @case_56_three(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c96 = arith.constant 96 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c48 = arith.constant 48 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    %y = tile.load %b[0, 0]
// CHECK-NEXT:    %q = tile.extract %x[0, 0]
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c96 step %c48 iter_args(%o = %out) -> (tensor<16x96xf32>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %i_2 = arith.addi %i, %c32 {tile.stage = #tile.stage<group = 0, stage = 2>} : index
// CHECK-NEXT:      %m = tile.extract %y[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %m_1 = tile.extract %y[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %m_2 = tile.extract %y[0, %i_2] {tile.stage = #tile.stage<group = 0, stage = 2>}
// CHECK-NEXT:      %p = tile.matmul %q, %m {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %p_1 = tile.matmul %q, %m_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s = tile.store %p into %o[0, %i]
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %i_1]
// CHECK-NEXT:      %p_2 = tile.matmul %q, %m_2 {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %s_2 = tile.store %p_2 into %s_1[0, %i_2]
// CHECK-NEXT:      scf.yield %s_2
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @case_56_three(%a: tensor<16x16xf32>, %b: tensor<16x96xf32>, %out: tensor<16x96xf32>) -> tensor<16x96xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %x = tile.load %a[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %y = tile.load %b[0, 0] : tensor<16x96xf32> to !tile.tile<16x96xf32, mat>
  %q = tile.extract %x[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = scf.for %i = %c0 to %c96 step %c16 iter_args(%o = %out) -> (tensor<16x96xf32>) {
    %m = tile.extract %y[0, %i] : !tile.tile<16x96xf32, mat> to !tile.tile<16x16xf32, right>
    %p = tile.matmul %q, %m : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %s = tile.store %p into %o[0, %i] : !tile.tile<16x16xf32, acc> into tensor<16x96xf32>
    scf.yield %s : tensor<16x96xf32>
  } {tile.pipeline_stages = 3 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  func.return %r : tensor<16x96xf32>
}

// case 56, four stages: MMSSMMSS.
// CHECK-LABEL: func.func @case_56_four(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c48 = arith.constant 48 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    %y = tile.load %b[0, 0]
// CHECK-NEXT:    %q = tile.extract %x[0, 0]
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c64 step %c64 iter_args(%o = %out) -> (tensor<16x64xf32>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %i_2 = arith.addi %i, %c32 {tile.stage = #tile.stage<group = 0, stage = 2>} : index
// CHECK-NEXT:      %i_3 = arith.addi %i, %c48 {tile.stage = #tile.stage<group = 0, stage = 3>} : index
// CHECK-NEXT:      %m = tile.extract %y[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %m_1 = tile.extract %y[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %m_2 = tile.extract %y[0, %i_2] {tile.stage = #tile.stage<group = 0, stage = 2>}
// CHECK-NEXT:      %m_3 = tile.extract %y[0, %i_3] {tile.stage = #tile.stage<group = 0, stage = 3>}
// CHECK-NEXT:      %p = tile.matmul %q, %m {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %p_1 = tile.matmul %q, %m_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s = tile.store %p into %o[0, %i]
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %i_1]
// CHECK-NEXT:      %p_2 = tile.matmul %q, %m_2 {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %p_3 = tile.matmul %q, %m_3 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s_2 = tile.store %p_2 into %s_1[0, %i_2]
// CHECK-NEXT:      %s_3 = tile.store %p_3 into %s_2[0, %i_3]
// CHECK-NEXT:      scf.yield %s_3
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @case_56_four(%a: tensor<16x16xf32>, %b: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %x = tile.load %a[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %y = tile.load %b[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, mat>
  %q = tile.extract %x[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%o = %out) -> (tensor<16x64xf32>) {
    %m = tile.extract %y[0, %i] : !tile.tile<16x64xf32, mat> to !tile.tile<16x16xf32, right>
    %p = tile.matmul %q, %m : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %s = tile.store %p into %o[0, %i] : !tile.tile<16x16xf32, acc> into tensor<16x64xf32>
    scf.yield %s : tensor<16x64xf32>
  } {tile.pipeline_stages = 4 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  func.return %r : tensor<16x64xf32>
}

// A trip that is left over follows the loop, in the first accumulator.
// CHECK-LABEL: func.func @one_left(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c48 = arith.constant 48 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    %y = tile.load %b[0, 0]
// CHECK-NEXT:    %q = tile.extract %x[0, 0]
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c32 step %c32 iter_args(%o = %out) -> (tensor<16x48xf32>) {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %m = tile.extract %y[0, %i] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %m_1 = tile.extract %y[0, %i_1] {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %p = tile.matmul %q, %m {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      %p_1 = tile.matmul %q, %m_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      %s = tile.store %p into %o[0, %i]
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1
// CHECK-NEXT:    }
// CHECK-NEXT:    %m_2 = tile.extract %y[0, %c32] {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    %p_2 = tile.matmul %q, %m_2 {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    %s_2 = tile.store %p_2 into %r[0, %c32]
// CHECK-NEXT:    func.return %s_2
func.func @one_left(%a: tensor<16x16xf32>, %b: tensor<16x48xf32>, %out: tensor<16x48xf32>) -> tensor<16x48xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %x = tile.load %a[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %y = tile.load %b[0, 0] : tensor<16x48xf32> to !tile.tile<16x48xf32, mat>
  %q = tile.extract %x[0, 0] : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = scf.for %i = %c0 to %c48 step %c16 iter_args(%o = %out) -> (tensor<16x48xf32>) {
    %m = tile.extract %y[0, %i] : !tile.tile<16x48xf32, mat> to !tile.tile<16x16xf32, right>
    %p = tile.matmul %q, %m : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    %s = tile.store %p into %o[0, %i] : !tile.tile<16x16xf32, acc> into tensor<16x48xf32>
    scf.yield %s : tensor<16x48xf32>
  } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  func.return %r : tensor<16x48xf32>
}

