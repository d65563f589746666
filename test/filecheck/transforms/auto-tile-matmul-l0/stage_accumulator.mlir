// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// A product that fits L0C and is multiplied as it is moves to Mat once, so that its readers can be tiled.

// Two readers, both tiled over K.
// CHECK-LABEL: func.func @two_readers(
// CHECK:           %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat = tile.move %c : !tile.tile<64x256xf32, acc> to !tile.tile<64x256xf32, mat>
// CHECK:           %d = scf.for %d_l0_ko = %c0 to %c256 step %c128 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<64x64xf32, acc>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat[0, %d_l0_ko] : !tile.tile<64x256xf32, mat> to !tile.tile<64x128xf32, left>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %f = scf.for %f_l0_ko = %c0_1 to %c256_1 step %c128_1 iter_args(%f_l0_c = %d) -> (!tile.tile<64x64xf32, acc>) {
// CHECK-NEXT:        %f_l0_a = tile.extract %c_mat[0, %f_l0_ko] : !tile.tile<64x256xf32, mat> to !tile.tile<64x128xf32, left>
// CHECK:             %f_l0_c_acc = tile.matmul_acc %f_l0_c, %f_l0_a, %f_l0_b
// CHECK:           %0 = tile.store %f into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
func.func @two_readers(%a: tensor<64x64xf32>, %b: tensor<64x256xf32>, %w: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x64xf32> to !tile.tile<64x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x64xf32, mat>, !tile.tile<64x256xf32, mat> -> !tile.tile<64x256xf32, acc>
  %d = tile.matmul %c, %e : !tile.tile<64x256xf32, acc>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %f = tile.matmul_acc %d, %c, %e : !tile.tile<64x64xf32, acc>, !tile.tile<64x256xf32, acc>, !tile.tile<256x64xf32, mat>
  %0 = tile.store %f into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// The product is the right operand.
// CHECK-LABEL: func.func @right_operand(
// CHECK:           %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat = tile.move %c : !tile.tile<256x64xf32, acc> to !tile.tile<256x64xf32, mat>
// CHECK:           %d = scf.for %d_l0_ko = %c0 to %c256 step %c128 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<64x64xf32, acc>) {
// CHECK:             %d_l0_b = tile.extract %c_mat[%d_l0_ko, 0] : !tile.tile<256x64xf32, mat> to !tile.tile<128x64xf32, right>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
func.func @right_operand(%a: tensor<256x64xf32>, %b: tensor<64x64xf32>, %w: tensor<64x256xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x64xf32> to !tile.tile<64x64xf32, mat>
  %e = tile.load %w[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x64xf32, mat>, !tile.tile<64x64xf32, mat> -> !tile.tile<256x64xf32, acc>
  %d = tile.matmul %e, %c : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, acc> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
