// RUN: tile-opt %s -p "lower-pipeline-to-slots{machine=ascend910b planner=ptoas}" --check-semantics | filecheck %s
// RUN: tile-opt %s -p "lower-pipeline-to-slots{machine=ascend910b planner=pypto}" | filecheck %s --check-prefix OTHER

// Loads take as many buffers in turns as the loop has stages; the loop is an ordinary one.

// OTHER-NOT: tile.slots

// CHECK-LABEL: func.func @three_slots(
// CHECK:         %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c3 = arith.constant 3 : index
// CHECK-NEXT:    %c11 = arith.constant 11 : index
// CHECK-NEXT:    %r = scf.for %i = %c3 to %c11 step %c1 iter_args(%o = %out) -> (tensor<12x64xf32>) {
// CHECK-NEXT:      %b = tile.load %m[%i, 0] {tile.slots = 3 : i64}
// CHECK-NEXT:      %d = tile.load %m[%i, 0] {tile.slots = 3 : i64}
// CHECK-NEXT:      %e = tile.add %b, %d
// CHECK-NEXT:      %n = tile.store %e into %o[%i, 0]
// CHECK-NEXT:      scf.yield %n
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @three_slots(%m: tensor<12x64xf32>, %out: tensor<12x64xf32>) -> tensor<12x64xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %r = scf.for %i = %c3 to %c11 step %c1 iter_args(%o = %out) -> (tensor<12x64xf32>) {
    %b = tile.load %m[%i, 0] : tensor<12x64xf32> to !tile.tile<1x64xf32, vec>
    %d = tile.load %m[%i, 0] : tensor<12x64xf32> to !tile.tile<1x64xf32, vec>
    %e = tile.add %b, %d : !tile.tile<1x64xf32, vec>, !tile.tile<1x64xf32, vec>
    %n = tile.store %e into %o[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<12x64xf32>
    scf.yield %n : tensor<12x64xf32>
  } {tile.pipeline_stages = 3 : i64, tile.overlap_stores = false}
  func.return %r : tensor<12x64xf32>
}

// Both loops: what a loop of slots has inside is not copied.
// CHECK-LABEL: func.func @nested(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %out) -> (tensor<16x64xf32>) {
// CHECK-NEXT:      %row = tile.load %m[%i, 0] {tile.slots = 2 : i64}
// CHECK-NEXT:      %q = scf.for %j = %c0 to %c4 step %c1 iter_args(%p = %o) -> (tensor<16x64xf32>) {
// CHECK-NEXT:        %b = tile.load %m[%j, 0] {tile.slots = 2 : i64}
// CHECK-NEXT:        %e = tile.add %b, %row
// CHECK-NEXT:        %n = tile.store %e into %p[%i, 0]
// CHECK-NEXT:        scf.yield %n
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %q
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %r
func.func @nested(%m: tensor<16x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %out) -> (tensor<16x64xf32>) {
    %row = tile.load %m[%i, 0] : tensor<16x64xf32> to !tile.tile<1x64xf32, vec>
    %q = scf.for %j = %c0 to %c4 step %c1 iter_args(%p = %o) -> (tensor<16x64xf32>) {
      %b = tile.load %m[%j, 0] : tensor<16x64xf32> to !tile.tile<1x64xf32, vec>
      %e = tile.add %b, %row : !tile.tile<1x64xf32, vec>, !tile.tile<1x64xf32, vec>
      %n = tile.store %e into %p[%i, 0] : !tile.tile<1x64xf32, vec> into tensor<16x64xf32>
      scf.yield %n : tensor<16x64xf32>
    } {tile.pipeline_stages = 2 : i64}
    scf.yield %q : tensor<16x64xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %r : tensor<16x64xf32>
}

// Extracts take no slots: such a loop is left to lower-pipeline-loops.
// CHECK-LABEL: func.func @no_loads(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %x = tile.load %a[0, 0]
// CHECK-NEXT:    scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT:      %l = tile.extract %x[0, %i]
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    func.return
func.func @no_loads(%a: tensor<16x128xf32>, %out: tensor<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = tile.load %a[0, 0] : tensor<16x128xf32> to !tile.tile<16x128xf32, mat>
  scf.for %i = %c0 to %c4 step %c1 {
    %l = tile.extract %x[0, %i] : !tile.tile<16x128xf32, mat> to !tile.tile<16x16xf32, left>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}
