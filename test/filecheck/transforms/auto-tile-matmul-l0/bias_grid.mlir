// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" | filecheck %s

// The output is cut into columns: each window of the bias is loaded from the tensor and moved to the bias table.

// scope row 10, case 30: (16, 256, 32), B-stationary: the window is fetched beside the held panel.
// CHECK-LABEL: func.func @case_30(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c512 step %c256 iter_args(%c_l0_held_iter = %out) -> (tensor<16x512xi32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<32x512xi8, mat> to !tile.tile<32x256xi8, right>
// CHECK-NEXT:      %c_l0_bias_mat = tile.load %bias[0, %c_l0_held_o] : tensor<1x512xi32> to !tile.tile<1x256xi32, mat
// CHECK-NEXT:      %c_l0_bias = tile.move %c_l0_bias_mat
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c16 step %c16 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<16x512xi32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<16x32xi8, mat> to !tile.tile<16x32xi8, left>
// CHECK-NEXT:        %c_t0 = tile.matmul_bias %c_l0_moving, %c_l0_held, %c_l0_bias
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %c_l0_held_out : tensor<16x512xi32>
func.func @case_30(%a: tensor<16x32xi8>, %b: tensor<32x512xi8>, %bias: tensor<1x512xi32>, %out: tensor<16x512xi32>) -> tensor<16x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<16x32xi8> to !tile.tile<16x32xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x512xi8> to !tile.tile<32x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<16x32xi8, mat>, !tile.tile<32x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<16x512xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x512xi32, acc> into tensor<16x512xi32>
  func.return %0 : tensor<16x512xi32>
}

// scope row 10, case 24: (256, 128, 128): four columns, a reduction each; the load of the whole bias goes.
// CHECK-LABEL: func.func @case_24(
// CHECK:         %c_l0_bias_mat = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x128xi32, mat
// CHECK-NEXT:    %c_l0_bias = tile.move %c_l0_bias_mat
// CHECK-NEXT:    %c_t0_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:    %c_t0_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:    %c_t0_l0_c0 = tile.matmul_bias %c_t0_l0_a0, %c_t0_l0_b0, %c_l0_bias
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %c1024 = arith.constant 1024 : index
// CHECK-NEXT:    %c_t0 = scf.for %c_t0_l0_ko = %c128 to %c1024 step %c128 iter_args(%c_t0_l0_c = %c_t0_l0_c0) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:      %c_t0_l0_a = tile.extract %lhs[0, %c_t0_l0_ko] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:      %c_t0_l0_b = tile.extract %rhs[%c_t0_l0_ko, 0] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:      %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b
// CHECK-NEXT:      scf.yield %c_t0_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t0 = tile.store %c_t0 into %out[0, 0]
// CHECK-NEXT:    %c_l0_bias_mat_1 = tile.load %bias[0, 128] : tensor<1x512xi32> to !tile.tile<1x128xi32, mat
// CHECK-NEXT:    %c_l0_bias_1 = tile.move %c_l0_bias_mat_1
// CHECK-NEXT:    %c_t1_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:    %c_t1_l0_b0 = tile.extract %rhs[0, 128] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:    %c_t1_l0_c0 = tile.matmul_bias %c_t1_l0_a0, %c_t1_l0_b0, %c_l0_bias_1
// CHECK-NEXT:    %c_t1 = scf.for %c_t1_l0_ko = %c128 to %c1024 step %c128 iter_args(%c_t1_l0_c = %c_t1_l0_c0) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:      %c_t1_l0_a = tile.extract %lhs[0, %c_t1_l0_ko] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:      %c_t1_l0_b = tile.extract %rhs[%c_t1_l0_ko, 128] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:      %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b
// CHECK-NEXT:      scf.yield %c_t1_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t1 = tile.store %c_t1 into %out_t0[0, 128]
// CHECK-NEXT:    %c_l0_bias_mat_2 = tile.load %bias[0, 256] : tensor<1x512xi32> to !tile.tile<1x128xi32, mat
// CHECK-NEXT:    %c_l0_bias_2 = tile.move %c_l0_bias_mat_2
// CHECK-NEXT:    %c_t2_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:    %c_t2_l0_b0 = tile.extract %rhs[0, 256] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:    %c_t2_l0_c0 = tile.matmul_bias %c_t2_l0_a0, %c_t2_l0_b0, %c_l0_bias_2
// CHECK-NEXT:    %c_t2 = scf.for %c_t2_l0_ko = %c128 to %c1024 step %c128 iter_args(%c_t2_l0_c = %c_t2_l0_c0) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:      %c_t2_l0_a = tile.extract %lhs[0, %c_t2_l0_ko] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:      %c_t2_l0_b = tile.extract %rhs[%c_t2_l0_ko, 256] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:      %c_t2_l0_c_acc = tile.matmul_acc %c_t2_l0_c, %c_t2_l0_a, %c_t2_l0_b
// CHECK-NEXT:      scf.yield %c_t2_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t2 = tile.store %c_t2 into %out_t1[0, 256]
// CHECK-NEXT:    %c_l0_bias_mat_3 = tile.load %bias[0, 384] : tensor<1x512xi32> to !tile.tile<1x128xi32, mat
// CHECK-NEXT:    %c_l0_bias_3 = tile.move %c_l0_bias_mat_3
// CHECK-NEXT:    %c_t3_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:    %c_t3_l0_b0 = tile.extract %rhs[0, 384] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:    %c_t3_l0_c0 = tile.matmul_bias %c_t3_l0_a0, %c_t3_l0_b0, %c_l0_bias_3
// CHECK-NEXT:    %c_t3 = scf.for %c_t3_l0_ko = %c128 to %c1024 step %c128 iter_args(%c_t3_l0_c = %c_t3_l0_c0) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:      %c_t3_l0_a = tile.extract %lhs[0, %c_t3_l0_ko] : !tile.tile<256x1024xi8, mat> to !tile.tile<256x128xi8, left>
// CHECK-NEXT:      %c_t3_l0_b = tile.extract %rhs[%c_t3_l0_ko, 384] : !tile.tile<1024x512xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK-NEXT:      %c_t3_l0_c_acc = tile.matmul_acc %c_t3_l0_c, %c_t3_l0_a, %c_t3_l0_b
// CHECK-NEXT:      scf.yield %c_t3_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t3 = tile.store %c_t3 into %out_t2[0, 384]
// CHECK-NEXT:    func.return %out_t3 : tensor<256x512xi32>
func.func @case_24(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// Rows alone are cut: every tile takes the whole bias, which is moved once.
// CHECK-LABEL: func.func @rows(
// CHECK:         %c_l0_bias = tile.move %row
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c528 = arith.constant 528 : index
// CHECK-NEXT:    %c176 = arith.constant 176 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c64 step %c64 iter_args(%c_l0_held_iter = %out) -> (tensor<528x64xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<64x64xbf16, mat> to !tile.tile<64x64xbf16, right>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c528 step %c176 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<528x64xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<528x64xbf16, mat> to !tile.tile<176x64xbf16, left>
// CHECK-NEXT:        %c_t0 = tile.matmul_bias %c_l0_moving, %c_l0_held, %c_l0_bias
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:    func.return %c_l0_held_out : tensor<528x64xf32>
func.func @rows(%a: tensor<528x64xbf16>, %b: tensor<64x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<528x64xf32>) -> tensor<528x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<528x64xbf16> to !tile.tile<528x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<528x64xbf16, mat>, !tile.tile<64x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<528x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<528x64xf32, acc> into tensor<528x64xf32>
  func.return %0 : tensor<528x64xf32>
}

