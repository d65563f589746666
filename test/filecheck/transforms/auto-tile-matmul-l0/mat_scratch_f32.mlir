// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" --check-semantics | filecheck %s

// The A5 gathers f32 as it is: no cast is needed between the matmuls.

// 512 x 256 f32 fill Mat to the byte.
// CHECK-LABEL: func.func @f32(
// CHECK:           %c_mat = tile.create : !tile.tile<512x256xf32, mat>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c64 step %c32 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<256x256xf32, acc> into !tile.tile<512x256xf32, mat> -> !tile.tile<512x256xf32, mat>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c64 step %c32 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[256, 0] : !tile.tile<256x256xf32, acc> into !tile.tile<512x256xf32, mat> -> !tile.tile<512x256xf32, mat>
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256 step %c16 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<512x64xf32, acc>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat_t1[0, %d_l0_ko] : !tile.tile<512x256xf32, mat> to !tile.tile<512x16xf32, left>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<512x64xf32, acc> into tensor<512x64xf32>
func.func @f32(%a: tensor<512x64xf32>, %b: tensor<64x256xf32>, %w: tensor<256x64xf32>, %out: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x64xf32> to !tile.tile<512x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x64xf32, mat>, !tile.tile<64x256xf32, mat> -> !tile.tile<512x256xf32, acc>
  %d = tile.matmul %c, %e : !tile.tile<512x256xf32, acc>, !tile.tile<256x64xf32, mat> -> !tile.tile<512x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<512x64xf32, acc> into tensor<512x64xf32>
  func.return %0 : tensor<512x64xf32>
}

// A move to Mat says the same.
// CHECK-LABEL: func.func @moved(
// CHECK:           %c_mat = tile.create : !tile.tile<512x256xf32, mat>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c64 step %c32 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<256x256xf32, acc> into !tile.tile<512x256xf32, mat> -> !tile.tile<512x256xf32, mat>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c64 step %c32 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<256x256xf32, acc>) {
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[256, 0] : !tile.tile<256x256xf32, acc> into !tile.tile<512x256xf32, mat> -> !tile.tile<512x256xf32, mat>
// CHECK-NOT:       tile.move
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256 step %c16 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<512x64xf32, acc>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat_t1[0, %d_l0_ko] : !tile.tile<512x256xf32, mat> to !tile.tile<512x16xf32, left>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<512x64xf32, acc> into tensor<512x64xf32>
func.func @moved(%a: tensor<512x64xf32>, %b: tensor<64x256xf32>, %w: tensor<256x64xf32>, %out: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x64xf32> to !tile.tile<512x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x64xf32, mat>, !tile.tile<64x256xf32, mat> -> !tile.tile<512x256xf32, acc>
  %v = tile.move %c : !tile.tile<512x256xf32, acc> to !tile.tile<512x256xf32, mat>
  %d = tile.matmul %v, %e : !tile.tile<512x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<512x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<512x64xf32, acc> into tensor<512x64xf32>
  func.return %0 : tensor<512x64xf32>
}
