// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Layer norm as it is exported, with extents of 1 kept: one block of rows, all on chip.

func.func @layernorm(%x: tensor<2x9x100xf16>, %g: tensor<100xf16>, %b: tensor<100xf16>) -> tensor<2x9x100xf16> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 100.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e32 = tensor.empty() : tensor<2x9x100xf32>
  %r = tensor.empty() : tensor<2x9x1xf32>
  %xf = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<2x9x100xf16>) outs(%e32 : tensor<2x9x100xf32>) {
  ^bb0(%a: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x9x100xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<2x9x1xf32>) -> tensor<2x9x1xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%xf : tensor<2x9x100xf32>) outs(%s0 : tensor<2x9x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x9x1xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, 0)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%s : tensor<2x9x1xf32>) outs(%r : tensor<2x9x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.divf %a, %n : f32
    linalg.yield %0 : f32
  } -> tensor<2x9x1xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, 0)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%xf, %mean : tensor<2x9x100xf32>, tensor<2x9x1xf32>) outs(%e32 : tensor<2x9x100xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %0 = arith.subf %a, %m : f32
    linalg.yield %0 : f32
  } -> tensor<2x9x100xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%c : tensor<2x9x100xf32>) outs(%s0 : tensor<2x9x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %0 = arith.addf %q, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x9x1xf32>
  %e = tensor.empty() : tensor<2x9x100xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, 0)>, affine_map<(h, i, j) -> (j)>, affine_map<(h, i, j) -> (j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%c, %v, %g, %b : tensor<2x9x100xf32>, tensor<2x9x1xf32>, tensor<100xf16>, tensor<100xf16>) outs(%e : tensor<2x9x100xf16>) {
  ^bb0(%a: f32, %vv: f32, %gg: f16, %bb: f16, %o: f16):
    %0 = arith.divf %vv, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.extf %gg : f16 to f32
    %5 = arith.mulf %3, %4 : f32
    %6 = arith.extf %bb : f16 to f32
    %7 = arith.addf %5, %6 : f32
    %8 = arith.truncf %7 : f32 to f16
    linalg.yield %8 : f16
  } -> tensor<2x9x100xf16>
  func.return %y : tensor<2x9x100xf16>
}

// CHECK-LABEL: func.func @layernorm(
// CHECK-NOT:     linalg
// CHECK:         tile.cast %{{.*}} rint : !tile.tile<32x112xf16, vec, valid = 18x100> to !tile.tile<32x112xf32, vec, valid = 18x100>
// CHECK:         tile.row_sum
// CHECK:         tile.row_expand_sub
// CHECK:         tile.row_sum
// CHECK:         tile.rsqrt %{{.*}} : !tile.tile<32x1xf32, vec, valid = 18x1>
// CHECK:         tile.row_expand_mul
// CHECK:         tile.col_expand_mul
// CHECK:         tile.col_expand_add
// CHECK:         tile.store
// CHECK-NOT:     tile.store
// CHECK:         func.return
