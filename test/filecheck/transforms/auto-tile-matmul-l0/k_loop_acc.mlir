// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// An accumulating matmul threads the caller's accumulator through the loop and makes none.

// scope row 5, case 5: no predicate, the accumulator is live from the first block on.
// CHECK-LABEL: func.func @case_5(
// CHECK:         %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c2048 step %c256 iter_args(%c_l0_c = %acc) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @case_5(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %seed_l: !tile.tile<16x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<16x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<16x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs : !tile.tile<16x64xf32, acc>, !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// case 7: a Vec left operand.
// CHECK-LABEL: func.func @case_7(
// CHECK:         %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c_l0_lhs_mat = tile.move %lhs : !tile.tile<16x2048xbf16, vec> to !tile.tile<16x2048xbf16, mat>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c2048 step %c256 iter_args(%c_l0_c = %acc) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %c_l0_lhs_mat[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x64xf32>
func.func @case_7(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %seed_l: !tile.tile<16x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<16x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<16x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs : !tile.tile<16x64xf32, acc>, !tile.tile<16x2048xbf16, vec>, !tile.tile<2048x64xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// scope row 6, case 18, case 21: the caller's predicate marks the first step of its own reduction, `ko == 0` the first block of that step.
// CHECK-LABEL: func.func @case_18(
// CHECK:         %zero = arith.constant 0 : index
// CHECK-NEXT:    %user = arith.cmpi eq, %first_k, %zero : index
// CHECK-NEXT:    %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c2048 step %c256 iter_args(%c_l0_c = %acc) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %0 = arith.andi %user, %c_l0_first : i1
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %0
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %1 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %1 : tensor<16x64xf32>
func.func @case_18(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %seed_l: !tile.tile<16x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<16x64xf32>, %first_k: index) -> tensor<16x64xf32> {
  %zero = arith.constant 0 : index
  %user = arith.cmpi eq, %first_k, %zero : index
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<16x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<16x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs init %user : !tile.tile<16x64xf32, acc>, !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// scope row 6, case 19: k = 192 does not divide K = 544; the tail accumulates without a predicate.
// CHECK-LABEL: func.func @case_19(
// CHECK:         %zero = arith.constant 0 : index
// CHECK-NEXT:    %user = arith.cmpi eq, %first_k, %zero : index
// CHECK-NEXT:    %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c384 = arith.constant 384 : index
// CHECK-NEXT:    %c192 = arith.constant 192 : index
// CHECK-NEXT:    %c_l0_kmain = scf.for %c_l0_ko = %c0 to %c384 step %c192 iter_args(%c_l0_c = %acc) -> (!tile.tile<64x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<64x544xbf16, mat> to !tile.tile<64x192xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<544x64xbf16, mat> to !tile.tile<192x64xbf16, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %0 = arith.andi %user, %c_l0_first : i1
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %0
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %c_l0_at = tile.extract %lhs[0, 384] : !tile.tile<64x544xbf16, mat> to !tile.tile<64x160xbf16, left>
// CHECK-NEXT:    %c_l0_bt = tile.extract %rhs[384, 0] : !tile.tile<544x64xbf16, mat> to !tile.tile<160x64xbf16, right>
// CHECK-NEXT:    %c = tile.matmul_acc %c_l0_kmain, %c_l0_at, %c_l0_bt
// CHECK-NEXT:    %1 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %1 : tensor<64x64xf32>
func.func @case_19(%a: tensor<64x544xbf16>, %b: tensor<544x64xbf16>, %seed_l: !tile.tile<64x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<64x64xf32>, %first_k: index) -> tensor<64x64xf32> {
  %zero = arith.constant 0 : index
  %user = arith.cmpi eq, %first_k, %zero : index
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<64x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<64x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<64x544xbf16> to !tile.tile<64x544xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<544x64xbf16> to !tile.tile<544x64xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs init %user : !tile.tile<64x64xf32, acc>, !tile.tile<64x544xbf16, mat>, !tile.tile<544x64xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// A literal true is composed like any other predicate.
// CHECK-LABEL: func.func @literal_true(
// CHECK:         %true = arith.constant true
// CHECK-NEXT:    %acc = tile.matmul %seed_l, %seed_r
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c2048 = arith.constant 2048 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c2048 step %c256 iter_args(%c_l0_c = %acc) -> (!tile.tile<16x64xf32, acc>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<16x2048xbf16, mat> to !tile.tile<16x256xbf16, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<2048x64xbf16, mat> to !tile.tile<256x64xbf16, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %0 = arith.andi %true, %c_l0_first : i1
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %0
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %1 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %1 : tensor<16x64xf32>
func.func @literal_true(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %seed_l: !tile.tile<16x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %true = arith.constant true
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<16x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<16x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul_acc %acc, %lhs, %rhs init %true : !tile.tile<16x64xf32, acc>, !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}
