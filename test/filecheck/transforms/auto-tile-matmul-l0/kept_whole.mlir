// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=dsa-rp}" --verify-diagnostics | filecheck %s

// Sub-tiles of 64x32 would be cheaper, but the accumulator is the caller's: PH-AT-006, and K is cut all the same.

// CHECK-LABEL: func.func @callers_accumulator(
// CHECK:         %c = scf.for %c_l0_ko = %c0 to %c256 step %c32 iter_args(%c_l0_c = %acc) -> (!tile.tile<64x256xf32, acc>) {
func.func @callers_accumulator(%a: tensor<64x256xf32>, %b: tensor<256x256xf32>, %seed_l: !tile.tile<64x16xf32, left>, %seed_r: !tile.tile<16x256xf32, right>, %out: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<64x16xf32, left>, !tile.tile<16x256xf32, right> -> !tile.tile<64x256xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xf32> to !tile.tile<256x256xf32, mat>
  // expected-hint@+1 {{tiles would take 4713: its accumulator is the caller's}}
  %c = tile.matmul_acc %acc, %lhs, %rhs : !tile.tile<64x256xf32, acc>, !tile.tile<64x256xf32, mat>, !tile.tile<256x256xf32, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x256xf32, acc> into tensor<64x256xf32>
  func.return %0 : tensor<64x256xf32>
}
