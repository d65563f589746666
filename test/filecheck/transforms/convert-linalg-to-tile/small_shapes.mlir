// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// One element, vectors, prime extents.

func.func @one(%x: tensor<1x1xf32>, %y: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %0 = linalg.add ins(%x, %y : tensor<1x1xf32>, tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  %1 = linalg.exp ins(%0 : tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  func.return %1 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @one(
// CHECK:         tile.add %{{.*}} : !tile.tile<1x1xf32, vec>
// CHECK-NEXT:    tile.exp

// -----

func.func @rank1(%x: tensor<17xf32>, %y: tensor<1xf32>) -> tensor<17xf32> {
  %e = tensor.empty() : tensor<17xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<17xf32>, tensor<1xf32>) outs(%e : tensor<17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<17xf32>
  func.return %0 : tensor<17xf32>
}

// CHECK-LABEL: func.func @rank1(
// CHECK:         %[[S:.*]] = tensor.extract %y
// CHECK:         tile.fill %[[S]]
// CHECK:         tile.sub

// -----

func.func @rank1_softmax_sum(%x: tensor<17xf32>) -> tensor<1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<17xf32>) outs(%f : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @rank1_softmax_sum(
// CHECK:         tile.row_sum

// -----

func.func @mask(%x: tensor<4x17x19xf32>, %m: tensor<17x19xf32>, %b: tensor<4x19xf32>) -> tensor<4x17x19xf32> {
  %e = tensor.empty() : tensor<4x17x19xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (i, j)>, affine_map<(h, i, j) -> (h, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m, %b : tensor<4x17x19xf32>, tensor<17x19xf32>, tensor<4x19xf32>) outs(%e : tensor<4x17x19xf32>) {
  ^bb0(%a: f32, %mm: f32, %bb: f32, %o: f32):
    %s = arith.addf %mm, %a : f32
    %t = arith.mulf %s, %bb : f32
    linalg.yield %t : f32
  } -> tensor<4x17x19xf32>
  func.return %0 : tensor<4x17x19xf32>
}

// CHECK-LABEL: func.func @mask(
// CHECK:         scf.for %page_o
// CHECK:           tile.col_expand_mul
