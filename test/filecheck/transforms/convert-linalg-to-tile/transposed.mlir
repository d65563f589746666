// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// A factor that lies transposed in memory is loaded as it lies, M and N in whole boxes, and seen transposed.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @nt(%x: tensor<17x40xbf16>, %w: tensor<24x40xbf16>) -> tensor<17x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<17x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<17x24xf32>) -> tensor<17x24xf32>
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<17x40xbf16>, tensor<24x40xbf16>) outs(%f : tensor<17x24xf32>) {
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<17x24xf32>
  func.return %0 : tensor<17x24xf32>
}

// CHECK-LABEL: func.func @nt(
// CHECK:         %lhs = tile.load %x[0, 0] valid [17, 40] : tensor<17x40xbf16> to !tile.tile<32x48xbf16, mat, valid = 17x40>
// CHECK-NEXT:    %rhs = tile.load %w[0, 0] valid [24, 40] : tensor<24x40xbf16> to !tile.tile<32x48xbf16, mat, valid = 24x40>
// CHECK-NEXT:    %[[T:.*]] = tile.transpose_view %rhs : {{.*}} to !tile.tile<48x32xbf16, mat, valid = 40x24, layout = <row, col, 512>>
// CHECK-NEXT:    tile.matmul %lhs, %[[T]] : {{.*}} -> !tile.tile<32x32xf32, acc, valid = 17x24, compact>

// -----

func.func @tn_i8(%x: tensor<40x17xi8>, %w: tensor<40x24xi8>, %e: tensor<17x24xi32>) -> tensor<17x24xi32> {
  %et = tensor.empty() : tensor<17x40xi8>
  %xt = linalg.transpose ins(%x : tensor<40x17xi8>) outs(%et : tensor<17x40xi8>) permutation = [1, 0]
  %0 = linalg.matmul ins(%xt, %w : tensor<17x40xi8>, tensor<40x24xi8>) outs(%e : tensor<17x24xi32>) -> tensor<17x24xi32>
  func.return %0 : tensor<17x24xi32>
}

// Columns of the natural load are rows of the left operand: 17 of i8 fill a box of 32.

// CHECK-LABEL: func.func @tn_i8(
// CHECK-NOT:     linalg.transpose
// CHECK:         %lhs = tile.load %x[0, 0] valid [40, 17] : tensor<40x17xi8> to !tile.tile<64x32xi8, mat, valid = 40x17>
// CHECK-NEXT:    tile.transpose_view %lhs : {{.*}} to !tile.tile<32x64xi8, mat, valid = 17x40, layout = <row, col, 512>>
// CHECK:         tile.store %acc into %e[0, 0] atomic
