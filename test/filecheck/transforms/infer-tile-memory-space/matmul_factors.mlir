// RUN: tile-opt %s -p infer-tile-memory-space --check-semantics --verify-roundtrip | filecheck %s

// Factors in Mat are moved to Left and Right, a bias to Bias; one move serves all readers in a block.

// case 10: what auto-tile-matmul-l0 leaves whole.
// CHECK-LABEL: @case_10
// CHECK:         %a_left = tile.move %a : !tile.tile<64x64xbf16, mat> to !tile.tile<64x64xbf16, left>
// CHECK-NEXT:    %b_right = tile.move %b : !tile.tile<64x64xbf16, mat> to !tile.tile<64x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul %a_left, %b_right
// CHECK-NEXT:    %d = tile.matmul_acc %c, %a_left, %b_right
// CHECK-NEXT:    tile.store
func.func @case_10(%x: tensor<64x64xbf16>, %y: tensor<64x64xbf16>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = tile.load %x[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %b = tile.load %y[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %c = tile.matmul %a, %b : !tile.tile<64x64xbf16, mat>, !tile.tile<64x64xbf16, mat> -> !tile.tile<64x64xf32, acc>
  %d = tile.matmul_acc %c, %a, %b : !tile.tile<64x64xf32, acc>, !tile.tile<64x64xbf16, mat>, !tile.tile<64x64xbf16, mat>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: @bias
// CHECK:         tile.move %s : !tile.tile<1x16xf32, mat, layout = <row, none, 512>> to !tile.tile<1x16xf32, bias>
func.func @bias(%x: tensor<16x16xf32>, %z: tensor<1x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32>
  %s = tile.load %z[0, 0] : tensor<1x16xf32> to !tile.tile<1x16xf32>
  %c = tile.matmul_bias %a, %a, %s : !tile.tile<16x16xf32>, !tile.tile<16x16xf32>, !tile.tile<1x16xf32> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// A left operand in Vec goes by way of Mat, where the pipe from the vector core ends.
// CHECK-LABEL: @vec_left
// CHECK:         %a_mat = tile.move %a : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xbf16, mat>
// CHECK-NEXT:    %a_mat_left = tile.move %a_mat : !tile.tile<16x64xbf16, mat> to !tile.tile<16x64xbf16, left>
func.func @vec_left(%x: tensor<16x64xbf16>, %y: tensor<64x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %a = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, vec>
  %b = tile.load %y[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %c = tile.matmul %a, %b : !tile.tile<16x64xbf16, vec>, !tile.tile<64x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// Each block has its own move: the loop's is not the function's.
// CHECK-LABEL: @blocks
// CHECK:         %a_left = tile.move %a
// CHECK:         tile.matmul %a_left
// CHECK:         scf.for
// CHECK:           [[L:%.*]] = tile.move %a : {{.*}} left>
// CHECK:           tile.matmul_acc %{{.*}}, [[L]],
func.func @blocks(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %c = tile.matmul %a, %a : !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc>
  %d = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %c) -> (!tile.tile<16x16xf32, acc>) {
    %e = tile.matmul_acc %acc, %a, %a : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat>
    scf.yield %e : !tile.tile<16x16xf32, acc>
  }
  %0 = tile.store %d into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// An accumulator that a vector op reads crosses to the vector core.
// CHECK-LABEL: @cast_of_acc
// CHECK:         %c_vec = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
// CHECK-NEXT:    %v = tile.cast %c_vec rint : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xbf16, vec>
func.func @cast_of_acc(%x: tensor<16x16xf32>, %out: tensor<16x16xbf16>) -> tensor<16x16xbf16> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %c = tile.matmul %a, %a : !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc>
  %v = tile.cast %c rint : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xbf16, vec>
  %0 = tile.store %v into %out[0, 0] : !tile.tile<16x16xbf16, vec> into tensor<16x16xbf16>
  func.return %0 : tensor<16x16xbf16>
}

// CHECK-LABEL: @opaque
// CHECK-NOT:     tile.move
func.func @opaque(%a: !tile.tile<16x16xf32, mat>) attributes {tile.kind = #tile<kind opaque>} {
  %c = tile.matmul %a, %a : !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc>
  func.return
}
