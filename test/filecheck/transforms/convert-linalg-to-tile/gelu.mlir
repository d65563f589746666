// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Bias and gelu by its parts, in the types that the body says; 31 columns fill a row of whole 32-byte blocks.

func.func @bias_gelu(%x: tensor<2x17x31xbf16>, %b: tensor<31xbf16>) -> tensor<2x17x31xbf16> {
  %e = tensor.empty() : tensor<2x17x31xbf16>
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 0.7978845608 : f32
  %k = arith.constant 0.044715 : f32
  %three = arith.constant 3.0 : f32
  %q = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %b : tensor<2x17x31xbf16>, tensor<31xbf16>) outs(%e : tensor<2x17x31xbf16>) {
  ^bb0(%a: bf16, %bb: bf16, %o: bf16):
    %0 = arith.addf %a, %bb : bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = math.powf %1, %three : f32
    %3 = arith.mulf %2, %k : f32
    %4 = arith.addf %1, %3 : f32
    %5 = arith.mulf %c, %4 : f32
    %6 = math.tanh %5 : f32
    %7 = arith.addf %one, %6 : f32
    %8 = arith.mulf %half, %1 : f32
    %9 = arith.mulf %8, %7 : f32
    %10 = arith.truncf %9 : f32 to bf16
    linalg.yield %10 : bf16
  } -> tensor<2x17x31xbf16>
  func.return %q : tensor<2x17x31xbf16>
}

// CHECK-LABEL: func.func @bias_gelu(
// CHECK:         tensor.collapse_shape %x
// CHECK:         %[[X:.*]] = tile.load %{{.*}} valid [34, 31] : tensor<34x31xbf16> to !tile.tile<34x32xbf16, vec, valid = 34x31>
// CHECK:         tile.col_expand_add %[[X]], %{{.*}}
// CHECK-NEXT:    tile.cast %{{.*}} rint
// CHECK:         tile.exp
// CHECK:         tile.cast %{{.*}} rint : {{.*}} to !tile.tile<34x32xbf16, vec, valid = 34x31>
// CHECK-NEXT:    tile.store %{{.*}} into %out[0, 0]
// CHECK-NEXT:    tensor.expand_shape
