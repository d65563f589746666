// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// The cast of a product that fits L0C, between matmuls, becomes one assemble of the whole window into Mat.

// scope row 4, case 92: K = 64 stays whole.
// CHECK-LABEL: func.func @case_92(
// CHECK:           %lhs = tile.load %a[0, 0] {test.bridge} : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
// CHECK-NEXT:      %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
// CHECK-NEXT:      %e = tile.load %w[0, 0] {test.bridge} : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
// CHECK-NEXT:      %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat = tile.create : !tile.tile<128x128xbf16, mat>
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c into %c_mat[0, 0] : !tile.tile<128x128xf32, acc> into !tile.tile<128x128xbf16, mat> -> !tile.tile<128x128xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = tile.matmul %c_mat_t0, %e
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
func.func @case_92(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] {test.bridge} : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] {test.bridge} : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}

// case 93: K = 512 is a loop; the fold is the same.
// CHECK-LABEL: func.func @case_93(
// CHECK:           %c = scf.for %c_l0_ko = %c0 to %c512 step %c128 iter_args(%c_l0_c = %c_l0_init) -> (!tile.tile<128x128xf32, acc>) {
// CHECK:             %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %c_l0_first
// CHECK:           %c_mat = tile.create : !tile.tile<128x128xbf16, mat>
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c into %c_mat[0, 0] : !tile.tile<128x128xf32, acc> into !tile.tile<128x128xbf16, mat> -> !tile.tile<128x128xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = tile.matmul %c_mat_t0, %e
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
func.func @case_93(%a: tensor<128x512xbf16>, %b: tensor<512x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x512xbf16> to !tile.tile<128x512xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x128xbf16> to !tile.tile<512x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x512xbf16, mat>, !tile.tile<512x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}

// f16 likewise, from f32 operands.
// CHECK-LABEL: func.func @to_f16(
// CHECK:           %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat = tile.create : !tile.tile<128x128xf16, mat>
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c into %c_mat[0, 0] : !tile.tile<128x128xf32, acc> into !tile.tile<128x128xf16, mat> -> !tile.tile<128x128xf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = tile.matmul %c_mat_t0, %e
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
func.func @to_f16(%a: tensor<128x64xf32>, %b: tensor<64x128xf32>, %w: tensor<128x64xf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xf32> to !tile.tile<128x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xf32> to !tile.tile<64x128xf32, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xf16> to !tile.tile<128x64xf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xf32, mat>, !tile.tile<64x128xf32, mat> -> !tile.tile<128x128xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xf16, vec>, !tile.tile<128x64xf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}

// Narrowed rows are those of the scratch too.
// CHECK-LABEL: func.func @narrow_rows(
// CHECK:           %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat = tile.create : !tile.tile<128x128xbf16, mat, valid = 100x128>
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c into %c_mat[0, 0] : !tile.tile<128x128xf32, acc, valid = 100x128, compact> into !tile.tile<128x128xbf16, mat, valid = 100x128> -> !tile.tile<128x128xbf16, mat, valid = 100x128>
// CHECK-NOT:       tile.cast
// CHECK:           %d = tile.matmul %c_mat_t0, %e
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc, valid = 100x64, compact> into tensor<100x64xf32>
func.func @narrow_rows(%a: tensor<100x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<100x64xf32>) -> tensor<100x64xf32> {
  %lhs = tile.load %a[0, 0] valid [100, 64] : tensor<100x64xbf16> to !tile.tile<128x64xbf16, mat, valid = 100x64>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat, valid = 100x64>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc, valid = 100x128, compact>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc, valid = 100x128, compact> to !tile.tile<128x128xbf16, vec, valid = 100x128>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec, valid = 100x128>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc, valid = 100x64, compact>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc, valid = 100x64, compact> into tensor<100x64xf32>
  func.return %0 : tensor<100x64xf32>
}

// Valid rows that only the run knows.
// CHECK-LABEL: func.func @unknown_rows(
// CHECK:           %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat_storage = tile.create : !tile.tile<128x128xbf16, mat>
// CHECK-NEXT:      %0, %1 = tile.get_validshape %c : !tile.tile<128x128xf32, acc, valid = ?x128, compact>
// CHECK-NEXT:      %c_mat = tile.set_validshape %c_mat_storage[%0, 128] : !tile.tile<128x128xbf16, mat> to !tile.tile<128x128xbf16, mat, valid = ?x128>
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c into %c_mat[0, 0] : !tile.tile<128x128xf32, acc, valid = ?x128, compact> into !tile.tile<128x128xbf16, mat, valid = ?x128> -> !tile.tile<128x128xbf16, mat, valid = ?x128>
// CHECK-NOT:       tile.cast
// CHECK:           %d = tile.matmul %c_mat_t0, %e
// CHECK-NEXT:      %2 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc, valid = ?x64, compact> into tensor<128x64xf32>
func.func @unknown_rows(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>, %rows: index {tile.sample = 70 : index}) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] valid [%rows, 64] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat, valid = ?x64>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat, valid = ?x64>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc, valid = ?x128, compact>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc, valid = ?x128, compact> to !tile.tile<128x128xbf16, vec, valid = ?x128>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec, valid = ?x128>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc, valid = ?x64, compact>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc, valid = ?x64, compact> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}
