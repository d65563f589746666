// RUN: tile-opt %s -p convert-tile-to-pto --check-semantics --verify-roundtrip | filecheck %s
// RUN: tile-opt %s -p "convert-tile-to-pto{machine=ascend950}" --check-semantics --verify-roundtrip | filecheck %s

// Softmax of rows: reductions get a tile to work in and give a column, which expanding ops take as it is.
// CHECK-LABEL: func.func @softmax(
// CHECK:         %m = pto.alloc_tile : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>
// CHECK-NEXT:    [[W:%.*]] = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32, valid=16x50>
// CHECK-NEXT:    pto.trowmax ins(%x, [[W]] : {{.*}}) outs(%m : {{.*}})
// CHECK-NEXT:    %d = pto.alloc_tile
// CHECK-NEXT:    pto.trowexpandsub ins(%x, %m : {{.*}}) outs(%d : {{.*}})
// CHECK-NEXT:    %e = pto.alloc_tile
// CHECK-NEXT:    pto.texp ins(%d : {{.*}}) outs(%e : {{.*}})
// CHECK:         pto.trowsum ins(%e, {{.*}}) outs(%s : {{.*}})
// CHECK:         pto.trowexpanddiv ins(%e, %s : {{.*}}) outs(%q : {{.*}})
// CHECK-NEXT:    %b = pto.alloc_tile : !pto.tile_buf<vec, 16x64xbf16, valid=16x50>
// CHECK-NEXT:    pto.tcvt ins(%q {rmode = #pto<round_mode RINT>} : {{.*}}) outs(%b : {{.*}})
func.func @softmax(%t: tensor<16x50xf32>, %y: tensor<16x50xbf16>) -> tensor<16x50xbf16> {
  %x = tile.load %t[0, 0] valid [16, 50] : tensor<16x50xf32> to !tile.tile<16x64xf32, vec, valid = 16x50>
  %m = tile.row_max %x : !tile.tile<16x64xf32, vec, valid = 16x50> -> !tile.tile<16x1xf32, vec>
  %d = tile.row_expand_sub %x, %m : !tile.tile<16x64xf32, vec, valid = 16x50>, !tile.tile<16x1xf32, vec>
  %e = tile.exp %d : !tile.tile<16x64xf32, vec, valid = 16x50>
  %s = tile.row_sum %e : !tile.tile<16x64xf32, vec, valid = 16x50> -> !tile.tile<16x1xf32, vec>
  %q = tile.row_expand_div %e, %s : !tile.tile<16x64xf32, vec, valid = 16x50>, !tile.tile<16x1xf32, vec>
  %b = tile.cast %q rint : !tile.tile<16x64xf32, vec, valid = 16x50> to !tile.tile<16x64xbf16, vec, valid = 16x50>
  %0 = tile.store %b into %y[0, 0] : !tile.tile<16x64xbf16, vec, valid = 16x50> into tensor<16x50xbf16>
  func.return %0 : tensor<16x50xbf16>
}

// The vector unit computes row by row: a column is seen as a row of the same bytes, whole lines of 32 of them.
// CHECK-LABEL: func.func @columns(
// CHECK:         %s = pto.alloc_tile : !pto.tile_buf<vec, 24x1xf32, valid=20x1, blayout=col_major>
// CHECK:         %m = pto.alloc_tile : !pto.tile_buf<vec, 24x1xf32, valid=20x1, blayout=col_major>
// CHECK:         %r = pto.alloc_tile : !pto.tile_buf<vec, 24x1xf32, valid=20x1, blayout=col_major>
// CHECK-NEXT:    %s_1 = pto.treshape %s : {{.*}} -> !pto.tile_buf<vec, 1x24xf32, valid=1x20>
// CHECK-NEXT:    %m_1 = pto.treshape %m
// CHECK-NEXT:    %r_1 = pto.treshape %r
// CHECK-NEXT:    pto.tsub ins(%s_1, %m_1 : {{.*}}) outs(%r_1 : !pto.tile_buf<vec, 1x24xf32, valid=1x20>)
// CHECK:         pto.tstore ins(%r :
func.func @columns(%t: tensor<20x16xf32>, %y: tensor<20x1xf32>) -> tensor<20x1xf32> {
  %x = tile.load %t[0, 0] : tensor<20x16xf32> to !tile.tile<20x16xf32, vec>
  %s = tile.row_sum %x : !tile.tile<20x16xf32, vec> -> !tile.tile<20x1xf32, vec>
  %m = tile.row_max %x : !tile.tile<20x16xf32, vec> -> !tile.tile<20x1xf32, vec>
  %r = tile.sub %s, %m : !tile.tile<20x1xf32, vec>, !tile.tile<20x1xf32, vec>
  %0 = tile.store %r into %y[0, 0] : !tile.tile<20x1xf32, vec> into tensor<20x1xf32>
  func.return %0 : tensor<20x1xf32>
}

