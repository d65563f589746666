// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// An oversized product that only matmuls read is gathered in a scratch in Mat; its cast is dropped.

// scope row 3, case 87: (128, 256, 64), two sub-tiles at constant offsets, each reduced over K.
// CHECK-LABEL: func.func @case_87(
// CHECK:           %c_mat = tile.create : !tile.tile<256x256xbf16, mat>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xbf16, mat>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[128, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256_1 step %c64_1 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<256x64xf32, acc>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat_t1[0, %d_l0_ko] : !tile.tile<256x256xbf16, mat> to !tile.tile<256x64xbf16, left>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
func.func @case_87(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %w: tensor<256x64xbf16>, %out: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xbf16, mat>, !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xf32, acc>
  %h = tile.cast %c rint : !tile.tile<256x256xf32, acc> to !tile.tile<256x256xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<256x256xbf16, vec>, !tile.tile<256x64xbf16, mat> -> !tile.tile<256x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
  func.return %0 : tensor<256x64xf32>
}

// scope row 3, case 91: (128, 256, 32) with k = K, sub-tiles at loop offsets.
// CHECK-LABEL: func.func @case_91(
// CHECK:           %c_mat = tile.create : !tile.tile<256x256xbf16, mat>
// CHECK:           %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c256 step %c256 iter_args(%c_l0_held_iter = %c_mat) -> (!tile.tile<256x256xbf16, mat>) {
// CHECK:             %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c256 step %c128 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (!tile.tile<256x256xbf16, mat>) {
// CHECK:               %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:          %c_mat_t0 = tile.assemble %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xbf16, mat>
// CHECK-NEXT:          scf.yield %c_mat_t0 : !tile.tile<256x256xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256_1 step %c64 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<256x64xf32, acc>) {
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
func.func @case_91(%a: tensor<256x32xbf16>, %b: tensor<32x256xbf16>, %w: tensor<256x64xbf16>, %out: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x32xbf16> to !tile.tile<256x32xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x256xbf16> to !tile.tile<32x256xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x32xbf16, mat>, !tile.tile<32x256xbf16, mat> -> !tile.tile<256x256xf32, acc>
  %h = tile.cast %c rint : !tile.tile<256x256xf32, acc> to !tile.tile<256x256xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<256x256xbf16, vec>, !tile.tile<256x64xbf16, mat> -> !tile.tile<256x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
  func.return %0 : tensor<256x64xf32>
}

// The product is the right operand of its reader.
// CHECK-LABEL: func.func @right_operand(
// CHECK:           %c_mat = tile.create : !tile.tile<256x256xf16, mat>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xf16, mat> -> !tile.tile<256x256xf16, mat>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[128, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xf16, mat> -> !tile.tile<256x256xf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256_1 step %c64_1 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<64x256xf32, acc>) {
// CHECK:             %d_l0_b = tile.extract %c_mat_t1[%d_l0_ko, 0] : !tile.tile<256x256xf16, mat> to !tile.tile<64x256xf16, right>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<64x256xf32, acc> into tensor<64x256xf32>
func.func @right_operand(%a: tensor<256x256xf16>, %b: tensor<256x256xf16>, %w: tensor<64x256xf16>, %out: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x256xf16> to !tile.tile<256x256xf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xf16> to !tile.tile<256x256xf16, mat>
  %e = tile.load %w[0, 0] : tensor<64x256xf16> to !tile.tile<64x256xf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xf16, mat>, !tile.tile<256x256xf16, mat> -> !tile.tile<256x256xf32, acc>
  %h = tile.cast %c rint : !tile.tile<256x256xf32, acc> to !tile.tile<256x256xf16, vec>
  %d = tile.matmul %e, %h : !tile.tile<64x256xf16, mat>, !tile.tile<256x256xf16, vec> -> !tile.tile<64x256xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<64x256xf32, acc> into tensor<64x256xf32>
  func.return %0 : tensor<64x256xf32>
}

