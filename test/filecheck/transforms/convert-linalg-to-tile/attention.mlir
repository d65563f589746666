// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Attention: products of a batch, and between them softmax on rows of all heads at once.

func.func @attention(%q: tensor<4x17x16xf32>, %k: tensor<4x23x16xf32>, %v: tensor<4x23x16xf32>) -> tensor<4x17x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %se = tensor.empty() : tensor<4x17x23xf32>
  %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<4x17x23xf32>) -> tensor<4x17x23xf32>
  %s = linalg.batch_matmul_transpose_b ins(%q, %k : tensor<4x17x16xf32>, tensor<4x23x16xf32>) outs(%sf : tensor<4x17x23xf32>) -> tensor<4x17x23xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%s : tensor<4x17x23xf32>) outs(%se : tensor<4x17x23xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<4x17x23xf32>
  %r = tensor.empty() : tensor<4x17xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%r : tensor<4x17xf32>) -> tensor<4x17xf32>
  %m = linalg.reduce ins(%scaled : tensor<4x17x23xf32>) outs(%m0 : tensor<4x17xf32>) dimensions = [2]
    (%a: f32, %acc: f32) {
      %x = arith.maxnumf %a, %acc : f32
      linalg.yield %x : f32
    }
  %mb = linalg.broadcast ins(%m : tensor<4x17xf32>) outs(%se : tensor<4x17x23xf32>) dimensions = [2]
  %d = linalg.sub ins(%scaled, %mb : tensor<4x17x23xf32>, tensor<4x17x23xf32>) outs(%se : tensor<4x17x23xf32>) -> tensor<4x17x23xf32>
  %p = linalg.exp ins(%d : tensor<4x17x23xf32>) outs(%se : tensor<4x17x23xf32>) -> tensor<4x17x23xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<4x17xf32>) -> tensor<4x17xf32>
  %sum = linalg.reduce ins(%p : tensor<4x17x23xf32>) outs(%s0 : tensor<4x17xf32>) dimensions = [2]
    (%a: f32, %acc: f32) {
      %x = arith.addf %a, %acc : f32
      linalg.yield %x : f32
    }
  %sb = linalg.broadcast ins(%sum : tensor<4x17xf32>) outs(%se : tensor<4x17x23xf32>) dimensions = [2]
  %w = linalg.div ins(%p, %sb : tensor<4x17x23xf32>, tensor<4x17x23xf32>) outs(%se : tensor<4x17x23xf32>) -> tensor<4x17x23xf32>
  %oe = tensor.empty() : tensor<4x17x16xf32>
  %of = linalg.fill ins(%zero : f32) outs(%oe : tensor<4x17x16xf32>) -> tensor<4x17x16xf32>
  %out = linalg.batch_matmul ins(%w, %v : tensor<4x17x23xf32>, tensor<4x23x16xf32>) outs(%of : tensor<4x17x16xf32>) -> tensor<4x17x16xf32>
  func.return %out : tensor<4x17x16xf32>
}

// CHECK-LABEL: func.func @attention(
// CHECK-NOT:     linalg
// CHECK:         tile.transpose_view
// CHECK-NEXT:    tile.batch_matmul
// CHECK-NEXT:    tile.store
// CHECK:         tile.load %{{.*}} valid [68, 23] : tensor<68x23xf32>
// CHECK:         tile.muls
// CHECK:         tile.row_max
// CHECK:         tile.row_expand_sub
// CHECK:         tile.exp
// CHECK:         tile.row_sum
// CHECK:         tile.row_expand_div
// CHECK-NEXT:    tile.store
// CHECK:         tile.batch_matmul
