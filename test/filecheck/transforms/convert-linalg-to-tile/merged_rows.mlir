// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Rows that loops of a batch make are rows of one matrix where they lie so; a bias row that is broadcast is the cube's.

#a = affine_map<(b, s, n, k) -> (b, s, k)>
#b = affine_map<(b, s, n, k) -> (n, k)>
#c = affine_map<(b, s, n, k) -> (b, s, n)>
func.func @linear(%x: tensor<2x9x40xf32>, %w: tensor<24x40xf32>, %bias: tensor<24xf32>) -> tensor<2x9x24xf32> {
  %e = tensor.empty() : tensor<2x9x24xf32>
  %f = linalg.broadcast ins(%bias : tensor<24xf32>) outs(%e : tensor<2x9x24xf32>) dimensions = [0, 1]
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<2x9x40xf32>, tensor<24x40xf32>) outs(%f : tensor<2x9x24xf32>) {
  ^bb0(%aw: f32, %bw: f32, %sum: f32):
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x24xf32>
  func.return %0 : tensor<2x9x24xf32>
}

// CHECK-LABEL: func.func @linear(
// CHECK:         %[[X:.*]] = tensor.collapse_shape %x
// CHECK:         tile.load %[[X]][0, 0] valid [18, 40]
// CHECK:         %[[B:.*]] = tile.load %{{.*}}[0, 0] valid [1, 24] : tensor<1x24xf32> to !tile.tile<1x32xf32, mat, valid = 1x24, layout = <row, none, 512>>
// CHECK-NEXT:    tile.matmul_bias %lhs, %{{.*}}, %[[B]]
// CHECK-NEXT:    tile.store %acc into %out[0, 0]
// CHECK-NEXT:    tensor.expand_shape
