// RUN: tile-opt %s -p expand-mixed-kernel --check-semantics | filecheck %s

// A function with work for one kind of core only says so; one without tiles, or not in-core, is left alone.

// CHECK: func.func @cube({{.*}} attributes {tile.core = #tile<core cube>}
func.func @cube(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %l = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %a = tile.move %l : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %b = tile.move %l : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
  %c = tile.matmul %a, %b : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// CHECK: func.func @vector({{.*}} attributes {tile.core = #tile<core vector>}
func.func @vector(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %0 = tile.store %a into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// CHECK: func.func @scalar(%n: index) -> index {
func.func @scalar(%n: index) -> index {
  func.return %n : index
}

// CHECK-NOT: tile.launch
// CHECK: func.func @opaque(
func.func @opaque(%x: !tile.tile<16x16xf32, mat>) attributes {tile.kind = #tile<kind opaque>} {
  %a = tile.move %x : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, vec>
  func.return
}
