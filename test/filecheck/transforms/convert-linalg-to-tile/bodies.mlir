// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Bodies with erf, comparisons, columns and transposed operands; a sum along columns of their result.

func.func @erf_col_scale(%x: tensor<13x31xf32>, %b: tensor<13xf32>, %t: tensor<31x13xf32>, %o: tensor<13x31xf32>) -> (tensor<13x31xf32>, tensor<31xf32>) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b, %t : tensor<13x31xf32>, tensor<13xf32>, tensor<31x13xf32>) outs(%o : tensor<13x31xf32>) {
  ^bb0(%a: f32, %bb: f32, %tt: f32, %oo: f32):
    %0 = math.erf %a : f32
    %1 = arith.subf %bb, %0 : f32
    %2 = arith.divf %one, %bb : f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.cmpf ugt, %tt, %zero : f32
    %5 = arith.select %4, %3, %bb : f32
    %6 = arith.maxnumf %5, %oo : f32
    linalg.yield %6 : f32
  } -> tensor<13x31xf32>
  %r = tensor.empty() : tensor<31xf32>
  %s0 = linalg.fill ins(%one : f32) outs(%r : tensor<31xf32>) -> tensor<31xf32>
  %s = linalg.reduce ins(%q : tensor<13x31xf32>) outs(%s0 : tensor<31xf32>) dimensions = [0]
    (%a: f32, %acc: f32) {
      %v = arith.addf %a, %acc : f32
      linalg.yield %v : f32
    }
  func.return %q, %s : tensor<13x31xf32>, tensor<31xf32>
}

// CHECK-LABEL: func.func @erf_col_scale(
// CHECK-NOT:     linalg
// CHECK:         tile.load %t[0, 0] valid [31, 13]
// CHECK-NEXT:    tile.transpose_view
// CHECK-NEXT:    tile.move
// CHECK:         tile.cmps le
// CHECK:         tile.sel
// CHECK:         %q = tile.store
// CHECK:         tile.col_sum
// CHECK-NEXT:    tile.adds
