// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Softmax as it is exported: its four ops walk the same rows, so a block of rows goes through all of them on chip.

func.func @softmax(%x: tensor<128x4096xf32>) -> tensor<128x4096xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %r = tensor.empty() : tensor<128xf32>
  %e = tensor.empty() : tensor<128x4096xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%r : tensor<128xf32>) -> tensor<128xf32>
  %m = linalg.reduce ins(%x : tensor<128x4096xf32>) outs(%m0 : tensor<128xf32>) dimensions = [1]
    (%a: f32, %acc: f32) {
      %v = arith.maximumf %a, %acc : f32
      linalg.yield %v : f32
    }
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %m : tensor<128x4096xf32>, tensor<128xf32>) outs(%e : tensor<128x4096xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<128x4096xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<128xf32>) -> tensor<128xf32>
  %s = linalg.reduce ins(%p : tensor<128x4096xf32>) outs(%s0 : tensor<128xf32>) dimensions = [1]
    (%a: f32, %acc: f32) {
      %v = arith.addf %a, %acc : f32
      linalg.yield %v : f32
    }
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p, %s : tensor<128x4096xf32>, tensor<128xf32>) outs(%e : tensor<128x4096xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<128x4096xf32>
  func.return %q : tensor<128x4096xf32>
}

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     linalg
// CHECK:         scf.for %row_o = %c0 to %c128 step %c8 iter_args(%row_iter = %out)
// CHECK-NEXT:      %[[X:.*]] = tile.load %x[%row_o, 0] : tensor<128x4096xf32> to !tile.tile<8x4096xf32, vec>
// CHECK-NEXT:      %[[M:.*]] = tile.row_max %[[X]]
// CHECK-NEXT:      %[[D:.*]] = tile.row_expand_sub %[[X]], %[[M]]
// CHECK-NEXT:      %[[P:.*]] = tile.exp %[[D]]
// CHECK-NEXT:      %[[S:.*]] = tile.row_sum %[[P]]
// CHECK-NEXT:      %[[Q:.*]] = tile.row_expand_div %[[P]], %[[S]]
// CHECK-NEXT:      %[[R:.*]] = tile.store %[[Q]] into %row_iter[%row_o, 0]
// CHECK-NEXT:      scf.yield %[[R]]
