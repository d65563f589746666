// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// Every extent is rounded up to whole boxes, the true one stays valid: rows to 16, packed extents to 32 bytes.

func.func @fault_C8(%x: tensor<5x100xbf16>, %w: tensor<100x5xbf16>, %c: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<5x100xbf16>, tensor<100x5xbf16>) outs(%c : tensor<5x5xf32>) -> tensor<5x5xf32>
  func.return %y : tensor<5x5xf32>
}

// CHECK-LABEL: func.func @fault_C8
// CHECK:         to !tile.tile<16x112xbf16, mat, valid = 5x100>
// CHECK:         to !tile.tile<112x16xbf16, mat, valid = 100x5>
// CHECK:         -> !tile.tile<16x16xf32, acc, valid = 5x5, compact>

// i8 packs 32 to a row of a box, so K and N are multiples of 32.

func.func @fault_C9(%x: tensor<16x17xi8>, %w: tensor<17x33xi8>, %c: tensor<16x33xi32>) -> tensor<16x33xi32> {
  %y = linalg.matmul ins(%x, %w : tensor<16x17xi8>, tensor<17x33xi8>) outs(%c : tensor<16x33xi32>) -> tensor<16x33xi32>
  func.return %y : tensor<16x33xi32>
}

// CHECK-LABEL: func.func @fault_C9
// CHECK:         to !tile.tile<16x32xi8, mat, valid = 16x17>
// CHECK:         to !tile.tile<32x64xi8, mat, valid = 17x33>
// CHECK:         -> !tile.tile<16x64xi32, acc, valid = 16x33>

func.func @fault_C15(%x: tensor<16x16xbf16>, %w: tensor<16x104xbf16>, %c: tensor<16x104xf32>) -> tensor<16x104xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<16x16xbf16>, tensor<16x104xbf16>) outs(%c : tensor<16x104xf32>)
    -> tensor<16x104xf32>
  func.return %y : tensor<16x104xf32>
}

// CHECK-LABEL: func.func @fault_C15
// CHECK:         -> !tile.tile<16x112xf32, acc, valid = 16x104>

// f32 packs 8, but rows of right boxes and columns of accumulator boxes are 16.

func.func @f32(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>, %c: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<1x8xf32>, tensor<8x8xf32>) outs(%c : tensor<1x8xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}

// CHECK-LABEL: func.func @f32
// CHECK:         to !tile.tile<16x16xf32, mat, valid = 1x8>
// CHECK:         to !tile.tile<16x16xf32, mat, valid = 8x8>
