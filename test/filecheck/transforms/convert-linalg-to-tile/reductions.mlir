// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// Rows and columns that exceed the unified buffer are reduced block by block; so are axes in the middle.

func.func @big_row(%x: tensor<3x100000xf32>, %c: tensor<3xf32>) -> (tensor<3x100000xf32>, tensor<3xf32>) {
  %e = tensor.empty() : tensor<3x100000xf32>
  %0 = linalg.exp ins(%x : tensor<3x100000xf32>) outs(%e : tensor<3x100000xf32>) -> tensor<3x100000xf32>
  %m = linalg.reduce ins(%0 : tensor<3x100000xf32>) outs(%c : tensor<3xf32>) dimensions = [1]
    (%a: f32, %acc: f32) {
      %v = arith.maximumf %a, %acc : f32
      linalg.yield %v : f32
    }
  func.return %0, %m : tensor<3x100000xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @big_row(
// CHECK:         tile.exp
// CHECK:         scf.for %part_o = {{.*}} -> (!tile.tile<8x1xf32, vec, valid = 3x1>)
// CHECK:           tile.row_max
// CHECK-NEXT:      tile.maximum

// -----

func.func @col_big(%x: tensor<1000x301xbf16>, %c: tensor<301xbf16>) -> tensor<301xbf16> {
  %m = linalg.reduce ins(%x : tensor<1000x301xbf16>) outs(%c : tensor<301xbf16>) dimensions = [0]
    (%a: bf16, %acc: bf16) {
      %v = arith.addf %a, %acc : bf16
      linalg.yield %v : bf16
    }
  func.return %m : tensor<301xbf16>
}

// CHECK-LABEL: func.func @col_big(
// CHECK:         scf.for %part_o = {{.*}} -> (!tile.tile<1x304xf32, vec, valid = 1x301>)
// CHECK:           tile.cast %{{.*}} rint
// CHECK-NEXT:      tile.col_sum
// CHECK-NEXT:      tile.add
// CHECK:         tile.cast %{{.*}} rint : {{.*}} to !tile.tile<1x304xbf16, vec, valid = 1x301>

// -----

func.func @mid(%x: tensor<3x40x17xi32>, %c: tensor<3x17xi32>) -> tensor<3x17xi32> {
  %m = linalg.reduce ins(%x : tensor<3x40x17xi32>) outs(%c : tensor<3x17xi32>) dimensions = [1]
    (%a: i32, %acc: i32) {
      %v = arith.addi %a, %acc : i32
      linalg.yield %v : i32
    }
  func.return %m : tensor<3x17xi32>
}

// CHECK-LABEL: func.func @mid(
// CHECK:         scf.for %page_o
// CHECK:           tile.col_sum

// -----

func.func @two(%x: tensor<3x40x17xf16>, %c: tensor<3xf16>) -> tensor<3xf16> {
  %m = linalg.reduce ins(%x : tensor<3x40x17xf16>) outs(%c : tensor<3xf16>) dimensions = [1, 2]
    (%a: f16, %acc: f16) {
      %v = arith.addf %a, %acc : f16
      linalg.yield %v : f16
    }
  func.return %m : tensor<3xf16>
}

// CHECK-LABEL: func.func @two(
// CHECK:         tensor.collapse_shape %x
// CHECK:         tile.row_sum
