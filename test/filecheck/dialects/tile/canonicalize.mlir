// RUN: tile-opt %s -p canonicalize | filecheck %s

// Views that change nothing go; copies stay, for they are buffers of their own.

func.func @whole_slice(%a: !tile.tile<16x64xf32, vec, valid = ?x64>) -> (!tile.tile<16x64xf32, vec, valid = ?x64>, !tile.tile<8x64xf32, vec, valid = ?x64>) {
  %0 = tile.slice %a[0, 0] : !tile.tile<16x64xf32, vec, valid = ?x64> to !tile.tile<16x64xf32, vec, valid = ?x64>
  %1 = tile.slice %a[0, 0] : !tile.tile<16x64xf32, vec, valid = ?x64> to !tile.tile<8x64xf32, vec, valid = ?x64>
  func.return %0, %1 : !tile.tile<16x64xf32, vec, valid = ?x64>, !tile.tile<8x64xf32, vec, valid = ?x64>
}
// CHECK-LABEL: func.func @whole_slice(
// CHECK-NEXT:    %0 = tile.slice %a[0, 0]
// CHECK-NEXT:    func.return %a, %0

func.func @known_validshape(%a: !tile.tile<16x64xf32, vec, valid = 5x64>) -> (!tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x64xf32, vec, valid = 4x64>) {
  %0 = tile.set_validshape %a[5, 64] : !tile.tile<16x64xf32, vec, valid = 5x64> to !tile.tile<16x64xf32, vec, valid = 5x64>
  %1 = tile.set_validshape %a[4, 64] : !tile.tile<16x64xf32, vec, valid = 5x64> to !tile.tile<16x64xf32, vec, valid = 4x64>
  func.return %0, %1 : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x64xf32, vec, valid = 4x64>
}
// CHECK-LABEL: func.func @known_validshape(
// CHECK-NEXT:    %0 = tile.set_validshape %a[4, 64]
// CHECK-NEXT:    func.return %a, %0

// Unknown extents of one type may still be different extents.
func.func @unknown_validshape(%a: !tile.tile<16x64xf32, vec, valid = ?x64>, %n: index) -> (!tile.tile<16x64xf32, vec, valid = ?x64>, !tile.tile<16x64xf32, vec, valid = ?x64>) {
  %0 = tile.set_validshape %a[%n, 64] : !tile.tile<16x64xf32, vec, valid = ?x64> to !tile.tile<16x64xf32, vec, valid = ?x64>
  %1 = tile.set_validshape %a[5, 64] : !tile.tile<16x64xf32, vec, valid = ?x64> to !tile.tile<16x64xf32, vec, valid = ?x64>
  func.return %0, %1 : !tile.tile<16x64xf32, vec, valid = ?x64>, !tile.tile<16x64xf32, vec, valid = ?x64>
}
// CHECK-LABEL: func.func @unknown_validshape(
// CHECK-NEXT:    %0 = tile.set_validshape %a[%n, 64]
// CHECK-NEXT:    %1 = tile.set_validshape %a[5, 64]
// CHECK-NEXT:    func.return %0, %1

func.func @transpose_twice(%a: !tile.tile<16x64xf32, mat>) -> (!tile.tile<16x64xf32, mat>, !tile.tile<64x16xf32, mat, layout = <row, col, 512>>) {
  %0 = tile.transpose_view %a : !tile.tile<16x64xf32, mat> to !tile.tile<64x16xf32, mat, layout = <row, col, 512>>
  %1 = tile.transpose_view %0 : !tile.tile<64x16xf32, mat, layout = <row, col, 512>> to !tile.tile<16x64xf32, mat>
  %2 = tile.transpose_view %1 : !tile.tile<16x64xf32, mat> to !tile.tile<64x16xf32, mat, layout = <row, col, 512>>
  func.return %1, %2 : !tile.tile<16x64xf32, mat>, !tile.tile<64x16xf32, mat, layout = <row, col, 512>>
}
// CHECK-LABEL: func.func @transpose_twice(
// CHECK-NEXT:    [[ONCE:%.*]] = tile.transpose_view %a
// CHECK-NEXT:    func.return %a, [[ONCE]]

func.func @reshape(%a: !tile.tile<16x64xf32, vec>) -> (!tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<8x128xf32, vec>) {
  %0 = tile.reshape %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  %1 = tile.reshape %a : !tile.tile<16x64xf32, vec> to !tile.tile<8x128xf32, vec>
  %2 = tile.reshape %1 : !tile.tile<8x128xf32, vec> to !tile.tile<16x64xf32, vec>
  func.return %0, %2, %1 : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<8x128xf32, vec>
}
// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT:    [[OTHER:%.*]] = tile.reshape %a
// CHECK-NEXT:    func.return %a, %a, [[OTHER]]

func.func @copies(%a: !tile.tile<16x64xf32, vec>) -> (!tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>) {
  %0 = tile.move %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  %1 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  func.return %0, %1 : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
}
// CHECK-LABEL: func.func @copies(
// CHECK-NEXT:    %0 = tile.move %a
// CHECK-NEXT:    %1 = tile.extract %a[0, 0]
// CHECK-NEXT:    func.return %0, %1
