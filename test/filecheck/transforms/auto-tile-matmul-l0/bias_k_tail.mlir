// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// K tails: after the only full block, and after the loop.

// case 32: (64, 64, 144).
// CHECK-LABEL: func.func @case_32(
// CHECK:         %c_l0_bias = tile.move %row
// CHECK-NEXT:    %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<64x272xbf16, mat> to !tile.tile<64x144xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<272x64xbf16, mat> to !tile.tile<144x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul_bias %c_l0_a0, %c_l0_b0, %c_l0_bias
// CHECK-NEXT:    %c_l0_at = tile.extract %lhs[0, 144] : !tile.tile<64x272xbf16, mat> to !tile.tile<64x128xbf16, left>
// CHECK-NEXT:    %c_l0_bt = tile.extract %rhs[144, 0] : !tile.tile<272x64xbf16, mat> to !tile.tile<128x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul_acc %c_l0_c0, %c_l0_at, %c_l0_bt
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x64xf32>
func.func @case_32(%a: tensor<64x272xbf16>, %b: tensor<272x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x272xbf16> to !tile.tile<64x272xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<272x64xbf16> to !tile.tile<272x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<64x272xbf16, mat>, !tile.tile<272x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// Three full blocks of 176 and 160 more.
// CHECK-LABEL: func.func @tail(
// CHECK:         %c_l0_bias = tile.move %row
// CHECK-NEXT:    %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<64x688xbf16, mat> to !tile.tile<64x176xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<688x64xbf16, mat> to !tile.tile<176x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul_bias %c_l0_a0, %c_l0_b0, %c_l0_bias
// CHECK-NEXT:    %c176 = arith.constant 176 : index
// CHECK-NEXT:    %c528 = arith.constant 528 : index
// CHECK-NEXT:    %c_l0_kmain = scf.for %c_l0_ko = %c176 to %c528 step %c176 iter_args(%c_l0_c = %c_l0_c0) -> (!tile.tile<64x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<64x688xbf16, mat> to !tile.tile<64x176xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<688x64xbf16, mat> to !tile.tile<176x64xbf16, right>
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %c_l0_at = tile.extract %lhs[0, 528] : !tile.tile<64x688xbf16, mat> to !tile.tile<64x160xbf16, left>
// CHECK-NEXT:    %c_l0_bt = tile.extract %rhs[528, 0] : !tile.tile<688x64xbf16, mat> to !tile.tile<160x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul_acc %c_l0_kmain, %c_l0_at, %c_l0_bt
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x64xf32>
func.func @tail(%a: tensor<64x688xbf16>, %b: tensor<688x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x688xbf16> to !tile.tile<64x688xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<688x64xbf16> to !tile.tile<688x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<64x688xbf16, mat>, !tile.tile<688x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