// Two readers of one scratch.
// CHECK-LABEL: func.func @two_readers(
// CHECK:           %c_mat = tile.create : !tile.tile<256x256xbf16, mat>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xbf16, mat>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[128, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256_1 step %c64_1 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<256x64xf32, acc>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat_t1[0, %d_l0_ko] : !tile.tile<256x256xbf16, mat> to !tile.tile<256x64xbf16, left>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %f = scf.for %f_l0_ko = %c0_2 to %c256_2 step %c64_2 iter_args(%f_l0_c = %d) -> (!tile.tile<256x64xf32, acc>) {
// CHECK-NEXT:        %f_l0_a = tile.extract %c_mat_t1[0, %f_l0_ko] : !tile.tile<256x256xbf16, mat> to !tile.tile<256x64xbf16, left>
// CHECK:             %f_l0_c_acc = tile.matmul_acc %f_l0_c, %f_l0_a, %f_l0_b
// CHECK:           %0 = tile.store %f into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
func.func @two_readers(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %w: tensor<256x64xbf16>, %out: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xbf16, mat>, !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xf32, acc>
  %h = tile.cast %c rint : !tile.tile<256x256xf32, acc> to !tile.tile<256x256xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<256x256xbf16, vec>, !tile.tile<256x64xbf16, mat> -> !tile.tile<256x64xf32, acc>
  %f = tile.matmul_acc %d, %h, %e : !tile.tile<256x64xf32, acc>, !tile.tile<256x256xbf16, vec>, !tile.tile<256x64xbf16, mat>
  %0 = tile.store %f into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
  func.return %0 : tensor<256x64xf32>
}

// Narrowed rows: of the scratch, as of the product, 200 rows are valid.
// CHECK-LABEL: func.func @narrow_rows(
// CHECK:           %c_mat_storage = tile.create : !tile.tile<256x256xbf16, mat>
// CHECK-NEXT:      %c_mat = tile.set_validshape %c_mat_storage[200, 256] : !tile.tile<256x256xbf16, mat> to !tile.tile<256x256xbf16, mat, valid = 200x256>
// CHECK:           %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<128x256xf32, acc>) {
// CHECK:             %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK:           %c_mat_t0 = tile.assemble %c_t0 into %c_mat[0, 0] : !tile.tile<128x256xf32, acc> into !tile.tile<256x256xbf16, mat, valid = 200x256> -> !tile.tile<256x256xbf16, mat, valid = 200x256>
// CHECK:           %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c256 step %c64 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<80x256xf32, acc, valid = 72x256, compact>) {
// CHECK:             %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK:           %c_mat_t1 = tile.assemble %c_t1 into %c_mat_t0[128, 0] : !tile.tile<80x256xf32, acc, valid = 72x256, compact> into !tile.tile<256x256xbf16, mat, valid = 200x256> -> !tile.tile<256x256xbf16, mat, valid = 200x256>
// CHECK-NOT:       tile.cast
// CHECK:           %d = scf.for %d_l0_ko = %c0_1 to %c256_1 step %c64_1 iter_args(%d_l0_c = %d_l0_init) -> (!tile.tile<256x64xf32, acc, valid = 200x64, compact>) {
// CHECK-NEXT:        %d_l0_a = tile.extract %c_mat_t1[0, %d_l0_ko] : !tile.tile<256x256xbf16, mat, valid = 200x256> to !tile.tile<256x64xbf16, left, valid = 200x64, compact>
// CHECK:             %d_l0_c_acc = tile.matmul_acc %d_l0_c, %d_l0_a, %d_l0_b init %d_l0_first
// CHECK:           %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc, valid = 200x64, compact> into tensor<200x64xf32>
func.func @narrow_rows(%a: tensor<200x256xbf16>, %b: tensor<256x256xbf16>, %w: tensor<256x64xbf16>, %out: tensor<200x64xf32>) -> tensor<200x64xf32> {
  %lhs = tile.load %a[0, 0] valid [200, 256] : tensor<200x256xbf16> to !tile.tile<256x256xbf16, mat, valid = 200x256>
  %rhs = tile.load %b[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xbf16, mat, valid = 200x256>, !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xf32, acc, valid = 200x256, compact>
  %h = tile.cast %c rint : !tile.tile<256x256xf32, acc, valid = 200x256, compact> to !tile.tile<256x256xbf16, vec, valid = 200x256>
  %d = tile.matmul %h, %e : !tile.tile<256x256xbf16, vec, valid = 200x256>, !tile.tile<256x64xbf16, mat> -> !tile.tile<256x64xf32, acc, valid = 200x64, compact>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc, valid = 200x64, compact> into tensor<200x64xf32>
  func.return %0 : tensor<200x64xf32>
}
