// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" | filecheck %s

// The first K block applies the bias once and is peeled; later blocks accumulate into its result, without a branch.

// scope row 9, case 13, case 14: (16, 64, 256), an f32 bias goes from Mat to the bias table whole.
// CHECK-LABEL: func.func @case_13(
// CHECK:         %c_l0_bias = tile.move %row
// CHECK-NEXT:    %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul_bias %c_l0_a0, %c_l0_b0, %c_l0_bias
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c256 to %c2048 step %c256 iter_args(%c_l0_c = %c_l0_c0) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @case_13(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// Two full blocks: the second is straight-line too. fault B13: the bias counts once.
// CHECK-LABEL: func.func @fault_B13_two_blocks(
// CHECK:         %c_l0_bias = tile.move %row
// CHECK-NEXT:    %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<16x512xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<512x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul_bias %c_l0_a0, %c_l0_b0, %c_l0_bias
// CHECK-NEXT:    %c_l0_a1 = tile.extract %lhs[0, 256] : !tile.tile<16x512xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:    %c_l0_b1 = tile.extract %rhs[256, 0] : !tile.tile<512x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul_acc %c_l0_c0, %c_l0_a1, %c_l0_b1
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @fault_B13_two_blocks(%a: tensor<16x512xbf16>, %b: tensor<512x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x512xbf16> to !tile.tile<16x512xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x64xbf16> to !tile.tile<512x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<16x512xbf16, mat>, !tile.tile<512x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// A bias that is in the bias table already is read from there.
// CHECK-LABEL: func.func @resident(
// CHECK:         %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul_bias %c_l0_a0, %c_l0_b0, %table
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c256 to %c2048 step %c256 iter_args(%c_l0_c = %c_l0_c0) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @resident(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %table = tile.move %row : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
  %c = tile.matmul_bias %lhs, %rhs, %table : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>, !tile.tile<1x64xf32, bias> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// Fits as it is: nothing changes.
// CHECK-LABEL: func.func @fits(
// CHECK:         %c = tile.matmul_bias %lhs, %rhs, %row
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x64xf32>
func.func @fits(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<64x64xbf16, mat>, !tile.tile<64x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
