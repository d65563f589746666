// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// A k that does not divide K: the partial last block is peeled; with one full block there is no loop.

// K = 272 gives k = 144 on the 950: one full block and a tail of 128.
// CHECK-LABEL: func.func @one_full_block(
// CHECK:         %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<64x272xbf16, mat> to !tile.tile<64x144xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<272x64xbf16, mat> to !tile.tile<144x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul %c_l0_a0, %c_l0_b0
// CHECK-NEXT:    %c_l0_at = tile.extract %lhs[0, 144] : !tile.tile<64x272xbf16, mat> to !tile.tile<64x128xbf16, left>
// CHECK-NEXT:    %c_l0_bt = tile.extract %rhs[144, 0] : !tile.tile<272x64xbf16, mat> to !tile.tile<128x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul_acc %c_l0_c0, %c_l0_at, %c_l0_bt
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x64xf32>
func.func @one_full_block(%a: tensor<64x272xbf16>, %b: tensor<272x64xbf16>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x272xbf16> to !tile.tile<64x272xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<272x64xbf16> to !tile.tile<272x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x272xbf16, mat>, !tile.tile<272x64xbf16, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// scope row 6: The lone full block of an accumulate forwards the caller's predicate verbatim, the tail drops it.
// CHECK-LABEL: func.func @one_full_block_acc(
// CHECK:         %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c_l0_a0 = tile.extract %lhs[0, 0] : !tile.tile<64x272xbf16, mat> to !tile.tile<64x144xbf16, left>
// CHECK-NEXT:    %c_l0_b0 = tile.extract %rhs[0, 0] : !tile.tile<272x64xbf16, mat> to !tile.tile<144x64xbf16, right>
// CHECK-NEXT:    %c_l0_c0 = tile.matmul_acc %acc, %c_l0_a0, %c_l0_b0 init %first_k
// CHECK-NEXT:    %c_l0_at = tile.extract %lhs[0, 144] : !tile.tile<64x272xbf16, mat> to !tile.tile<64x128xbf16, left>
// CHECK-NEXT:    %c_l0_bt = tile.extract %rhs[144, 0] : !tile.tile<272x64xbf16, mat> to !tile.tile<128x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul_acc %c_l0_c0, %c_l0_at, %c_l0_bt
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x64xf32>
func.func @one_full_block_acc(%a: tensor<64x272xbf16>, %b: tensor<272x64xbf16>, %seed_l: !tile.tile<64x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<64x64xf32>, %first_k: i1) -> tensor<64x64xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<64x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<64x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<64x272xbf16> to !tile.tile<64x272xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<272x64xbf16> to !tile.tile<272x64xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs init %first_k : !tile.tile<64x64xf32, acc>, !tile.tile<64x272xbf16, mat>, !tile.tile<272x64xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