// So are columns of which only the run knows the length.
// CHECK-LABEL: func.func @some_rows(
// CHECK:         %s = pto.alloc_tile valid_row = %n : !pto.tile_buf<vec, 16x1xf32, valid=?x1, blayout=col_major>
// CHECK:         [[R:%.*]] = pto.treshape %{{[er]}} : {{.*}} -> !pto.tile_buf<vec, 1x16xf32, valid=?x?>
// CHECK-NEXT:    pto.set_validshape [[R]], %c1, %n
// CHECK:         pto.texp ins
func.func @some_rows(%t: tensor<16x16xf32>, %n: index {tile.sample = 5 : index}, %y: tensor<16x1xf32>) -> tensor<16x1xf32> {
  %x = tile.load %t[0, 0] valid [%n, 16] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec, valid = ?x16>
  %s = tile.row_sum %x : !tile.tile<16x16xf32, vec, valid = ?x16> -> !tile.tile<16x1xf32, vec, valid = ?x1>
  %e = tile.exp %s : !tile.tile<16x1xf32, vec, valid = ?x1>
  %0 = tile.store %e into %y[0, 0] : !tile.tile<16x1xf32, vec, valid = ?x1> into tensor<16x1xf32>
  func.return %0 : tensor<16x1xf32>
}

// A truth value is a bit: eight of a row to a byte.
// CHECK-LABEL: func.func @choose(
// CHECK:         %m = pto.alloc_tile : !pto.tile_buf<vec, 16x32xi8, valid=16x8>
// CHECK-NEXT:    pto.tcmps ins(%x, %s {cmpMode = #pto<cmp gt>} : {{.*}}) outs(%m : {{.*}})
// CHECK:         pto.tsel ins(%m, %x, %f, %{{.*}}) outs(%r : {{.*}})
func.func @choose(%t: tensor<16x64xf32>, %s: f32, %y: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %x = tile.load %t[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %m = tile.cmps gt %x, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  %f = tile.fill %s : f32 to !tile.tile<16x64xf32, vec>
  %r = tile.sel %m, %x, %f : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  %0 = tile.store %r into %y[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// One rectangle in a buffer after the other.
// CHECK-LABEL: func.func @narrowed(
// CHECK:         [[X:%.*]] = pto.alloc_tile valid_row = %c16 valid_col = %c64 : !pto.tile_buf<vec, 16x64xf32, valid=?x?>
// CHECK-NEXT:    pto.partition_view
// CHECK-NEXT:    pto.tload
// CHECK-NEXT:    pto.set_validshape [[X]], %n, %c64
// CHECK:         pto.partition_view {{.*}}sizes = [%n, %c64]
func.func @narrowed(%t: tensor<16x64xf32>, %n: index {tile.sample = 5 : index}, %y: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %x = tile.load %t[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %m = tile.set_validshape %x[%n, 64] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = ?x64>
  %r, %c = tile.get_validshape %m : !tile.tile<16x64xf32, vec, valid = ?x64>
  %e = tile.exp %m : !tile.tile<16x64xf32, vec, valid = ?x64>
  %0 = tile.store %e into %y[0, 0] : !tile.tile<16x64xf32, vec, valid = ?x64> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}
