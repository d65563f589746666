// RUN: tile-opt %s --check-semantics -p flatten-tile-nd-to-2d | filecheck %s

// Dimensions but the last are rows; windows of tensors keep their shape.

func.func @elementwise(%x: tensor<8x4x6x64xf32>, %i: index, %out: tensor<8x4x6x64xf32>) -> tensor<8x4x6x64xf32> {
  %a = tile.load %x[%i, 0, 2, 0] : tensor<8x4x6x64xf32> to !tile.tile<4x3x64xf32, vec>
  %e = tile.exp %a : !tile.tile<4x3x64xf32, vec>
  %h = tile.cast %e rint : !tile.tile<4x3x64xf32, vec> to !tile.tile<4x3x64xbf16, vec>
  %w = tile.cast %h rint : !tile.tile<4x3x64xbf16, vec> to !tile.tile<4x3x64xf32, vec>
  %y = tile.store %w into %out[%i, 0, 2, 0] : !tile.tile<4x3x64xf32, vec> into tensor<8x4x6x64xf32>
  func.return %y : tensor<8x4x6x64xf32>
}
// CHECK-LABEL: func.func @elementwise
// CHECK:         %a = tile.load %x[%i, 0, 2, 0] valid [1, 4, 3, 64] : {{.*}} to !tile.tile<12x64xf32, vec>
// CHECK:         tile.cast %e rint : !tile.tile<12x64xf32, vec> to !tile.tile<12x64xbf16, vec>
// CHECK:         tile.store %w into %out[%i, 0, 2, 0] sizes [1, 4, 3, 64] : !tile.tile<12x64xf32, vec>

// Vectors are one row.

func.func @vector(%x: tensor<100xf32>, %out: tensor<100xf32>) -> tensor<100xf32> {
  %a = tile.load %x[0] valid [100] : tensor<100xf32> to !tile.tile<128xf32, vec, valid = 100>
  %e = tile.abs %a : !tile.tile<128xf32, vec, valid = 100>
  %y = tile.store %e into %out[0] : !tile.tile<128xf32, vec, valid = 100> into tensor<100xf32>
  func.return %y : tensor<100xf32>
}
// CHECK-LABEL: func.func @vector
// CHECK:         tile.load %x[0] valid [100] : tensor<100xf32> to !tile.tile<1x128xf32, vec, valid = 1x100>
// CHECK:         tile.store %e into %out[0] sizes [100] : !tile.tile<1x128xf32, vec, valid = 1x100>

// Extents that only the run knows, of pages and of columns.

func.func @symbolic(%x: tensor<4x8x64xf32>, %p: index {tile.sample = 3}, %n: index {tile.sample = 41}, %out: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %a = tile.load %x[0, 0, 0] valid [%p, 8, %n] : tensor<4x8x64xf32> to !tile.tile<4x8x64xf32, vec, valid = ?x8x?>
  %e = tile.neg %a : !tile.tile<4x8x64xf32, vec, valid = ?x8x?>
  %y = tile.store %e into %out[0, 0, 0] : !tile.tile<4x8x64xf32, vec, valid = ?x8x?> into tensor<4x8x64xf32>
  func.return %y : tensor<4x8x64xf32>
}
// CHECK-LABEL: func.func @symbolic
// CHECK:         tile.load %x[0, 0, 0] valid [%p, 8, %n] : {{.*}} to !tile.tile<32x64xf32, vec, valid = ?x?>
// CHECK:         %[[ROWS:.*]], %[[COLUMNS:.*]] = tile.get_validshape %e
// CHECK:         %[[PAGES:.*]] = arith.divui %[[ROWS]], %c8
// CHECK:         tile.store %e into %out[0, 0, 0] sizes [%[[PAGES]], 8, %[[COLUMNS]]]

// Loops, branches, windows and reshapes; the reduction is along the last axis.

func.func @control_flow(%x: tensor<6x2x8x64xf32>, %c: i1, %out: tensor<2x8x64xf32>, %sums: tensor<16x1xf32>) -> (tensor<2x8x64xf32>, tensor<16x1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %init = tile.fill %zero : f32 to !tile.tile<2x8x64xf32, vec>
  %sum = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %init) -> (!tile.tile<2x8x64xf32, vec>) {
    %a = tile.load %x[%i, 0, 0, 0] : tensor<6x2x8x64xf32> to !tile.tile<2x8x64xf32, vec>
    %next = tile.add %acc, %a : !tile.tile<2x8x64xf32, vec>, !tile.tile<2x8x64xf32, vec>
    scf.yield %next : !tile.tile<2x8x64xf32, vec>
  }
  %r = scf.if %c -> (!tile.tile<2x8x64xf32, vec>) {
    %e = tile.exp %sum : !tile.tile<2x8x64xf32, vec>
    scf.yield %e : !tile.tile<2x8x64xf32, vec>
  } else {
    scf.yield %sum : !tile.tile<2x8x64xf32, vec>
  }
  %page = tile.slice %r[1, 0, 0] : !tile.tile<2x8x64xf32, vec> to !tile.tile<1x8x64xf32, vec>
  %half = tile.slice %page[0, 4, 0] : !tile.tile<1x8x64xf32, vec> to !tile.tile<1x4x64xf32, vec>
  %room = tile.fill %zero : f32 to !tile.tile<2x8x64xf32, vec>
  %put = tile.assemble %half into %room[0, 4, 0] : !tile.tile<1x4x64xf32, vec> into !tile.tile<2x8x64xf32, vec> -> !tile.tile<2x8x64xf32, vec>
  %y = tile.store %put into %out[0, 0, 0] : !tile.tile<2x8x64xf32, vec> into tensor<2x8x64xf32>
  %rows = tile.reshape %r : !tile.tile<2x8x64xf32, vec> to !tile.tile<16x64xf32, vec>
  %s = tile.row_sum %rows : !tile.tile<16x64xf32, vec> -> !tile.tile<16x1xf32, vec>
  %z = tile.store %s into %sums[0, 0] : !tile.tile<16x1xf32, vec> into tensor<16x1xf32>
  func.return %y, %z : tensor<2x8x64xf32>, tensor<16x1xf32>
}
// CHECK-LABEL: func.func @control_flow
// CHECK:         scf.for {{.*}} -> (!tile.tile<16x64xf32, vec>)
// CHECK:         scf.if %c -> (!tile.tile<16x64xf32, vec>)
// CHECK:         %page = tile.slice %r[8, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<8x64xf32, vec>
// CHECK:         %half = tile.slice %page[4, 0]
// CHECK:         tile.assemble %half into %room[4, 0]
// CHECK:         tile.row_sum %r : !tile.tile<16x64xf32, vec>
