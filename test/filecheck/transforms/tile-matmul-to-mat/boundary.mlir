// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// Blocks and panels that extents don't divide: the partial ones are peeled, boxed, and valid where there is data.

func.func @boundary(%a: tensor<50x300xbf16>, %b: tensor<300x70xbf16>, %out: tensor<50x70xf32>) -> tensor<50x70xf32> {
  %lhs = tile.load %a[0, 0] valid [50, 300] : tensor<50x300xbf16> to !tile.tile<64x304xbf16, mat, valid = 50x300>
  %rhs = tile.load %b[0, 0] valid [300, 70] : tensor<300x70xbf16> to !tile.tile<304x80xbf16, mat, valid = 300x70>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x304xbf16, mat, valid = 50x300>, !tile.tile<304x80xbf16, mat, valid = 300x70> -> !tile.tile<64x80xf32, acc, valid = 50x70, compact>
  %y = tile.store %c into %out[0, 0] : !tile.tile<64x80xf32, acc, valid = 50x70, compact> into tensor<50x70xf32>
  func.return %y : tensor<50x70xf32>
}

// Whole rows: whole columns in a loop, each over whole panels and the last 44 of K; then the last 6 columns.
// CHECK-LABEL: func.func @boundary
// CHECK:         %[[ROWS:.*]] = scf.for %n_o = %c0 to %c64 step %c32 iter_args(%n_iter = %out)
// CHECK-NEXT:      tile.create : !tile.tile<32x32xf32, acc>
// CHECK-NEXT:      scf.for %{{.*}} = %c0 to %c256 step %c64
// CHECK:           } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      tile.load %a[0, 256] valid [32, 44] : {{.*}} to !tile.tile<32x48xbf16, mat, valid = 32x44>
// CHECK-NEXT:      tile.load %b[256, %n_o] valid [44, 32] : {{.*}} to !tile.tile<48x32xbf16, mat, valid = 44x32>
// CHECK-NEXT:      tile.matmul_acc
// CHECK-NEXT:      tile.store %{{.*}} into %n_iter[0, %n_o]
// CHECK:         tile.create : !tile.tile<32x16xf32, acc, valid = 32x6>
// CHECK:           tile.load %b[%{{.*}}, 64] valid [64, 6] : {{.*}} to !tile.tile<64x16xbf16, mat, valid = 64x6>
// CHECK:         %[[UPPER:.*]] = tile.store %{{.*}} into %[[ROWS]][0, 64] : !tile.tile<32x16xf32, acc, valid = 32x6>

// The last 18 rows in the same way; narrowed rows are compact.
// CHECK:         %[[LAST:.*]] = scf.for %[[N:.*]] = %c0 to %c64 step %c32 iter_args(%[[ITER:.*]] = %[[UPPER]])
// CHECK-NEXT:      tile.create : !tile.tile<32x32xf32, acc, valid = 18x32, compact>
// CHECK:           tile.load %a[32, %{{.*}}] valid [18, 64] : {{.*}} to !tile.tile<32x64xbf16, mat, valid = 18x64>
// CHECK:           tile.store %{{.*}} into %[[ITER]][32, %[[N]]] : !tile.tile<32x32xf32, acc, valid = 18x32, compact>
// CHECK:         tile.create : !tile.tile<32x16xf32, acc, valid = 18x6, compact>
// CHECK:         %y = tile.store %{{.*}} into %[[LAST]][32, 64] : !tile.tile<32x16xf32, acc, valid = 18x6, compact>
// CHECK-NEXT:    func.return %y
