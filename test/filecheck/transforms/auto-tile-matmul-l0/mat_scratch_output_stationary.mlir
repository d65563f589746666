// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// Under pypto a chained producer holds no operand: its tile is chosen again among output-stationary ones.

// case 88: (128, 256, 64), two K loops.
// CHECK-LABEL: func.func @case_88(
// CHECK:           %c_mat = tile.create : !tile.tile<128x512xbf16, mat>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c128 step %c64 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK-NEXT:        %c_t0_l0_a = tile.extract %lhs[0, %c_t0_l0_ko] : !tile.tile<128x128xbf16, mat> to !tile.tile<128x64xbf16, left>
// CHECK-NEXT:        %c_t0_l0_b = tile.extract %rhs[%c_t0_l0_ko, 0] : !tile.tile<128x512xbf16, mat> to !tile.tile<64x256xbf16, right>
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<128x512xbf16, mat> -> !tile.tile<128x512xbf16, mat>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c128 step %c64 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK-NEXT:        %c_t1_l0_a = tile.extract %lhs[0, %c_t1_l0_ko] : !tile.tile<128x128xbf16, mat> to !tile.tile<128x64xbf16, left>
// CHECK-NEXT:        %c_t1_l0_b = tile.extract %rhs[%c_t1_l0_ko, 256] : !tile.tile<128x512xbf16, mat> to !tile.tile<64x256xbf16, right>
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[0, 256] : !tile.tile<128x256xf32, acc> into !tile.tile<128x512xbf16, mat> -> !tile.tile<128x512xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c512 step %c128_1 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<128x64xf32, acc>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat_t1[0, %d_l0_ko] : !tile.tile<128x512xbf16, mat> to !tile.tile<128x128xbf16, left>
// CHECK-NEXT:        %d_l0_b = tile.extract %e[%d_l0_ko, 0] : !tile.tile<512x64xbf16, mat> to !tile.tile<128x64xbf16, right>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
func.func @case_88(%a: tensor<128x128xbf16>, %b: tensor<128x512xbf16>, %w: tensor<512x64xbf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x128xbf16> to !tile.tile<128x128xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<128x512xbf16> to !tile.tile<128x512xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<512x64xbf16> to !tile.tile<512x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x128xbf16, mat>, !tile.tile<128x512xbf16, mat> -> !tile.tile<128x512xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x512xf32, acc> to !tile.tile<128x512xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x512xbf16, vec>, !tile.tile<512x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}
