// RUN: tile-opt %s -p lower-pipeline-loops,canonicalize-io-order --check-semantics | filecheck %s

// One accumulator: each product is drained before the next, extracts run ahead.

// Asked for.
// CHECK-LABEL: func.func @adjacent(
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
// CHECK-NEXT:      %p = tile.matmul %q, %m
// CHECK-NEXT:      %s = tile.store %p into %o[0, %i]
// CHECK-NEXT:      %p_1 = tile.matmul %q, %m_1
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @adjacent(%a: tensor<16x16xf32>, %b: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
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
  } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
  func.return %r : tensor<16x64xf32>
}

// The same without being asked: an accumulator has no room beside it.
// CHECK-LABEL: func.func @drained_where_it_was(
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
// CHECK-NEXT:      %p = tile.matmul %q, %m
// CHECK-NEXT:      %s = tile.store %p into %o[0, %i]
// CHECK-NEXT:      %p_1 = tile.matmul %q, %m_1
// CHECK-NEXT:      %s_1 = tile.store %p_1 into %s[0, %i_1]
// CHECK-NEXT:      scf.yield %s_1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @drained_where_it_was(%a: tensor<16x16xf32>, %b: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
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
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x64xf32>
}

