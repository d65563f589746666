// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// The output fits L0C: K becomes a pipelined loop of predicated accumulates into one buffer.

// scope row 1, case 4: (16, 64, 256).
// CHECK-LABEL: func.func @case_4(
// CHECK:         %c_l0_init = tile.create : !tile.tile<16x64xf32, acc>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c2048 step %c256 iter_args(%c_l0_c = %c_l0_init) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %c_l0_first
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @case_4(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// scope row 1, case 6: a Vec left operand is moved to Mat once, between the seed and the loop.
// CHECK-LABEL: func.func @case_6(
// CHECK:         %c_l0_init = tile.create : !tile.tile<16x64xf32, acc>
// CHECK-NEXT:    %c_l0_lhs_mat = tile.move %lhs : !tile.tile<16x2048xbf16, vec> to !tile.tile<16x2048xbf16, mat>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c2048 step %c256 iter_args(%c_l0_c = %c_l0_init) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %c_l0_lhs_mat[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %c_l0_first
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @case_6(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, vec>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// scope row 12, case 10: fits as it is; nothing changes and no planner is recorded.
// CHECK-LABEL: func.func @case_10(
// CHECK:         %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x64xf32>
func.func @case_10(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x64xbf16, mat>, !tile.tile<64x64xbf16, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
