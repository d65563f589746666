// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// Heads that are split off and moved to the front are columns of the tensor they are in; nothing is copied.

#a = affine_map<(h, m, n, k) -> (m, h, k)>
#b = affine_map<(h, m, n, k) -> (n, h, k)>
#c = affine_map<(h, m, n, k) -> (h, m, n)>
func.func @heads(%q: tensor<17x64xf16>, %kk: tensor<9x64xf16>) -> tensor<4x17x9xf32> {
  %q3 = tensor.expand_shape %q [[0], [1, 2]] output_shape [17, 4, 16] : tensor<17x64xf16> into tensor<17x4x16xf16>
  %k3 = tensor.expand_shape %kk [[0], [1, 2]] output_shape [9, 4, 16] : tensor<9x64xf16> into tensor<9x4x16xf16>
  %qe = tensor.empty() : tensor<4x17x16xf16>
  %qt = linalg.transpose ins(%q3 : tensor<17x4x16xf16>) outs(%qe : tensor<4x17x16xf16>) permutation = [1, 0, 2]
  %ke = tensor.empty() : tensor<4x16x9xf16>
  %kt = linalg.transpose ins(%k3 : tensor<9x4x16xf16>) outs(%ke : tensor<4x16x9xf16>) permutation = [1, 2, 0]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x17x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x17x9xf32>) -> tensor<4x17x9xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%qt, %kt : tensor<4x17x16xf16>, tensor<4x16x9xf16>) outs(%f : tensor<4x17x9xf32>) {
  ^bb0(%a: f16, %b: f16, %sum: f32):
    %aw = arith.extf %a : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x17x9xf32>
  func.return %0 : tensor<4x17x9xf32>
}

// CHECK-LABEL: func.func @heads(
// CHECK-NOT:     linalg
// CHECK:         scf.for %page_o = %c0 to %c4 step %c1
// CHECK-NEXT:      %[[AT:.*]] = arith.muli %page_o, %c16
// CHECK-NEXT:      tile.load %q[0, %[[AT]]] valid [17, 16] : tensor<17x64xf16>
// CHECK:           tile.load %kk[0, %{{.*}}] valid [9, 16] : tensor<9x64xf16>
// CHECK-NEXT:      tile.transpose_view
// CHECK-NEXT:      tile.matmul
// CHECK-NEXT:      tile.store %acc into %page_iter[%page_o, 0, 0]

// -----

// Where rows of several loops lie in another order in the factor than in the output, one of the loops makes the rows.

func.func @rows_in_another_order(%x: tensor<33x3x19xf32>, %w: tensor<33x17xf32>) -> tensor<19x3x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<19x3x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<19x3x17xf32>) -> tensor<19x3x17xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (k, b, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (m, b, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<33x3x19xf32>, tensor<33x17xf32>) outs(%f : tensor<19x3x17xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<19x3x17xf32>
  func.return %0 : tensor<19x3x17xf32>
}

// CHECK-LABEL: func.func @rows_in_another_order(
// CHECK:         scf.for %page_o = %c0 to %c3 step %c1
// CHECK:           tile.load %{{.*}} valid [33, 19]
// CHECK:           tile.matmul
