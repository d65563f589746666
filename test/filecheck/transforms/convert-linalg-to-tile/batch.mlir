// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Products of a batch are one tile.batch_matmul; with something to add they are products one after the other.

#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (b, k, n)>
#bt = affine_map<(b, m, n, k) -> (b, n, k)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @batch(%x: tensor<3x17x40xf32>, %w: tensor<3x40x24xf32>, %v: tensor<3x24x40xf32>) -> (tensor<3x17x24xf32>, tensor<3x17x24xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x17x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x17x24xf32>) -> tensor<3x17x24xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<3x17x40xf32>, tensor<3x40x24xf32>) outs(%f : tensor<3x17x24xf32>) {
  ^bb0(%aw: f32, %bw: f32, %sum: f32):
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x17x24xf32>
  %1 = linalg.generic {indexing_maps = [#a, #bt, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %v : tensor<3x17x40xf32>, tensor<3x24x40xf32>) outs(%0 : tensor<3x17x24xf32>) {
  ^bb0(%aw: f32, %bw: f32, %sum: f32):
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x17x24xf32>
  func.return %0, %1 : tensor<3x17x24xf32>, tensor<3x17x24xf32>
}

// CHECK-LABEL: func.func @batch(
// CHECK:         tile.batch_matmul %lhs, %rhs : !tile.tile<3x32x48xf32, mat, valid = 3x17x40>, !tile.tile<3x48x32xf32, mat, valid = 3x40x24> -> !tile.tile<3x32x32xf32, acc, valid = 3x17x24, compact>
// CHECK-NEXT:    tile.store %acc into %out[0, 0, 0]
// CHECK:         scf.for %page_o = %c0 to %c3 step %c1
// CHECK:           tile.transpose_view
// CHECK:           tile.matmul
// CHECK:           tile.load %{{.*}}[%page_o, 0, 0] valid [17, 24] : tensor<3x17x24xf32>
// CHECK:           tile.add
// CHECK-NEXT:      tile.store %{{.*}} into %page_iter[%page_o, 0, 0]
