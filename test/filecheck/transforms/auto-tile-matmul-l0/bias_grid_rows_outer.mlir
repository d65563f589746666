// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// Rows outermost: the window of the bias is fetched in the inner loop.

// case 28: (528, 64, 32), A-stationary; the right strip of 16 columns has a window of its own.
// CHECK-LABEL: func.func @case_28(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c528 = arith.constant 528 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c528 step %c528 iter_args(%c_l0_held_iter = %out) -> (tensor<528x528xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %lhs[%c_l0_held_o, 0] : !tile.tile<528x32xbf16, mat> to !tile.tile<528x32xbf16, left>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c512 step %c64 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<528x528xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %rhs[0, %c_l0_moving_o] : !tile.tile<32x528xbf16, mat> to !tile.tile<32x64xbf16, right>
// CHECK-NEXT:        %c_l0_bias_mat = tile.load %bias[0, %c_l0_moving_o] : tensor<1x528xf32> to !tile.tile<1x64xf32, mat
// CHECK-NEXT:        %c_l0_bias = tile.move %c_l0_bias_mat
// CHECK-NEXT:        %c_t0 = tile.matmul_bias %c_l0_held, %c_l0_moving, %c_l0_bias
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_held_o, %c_l0_moving_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    }
// CHECK-NEXT:    %c_l0_bias_mat_1 = tile.load %bias[0, 512] : tensor<1x528xf32> to !tile.tile<1x16xf32, mat
// CHECK-NEXT:    %c_l0_bias_1 = tile.move %c_l0_bias_mat_1
// CHECK-NEXT:    %c_l0_a = tile.extract %lhs[0, 0] : !tile.tile<528x32xbf16, mat> to !tile.tile<528x32xbf16, left>
// CHECK-NEXT:    %c_l0_b = tile.extract %rhs[0, 512] : !tile.tile<32x528xbf16, mat> to !tile.tile<32x16xbf16, right>
// CHECK-NEXT:    %c_t1 = tile.matmul_bias %c_l0_a, %c_l0_b, %c_l0_bias_1
// CHECK-NEXT:    %out_t1 = tile.store %c_t1 into %c_l0_held_out[0, 512]
// CHECK-NEXT:    func.return %out_t1 : tensor<528x528xf32>
func.func @case_28(%a: tensor<528x32xbf16>, %b: tensor<32x528xbf16>, %bias: tensor<1x528xf32>, %out: tensor<528x528xf32>) -> tensor<528x528xf32> {
  %lhs = tile.load %a[0, 0] : tensor<528x32xbf16> to !tile.tile<528x32xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x528xbf16> to !tile.tile<32x528xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x528xf32> to !tile.tile<1x528xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<528x32xbf16, mat>, !tile.tile<32x528xbf16, mat>, !tile.tile<1x528xf32, mat, layout = <row, none, 512>> -> !tile.tile<528x528xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<528x528xf32, acc> into tensor<528x528xf32>
  func.return %0 : tensor<528x528xf32>
}
