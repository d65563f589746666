// RUN: tile-opt %s -p convert-tile-to-pto --check-semantics --verify-roundtrip | filecheck %s

// In-place ops write where their operand is: one accumulator, which nothing copies.

// CHECK-LABEL: func.func @predicates(
// CHECK:         %c = pto.alloc_tile : !pto.tile_buf<acc
// CHECK-NOT:     pto.alloc_tile : !pto.tile_buf<acc
// CHECK-NOT:     pto.tmov ins(%c
// CHECK:         pto.tmatmul ins(%l, %r : {{.*}}) outs(%c : {{.*}})
// CHECK-NEXT:    pto.tmatmul.acc ins(%c, %l, %r : {{.*}}) outs(%c : {{.*}})
// CHECK-NEXT:    pto.tmatmul.acc ins(%c, %l, %r : {{.*}}) outs(%c : {{.*}})
// CHECK-NEXT:    scf.if %p {
// CHECK-NEXT:      pto.tmatmul ins(%l, %r : {{.*}}) outs(%c : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      pto.tmatmul.acc ins(%c, %l, %r : {{.*}}) outs(%c : {{.*}})
// CHECK-NEXT:    }
func.func @predicates(%x: tensor<16x16xf16>, %p: i1, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %t = arith.constant true
  %f = arith.constant false
  %a = tile.load %x[0, 0] : tensor<16x16xf16> to !tile.tile<16x16xf16, mat>
  %l = tile.move %a : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, left>
  %r = tile.move %a : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, right>
  %c = tile.create : !tile.tile<16x16xf32, acc>
  %0 = tile.matmul_acc %c, %l, %r init %t : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right>
  %1 = tile.matmul_acc %0, %l, %r init %f : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right>
  %2 = tile.matmul_acc %1, %l, %r : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right>
  %3 = tile.matmul_acc %2, %l, %r init %p : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right>
  %4 = tile.store %3 into %y[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %4 : tensor<16x16xf32>
}

// A peeled reduction: what loops carry and branches choose is where it was. The seed is only there to be narrowed.
// CHECK-LABEL: func.func @peeled(
// CHECK:         %seed = pto.alloc_tile : !pto.tile_buf<acc, 16x16xf32, valid=10x16, blayout=col_major, slayout=row_major, fractal=1024, compact=1>
// CHECK-NEXT:    scf.for %k = %c0 to %c4 step %c1 {
// CHECK:           %first = arith.cmpi
// CHECK-NEXT:      scf.if %first {
// CHECK-NEXT:        pto.tmatmul ins(%l, %r : {{.*}}) outs(%seed : {{.*}})
// CHECK-NEXT:      } else {
// CHECK-NEXT:        pto.tmatmul.acc ins(%seed, %l, %r : {{.*}}) outs(%seed : {{.*}})
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    [[W:%.*]] = pto.partition_view
// CHECK-NEXT:    pto.tstore ins(%seed : {{.*}}) outs([[W]]
func.func @peeled(%x: tensor<10x16xf16>, %w: tensor<16x16xf16>, %y: tensor<10x16xf32>) -> tensor<10x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %seed = tile.create : !tile.tile<16x16xf32, acc, compact>
  %narrow = tile.set_validshape %seed[10, 16] : !tile.tile<16x16xf32, acc, compact> to !tile.tile<16x16xf32, acc, valid = 10x16, compact>
  %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %narrow) -> (!tile.tile<16x16xf32, acc, valid = 10x16, compact>) {
    %a = tile.load %x[0, 0] valid [10, 16] : tensor<10x16xf16> to !tile.tile<16x16xf16, mat, valid = 10x16>
    %b = tile.load %w[0, 0] : tensor<16x16xf16> to !tile.tile<16x16xf16, mat>
    %l = tile.extract %a[0, 0] : !tile.tile<16x16xf16, mat, valid = 10x16> to !tile.tile<16x16xf16, left, valid = 10x16, compact>
    %r = tile.extract %b[0, 0] : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, right>
    %first = arith.cmpi eq, %k, %c0 : index
    %next = scf.if %first -> (!tile.tile<16x16xf32, acc, valid = 10x16, compact>) {
      %p = tile.matmul %l, %r : !tile.tile<16x16xf16, left, valid = 10x16, compact>, !tile.tile<16x16xf16, right> -> !tile.tile<16x16xf32, acc, valid = 10x16, compact>
      scf.yield %p : !tile.tile<16x16xf32, acc, valid = 10x16, compact>
    } else {
      %q = tile.matmul_acc %acc, %l, %r : !tile.tile<16x16xf32, acc, valid = 10x16, compact>, !tile.tile<16x16xf16, left, valid = 10x16, compact>, !tile.tile<16x16xf16, right>
      scf.yield %q : !tile.tile<16x16xf32, acc, valid = 10x16, compact>
    }
    scf.yield %next : !tile.tile<16x16xf32, acc, valid = 10x16, compact>
  }
  %0 = tile.store %sum into %y[0, 0] : !tile.tile<16x16xf32, acc, valid = 10x16, compact> into tensor<10x16xf32>
  func.return %0 : tensor<10x16xf32>
}
