// RUN: tile-opt %s -p infer-tile-memory-space --check-semantics --verify-roundtrip | filecheck %s

// A tile in no space goes where its readers want it.

// The cube wins over the vector unit, which gets a move; the layout is that of the space, of a transpose its transpose.
// CHECK-LABEL: @readers
// CHECK:         %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
// CHECK-NEXT:    %t = tile.transpose_view %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, mat, layout = <row, col, 512>>
// CHECK-NEXT:    %s = tile.slice %t[0, 0] : !tile.tile<16x16xf32, mat, layout = <row, col, 512>> to !tile.tile<16x16xf32, mat, layout = <row, col, 512>>
// CHECK-NEXT:    %a_left = tile.move %a
// CHECK-NEXT:    %s_right = tile.move %s
// CHECK-NEXT:    %c = tile.matmul %a_left, %s_right
// CHECK-NEXT:    %v = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
// CHECK-NEXT:    %a_vec = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, vec>
// CHECK-NEXT:    %w = tile.add %v, %a_vec
func.func @readers(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32>
  %t = tile.transpose_view %a : !tile.tile<16x16xf32> to !tile.tile<16x16xf32, layout = <col, none, 512>>
  %s = tile.slice %t[0, 0] : !tile.tile<16x16xf32, layout = <col, none, 512>> to !tile.tile<16x16xf32, layout = <col, none, 512>>
  %c = tile.matmul %a, %s : !tile.tile<16x16xf32>, !tile.tile<16x16xf32, layout = <col, none, 512>> -> !tile.tile<16x16xf32, acc>
  %v = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32>
  %w = tile.add %v, %a : !tile.tile<16x16xf32>, !tile.tile<16x16xf32>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  %1 = tile.store %w into %out[0, 0] : !tile.tile<16x16xf32> into tensor<16x16xf32>
  func.return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// A whole chain of the vector unit, through reductions, masks and casts.
// CHECK-LABEL: @vector
// CHECK-NOT:     tile.move
// CHECK:         tile.row_max %a : !tile.tile<16x64xf32, vec> -> !tile.tile<16x1xf32, vec>
// CHECK:         tile.cmp lt {{.*}} -> !tile.tile<16x64xi1, vec>
// CHECK:         tile.cast %{{.*}} rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xbf16, vec>
func.func @vector(%x: tensor<16x64xf32>, %out: tensor<16x64xbf16>) -> tensor<16x64xbf16> {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32>
  %m = tile.row_max %a : !tile.tile<16x64xf32> -> !tile.tile<16x1xf32>
  %s = tile.row_expand_sub %a, %m : !tile.tile<16x64xf32>, !tile.tile<16x1xf32>
  %e = tile.exp %s : !tile.tile<16x64xf32>
  %p = tile.cmp lt %e, %a : !tile.tile<16x64xf32>, !tile.tile<16x64xf32> -> !tile.tile<16x64xi1>
  %q = tile.sel %p, %e, %a : !tile.tile<16x64xi1>, !tile.tile<16x64xf32>, !tile.tile<16x64xf32>
  %r = tile.cast %q rint : !tile.tile<16x64xf32> to !tile.tile<16x64xbf16>
  %0 = tile.store %r into %out[0, 0] : !tile.tile<16x64xbf16> into tensor<16x64xbf16>
  func.return %0 : tensor<16x64xbf16>
}

// A loop's inits, arguments and results agree: the seed is an accumulator, and stays the compact one it was stated to be.
// CHECK-LABEL: @loop
// CHECK:         %init = tile.create : !tile.tile<16x16xf32, acc, valid = 5x16, compact>
// CHECK:         scf.for {{.*}} iter_args(%acc = %init) -> (!tile.tile<16x16xf32, acc, valid = 5x16, compact>)
// CHECK:           scf.yield %{{.*}} : !tile.tile<16x16xf32, acc, valid = 5x16, compact>
// CHECK:         %v = tile.move %c : !tile.tile<16x16xf32, acc, valid = 5x16, compact> to !tile.tile<16x16xf32, vec, valid = 5x16>
// CHECK-NEXT:    tile.exp %v : !tile.tile<16x16xf32, vec, valid = 5x16>
func.func @loop(%x: tensor<5x48xf32>, %y: tensor<48x16xf32>, %out: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %init = tile.create : !tile.tile<16x16xf32, valid = 5x16, compact>
  %c = scf.for %k = %c0 to %c48 step %c16 iter_args(%acc = %init) -> (!tile.tile<16x16xf32, valid = 5x16, compact>) {
    %a = tile.load %x[0, %k] valid [5, 16] : tensor<5x48xf32> to !tile.tile<16x16xf32, valid = 5x16>
    %b = tile.load %y[%k, 0] : tensor<48x16xf32> to !tile.tile<16x16xf32>
    %first = arith.cmpi eq, %k, %c0 : index
    %n = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x16xf32, valid = 5x16, compact>, !tile.tile<16x16xf32, valid = 5x16>, !tile.tile<16x16xf32>
    scf.yield %n : !tile.tile<16x16xf32, valid = 5x16, compact>
  }
  %v = tile.move %c : !tile.tile<16x16xf32, valid = 5x16, compact> to !tile.tile<16x16xf32, vec, valid = 5x16>
  %e = tile.exp %v : !tile.tile<16x16xf32, vec, valid = 5x16>
  %0 = tile.store %e into %out[0, 0] : !tile.tile<16x16xf32, vec, valid = 5x16> into tensor<5x16xf32>
  func.return %0 : tensor<5x16xf32>
}

// Both sides of a branch give the tile where it is read, the vector one by a move.
// CHECK-LABEL: @branch
// CHECK:         %r = scf.if %p -> (!tile.tile<16x16xf32, mat>)
// CHECK-NEXT:      %e = tile.exp %v : !tile.tile<16x16xf32, vec>
// CHECK-NEXT:      %e_mat = tile.move %e : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xf32, mat>
// CHECK-NEXT:      scf.yield %e_mat
// CHECK:         } else {
// CHECK-NEXT:      %a = tile.load %{{.*}} : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
// CHECK-NEXT:      scf.yield %a
// CHECK:         tile.matmul
func.func @branch(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %v = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32>
  %r = scf.if %p -> (!tile.tile<16x16xf32>) {
    %e = tile.exp %v : !tile.tile<16x16xf32>
    scf.yield %e : !tile.tile<16x16xf32>
  } else {
    %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32>
    scf.yield %a : !tile.tile<16x16xf32>
  }
  %c = tile.matmul %r, %r : !tile.tile<16x16xf32>, !tile.tile<16x16xf32> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// A scratch that an accumulator is gathered in for the cube is in Mat, wherever the loop carries it.
// CHECK-LABEL: @scratch
// CHECK:         %t = tile.create : !tile.tile<16x32xbf16, mat>
// CHECK:         tile.assemble %{{.*}} into %{{.*}} : !tile.tile<16x16xf32, acc> into !tile.tile<16x32xbf16, mat>
// CHECK:         tile.extract %s[0, 16] : !tile.tile<16x32xbf16, mat> to !tile.tile<16x16xbf16, left>
func.func @scratch(%x: tensor<16x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %a = tile.load %x[0, 0] : tensor<16x16xbf16> to !tile.tile<16x16xbf16>
  %t = tile.create : !tile.tile<16x32xbf16>
  %s = scf.for %n = %c0 to %c32 step %c16 iter_args(%i = %t) -> (!tile.tile<16x32xbf16>) {
    %c = tile.matmul %a, %a : !tile.tile<16x16xbf16>, !tile.tile<16x16xbf16> -> !tile.tile<16x16xf32, acc>
    %u = tile.assemble %c into %i[0, %n] : !tile.tile<16x16xf32, acc> into !tile.tile<16x32xbf16> -> !tile.tile<16x32xbf16>
    scf.yield %u : !tile.tile<16x32xbf16>
  }
  %l = tile.extract %s[0, 16] : !tile.tile<16x32xbf16> to !tile.tile<16x16xbf16, left>
  %d = tile.matmul %l, %a : !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
