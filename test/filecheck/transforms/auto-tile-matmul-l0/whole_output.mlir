// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=dsa-rp}" | filecheck %s

// Where sub-tiles would be cheaper but have no place to go, and the whole output fits L0C, K is cut all the same.

// The caller's accumulator cannot be cut into the 32x128 that the chooser asks for.
// CHECK-LABEL: func.func @callers_accumulator(
// CHECK:         %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c512 step %c64 iter_args(%c_l0_c = %acc) -> (!tile.tile<128x256xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<128x512xbf16, mat> to !tile.tile<128x64xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<512x256xbf16, mat> to !tile.tile<64x256xbf16, right>
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<128x256xf32>
func.func @callers_accumulator(%a: tensor<128x512xbf16>, %b: tensor<512x256xbf16>, %seed_l: !tile.tile<128x16xbf16, left>, %seed_r: !tile.tile<16x256xbf16, right>, %out: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<128x16xbf16, left>, !tile.tile<16x256xbf16, right> -> !tile.tile<128x256xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<128x512xbf16> to !tile.tile<128x512xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x256xbf16> to !tile.tile<512x256xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs : !tile.tile<128x256xf32, acc>, !tile.tile<128x512xbf16, mat>, !tile.tile<512x256xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<128x256xf32, acc> into tensor<128x256xf32>
  func.return %0 : tensor<128x256xf32>
}

// A Vec left operand serves one K loop, not a grid.
// CHECK-LABEL: func.func @vec_left(
// CHECK:         %c_l0_init = tile.create : !tile.tile<128x256xf32, acc>
// CHECK-NEXT:    %c_l0_lhs_mat = tile.move %lhs : !tile.tile<128x512xbf16, vec> to !tile.tile<128x512xbf16, mat>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c512 step %c64 iter_args(%c_l0_c = %c_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %c_l0_lhs_mat[0, %c_l0_ko] : !tile.tile<128x512xbf16, mat> to !tile.tile<128x64xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<512x256xbf16, mat> to !tile.tile<64x256xbf16, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %c_l0_first
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<128x256xf32>
func.func @vec_left(%a: tensor<128x512xbf16>, %b: tensor<512x256xbf16>, %out: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x512xbf16> to !tile.tile<128x512xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<512x256xbf16> to !tile.tile<512x256xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x512xbf16, vec>, !tile.tile<512x256xbf16, mat> -> !tile.tile<128x256xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<128x256xf32, acc> into tensor<128x256xf32>
  func.return %0 : tensor<128x256xf32>
}
