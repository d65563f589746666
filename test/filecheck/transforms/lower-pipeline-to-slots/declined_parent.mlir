// RUN: tile-opt %s -p "lower-pipeline-to-slots{machine=ascend910b planner=ptoas}" --check-semantics 2>/dev/null | filecheck %s

// What is inside of a loop that is left to be copied is copied with it, and takes no slots.

// CHECK-LABEL: func.func @f(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c4 step %c2 iter_args(%o = %out) -> (tensor<16x64xf32>) {
// CHECK-NEXT:      %row = tile.load %m[%i, 0]
// CHECK-NEXT:      %q = scf.for %j = %c0 to %c4 step %c1 iter_args(%p = %o) -> (tensor<16x64xf32>) {
// CHECK-NEXT:        %b = tile.load %m[%j, 0]
// CHECK-NEXT:        %n = tile.store %b into %p[%i, 0]
// CHECK-NEXT:        scf.yield %n
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      scf.yield %q
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    func.return %r
func.func @f(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c2 iter_args(%o = %out) -> (tensor<16x64xf32>) {
    %row = tile.load %m[%i, 0] : tensor<16x64xf32> to !tile.tile<1x64xf32, vec>
    %q = scf.for %j = %c0 to %c4 step %c1 iter_args(%p = %o) -> (tensor<16x64xf32>) {
      %b = tile.load %m[%j, 0] : tensor<16x64xf32> to !tile.tile<1x64xf32, vec>
      %n = tile.store %b into %p[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<16x64xf32>
      scf.yield %n : tensor<16x64xf32>
    } {tile.pipeline_stages = 2 : i64}
    scf.yield %q : tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x64xf32>
}
