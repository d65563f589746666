// RUN: tile-opt %s -p "lower-pipeline-to-slots{planner=ptoas},convert-tile-to-pto" --check-semantics --verify-roundtrip | filecheck %s

// Two slots are two tiles and a loop over two rounds; the seventh trip takes the first tile again. Planners are told to
// keep the two apart, and nothing of what is computed.

// CHECK-LABEL: func.func @f(
// CHECK:         %b = pto.alloc_tile {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:    scf.for %i = %c0 to %c6 step %c2 {
// CHECK:           pto.tload {{.*}} outs(%b :
// CHECK-NEXT:      %e = pto.alloc_tile : !pto
// CHECK-NEXT:      pto.texp ins(%b :
// CHECK:           %b_1 = pto.alloc_tile {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK:           pto.tload {{.*}} outs(%b_1 :
// CHECK-NEXT:      %e_1 = pto.alloc_tile : !pto
// CHECK-NEXT:      pto.texp ins(%b_1 :
// CHECK:         }
// CHECK-NEXT:    pto.partition_view {{.*}}offsets = [%c6, %c0]
// CHECK-NEXT:    pto.tload {{.*}} outs(%b :
// CHECK-NOT:     tile.s
func.func @f(%x: tensor<7x64xf32>, %y: tensor<7x64xf32>) -> tensor<7x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%o = %y) -> (tensor<7x64xf32>) {
    %b = tile.load %x[%i, 0] : tensor<7x64xf32> to !tile.tile<1x64xf32, vec>
    %e = tile.exp %b : !tile.tile<1x64xf32, vec>
    %n = tile.store %e into %o[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<7x64xf32>
    scf.yield %n : tensor<7x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<7x64xf32>
}

// Where only the run knows the trips, the last one stands behind a test, and the tensor stays where it is.
// CHECK-LABEL: func.func @unknown_trips(
// CHECK:         %b = pto.alloc_tile
// CHECK:         scf.for
// CHECK:         scf.if %{{.*}} {
// CHECK:           pto.tload {{.*}} outs(%b :
// CHECK:         func.return
func.func @unknown_trips(%x: tensor<7x64xf32>, %n: index {tile.sample = 5 : index}, %y: tensor<7x64xf32>) -> tensor<7x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %y) -> (tensor<7x64xf32>) {
    %b = tile.load %x[%i, 0] : tensor<7x64xf32> to !tile.tile<1x64xf32, vec>
    %q = tile.store %b into %o[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<7x64xf32>
    scf.yield %q : tensor<7x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<7x64xf32>
}
