// RUN: tile-opt %s -p expand-mixed-kernel --check-semantics --verify-roundtrip | filecheck %s
// RUN: tile-opt %s -p "expand-mixed-kernel{depth=4}" | filecheck %s --check-prefix DEPTH
// DEPTH: tile.pipe_depth = 4 : i64
// RUN: tile-opt %s -p expand-mixed-kernel,expand-mixed-kernel -o %t.twice
// RUN: tile-opt %s -p expand-mixed-kernel -o %t.once
// RUN: diff %t.once %t.twice

// Attention in small: what the vector core makes of the first product is a factor of the second one. Each crossing has a
// pipe of its own; a slot goes back after the last reader of its tile, seen through views.

// CHECK:       func.func private @f_cube(%q: tensor<16x16xbf16>, %v: tensor<16x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {tile.core = #tile<core cube>, tile.pipe_depth = 2 : i64} {
// CHECK:         %s = tile.matmul
// CHECK-NEXT:    tile.push %s to vector pipe 0 : !tile.tile<16x16xf32, acc>
// CHECK-NEXT:    %m = tile.pop from vector pipe 1 : !tile.tile<16x16xbf16, mat>
// CHECK-NEXT:    %t = tile.transpose_view %m
// CHECK-NEXT:    %pl = tile.extract %t[0, 0]
// CHECK-NEXT:    tile.free %m : !tile.tile<16x16xbf16, mat>
// CHECK:         %o = tile.matmul %pl, %r
// CHECK-NEXT:    [[R:%.*]] = tile.store %o into %out
// CHECK-NEXT:    func.return [[R]] : tensor<16x16xf32>

// CHECK:       func.func private @f_vector(%q: tensor<16x16xbf16>, %v: tensor<16x16xbf16>, %out: tensor<16x16xf32>) attributes {tile.core = #tile<core vector>, tile.pipe_depth = 2 : i64} {
// CHECK-NEXT:    %w = tile.pop from cube pipe 0 : !tile.tile<16x16xf32, vec>
// CHECK-NEXT:    %x = tile.row_max %w
// CHECK-NEXT:    %e = tile.row_expand_sub %w, %x
// CHECK-NEXT:    tile.free %w : !tile.tile<16x16xf32, vec>
// CHECK-NEXT:    %p = tile.cast %e rint
// CHECK-NEXT:    tile.push %p to cube pipe 1 : !tile.tile<16x16xbf16, vec>
// CHECK-NEXT:    func.return

// CHECK:       func.func @f(%q: tensor<16x16xbf16>, %v: tensor<16x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {tile.kind = #tile<kind orchestration>} {
// CHECK-NEXT:    [[R:%.*]] = tile.launch cube @f_cube vector @f_vector(%q, %v, %out) : (tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT:    func.return [[R]] : tensor<16x16xf32>
func.func @f(%q: tensor<16x16xbf16>, %v: tensor<16x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %q[0, 0] : tensor<16x16xbf16> to !tile.tile<16x16xbf16, mat>
  %b = tile.load %v[0, 0] : tensor<16x16xbf16> to !tile.tile<16x16xbf16, mat>
  %l = tile.move %a : !tile.tile<16x16xbf16, mat> to !tile.tile<16x16xbf16, left>
  %r = tile.move %b : !tile.tile<16x16xbf16, mat> to !tile.tile<16x16xbf16, right>
  %s = tile.matmul %l, %r : !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, right> -> !tile.tile<16x16xf32, acc>
  %w = tile.move %s : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
  %x = tile.row_max %w : !tile.tile<16x16xf32, vec> -> !tile.tile<16x1xf32, vec>
  %e = tile.row_expand_sub %w, %x : !tile.tile<16x16xf32, vec>, !tile.tile<16x1xf32, vec>
  %p = tile.cast %e rint : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xbf16, vec>
  %m = tile.move %p : !tile.tile<16x16xbf16, vec> to !tile.tile<16x16xbf16, mat>
  %t = tile.transpose_view %m : !tile.tile<16x16xbf16, mat> to !tile.tile<16x16xbf16, mat, layout = <row, col, 512>>
  %pl = tile.extract %t[0, 0] : !tile.tile<16x16xbf16, mat, layout = <row, col, 512>> to !tile.tile<16x16xbf16, left>
  %o = tile.matmul %pl, %r : !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, right> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %o into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
