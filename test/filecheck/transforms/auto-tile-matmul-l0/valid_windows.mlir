// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=toy_cube planner=pypto}" | filecheck %s

// Sub-tiles with nothing valid are not computed where that is known.
// CHECK-LABEL: func.func @few_rows(
// CHECK:         tile.store %c_t0 into %out[0, 0] : !tile.tile<16x16xf32, acc> into
// CHECK:         tile.store %c_t1 into %out_t0[16, 0] : !tile.tile<16x16xf32, acc, valid = 4x16, compact> into
// CHECK:         tile.store %c_t2 into %out_t1[0, 16] : !tile.tile<16x16xf32, acc> into
// CHECK:         tile.store %c_t3 into %out_t2[16, 16] : !tile.tile<16x16xf32, acc, valid = 4x16, compact> into
// CHECK-NEXT:    func.return %out_t3
func.func @few_rows(%a: tensor<20x64xf32>, %b: tensor<64x32xf32>, %out: tensor<20x32xf32>) -> tensor<20x32xf32> {
  %lhs = tile.load %a[0, 0] valid [20, 64] : tensor<20x64xf32> to !tile.tile<528x64xf32, mat, valid = 20x64>
  %rhs = tile.load %b[0, 0] : tensor<64x32xf32> to !tile.tile<64x32xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<528x64xf32, mat, valid = 20x64>, !tile.tile<64x32xf32, mat> -> !tile.tile<528x32xf32, acc, valid = 20x32, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<528x32xf32, acc, valid = 20x32, compact> into tensor<20x32xf32>
  func.return %0 : tensor<20x32xf32>
}

// Blocks of K with nothing valid neither: the loop ends at 32, where the physical K is 64.
// CHECK-LABEL: func.func @few_inner(
// CHECK:         scf.for %c_l0_ko = %c0 to %c32 step %c16
func.func @few_inner(%a: tensor<16x20xf32>, %b: tensor<64x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %lhs = tile.load %a[0, 0] valid [16, 20] : tensor<16x20xf32> to !tile.tile<16x64xf32, mat, valid = 16x20>
  %rhs = tile.load %b[0, 0] : tensor<64x16xf32> to !tile.tile<64x16xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x64xf32, mat, valid = 16x20>, !tile.tile<64x16xf32, mat> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// A window that may cross the end of the valid rows is clamped at run time, as unsigned numbers.
// CHECK-LABEL: func.func @run_time_rows(
// CHECK:         scf.for %c_n_o = %c0 to %c512 step %c32
// CHECK-NEXT:      scf.for %[[MO:.*]] = %c0 to %c512 step %c32
// CHECK-NEXT:        %[[SEED:.*]] = tile.create : !tile.tile<32x32xf32, acc, compact>
// CHECK-NEXT:        %[[ROWS:.*]], %{{.*}} = tile.get_validshape %lhs
// CHECK-NEXT:        %[[REACH:.*]] = arith.maxui %[[ROWS]], %[[MO]] : index
// CHECK-NEXT:        %[[LEFT:.*]] = arith.subi %[[REACH]], %[[MO]] : index
// CHECK-NEXT:        %[[VALID:.*]] = arith.minui %[[LEFT]], %c32 : index
// CHECK-NEXT:        tile.set_validshape %[[SEED]][%[[VALID]], 32]
func.func @run_time_rows(%a: tensor<?x64xbf16>, %b: tensor<64x528xbf16>, %out: tensor<?x528xf32>, %rows: index) -> tensor<?x528xf32> {
  %lhs = tile.load %a[0, 0] valid [%rows, 64] : tensor<?x64xbf16> to !tile.tile<528x64xbf16, mat, valid = ?x64>
  %rhs = tile.load %b[0, 0] : tensor<64x528xbf16> to !tile.tile<64x528xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<528x64xbf16, mat, valid = ?x64>, !tile.tile<64x528xbf16, mat> -> !tile.tile<528x528xf32, acc, valid = ?x528, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<528x528xf32, acc, valid = ?x528, compact> into tensor<?x528xf32>
  func.return %0 : tensor<?x528xf32>
}
