// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// k < K and the output exceeds L0C: one K loop per sub-tile, each stored straight to the output, columns outermost.

// scope row 2, case 34: (256, 256, 32), four sub-tiles chained through the output tensor.
// CHECK-LABEL: func.func @case_34(
// CHECK:         %c_t0_l0_init = tile.create : !tile.tile<256x256xf32, acc>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c512 step %c32 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK-NEXT:      %c_t0_l0_a = tile.extract %lhs[0, %c_t0_l0_ko] : !tile.tile<512x512xf32, mat> to !tile.tile<256x32xf32, left>
// CHECK-NEXT:      %c_t0_l0_b = tile.extract %rhs[%c_t0_l0_ko, 0] : !tile.tile<512x512xf32, mat> to !tile.tile<32x256xf32, right>
// CHECK-NEXT:      %c_t0_l0_first = arith.cmpi eq, %c_t0_l0_ko, %c0 : index
// CHECK-NEXT:      %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK-NEXT:      scf.yield %c_t0_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t0 = tile.store %c_t0 into %out[0, 0]
// CHECK-NEXT:    %c_t1_l0_init = tile.create : !tile.tile<256x256xf32, acc>
// CHECK-NEXT:    %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c512 step %c32 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK-NEXT:      %c_t1_l0_a = tile.extract %lhs[256, %c_t1_l0_ko] : !tile.tile<512x512xf32, mat> to !tile.tile<256x32xf32, left>
// CHECK-NEXT:      %c_t1_l0_b = tile.extract %rhs[%c_t1_l0_ko, 0] : !tile.tile<512x512xf32, mat> to !tile.tile<32x256xf32, right>
// CHECK-NEXT:      %c_t1_l0_first = arith.cmpi eq, %c_t1_l0_ko, %c0 : index
// CHECK-NEXT:      %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK-NEXT:      scf.yield %c_t1_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t1 = tile.store %c_t1 into %out_t0[256, 0]
// CHECK-NEXT:    %c_t2_l0_init = tile.create : !tile.tile<256x256xf32, acc>
// CHECK-NEXT:    %c_t2 = scf.for %c_t2_l0_ko = %c0 to %c512 step %c32 iter_args(%c_t2_l0_c = %c_t2_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK-NEXT:      %c_t2_l0_a = tile.extract %lhs[0, %c_t2_l0_ko] : !tile.tile<512x512xf32, mat> to !tile.tile<256x32xf32, left>
// CHECK-NEXT:      %c_t2_l0_b = tile.extract %rhs[%c_t2_l0_ko, 256] : !tile.tile<512x512xf32, mat> to !tile.tile<32x256xf32, right>
// CHECK-NEXT:      %c_t2_l0_first = arith.cmpi eq, %c_t2_l0_ko, %c0 : index
// CHECK-NEXT:      %c_t2_l0_c_acc = tile.matmul_acc %c_t2_l0_c, %c_t2_l0_a, %c_t2_l0_b init %c_t2_l0_first
// CHECK-NEXT:      scf.yield %c_t2_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t2 = tile.store %c_t2 into %out_t1[0, 256]
// CHECK-NEXT:    %c_t3_l0_init = tile.create : !tile.tile<256x256xf32, acc>
// CHECK-NEXT:    %c_t3 = scf.for %c_t3_l0_ko = %c0 to %c512 step %c32 iter_args(%c_t3_l0_c = %c_t3_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK-NEXT:      %c_t3_l0_a = tile.extract %lhs[256, %c_t3_l0_ko] : !tile.tile<512x512xf32, mat> to !tile.tile<256x32xf32, left>
// CHECK-NEXT:      %c_t3_l0_b = tile.extract %rhs[%c_t3_l0_ko, 256] : !tile.tile<512x512xf32, mat> to !tile.tile<32x256xf32, right>
// CHECK-NEXT:      %c_t3_l0_first = arith.cmpi eq, %c_t3_l0_ko, %c0 : index
// CHECK-NEXT:      %c_t3_l0_c_acc = tile.matmul_acc %c_t3_l0_c, %c_t3_l0_a, %c_t3_l0_b init %c_t3_l0_first
// CHECK-NEXT:      scf.yield %c_t3_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t3 = tile.store %c_t3 into %out_t2[256, 256]
// CHECK-NEXT:    func.return %out_t3 : tensor<512x512xf32>
func.func @case_34(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}
