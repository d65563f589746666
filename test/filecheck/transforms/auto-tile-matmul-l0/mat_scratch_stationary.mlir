// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=dsa-rp}" --check-semantics | filecheck %s

// A chained producer may hold an operand in L0 under a planner that subdivides freed buffers.

// case 88: (64, 256, 128), the right panel is held in a sequential loop, two accumulators in turns.
// CHECK-LABEL: func.func @case_88(
// CHECK:           %c_mat = tile.create : !tile.tile<128x512xbf16, mat>
// CHECK:           %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c512 step %c256 iter_args(%c_l0_held_iter = %c_mat) -> (!tile.tile<128x512xbf16, mat>) {
// CHECK-NEXT:        %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<128x512xbf16, mat> to !tile.tile<128x256xbf16, right>
// CHECK-NEXT:        %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c128 step %c64 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (!tile.tile<128x512xbf16, mat>) {
// CHECK-NEXT:          %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<128x128xbf16, mat> to !tile.tile<64x128xbf16, left>
// CHECK-NEXT:          %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:          %c_mat_t0 = tile.assemble %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o] : !tile.tile<64x256xf32, acc> into !tile.tile<128x512xbf16, mat> -> !tile.tile<128x512xbf16, mat>
// CHECK-NEXT:          scf.yield %c_mat_t0 : !tile.tile<128x512xbf16, mat>
// CHECK-NEXT:        } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
// CHECK-NOT:       tile.cast
// CHECK:           %d_l0_held_out = scf.for %d_l0_held_o = %c0_1 to %c64_1 step %c64_1 iter_args(%d_l0_held_iter = %out) -> (tensor<128x64xf32>) {
// CHECK-NEXT:        %d_l0_held = tile.extract %e[0, %d_l0_held_o] : !tile.tile<512x64xbf16, mat> to !tile.tile<512x64xbf16, right>
// CHECK-NEXT:        %d_l0_moving_out = scf.for %d_l0_moving_o = %c0_1 to %c128_1 step %c32 iter_args(%d_l0_moving_iter = %d_l0_held_iter) -> (tensor<128x64xf32>) {
// CHECK-NEXT:          %d_l0_moving = tile.extract %c_l0_held_out[%d_l0_moving_o, 0] : !tile.tile<128x512xbf16, mat> to !tile.tile<32x512xbf16, left>
// CHECK-NEXT:          %d_t0 = tile.matmul %d_l0_moving, %d_l0_held
// CHECK-NEXT:          %out_t0 = tile.store %d_t0 into %d_l0_moving_iter[%d_l0_moving_o, %d_l0_held_o] : !tile.tile<32x64xf32, acc> into tensor<128x64xf32>
// CHECK:             } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
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
