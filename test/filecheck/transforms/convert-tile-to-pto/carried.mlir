// RUN: tile-opt %s -p convert-tile-to-pto --check-semantics --verify-roundtrip | filecheck %s

// What is made anew in each iteration takes the place of the carried tile, unless that is still read then.

// CHECK-LABEL: func.func @in_place(
// CHECK:         %s = pto.alloc_tile
// CHECK:         scf.for
// CHECK-NEXT:      pto.tadd ins(%s, %b : {{.*}}) outs(%s : {{.*}})
// CHECK-NEXT:    }
func.func @in_place(%x: tensor<16x64xf32>, %y: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %b = tile.load %y[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %s) -> (!tile.tile<16x64xf32, vec>) {
    %n = tile.add %t, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
    scf.yield %n : !tile.tile<16x64xf32, vec>
  }
  %0 = tile.store %r into %y[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// The start is read after the loop too: the loop works on a copy of it. What an iteration makes is needed beside what
// it was made from, and copied at the end.
// CHECK-LABEL: func.func @copied(
// CHECK:         pto.tmov ins(%s : {{.*}}) outs([[T:%.*]] : {{.*}})
// CHECK-NEXT:    scf.for
// CHECK:           pto.texp ins([[T]] : {{.*}}) outs(%n : {{.*}})
// CHECK:           pto.tadd ins([[T]], %n : {{.*}})
// CHECK:           pto.tmov ins(%n : {{.*}}) outs([[T]] : {{.*}})
// CHECK-NEXT:    }
// CHECK:         pto.tadd ins([[T]], %s : {{.*}})
func.func @copied(%x: tensor<16x64xf32>, %y: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %r, %out = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %s, %o = %y) -> (!tile.tile<16x64xf32, vec>, tensor<16x64xf32>) {
    %n = tile.exp %t : !tile.tile<16x64xf32, vec>
    %d = tile.add %t, %n : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
    %1 = tile.store %d into %o[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
    %m = tile.neg %n : !tile.tile<16x64xf32, vec>
    scf.yield %n, %1 : !tile.tile<16x64xf32, vec>, tensor<16x64xf32>
  }
  %e = tile.add %r, %s : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  %0 = tile.store %e into %out[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// Two carried tiles that change places are both saved first.
// CHECK-LABEL: func.func @exchanged(
// CHECK:         scf.for
// CHECK-NEXT:      [[A:%.*]] = pto.alloc_tile
// CHECK-NEXT:      pto.tmov ins([[T:%.*]] : {{.*}}) outs([[A]] : {{.*}})
// CHECK-NEXT:      [[B:%.*]] = pto.alloc_tile
// CHECK-NEXT:      pto.tmov ins([[U:%.*]] : {{.*}}) outs([[B]] : {{.*}})
// CHECK-NEXT:      pto.tmov ins([[A]] : {{.*}}) outs([[U]] : {{.*}})
// CHECK-NEXT:      pto.tmov ins([[B]] : {{.*}}) outs([[T]] : {{.*}})
// CHECK-NEXT:    }
func.func @exchanged(%x: tensor<16x64xf32>, %y: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %b = tile.load %y[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %r, %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %s, %u = %b) -> (!tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>) {
    scf.yield %u, %t : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  }
  %d = tile.sub %r, %q : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  %0 = tile.store %d into %y[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}
