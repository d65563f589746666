// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s
// RUN: tile-opt %s | filecheck %s

// Functions that are declared something else than in-core, hold tile ops already, or multiply no tensors stay as they are.

// CHECK-LABEL: func.func @orchestration
// CHECK-NEXT:    linalg.matmul
func.func @orchestration(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {tile.kind = #tile<kind orchestration>} {
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @opaque
// CHECK-NEXT:    linalg.matmul
func.func @opaque(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {tile.kind = #tile<kind opaque>} {
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @has_tile_ops(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
// CHECK-NEXT:    tile.load
// CHECK-NEXT:    linalg.matmul
func.func @has_tile_ops(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @buffers(%x: memref<16x16xf32>, %w: memref<16x16xf32>, %c: memref<16x16xf32>) {
// CHECK-NEXT:    linalg.matmul
func.func @buffers(%x: memref<16x16xf32>, %w: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%x, %w : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  func.return
}

// CHECK-LABEL: func.func private @declaration(tensor<?x?xf32>) -> tensor<?x?xf32>
func.func private @declaration(%x: tensor<?x?xf32>) -> tensor<?x?xf32>