// So it is where the bias is in the bias table: rows can be cut.
// CHECK-LABEL: func.func @rows_resident(
// CHECK:         %c_t0_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<1024x64xbf16, mat> to !tile.tile<512x32xbf16, left>
// CHECK-NEXT:    %c_t0_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<64x64xbf16, mat> to !tile.tile<32x64xbf16, right>
// CHECK-NEXT:    %c_t0_l0_c0 = tile.matmul_bias %c_t0_l0_a0, %c_t0_l0_b0, %table
// CHECK-NEXT:    %c_t0_l0_a1 = tile.extract %lhs[0, 32] : !tile.tile<1024x64xbf16, mat> to !tile.tile<512x32xbf16, left>
// CHECK-NEXT:    %c_t0_l0_b1 = tile.extract %rhs[32, 0] : !tile.tile<64x64xbf16, mat> to !tile.tile<32x64xbf16, right>
// CHECK-NEXT:    %c_t0 = tile.matmul_acc %c_t0_l0_c0, %c_t0_l0_a1, %c_t0_l0_b1
// CHECK-NEXT:    %out_t0 = tile.store %c_t0 into %out[0, 0]
// CHECK-NEXT:    %c_t1_l0_a0 = tile.extract %lhs[512, 0] : !tile.tile<1024x64xbf16, mat> to !tile.tile<512x32xbf16, left>
// CHECK-NEXT:    %c_t1_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<64x64xbf16, mat> to !tile.tile<32x64xbf16, right>
// CHECK-NEXT:    %c_t1_l0_c0 = tile.matmul_bias %c_t1_l0_a0, %c_t1_l0_b0, %table
// CHECK-NEXT:    %c_t1_l0_a1 = tile.extract %lhs[512, 32] : !tile.tile<1024x64xbf16, mat> to !tile.tile<512x32xbf16, left>
// CHECK-NEXT:    %c_t1_l0_b1 = tile.extract %rhs[32, 0] : !tile.tile<64x64xbf16, mat> to !tile.tile<32x64xbf16, right>
// CHECK-NEXT:    %c_t1 = tile.matmul_acc %c_t1_l0_c0, %c_t1_l0_a1, %c_t1_l0_b1
// CHECK-NEXT:    %out_t1 = tile.store %c_t1 into %out_t0[512, 0]
// CHECK-NEXT:    func.return %out_t1 : tensor<1024x64xf32>
func.func @rows_resident(%a: tensor<1024x64xbf16>, %b: tensor<64x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<1024x64xf32>) -> tensor<1024x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<1024x64xbf16> to !tile.tile<1024x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %table = tile.move %row : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
  %c = tile.matmul_bias %lhs, %rhs, %table : !tile.tile<1024x64xbf16, mat>, !tile.tile<64x64xbf16, mat>, !tile.tile<1x64xf32, bias> -> !tile.tile<1024x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<1024x64xf32, acc> into tensor<1024x64xf32>
  func.return %0 : tensor<1024x64xf32>
}
