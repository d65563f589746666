// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" --check-semantics | filecheck %s

// case 97: the A5 folds the same casts, for leaving L0C rounds alike.

// bf16.
// CHECK-LABEL: func.func @case_97(
// CHECK:           %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %c_mat = tile.create : !tile.tile<128x128xbf16, mat>
// CHECK-NEXT:      %c_mat_t0 = tile.assemble %c into %c_mat[0, 0] : !tile.tile<128x128xf32, acc> into !tile.tile<128x128xbf16, mat> -> !tile.tile<128x128xbf16, mat>
// CHECK-NOT:       tile.cast
// CHECK:           %d = tile.matmul %c_mat_t0, %e
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
func.func @case_97(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}
