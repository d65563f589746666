// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// An argument that is filled with zero and returned after the product is written in place.

func.func @filled_argument(%x: tensor<16x32xbf16>, %w: tensor<32x16xbf16>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%o : tensor<16x16xf32>) -> tensor<16x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%filled : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @filled_argument
// CHECK-SAME:    inout 2 : tensor<16x16xf32>] -> [inout 2 : tensor<16x16xf32>]>
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     tensor.empty
// CHECK:         tile.store %acc into %o[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>

// One that is not returned belongs to the caller and is left as it is.

func.func @not_returned(%x: tensor<16x16xbf16>, %w: tensor<16x16xbf16>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%o : tensor<16x16xf32>) -> tensor<16x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x16xbf16>, tensor<16x16xbf16>) outs(%filled : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  %empty = tensor.empty() : tensor<16x16xf32>
  %twice = linalg.add ins(%y, %y : tensor<16x16xf32>, tensor<16x16xf32>) outs(%empty : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %twice : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @not_returned
// CHECK-SAME:    in 2 : tensor<16x16xf32>] -> [out 3 : tensor<16x16xf32>]>
// CHECK:         tile.store %acc into %out[0, 0]

// In a loop an argument is read anew each time.

func.func @in_a_loop(%x: tensor<16x16xbf16>, %w: tensor<16x16xbf16>, %c: tensor<16x16xf32>, %n: index)
    -> tensor<16x16xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %empty = tensor.empty() : tensor<16x16xf32>
  %y = scf.for %i = %zero to %n step %one iter_args(%last = %empty) -> (tensor<16x16xf32>) {
    %p = linalg.matmul ins(%x, %w : tensor<16x16xbf16>, tensor<16x16xbf16>) outs(%c : tensor<16x16xf32>)
      -> tensor<16x16xf32>
    scf.yield %p : tensor<16x16xf32>
  }
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @in_a_loop
// CHECK-SAME:    in 2 : tensor<16x16xf32>, scalar 3 : index] -> [out 4 : tensor<16x16xf32>]>
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         tile.add
// CHECK:         tile.store %{{.*}} into %out[0, 0]
